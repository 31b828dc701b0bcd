"""The memory that a call of each function of `iriform.columns` allocates, in bytes for each row.

`python -m benchmarks.columns.memory`, on Linux: how far the memory of a process rises above where it
was before the call, the answer included. One process for each figure.
"""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa

from iriform import columns

ROWS = 1_000_000
FUNCTIONS: dict[str, Any] = {
    "is_valid": columns.is_valid,
    "errors": columns.errors,
    "check": columns.check,
    "host": columns.host,
    "port": columns.port,
    "components, all": columns.components,
    "components, three": lambda c, **o: columns.components(c, ["scheme", "host", "path"], **o),
    "resolve": lambda c, **o: columns.resolve(c, "http://example.org/a/b", **o),
    "relative_to": lambda c, **o: columns.relative_to(c, "https://www.example7.org/a", **o),
    "normalize": columns.normalize,
    "comparison_key": columns.comparison_key,
    "to_uri": columns.to_uri,
    "to_iri": columns.to_iri,
    "repair": columns.repair,
    "query_value": lambda c, **o: columns.query_value(c, "id", **o),
    "without_query": columns.without_query,
    "without_fragment": columns.without_fragment,
}


def column(layout: str) -> Any:  # noqa: ANN401 - pyarrow has no types
    """A million links, every hundredth of them not valid."""
    links = [
        f"https://www.example{i % 1000}.org:8080/path/of/{i}/page?id={i % 999}&x=%41#part"
        if i % 100
        else "not a link"
        for i in range(ROWS)
    ]
    return pa.array(links, pa.string()).cast(getattr(pa, layout)())


def memory(field: str) -> int:
    """A figure of /proc/self/status, in bytes."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    line = next(line for line in lines if line.startswith(field))
    return int(line.split()[1]) * 1024


def measure(name: str, layout: str, threads: int) -> None:
    """Print one figure."""
    rows = column(layout)
    FUNCTIONS[name](rows[:1000], threads=threads)
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the peak begins anew
    before = memory("VmRSS")
    answer = FUNCTIONS[name](rows, threads=threads)
    assert len(answer) == ROWS
    print(f"{(memory('VmHWM') - before) / ROWS:.0f}")


def main() -> None:
    """Measure all functions, and print a table."""
    size = column("string").nbytes / ROWS
    print(f"{ROWS:,} rows of {size:.0f} bytes, offsets included")
    heads = [("string", 1), ("string", 2), ("string_view", 1)]
    print(
        "|".join(["", "", *(f" `{layout}`, {n} thread{'s' * (n > 1)} " for layout, n in heads), ""])
    )
    print("|---" * 4 + "|")
    for name in FUNCTIONS:
        cells = [f"`{name}`"]
        for layout, threads in heads:
            done = subprocess.run(  # noqa: S603 - itself
                [sys.executable, "-m", __spec__.name, name, layout, str(threads)],
                capture_output=True,
                text=True,
                check=True,
            )
            cells.append(done.stdout.strip())
        print("|", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    if arguments := sys.argv[1:]:
        measure(arguments[0], arguments[1], int(arguments[2]))
    else:
        main()
