"""The table of operations, and the files made from it."""

import inspect
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from scripts import generate

import iriform
from iriform import _core, columns
from iriform._engines import table as _table
from tests.errors import error_of


@pytest.mark.parametrize("path", generate.FILES)
def test_what_is_made_of_the_table_is_up_to_date(path: str) -> None:
    """After a change of the table: `python -m scripts.generate`."""
    assert (generate.ROOT / path).read_text(encoding="utf-8") == generate.written(path)


def test_a_file_without_its_lines_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "docs/reference").mkdir(parents=True)
    (tmp_path / "docs/reference/columns.md").write_text("# Columns\n")
    monkeypatch.setattr(generate, "ROOT", tmp_path)

    with pytest.raises(
        ValueError, match="docs/reference/columns.md has no lines '<!-- table: made by"
    ):
        generate.written("docs/reference/columns.md")


def test_the_words_of_the_table_are_those_of_the_classes() -> None:
    for name, rfc in _table.KINDS:
        kind = getattr(iriform, name)
        error = error_of(kind, "\n")
        assert error.production == rfc
    assert tuple(_table.COMPONENTS) == columns.COMPONENTS


@pytest.mark.parametrize("name", _table.OPERATIONS)
def test_documentation(name: str) -> None:
    """Every function is documented by a sentence and an example."""
    function = getattr(columns, name)
    summary, _, rest = str(inspect.getdoc(function)).partition("\n")
    assert summary.rstrip().endswith(".")
    assert f">>> columns.{name}(" in rest or f"= columns.{name}(" in rest
    assert inspect.getdoc(getattr(pytest.importorskip("iriform.polars"), name)) == summary


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("nothing", IRI := iriform.IRI), ValueError, 'columns have no operation "nothing"'),
        (("host", IRI, 1), TypeError, "host takes 1 arguments after the column, not 2"),
        (("normalize", IRI, None), TypeError, "level must be 'string', .*, not NoneType"),
        (("to_uri", IRI, "yes"), TypeError, "idna must be True or False, not str"),
        (("query_value", IRI, 1), TypeError, "name must be a str, not int"),
        (("components", IRI, "host"), TypeError, "fields must be an iterable of component names"),
        (("components", IRI, [1]), TypeError, "fields must be an .*, and one of them is int"),
        (("without_query", IRI, (["a"],)), TypeError, "patterns must be an .*, and one of them is list"),
        (("without_query", IRI, 1), TypeError, "patterns must be an iterable of strs, not int"),
        (("without_query", IRI, "a"), TypeError, "patterns must be an iterable of strs, not str"),
        (("compress", IRI, ["a"], "plain", True), TypeError, "prefixes must be a PrefixMap, or .*list"),
        (("compress", IRI, {"a": 1}, "plain", True), TypeError, "int"),
        (("compress", IRI, {":": "a:"}, "plain", True), ValueError, "the name of a prefix has"),
        (("expand", IRI, {"a": "b"}, "plain"), ValueError, "not an IRI"),
        (("expand", IRI, {}, "n3"), ValueError, "syntax must be 'plain', .* or 'xml-qname'$"),
        (("resolve", IRI, "b", True), ValueError, "not an IRI"),
        (("relative_to", IRI, "a:b", "full", None), ValueError, "form must be 'shortest', .* or 'netw"),
        (("relative_to", IRI, "a:b", "path", "a"), ValueError, "not an IRI"),
        (("relative_to", IRI, "a:b", "path", 1), TypeError, "within must be a str or None, not int"),
        (("with_host", IRI, "a b"), iriform.ParseError, "not a host"),
        (("with_host", IRI, 5), TypeError, "host must be a str, None or a column, not int"),
        (("with_host", IRI, ["h"]), TypeError, "host must be a str, None or a column, not list"),
        (("with_parts", IRI, *[...] * 5, None, ..., ...), TypeError, "path must be a str or a column"),
        (("with_parts", IRI, ..., "h", ..., "h", *[...] * 4), TypeError, "the authority or its parts"),
        (("with_parts", IRI, *[...] * 4, 65536, *[...] * 3), ValueError, "between 0 and 65535"),
        (("update_query", IRI, "a=b"), TypeError, "pairs must be a mapping or a list of pairs, not str"),
        (("update_query", IRI, iter([])), TypeError, "pairs must be a mapping or a list of pairs"),
        (("update_query", IRI, {"a": {}}), TypeError, "a value must be a str, None or a column"),
        (("update_query", IRI, {"a": "\ud800"}), ValueError, "U\\+D800"),
        (
            ("match_template", IRI, b"{a}", False, "exact", "allow", False, False),
            TypeError,
            "template must be a str, not bytes",
        ),
        (
            ("match_template", IRI, "{a", False, "exact", "allow", False, False),
            ValueError,
            "not a URI template: .* is never closed",
        ),
    ],
)  # fmt: skip
def test_arguments_are_checked(
    arguments: tuple[str, type[iriform.IRI], Any], error: type[Exception], message: str
) -> None:
    name, as_, *_ = arguments
    others: tuple[Any, ...] = arguments[2:]
    if name in _table.OPERATIONS and _table.OPERATIONS[name]["arguments"][-1]["type"] == "repair":
        others += (False,)
    with pytest.raises(error, match=message):
        _core.column_arguments(name, as_, *others)
    with pytest.raises(error, match=message):
        _core.column(name, pa.array(["a:"]), as_, 1, *others)
