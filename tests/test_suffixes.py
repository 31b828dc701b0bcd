"""`host.registrable_domain`: publicsuffix.org's own test data, and another implementation."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path
from random import Random

import pyarrow as pa
import pytest
from publicsuffixlist import PSLFILE, PublicSuffixList

from iriform import IRI, Host, columns
from iriform._extras import command

# In the package of the list: `checkPublicSuffix('a.b.com', 'b.com');`, null for none.
VECTORS = re.findall(
    r"^checkPublicSuffix\('([^']*)', (?:'([^']*)'|null)\);",
    Path(
        str(distribution("publicsuffixlist").locate_file("publicsuffixlist/test_psl.txt"))
    ).read_text(encoding="utf-8"),
    re.MULTILINE,
)
LIST = Path(PSLFILE).read_text(encoding="utf-8")
RULES = [line for line in LIST.splitlines() if line and not line.startswith("//")]


def test_the_test_data_of_publicsuffix_org() -> None:
    assert len(VECTORS) > 75
    for name, expected in VECTORS:
        found = Host(name).registrable_domain
        assert found == (Host(expected).to_ascii() if expected else None), name


def test_another_implementation_finds_the_same() -> None:
    """Every rule of the list, with nothing, one label and more before it."""
    judge = PublicSuffixList()
    random = Random(3986)
    names = [rule.lstrip("!").replace("*", "x") for rule in RULES]
    names += [f"{sub}.{name}" for name in names for sub in ("a", "b.a")]
    names += [".".join(random.choices(["com", "uk", "co", "a", "jp", "city", "kobe"], k=4))
              for _ in range(5_000)]  # fmt: skip
    assert len(names) > 30_000
    for name in names:
        # It wants A-labels, in lower case.
        expected = judge.privatesuffix(Host(name).to_ascii().lower())
        assert Host(name).registrable_domain == expected, name


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("www.Example.CO.UK", "example.co.uk"),
        ("example.co.uk.", "example.co.uk"),
        ("www.ex%61mple.co.uk", "example.co.uk"),
        ("www。ｅxample。com", "example.com"),
        ("a.bücher.example", "xn--bcher-kva.example"),  # unknown: the last label is the suffix
        ("a_b.c_d.org", "c_d.org"),
        ("anna.github.io", "anna.github.io"),  # the private part of the list
        ("github.io", None),
        ("uk", None),
        ("localhost", None),
        ("", None),
        ("127.0.0.1", None),
        ("0x7f.1", None),
        ("256.1.1.1", None),
        ("[::1]", None),
        ("[v1.a]", None),
        ("a..com", None),
        (".com", None),
        ("%FF.com", None),
    ],
)
def test_hosts(host: str, expected: str | None) -> None:
    found = Host(host).registrable_domain
    assert found == expected
    assert type(found) is (type(None) if expected is None else Host)
    reference = f"http://{host}/"
    [row] = columns.registrable_domain(pa.array([reference])).to_pylist()
    assert row == expected


def test_a_column() -> None:
    column = pa.array(["http://a.example.com/", None, "urn:x", "a b", "//b.example.com"])
    assert columns.registrable_domain(column).to_pylist() == ["example.com", *[None] * 4]
    keys = column.dictionary_encode()
    assert columns.registrable_domain(keys).to_pylist() == ["example.com", *[None] * 4]


def test_a_long_name_takes_linear_time() -> None:
    host = IRI(f"http://{'a.' * 100_000}com/").host
    assert host is not None
    assert host.registrable_domain == "a.com"


def test_without_the_extra() -> None:
    """It says what to install; and nothing else of the package needs it."""
    code = """if True:
        import sys
        sys.modules["publicsuffixlist"] = None
        import pyarrow as pa
        import duckdb, iriform, iriform.duckdb, iriform.polars
        from iriform import columns
        iriform.duckdb.register(duckdb.connect())
        for ask in (
            lambda: iriform.Host("a.com").registrable_domain,
            lambda: columns.registrable_domain(pa.array(["http://a.com/"])),
            lambda: iriform.polars.registrable_domain("url"),
        ):
            try:
                ask()
            except ImportError as error:
                print(error, error.name)
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603 - it is ours
    said = (
        "a registrable domain needs publicsuffixlist, which is not installed:"
        f" {command('domains')} publicsuffixlist"
    )
    assert done.stdout.splitlines() == [said] * 3
