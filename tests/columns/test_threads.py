"""Threads that share columns, and capsules of columns, which only one thread can use."""

import struct
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest

from iriform import PrefixMap, columns
from tests.threads import THREADS, answer, at_once, for_a_while

TEXTS = ["http://例え.jp/a?b=1#c", "https://anna@example.org:8042/b/../c", "a b", None, "urn:x:y"]
ARRAY = pa.array(TEXTS * 5_000)
CHUNKED = pa.chunked_array([TEXTS * 100, TEXTS, [], TEXTS * 7])
PREFIXES = PrefixMap({"ex": "https://anna@example.org:8042/"})

FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "is_valid": columns.is_valid,
    "host": columns.host,
    "components": columns.components,
    "normalize": columns.normalize,
    "resolve": lambda column: columns.resolve(column, "http://h/i/"),
    "check": columns.check,
    "compress": lambda column: columns.compress(column, PREFIXES),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_threads_that_share_a_column_get_the_answers_of_one(name: str) -> None:
    function = FUNCTIONS[name]
    whole, chunks = function(ARRAY), function(CHUNKED)

    def ask() -> None:
        assert function(ARRAY).equals(whole)
        assert function(CHUNKED).equals(chunks)

    for_a_while(*[ask] * THREADS)


class Capsules:
    """A column that gives every caller the same capsules."""

    def __init__(self, column: Any) -> None:
        self.made = column.__arrow_c_array__()

    def __arrow_c_array__(self, _: object = None) -> object:
        return self.made


class Stream:
    """A stream that gives every caller the same capsule."""

    def __init__(self, column: Any) -> None:
        self.made = column.__arrow_c_stream__()

    def __arrow_c_stream__(self, _: object = None) -> object:
        return self.made


@pytest.mark.parametrize(
    ("shared", "column", "what"), [(Capsules, ARRAY, "it"), (Stream, CHUNKED, "the stream")]
)
def test_what_capsules_hold_is_taken_once(shared: Any, column: Any, what: str) -> None:
    expected = columns.host(column).to_pylist()
    refused = ValueError, f"the column is corrupt: {what} has been released"

    def hosts(of: Any) -> object:
        return answer(lambda: pa.chunked_array(columns.host(of)).to_pylist())

    def once() -> None:
        of = shared(column)
        answers = at_once(*[lambda: hosts(of)] * THREADS)
        assert answers.count(expected) == 1
        assert answers.count(refused) == THREADS - 1

    for_a_while(once)


@pytest.mark.parametrize("of", [pa.string(), pa.large_string(), pa.string_view(), pa.binary()])
def test_any_number_of_threads_gives_the_same_components(of: pa.DataType) -> None:
    """Threads divide the components of long chunks, and the rows if there are fewer components."""
    array = pa.array(TEXTS * 10_000, pa.string()).cast(of)
    column = pa.chunked_array([array, array[1:7], array[3:]])
    every = columns.components(column, threads=1)
    fields = [field.name for field in every.type]
    for count in (1, 2, 3, len(fields)):
        some = fields[-count:]
        expected = [chunk.field(name) for chunk in every.chunks for name in some]
        for threads in (1, 2, 3, 5, 16):
            answer = columns.components(column, some, threads=threads)
            answer.validate(full=True)
            assert [chunk.field(name) for chunk in answer.chunks for name in some] == expected
            assert [c.null_count for c in answer.chunks] == [c.null_count for c in every.chunks]


BREAKS = [("http://例え.jp/a path#" + "f" * i) if i % 7 == 0 else TEXTS[i % 5] for i in range(70)]


@pytest.mark.parametrize(
    "of", [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.binary_view()]
)
@pytest.mark.parametrize(
    "name", ["scheme", "host", "port", "path", "query", "repair", "without_fragment", "normalize"]
)
def test_any_number_of_threads_gives_the_same_texts(name: str, of: pa.DataType) -> None:
    """The answers of threads for parts of a chunk are joined in the order of the rows."""
    function = getattr(columns, name)
    array = pa.array(BREAKS * 500, pa.string()).cast(of)
    column = pa.chunked_array([array, array[1:7], array[3:], array[:0]])
    expected = [function(chunk, threads=1) for chunk in column.chunks]
    pattern = function(array[: len(BREAKS)], threads=1)
    assert pa.chunked_array(expected[:1]).equals(pa.chunked_array([pattern] * 500))
    for threads in (1, 2, 3, 16):
        answer = function(column, threads=threads)
        answer.validate(full=True)
        assert answer.chunks == expected


@pytest.mark.parametrize("name", ["host", "normalize", "without_query"])
def test_of_several_corrupt_rows_the_first_is_named(name: str) -> None:
    rows = 100_000
    offsets = list(range(0, rows * 5 + 1, 5))
    for row in (70_000, 40_000, 90_000):
        offsets[row] = -1
    packed = pa.py_buffer(struct.pack(f"={rows + 1}i", *offsets))
    column = pa.Array.from_buffers(pa.string(), rows, [None, packed, pa.py_buffer(b"urn:a" * rows)])
    for threads in (1, 2, 3, 16):
        with pytest.raises(ValueError, match=r"the column is corrupt: row 39999 "):
            getattr(columns, name)(column, threads=threads)
