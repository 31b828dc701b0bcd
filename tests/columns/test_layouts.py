"""Columns of every layout, library, chunking and slice, with and without nulls."""

from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest

from iriform import IRI, URI, IRIReference, URIReference, columns

TEXTS = [
    "https://me@example.org:8042/over/there?name=ferret#nose",
    None,
    "urn:x",
    "http://a b/",
    "http://[::1]:/?q=1&q=%C3%A9",
    "",
    "http://例え.jp/道",
    "x",
    "http://h:99999/",
]

TYPES: dict[str, pa.DataType] = {
    "string": pa.string(),
    "large_string": pa.large_string(),
    "string_view": pa.string_view(),
    "binary": pa.binary(),
    "large_binary": pa.large_binary(),
    "binary_view": pa.binary_view(),
    "dictionary of string": pa.dictionary(pa.int8(), pa.string()),
    "dictionary of large_string": pa.dictionary(pa.uint64(), pa.large_string()),
    "dictionary of string_view": pa.dictionary(pa.int32(), pa.string_view()),
}


def array(texts: list[str | None], of: pa.DataType) -> Any:
    """Make an array of any of these types."""
    if pa.types.is_dictionary(of):
        distinct = sorted({text for text in texts if text is not None})
        keys = [None if text is None else distinct.index(text) for text in texts]
        values = pa.array(distinct, pa.string()).cast(of.value_type)
        return pa.DictionaryArray.from_arrays(pa.array(keys, of.index_type), values)
    return pa.array(texts, pa.string()).cast(of)


def plain(answer: Any) -> list[Any]:
    """List the answers, bytes as text."""

    def decoded(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: decoded(field) for name, field in value.items()}
        if isinstance(value, list):
            return [decoded(item) for item in value]
        return value.decode() if isinstance(value, bytes) else value

    answer.validate(full=True)
    return [decoded(value) for value in answer.to_pylist()]


def host(text: str) -> str | None:
    return IRI(text).host if IRI.is_valid(text) else None


@pytest.mark.parametrize("of", TYPES.values(), ids=TYPES)
def test_one_answer_for_each_row(of: pa.DataType) -> None:
    valid = [None if text is None else IRI.is_valid(text) for text in TEXTS]
    hosts = [None if text is None else host(text) for text in TEXTS]
    column = array(TEXTS, of)

    assert plain(columns.is_valid(column)) == valid
    assert plain(columns.host(column)) == hosts
    assert plain(columns.components(column, ["host"]).field(0)) == hosts
    assert columns.host(column).type == of
    assert columns.port(column).to_pylist() == [8042, *[None] * 8]
    for start in range(len(TEXTS) + 1):
        for stop in range(start, len(TEXTS) + 1):
            assert plain(columns.is_valid(column[start:stop])) == valid[start:stop]
            assert plain(columns.host(column[start:stop])) == hosts[start:stop]


@pytest.mark.parametrize("of", TYPES.values(), ids=TYPES)
def test_chunks_stay_chunks(of: pa.DataType) -> None:
    whole = array(TEXTS, of)
    column = pa.chunked_array([whole[:3], whole[3:3], whole[3:8], whole[8:]])
    answer = columns.host(column)
    empty = columns.host(pa.chunked_array([], of))

    assert isinstance(answer, pa.ChunkedArray)
    assert [len(chunk) for chunk in answer.chunks] == [3, 0, 5, 1]
    assert plain(answer) == plain(columns.host(whole))
    assert (empty.type, len(empty)) == (of, 0)


def test_a_column_of_nulls() -> None:
    column = pa.nulls(70)

    assert columns.is_valid(column).to_pylist() == [None] * 70
    assert columns.host(column).to_pylist() == [None] * 70


def test_references_only_where_they_are_asked_for() -> None:
    column = pa.array(["../a?q", "a:b"])

    assert columns.path(column).to_pylist() == [None, "b"]
    assert columns.path(column, as_=IRIReference).to_pylist() == ["../a", "b"]


@pytest.mark.parametrize("kind", [IRI, URI, IRIReference, URIReference])
def test_classes_and_their_names(kind: type[IRIReference]) -> None:
    column = pa.array([*TEXTS, "/é", "urn:é", "/\u202ea"])
    names: list[Any] = [kind.__name__, kind.__name__.replace("Reference", "-reference")]
    for name in names:
        assert columns.is_valid(column, as_=name).equals(columns.is_valid(column, as_=kind))
        assert columns.check(column, as_=name).equals(columns.check(column, as_=kind))
        base = columns.resolve(column, "http://a/b", as_=kind)
        assert columns.resolve(column, "http://a/b", as_=name).equals(base)


REFUSED: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: columns.host(["a:b"]), TypeError, r"not list: pyarrow.array"),  # type: ignore[arg-type]
    (lambda: columns.host("a:b"), TypeError, r"not str: pyarrow.array"),  # type: ignore[arg-type]
    (lambda: columns.host(pa.array([1])), TypeError, "column of int64, not of string"),
    (lambda: columns.host(pa.array([["a"]])), TypeError, "column of list"),
    (lambda: columns.host(pa.table({"url": ["a:b"]})), TypeError, "struct, which is a table"),
    (lambda: columns.host(pa.array([1]).dictionary_encode()), TypeError, "dictionary of int64"),
    (lambda: columns.host(pa.array([]), as_=str), TypeError, "as_ must be one of URI"),  # type: ignore[arg-type]
    (lambda: columns.host(pa.array([]), as_="URL"), ValueError, "as_ must be one of .*-reference$"),  # type: ignore[arg-type]
    (lambda: columns.host(pa.array([]), as_="Host"), ValueError, "as_ must be"),  # type: ignore[arg-type]
    (lambda: columns.host(pa.array([]), as_="\ud800"), ValueError, "as_ must be"),  # type: ignore[arg-type]
    (lambda: columns.host(pa.array([]), as_=None), TypeError, "as_ must be"),  # type: ignore[arg-type]
    (lambda: columns.host(pa.array([]), as_=IRI("a:")), ValueError, "as_ must be"),  # type: ignore[arg-type]
    (lambda: columns.host(pa.array([]), threads=0), ValueError, "threads must be at least 1"),
    (lambda: columns.host(pa.array([]), threads=-1), ValueError, "threads must be at least 1"),
    (lambda: columns.components(pa.array([]), []), ValueError, "at least one"),
    (lambda: columns.components(pa.array([]), ["path", "path"]), ValueError, "twice"),
    (lambda: columns.components(pa.array([]), ["hots"]), ValueError, "no component"),  # type: ignore[list-item]
    (lambda: columns.normalize(pa.array([]), "x"), ValueError, "level must be"),  # type: ignore[arg-type]
    (lambda: columns.resolve(pa.array(["a"]), "b"), ValueError, "not an IRI"),
    (lambda: columns.resolve(pa.array(["a"]), pa.array(["a:", "b:"])), ValueError, "1 rows"),
]


@pytest.mark.parametrize(("call", "error", "message"), REFUSED)
def test_what_is_no_column_or_no_argument_is_refused(
    call: Callable[[], Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        call()
