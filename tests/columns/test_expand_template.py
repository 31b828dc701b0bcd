"""`expand_template` compared with `URITemplate.expand`: the suite, made templates, all types."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import iriform.pandas
import iriform.polars  # noqa: F401 - it registers the namespace
from iriform import IRI, ParseError, URIReference, URITemplate, columns
from tests.columns.test_layouts import array
from tests.effort import rounds
from tests.errors import error_of
from tests.tables import rows
from tests.test_template import NAMES, TEXTS, made

SUITE = [
    row for row in rows("template") if row["kind"] == "expansion" and row["expected"] is not False
]
MAP = pa.map_(pa.string(), pa.string())


def column_of(values: list[Any]) -> Any:
    """Make a column of values that are all lists, all dicts, or all plain."""
    there = [value for value in values if value is not None]
    if any(isinstance(value, dict) for value in there):
        return pa.array([v if v is None else list(v.items()) for v in values], MAP)
    if any(isinstance(value, list) for value in there):
        return pa.array(values, pa.list_(pa.string()))
    return pa.array(values)


def table_of(values: list[dict[str, Any]], names: list[str]) -> Any:
    """Make a table of a row for each mapping."""
    return pa.table({name: column_of([row.get(name) for row in values]) for name in names})


def expansion(template: URITemplate, values: dict[str, Any]) -> str | None:
    try:
        return str(template.expand(values, strict=False))
    except ValueError:  # also for dot segments
        return None


@pytest.mark.collection
def test_the_suite() -> None:
    expanded = 0
    for row in SUITE:
        template, values = URITemplate(row["template"]), row["variables"]
        if not template.variables:
            continue
        names = [name for name, value in values.items() if value != []]
        answer = columns.expand_template(table_of([values], names), template).to_pylist()
        expected = row["expected"] if isinstance(row["expected"], list) else [row["expected"]]
        assert answer[0] in expected, row
        expanded += 1
    assert expanded > 120


def test_made_templates() -> None:
    """Ten thousand, each with several rows: a column has values of one kind."""
    rng = random.Random(6570)
    expanded = refused = 0
    kinds: list[Callable[[], Any]] = [
        lambda: rng.choice(TEXTS),
        lambda: rng.sample(TEXTS, rng.randrange(4)),
        lambda: {rng.choice(TEXTS): rng.choice(TEXTS) for _ in range(rng.randrange(4))},
    ]
    while expanded < rounds(2_000, 10_000):
        template = URITemplate(made(rng)[0])
        names = [name for name in NAMES if rng.random() < 0.9]
        if not (template.variables and names):
            continue
        of = {name: rng.choice(kinds) for name in names}
        values = [
            {name: make() if rng.random() < 0.8 else None for name, make in of.items()}
            for _ in range(4)
        ]
        table = table_of(values, names)
        if any(v.prefix and pa.types.is_nested(table.schema.field(v.name).type)
               for v in template.variables if v.name in names):  # fmt: skip
            with pytest.raises(ValueError, match="prefix modifier"):
                columns.expand_template(table, template)
            refused += 1
            continue
        answer = columns.expand_template(table, template).to_pylist()
        assert answer == [expansion(template, row) for row in values], (template, values)
        expanded += 1
    assert refused > expanded / 20


# A column of each type, and the same values in Python.
COLUMNS: dict[str, tuple[Any, list[Any]]] = {
    **{
        str(of): (array(["é", None, "a/b"], of), ["é", None, "a/b"])
        for of in (
            pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(),
            pa.dictionary(pa.int8(), pa.string()), pa.dictionary(pa.uint32(), pa.large_string()),
        )
    },
    **{
        str(of): (pa.array([0, None, 100], of), [0, None, 100])
        for of in (
            pa.int8(), pa.uint8(), pa.int16(), pa.uint16(), pa.int32(), pa.uint32(), pa.int64(),
            pa.uint64(),
        )
    },
    "least": (pa.array([-(2**63), None, 2**63 - 1]), [-(2**63), None, 2**63 - 1]),
    "bool": (pa.array([True, None, False]), [True, None, False]),
    "double": (pa.array([0.1, None, -1e300]), [0.1, None, -1e300]),
    "float": (pa.array([0.1, None, 16777216], pa.float32()), [float(np.float32(0.1)), None, 16777216.0]),
    "null": (pa.nulls(3), [None, None, None]),
    "list of text": (pa.array([["a", None, "b c"], None, []]), [["a", "b c"], None, []]),
    "large list of integers": (
        pa.array([[1, 2], None, []], pa.large_list(pa.int16())),
        [[1, 2], None, []],
    ),
    "map": (pa.array([[("k", "v"), ("l", None)], None, []], MAP), [{"k": "v"}, None, {}]),
    "pairs": (
        pa.array([[{"a": "k", "b": 1}, None, {"a": None, "b": 2}], None, []]),
        [{"k": 1}, None, {}],
    ),
}  # fmt: skip


@pytest.mark.parametrize("of", COLUMNS)
@pytest.mark.parametrize("template", ["/{x}", "{?x*}", "{/x*}", "{;x}", "{+x}"])
def test_types(of: str, template: str) -> None:
    column, values = COLUMNS[of]
    wanted = [str(URITemplate(template).expand(x=value)) for value in values]
    table = pa.table({"other": [1, 2, 3], "x": column})

    answer = columns.expand_template(table, template)

    assert answer.to_pylist() == wanted
    assert answer.type == pa.string()
    # Slices of structs, of their fields, and of both.
    structs = pa.StructArray.from_arrays([column, pa.array([1, 2, 3])], ["x", "y"])
    for start in range(4):
        assert columns.expand_template(structs[start:], template).to_pylist() == wanted[start:]
        inner = pa.StructArray.from_arrays([column[start:]], ["x"])
        assert columns.expand_template(inner, template).to_pylist() == wanted[start:]
    inner = pa.StructArray.from_arrays([column[1:]], ["x"])[1:]
    assert columns.expand_template(inner, template).to_pylist() == wanted[2:]


def test_floats_are_written_as_python_writes_them() -> None:
    rng = np.random.default_rng(6570)
    floats = rng.integers(0, 2**63, 20_000, dtype=np.uint64).view(np.float64)
    near = 10.0 ** rng.uniform(-8, 20, 20_000)
    for values in (floats[np.isfinite(floats)], near, np.round(near, 3), np.floor(near)):
        answer = columns.expand_template(pa.table({"x": values}), "{+x}")
        assert answer.to_pylist() == [str(URITemplate("{+x}").expand(x=float(v))) for v in values]


def test_nulls_and_results_that_are_not_valid() -> None:
    structs = pa.StructArray.from_arrays(
        [pa.array(["1", "a", None, "a"])], ["x"], mask=pa.array([False, False, False, True])
    )

    assert columns.expand_template(structs, "{x}:y").to_pylist() == [None, "a:y", None, None]
    assert columns.expand_template(structs, "{x}:y", as_="IRI").to_pylist()[1] == "a:y"
    assert columns.expand_template(structs, "/{x}", as_=IRI).to_pylist() == [None] * 4
    assert columns.expand_template(structs, "/{y}").to_pylist() == ["/", "/", "/", None]
    text = pa.table({"x": pa.array([b"\xff", b"a"])})
    assert columns.expand_template(text, "/{x}").to_pylist() == [None, "/a"]


def test_an_iri_keeps_its_characters() -> None:
    table = pa.table({"x": ["é"]})

    assert columns.expand_template(table, "http://h/{x}").to_pylist() == ["http://h/%C3%A9"]
    assert columns.expand_template(table, "http://h/{x}", as_="IRI").to_pylist() == ["http://h/é"]


def test_match_template_is_undone() -> None:
    template = URITemplate("https://h{/user}{/path*}{?query*}")
    texts = [f"https://h/{n}/a/b%2Fc?x=1&y={n}" for n in range(40_000)]
    values = columns.match_template(pa.array(texts), template, allow_encoded_separators=True)

    for threads in (1, 2):
        assert columns.expand_template(values, template, threads=threads).to_pylist() == texts
    chunks = pa.chunked_array([values[:7], values[7:7], values[7:]])
    assert columns.expand_template(chunks, template).to_pylist() == texts


def test_the_answer_is_of_the_library_that_the_values_are_of() -> None:
    values = {"user": ["a", "b"], "n": [1, 2]}
    wanted = ["/a?n=1", "/b?n=2"]
    frame = pl.DataFrame(values)
    struct = pl.struct("user", "n").alias("u")
    template = "/{user}{?n}"

    answer = columns.expand_template(frame, template)
    assert isinstance(answer, pl.Series)
    assert answer.to_list() == wanted
    answer = frame.lazy().select(struct.iri.expand_template(template)).collect()["u"]  # type: ignore[attr-defined]
    assert answer.dtype == pl.String
    assert answer.to_list() == wanted
    assert frame.select(struct)["u"].iri.expand_template(template).to_list() == wanted  # type: ignore[attr-defined]
    other = pd.DataFrame(values, index=[7, 9])
    answer = columns.expand_template(other, template)
    assert answer.to_dict() == {7: "/a?n=1", 9: "/b?n=2"}


REFUSED = [
    (pa.array(["a"]), TypeError, "values are a column of structs or a table, .* not a column of utf8"),
    (pa.table({"x": pa.array([{"a": 1}])}), TypeError, "the values of x must be text, .* not struct"),
    (pa.table({"x": pa.array([[[1]]])}), TypeError, "the values of x must be text, .* not list"),
    ([{"x": 1}], TypeError, "not list: pyarrow.array"),
]  # fmt: skip


@pytest.mark.parametrize(("values", "error", "message"), REFUSED)
def test_what_is_refused(values: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        columns.expand_template(values, "/{x}")


def test_what_is_no_reference_has_no_errors_of_its_own() -> None:
    """The objects report the cause."""
    table = pa.table({"x": ["1"]})
    assert columns.expand_template(table, "{x}:y").to_pylist() == [None]
    with pytest.raises(ParseError):
        URITemplate("{x}:y").expand(x="1")
    assert URIReference.is_valid(URITemplate("{x}:y").expand(x="a"))


def test_dot_segments_are_null_unless_asked_for_and_the_errors_say_why() -> None:
    values = pa.table({"x": ["a", "..", ".", None, "%2e%2e"], "y": ["b", "c", ".", "d", "e"]})
    template = "/{x}{y}/{+x}"

    assert columns.expand_template(values, template).to_pylist() == [
        "/ab/a",
        None,
        None,
        "/d/",
        None,
    ]
    assert columns.expand_template(values, template, dot_segments=True).to_pylist() == [
        "/ab/a",
        "/..c/..",
        "/../.",
        "/d/",
        "/%252e%252ee/%2e%2e",
    ]
    errors = columns.expand_template_errors(values, template).to_pylist()
    assert [error and (error["variable"], error["rule"]) for error in errors] == [
        None,
        ("x", "RFC 3986 §5.2.4"),
        ("x, y", "RFC 3986 §5.2.4"),
        None,
        ("x", "RFC 3986 §5.2.4"),
    ]
    with pytest.raises(ValueError, match="dot segment") as caught:
        URITemplate(template).expand(x="..", y="c")
    assert errors[1]["message"] == str(caught.value)
    allowed = columns.expand_template_errors(values, template, dot_segments=True)
    assert allowed.null_count == len(allowed)


def test_hosts_that_values_make_are_null_and_the_errors_say_why() -> None:
    values = pa.table({"x": ["a", "", None], "y": ["b", "h", "h"]})
    template = "/{x}/{y}"

    assert columns.expand_template(values, template).to_pylist() == ["/a/b", None, None]
    asked = columns.expand_template(values, template, dot_segments=True)
    assert asked.to_pylist() == ["/a/b", "//h", "//h"]
    errors = columns.expand_template_errors(values, template).to_pylist()
    assert [error and (error["variable"], error["rule"]) for error in errors] == [
        None,
        ("x", "RFC 3986 §4.2"),
        ("x", "RFC 3986 §4.2"),
    ]


def test_errors_of_what_is_no_reference() -> None:
    values = pa.table({"x": ["1", "a", None]})
    errors = columns.expand_template_errors(values, "{x}:y").to_pylist()
    assert [error and (error["variable"], error["rule"]) for error in errors] == [
        (None, "segment-nz-nc"),
        None,
        (None, "segment-nz-nc"),
    ]
    caught = error_of(URITemplate("{x}:y").expand, x="1")
    assert errors[0]["message"] == caught.message


@pytest.mark.parametrize("rows", [0, 63, 64, 65, 1000])
def test_errors_are_of_their_rows(rows: int) -> None:
    values = pa.table(
        {"x": [".." if i % 3 == 0 else "a" for i in range(rows)]},
        schema=pa.schema({"x": pa.string()}),
    )
    errors = columns.expand_template_errors(values, "/{x}")
    assert [error is not None for error in errors.to_pylist()] == [i % 3 == 0 for i in range(rows)]
