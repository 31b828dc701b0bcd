"""Edits of columns, with texts or columns as parts and pairs, compared with one reference's methods."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import pyarrow as pa
import pytest

from iriform import IRI, URI, IRIReference, ParseError, columns

from .per_object import edited

TEXTS = [
    "http://anna@h:80/a?b=1&c#d",
    "http://h",
    "http://h//a",
    "urn:a:b",
    "file:///x",
    "mailto:a@b?q=%C3%A9",
    "x:/.//y",
    "a b",
    None,
    "http://é/?b=2&b=3",
]
PARTS: dict[str, list[str | None]] = {
    "scheme": ["ftp", None, "1", "é"],
    "userinfo": ["u:p", None, "", "@"],
    "host": ["i", "", None, "[::1]", "a b", "ö", "%41"],
    "port": ["8", "", None, "-1", "099999"],
    "path": ["", "/", "//x", "a:b", "y", None, "é", "?"],
    "query": ["x=1", "", None, "#", "é"],
    "fragment": ["", None, "f", "\u202e", "\ud7ff"],
}
VALUES = ["", None, "1", "a b&c=d", "é", "+%", "x" * 40]

Class = type[IRIReference]


def parts_of_row(text: str | None, as_: Class, parts: dict[str, str | None]) -> str | None:
    """Return the expected result of `with_parts` for a row: None if a reference refuses it."""
    if text is None or not as_.is_valid(text) or parts.get("path", "") is None:
        return None
    return edited(as_(text).with_parts, **parts)


def fits(name: str, value: str | None) -> int:
    """Count the texts that can have this part."""
    return sum(parts_of_row(text, IRI, {name: value}) is not None for text in TEXTS)


@pytest.mark.parametrize("as_", [IRI, URI, IRIReference])
@pytest.mark.parametrize("name", PARTS)
def test_a_part_of_each_row(name: str, as_: Class) -> None:
    rows = list(itertools.product(TEXTS, PARTS[name]))
    texts, values = (pa.array(column, pa.string()) for column in zip(*rows, strict=True))

    answer = columns.with_parts(texts, **{name: values}, as_=as_).to_pylist()

    assert answer == [parts_of_row(text, as_, {name: value}) for text, value in rows]
    for value in PARTS[name]:
        options: dict[str, Any] = {name: value}
        mine = [parts_of_row(text, as_, options) for text in TEXTS]
        try:
            given = columns.with_parts(pa.array(TEXTS), **options, as_=as_).to_pylist()
        except (ParseError, TypeError):
            assert set(mine) == {None}  # an error now, since no row could have it
        else:
            assert given == mine


def test_parts_together() -> None:
    """Each part is read from its own column, in any layout and with other chunks."""
    names = list(PARTS)
    # Values that no row can have are rare; otherwise nearly all rows would be null.
    some = [
        [value for value in PARTS[name] for _ in range(1 if fits(name, value) < 3 else 9)]
        for name in names
    ]
    random = Random(33)
    rows = [(random.choice(TEXTS), *map(random.choice, some)) for _ in range(600)]
    expected = [
        parts_of_row(text, IRI, dict(zip(names, parts, strict=True))) for text, *parts in rows
    ]
    assert len(set(expected)) > 50
    texts, *given = zip(*rows, strict=True)
    layouts = [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.string()]
    for shift, layout in enumerate(layouts):
        parts = {}
        for k, (name, values) in enumerate(zip(names, given, strict=True)):
            array = pa.array(values, pa.string()).cast(layouts[(k + shift) % len(layouts)])
            cut = 37 * (k + 1)
            parts[name] = pa.chunked_array([array[:cut], array[cut:cut], array[cut:]])
        parts["host"] = pa.array(given[names.index("host")]).dictionary_encode()
        column = pa.chunked_array([pa.array(texts)[:100], pa.array(texts)[100:]]).cast(layout)
        answer = columns.with_parts(column, **parts, threads=2)
        assert answer.type == layout
        assert answer.cast(pa.string()).to_pylist() == expected


def test_a_dictionary_with_a_column_is_evaluated_row_by_row() -> None:
    column = pa.array(["http://h/"] * 3).dictionary_encode()

    assert columns.with_host(column, pa.array(["a", "b", "a b"])).to_pylist() == [
        "http://a/",
        "http://b/",
        None,
    ]
    assert columns.with_host(column, "a").type == column.type


def test_a_guard_comes_and_goes() -> None:
    column = pa.array(["http://h//x", "s:/.//x", "s:a:b", "s:./a:b"])

    assert columns.with_parts(column, authority=None).to_pylist() == [
        "http:/.//x",
        "s:/.//x",
        "s:a:b",
        "s:./a:b",
    ]
    assert columns.with_host(column, "i").to_pylist() == ["http://i//x", "s://i//x", None, None]
    assert columns.with_parts(column, scheme=None, authority=None).to_pylist() == [
        "/.//x",
        "/.//x",
        "./a:b",
        "./a:b",
    ]


@pytest.mark.parametrize("as_", [IRI, URI])
def test_pairs_of_each_row(as_: Class) -> None:
    rows = list(itertools.product(TEXTS, VALUES, VALUES))
    texts, first, second = (pa.array(column, pa.string()) for column in zip(*rows, strict=True))

    answer = columns.update_query(
        texts, {"b": [first, "-"], "é n": second, "c": [], "n": 2, "t": True}, as_=as_
    )

    def expected(text: str | None, b: str | None, n: str | None) -> str | None:
        if text is None or not as_.is_valid(text):
            return None
        return as_(text).update_query({"b": [b, "-"], "é n": n, "c": [], "n": 2, "t": True})

    assert answer.to_pylist() == [expected(*row) for row in rows]


def test_values_that_are_not_utf8() -> None:
    column = pa.array(["http://h/"] * 2)
    wrong = pa.array([b"\xff", b"a"])

    assert columns.update_query(column, {"a": wrong}).to_pylist() == [None, "http://h/?a=a"]
    assert columns.with_host(column, wrong).to_pylist() == [None, "http://a/"]


def test_pairs_are_a_list_too() -> None:
    column = pa.array(["http://h/?a=0#f", "http://h/"])
    pairs = [("a", pa.array(["1", None])), ("a", "2")]

    assert columns.update_query(column, pairs).to_pylist() == [  # type: ignore[arg-type]
        "http://h/?a=1&a=2#f",
        "http://h/?a&a=2",
    ]


def test_columns_of_other_lengths() -> None:
    column = pa.array(["http://h/"] * 2)

    for rows in (0, 1, 3):
        other = pa.array(["a"] * rows, pa.string())
        with pytest.raises(ValueError, match=f"has 2 rows and its host column {rows}"):
            columns.with_host(column, other)
        with pytest.raises(ValueError, match=f"has 2 rows and its q column {rows}"):
            columns.update_query(column, {"q": other})
    with pytest.raises(TypeError, match="this is a column of int64"):
        columns.with_host(column, pa.array([1, 2]))
    empty = pa.array([], pa.string())
    assert columns.with_host(empty, empty).to_pylist() == []


def test_nulls_of_no_type() -> None:
    column = pa.array(["http://h/?a", "s:"])

    assert columns.with_parts(column, query=pa.nulls(2)).to_pylist() == ["http://h/", "s:"]
