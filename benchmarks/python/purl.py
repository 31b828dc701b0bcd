"""Package URLs compared with packageurl-python: `python -m benchmarks.python.purl`.

Nanoseconds per value, the minimum of several rounds by the clock of the thread: one value, and a
row of a column in one thread. Both must return the same canonical texts, which is checked first.
"""

from __future__ import annotations

from collections.abc import Callable

import pyarrow as pa
from packageurl import PackageURL

from benchmarks.harness import least
from iriform import PURL, columns

ROUNDS = 7
ROWS = 200_000
PURLS = [
    "pkg:npm/%40angular/core@19.0.0",
    "pkg:pypi/django@5.1.4",
    "pkg:maven/org.apache.commons/commons-lang3@3.17.0?type=jar",
    "pkg:deb/debian/curl@7.50.3-1?arch=i386&distro=jessie",
    "pkg:golang/github.com/gorilla/context@234fd47e07d1004f0aed9c#api",
]


def of_each(function: Callable[[str], object], times: int) -> float:
    """Measure a call for each text."""
    texts = PURLS * times
    return least(lambda: [function(text) for text in texts], ROUNDS) / len(texts)


def of_rows(function: Callable[..., object]) -> float:
    """Measure a row of a column."""
    column = pa.array(PURLS * (ROWS // len(PURLS)))
    return least(lambda: function(column, threads=1), ROUNDS) / len(column)


def main() -> None:
    """Print the figures."""
    for text in PURLS:
        assert PackageURL.from_string(text).to_string() == PURL.repair(text).value == text
    rows = {
        "PURL(text)": of_each(PURL, 2000),
        "PURL.is_valid(text)": of_each(PURL.is_valid, 2000),
        "PURL(text).name": of_each(lambda text: PURL(text).name, 1000),
        "PURL.repair(text)": of_each(PURL.repair, 500),
        "packageurl-python: from_string": of_each(PackageURL.from_string, 100),
        "columns.purl, a row": of_rows(columns.purl),
        "columns.purl_canonical, a row": of_rows(columns.purl_canonical),
    }
    for name, nanoseconds in rows.items():
        print(f"{name:<32}{nanoseconds:>10,.0f} ns")


if __name__ == "__main__":
    main()
