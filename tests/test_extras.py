"""The error for a missing package names it and the command that installs it."""

import json
import re
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from iriform import _extras
from tests.cli.program import python

ROOT = Path(__file__).parents[1]

# Except the extras for developers.
EXTRAS = sorted(
    {*metadata.metadata("iriform").get_all("Provides-Extra", [])} - {"test", "dev", "integrations"}
)

# The missing package, the code that needs it, its name in the error, and the extra.
MISSING = [
    # Packages without an extra have a command of their own.
    *(
        (p, f"import iriform.{p}", f"iriform.{p}", None)
        for p in ("fastapi", "sqlalchemy", "django")
    ),
    ("polars", "import iriform.polars", "iriform.polars", "polars"),
    ("pandas", "import iriform.pandas", "iriform.pandas", "pandas"),
    ("pyarrow", "import iriform.pandas", "iriform.pandas", "pandas"),
    ("jsonschema", "import iriform.jsonschema", "iriform.jsonschema", "jsonschema"),
    ("httpx", "import iriform.guard as g; g.Guard().httpx()", "guard.httpx", "httpx"),
    (
        "httpx2",
        "import iriform.guard as g; g.Guard().httpx2_async()",
        "guard.httpx2_async",
        "httpx2",
    ),
    ("requests", "import iriform.guard as g; g.Guard().requests()", "guard.requests", "requests"),
    ("urllib3", "import iriform.guard as g; g.Guard().urllib3()", "guard.urllib3", "urllib3"),
    ("aiohttp", "import iriform.guard as g; g.Guard().aiohttp()", "guard.aiohttp", "aiohttp"),
    ("rdflib", "import iriform.rdflib", "iriform.rdflib", "rdflib"),
    ("pyarrow", "import iriform.sqlite", "iriform.sqlite", "sqlite"),
    ("pyarrow", "import iriform.duckdb", "iriform.duckdb", "duckdb"),
    ("duckdb", "import iriform.duckdb as e; e.register(None)", "iriform.duckdb", "duckdb"),
    ("numpy", "import iriform.duckdb as e; e.register(None)", "iriform.duckdb", "duckdb"),
    ("pyarrow", "import iriform.spark", "iriform.spark", "spark"),
    ("pandas", "import iriform.spark as e; e.host('url')", "iriform.spark", "spark"),
    ("pyarrow", "import iriform.audit as a; a.audit('x.parquet')", "Parquet", "audit"),
    (
        "pyarrow",
        "import iriform.audit as a; a.audit([1].__iter__())",
        "a column in memory",
        "audit",
    ),
    ("pyarrow", "import iriform.audit as a; a.audit('x', out='y')", "out=", "audit"),
    (
        "jinja2",
        "import iriform.audit as a; a.audit('examples/identifiers.csv').write_report('x')",
        "the report",
        "audit",
    ),
    (
        "pyspark",
        "import iriform.audit as a; a.audit('x', engine='spark')",
        "an audit on Spark",
        "spark",
    ),
    (
        "railroad",
        "import iriform.grammar as g; g.RFC3986['port'].railroad()",
        "a railroad diagram",
        "grammar",
    ),
]


@pytest.mark.parametrize(("missing", "code", "by", "extra"), MISSING)
def test_what_is_missing_is_named_with_the_command(
    missing: str, code: str, by: str, extra: str | None
) -> None:
    done = python(f"import sys; sys.modules[{missing!r}] = None; {code}", cwd=ROOT)
    if extra == "httpx2" and sys.version_info < (3, 11):
        pytest.skip("there is no httpx2 for CPython 3.10")
    command = _extras.command(extra) if extra else f"pip install {missing}"
    said = f"{by} needs {missing}, which is not installed: {command}"
    assert done.stderr.splitlines()[-1] == f"ModuleNotFoundError: {said}"
    assert "During handling" not in done.stderr


def test_an_audit_of_text_needs_no_other_package() -> None:
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({sorted({*_extras.brought('cli'), 'duckdb'})}))"
        "; from iriform.audit import audit"
        "; print([audit('examples/' + name).valid for name in ('identifiers.txt', 'identifiers.csv')])"
    )
    assert python(code, cwd=ROOT).stdout == "[288, 288]\n"


def test_what_no_extra_brings_is_a_fault_that_is_not_hidden() -> None:
    with (
        pytest.raises(ModuleNotFoundError, match="^No module named 'nonsense'$"),
        _extras.needed("polars", "iriform.polars"),
    ):
        import nonsense  # type: ignore[import-not-found]  # noqa: F401


FOLDER = ROOT.as_uri()


@pytest.mark.parametrize(
    ("origin", "expected"),
    [
        (None, "pip install 'iriform[cli,spark]'"),
        ({"url": FOLDER, "dir_info": {}}, f"pip install '{ROOT}[cli,spark]'"),
        (
            {"url": FOLDER, "dir_info": {"editable": True}},
            f"pip install --editable '{ROOT}[cli,spark]'",
        ),
        # A folder that was deleted after the installation.
        ({"url": f"{FOLDER}/gone", "dir_info": {}}, "pip install 'iriform[cli,spark]'"),
        (
            {"url": "https://h/i.git", "vcs_info": {"vcs": "git", "commit_id": "1f"}},
            "pip install 'iriform[cli,spark] @ git+https://h/i.git@1f'",
        ),
    ],
)
def test_the_command_installs_from_where_iriform_comes_from(
    monkeypatch: pytest.MonkeyPatch, origin: dict[str, Any] | None, expected: str
) -> None:
    there = SimpleNamespace(read_text=lambda _: origin and json.dumps(origin))
    monkeypatch.setattr(metadata, "distribution", lambda _: there)

    assert _extras.command("cli,spark") == expected


def test_a_package_without_metadata_has_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def distribution(name: str) -> None:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", distribution)
    assert _extras.command("grammar") == "pip install 'iriform[grammar]'"


def brought(extra: str) -> Iterator[str]:
    """List the packages of an extra, including those of the extras in it."""
    for required in metadata.requires("iriform") or []:
        name, _, marker = required.partition(";")
        if not re.search(rf"extra == ['\"]{extra}['\"]", marker):
            continue
        inner = re.match(r"iriform\[(.*)\]", name)
        for each in inner[1].split(",") if inner else ():
            yield from brought(each)
        if not inner:
            yield re.match(r"[\w-]+", name)[0]  # type: ignore[index]  # each has a name


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_table_has_what_the_extra_brings(extra: str) -> None:
    modules = {
        "railroad-diagrams": "railroad",
        "rich-click": "rich_click",
        "python-jsonpath": "jsonpath",
    }
    # The modules that the packages of an extra install themselves.
    through = {"spark": {"py4j"}, "httpx": {"httpcore"}, "httpx2": {"httpcore2"}}.get(extra, set())

    assert {modules.get(n, n) for n in brought(extra)} | through == _extras.brought(extra)
