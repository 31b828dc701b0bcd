"""Every example of the documentation runs; it has measured figures and every public name."""

import doctest
import importlib
import inspect
import pkgutil
import pydoc
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any

import pyarrow as pa
import pytest
from benchmarks import report
from scripts import test_extras

import iriform
from iriform import _core, columns
from iriform._extras import brought as brought_by

from .test_extras import EXTRAS

ROOT = Path(__file__).parents[1]
# Run by tests/optional_integrations.py and tests/optional_crawlers.py: their packages are large.
HEAVY = {
    ROOT / "docs" / name
    for name in (
        "coming-from/crawlers.md",
        "coming-from/links.md",
        "coming-from/normalizers.md",
        "data-checks.md",
        "datafusion.md",
        "django.md",
        "ibis.md",
        "rdf-checks.md",
    )
}
PAGES = sorted({*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")} - HEAVY)

FLAGS = doctest.NORMALIZE_WHITESPACE


def modules() -> Iterator[ModuleType]:
    yield iriform
    absent = {"iriform.guard.httpx2"} if sys.version_info < (3, 11) else set()
    for found in pkgutil.walk_packages(iriform.__path__, "iriform."):
        # Django is large: tests/optional_integrations.py runs it.
        is_left = found.name.endswith(("__main__", "iriform.django")) or found.name in absent
        if not is_left:
            yield importlib.import_module(found.name)


def documented() -> Iterator[tuple[str, tuple[ModuleType, str]]]:
    """Every docstring of modules, of their definitions, and of the native types."""
    for module in modules():
        yield module.__name__, (module, module.__doc__ or "")
        for name, value in [*vars(module).items()]:  # an import may add to it
            if getattr(value, "__module__", None) not in {module.__name__, "iriform"}:
                continue
            if not (inspect.isclass(value) or inspect.isroutine(value)):
                continue
            # Many modules import a native type; it is documented once, in its own module.
            home = value.__module__
            yield f"{home}.{name}", (module, inspect.getdoc(value) or "")
            for attribute, member in vars(value).items() if inspect.isclass(value) else ():
                doc = getattr(member, "__doc__", None)
                if isinstance(doc, str) and not attribute.startswith("__"):
                    yield f"{home}.{name}.{attribute}", (module, doc)


# Sorted, because PyO3 orders the properties of a class differently in each process. If two have the
# same name, the first one, that of `iriform` itself, is kept.
DOCS = dict(sorted(dict(reversed([*documented()])).items(), key=lambda item: item[0]))


def run(name: str, text: str, names: dict[str, Any]) -> doctest.TestResults:
    parsed = doctest.DocTestParser().get_doctest(text, names, name, name, 0)
    out: list[str] = []
    results = doctest.DocTestRunner(optionflags=FLAGS, verbose=False).run(parsed, out=out.append)
    assert results.failed == 0, "".join(out)
    return results


@pytest.mark.parametrize("name", [name for name, (_, doc) in DOCS.items() if ">>>" in doc])
def test_docstrings(name: str) -> None:
    """An example may use what `iriform` and its module have; the docstring of a module imports them."""
    module, doc = DOCS[name]

    names = {**vars(module), **{name: getattr(iriform, name) for name in iriform.__all__}}
    if module is columns and name != columns.__name__:
        # The docstring of the module shows these imports.
        names |= {"pa": pa, "columns": columns}
    assert run(name, doc, names).attempted > 0


def run_page(page: Path) -> doctest.TestResults:
    """The blocks of one page build on each other."""
    text = page.read_text(encoding="utf-8")
    # A fence ends an example like an empty line.
    lines = ["" if line.startswith("```") else line for line in text.splitlines()]
    return run(page.name, "\n".join(lines), {})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages(page: Path) -> None:
    run_page(page)


# A module that an example imports.
IMPORTED = re.compile(r"^>>> (?:import|from) (\w+)", re.MULTILINE)


@cache
def packages() -> dict[str, set[str]]:
    """List the packages that contain each module, by their files: CPython 3.10 does not read these."""
    found: dict[str, set[str]] = {}
    for package in metadata.distributions():
        name = package.name  # which reads the metadata each time
        for module in {file.parts[0].partition(".")[0] for file in package.files or ()}:
            found.setdefault(module, set()).add(name)
    return found


@pytest.mark.parametrize("page", test_extras.PAGES, ids=lambda page: page.name)
def test_a_page_says_what_its_examples_need(page: Path) -> None:
    """Installing these packages is enough to run the examples: `make test-extras` does."""
    need = test_extras.need_of(page)
    brought = {module for extra in need.extras for module in brought_by(extra)}
    brought |= {re.split("[>=]", package)[0] for package in need.packages}
    imported = set(IMPORTED.findall(page.read_text(encoding="utf-8")))

    for module in imported - sys.stdlib_module_names - {"iriform"}:
        assert {module, *packages().get(module, ())} & brought, module


def test_checkers_read_the_page_on_types() -> None:
    page = (ROOT / "docs/typing.md").read_text(encoding="utf-8")
    read = (ROOT / "tests/typing/page.py").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)

    assert blocks
    for block in blocks:
        assert re.sub(r"^(?:from|import) .*\n\n?\n?", "", block, flags=re.MULTILINE) in read


def test_the_page_on_installation_has_all_extras() -> None:
    page = (ROOT / "docs/install.md").read_text(encoding="utf-8")
    first = re.findall(r"^\| (`.*?) \|", page, re.MULTILINE)

    assert {name for cell in first for name in re.findall("`([a-z0-9]+)`", cell)} == {*EXTRAS}


def test_figures_are_those_of_the_records() -> None:
    """`python -m benchmarks.report` would change nothing."""
    with_figures = [page for page in PAGES if report.BLOCK.search(page.read_text(encoding="utf-8"))]

    assert with_figures
    for page in with_figures:
        text = page.read_text(encoding="utf-8")
        assert report.filled(text) == text, page.name


def test_there_are_examples() -> None:
    """The tests above have found examples, also of the native types."""
    assert sum(">>>" in doc for _, doc in DOCS.values()) > 20
    for t in native_types():
        assert ">>>" in DOCS[f"iriform.{t.__name__}"][1], t
    assert ">>>" in (ROOT / "README.md").read_text(encoding="utf-8")


TEXT = {iriform.IRI: "a:", iriform.URI: "a:"}


def native_types() -> list[type[Any]]:
    types = [value for value in vars(_core).values() if isinstance(value, type)]
    return [t for t in types if issubclass(t, str)]


def public() -> Iterator[tuple[str, Any]]:
    for name in sorted({*dir(iriform)} - {"__version__"}):
        value = getattr(iriform, name)
        yield name, value
        if inspect.isclass(value):
            for attribute in dir(value):
                inherited = any(hasattr(base, attribute) for base in (str, ValueError, tuple))
                if not attribute.startswith("_") and not inherited and hasattr(value, attribute):
                    member = inspect.getattr_static(value, attribute)
                    method = isinstance(member, (staticmethod, classmethod))
                    yield f"{name}.{attribute}", member.__func__ if method else member


PUBLIC = dict(public())


def test_everything_public_is_documented() -> None:
    for name, value in PUBLIC.items():
        doc = inspect.getdoc(value) or ""
        if isinstance(value, str):
            continue  # a constant, which a page explains
        if isinstance(value, iriform.Reason) or doc.startswith("Alias for field number"):
            continue  # a member or a field: its name says it, and its class explains it
        assert doc[:1].isupper() or doc[:1] in "`'", (name, doc)
        assert len(doc) > 10, name
        assert "--\n\n" not in doc, name  # the mark of a signature that CPython cannot read
        assert not {"Ã", "Â"} & {*doc}, name  # UTF-8 read as Latin-1


def help_of(thing: Any) -> str:
    return re.sub(".\b", "", pydoc.render_doc(thing))  # bold letters are written twice


def test_help_is_readable() -> None:
    text = help_of(iriform.IRI)

    assert "RFC 3987 §2.2" in text
    assert "例え.jp" in text
    assert "caf\xe9" in help_of(iriform.Segment.unquote)
    assert "The host (§3.2.2)" in text


@pytest.mark.parametrize("t", native_types(), ids=lambda t: t.__name__)
def test_signatures(t: Any) -> None:
    empty = "" if t in {iriform.IRI, iriform.URI, iriform.Scheme} else "=''"

    keywords = ", *, limits=None" if t is iriform.URITemplate else ""
    assert str(inspect.signature(t)) == f"(text{empty}, /{keywords})"
    assert str(inspect.signature(t.is_valid)) == "(text, /)"
    for name, member in (
        inspect.getmembers_static(t) if hasattr(inspect, "getmembers_static") else ()
    ):
        if not name.startswith("_") and callable(getattr(t, name, 0)) and not hasattr(str, name):
            assert inspect.signature(getattr(t, name)), name
            del member

    class Mine(t):  # type: ignore[misc]
        pass

    assert str(inspect.signature(Mine)) == f"(text{empty}, /{keywords})"
