"""Rows that an operation does not change are copied or shared, whatever is between them."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pyarrow as pa
import pytest

from iriform import IRIReference, columns
from tests.adapters.answers import OF_A_CLASS, answered, asked
from tests.columns.test_layouts import TYPES, array, plain
from tests.columns.texts import is_unicode, vectors
from tests.vectors.rows import PLACES, Place

# The operations that leave most links unchanged.
USUALLY_UNCHANGED = [
    (name, options)
    for name, options in OF_A_CLASS
    if name in {"resolve", "normalize", "comparison_key", "to_uri", "to_iri", "repair"}
    or name in {"without_query", "without_fragment"}
]

USUAL = [
    "http://www.example.org/a/b.c",
    "https://example.com/path-of-some-length/index.html",
    "https://xn--bcher-kva.example/~user/",
    "http://h/",
]


def mixed(texts: list[str]) -> Iterator[str | None]:
    """Put usual links between the texts, in runs of every length, and some nulls."""
    rng = Random(16)
    for text in texts:
        yield from rng.choices(USUAL, k=rng.choice([0, 1, 2, 3, 4, 70]))
        yield text
        if rng.random() < 0.1:
            yield None


# Each of these is one step from a usual link.
NEARLY = [
    "HTTP://www.example.org/a",
    "http://www.Example.org/a",
    "http://www.example.org/A",
    "http://www.example.org",
    "http://www.example.org?q",
    "http://www.example.org:80/a",
    "http://www.example.org:/a",
    "http://me@www.example.org/a",
    "http://[2001:DB8::1]/a",
    "http://www.example.org/./a",
    "http://www.example.org/a/..",
    "http://www.example.org/.a",
    "http://www.example.org/%7Ea",
    "http://www.example.org/%C3%A9",
    "http://www.example.org/é",
    "http://é.example.org/a",
    "http://xn--abc-.example/a",
    "http://xn--a.example/a",
    "http://xn--/a",
    "http://a--b.example/-/a",
    "http://a_b.example./a",
    "http://1.2.3.4/a",
    "http:a",
    "http:./a",
    "http:/a",
    "ws://h",
    "urn:X:y",
    "urn:./y",
    "mailto:a@B.example",
    "file:/a",
    "file://localhost/a",
    "//h/a",
    "a",
    ".",
    "?q",
    "#f",
    "",
    "http",
    "http://www.example.org/a b",
    "http://www.example.org/a#b#c",
]


@pytest.mark.parametrize(("name", "options"), USUALLY_UNCHANGED)
@pytest.mark.parametrize("of", ["string", "large_string", "string_view"])
@pytest.mark.parametrize("place", PLACES)
def test_rows_between_usual_ones(name: str, options: dict[str, Any], of: str, place: Place) -> None:
    distinct = [text for text in dict.fromkeys(vectors(place)) if is_unicode(text)]
    rows = list(mixed([*NEARLY, *distinct[:: 7 if of == "string" else 31]]))
    say = answered(name, options)
    of_row = {text: None if text is None else say(text, IRIReference) for text in {*rows}}

    answer = plain(asked(name, options)(array(rows, TYPES[of]), as_=IRIReference, threads=1))

    assert answer == [of_row[text] for text in rows]


def buffers(column: Any) -> list[int]:
    """The addresses of the buffers, except that of the nulls."""
    return [buffer.address for buffer in column.buffers()[1:] if buffer is not None]


SHARED = ["string", "large_string", "string_view", "binary", "large_binary", "binary_view"]
ROWS = [*USUAL, "a b", None, *USUAL]


@pytest.mark.parametrize("of", SHARED)
@pytest.mark.parametrize(
    ("name", "options"), [case for case in USUALLY_UNCHANGED if "idna" not in case[1]]
)
def test_memory_of_usual_rows_is_shared(name: str, options: dict[str, Any], of: str) -> None:
    """A change that changes nothing costs nothing: the answer is the column's own memory."""
    column = array(ROWS * 4_000, TYPES[of])
    valid = array([None if text == "a b" else text for text in ROWS] * 4_000, TYPES[of])
    for threads in (1, 2):
        answer = asked(name, options)(column, threads=threads)

        answer.validate(full=True)
        assert answer.equals(valid)
        assert buffers(answer) == buffers(column)


@pytest.mark.parametrize("of", SHARED)
@pytest.mark.parametrize("place", [0, 1, 20_000, 39_999])
def test_one_other_row_is_enough_to_copy(of: str, place: int) -> None:
    rows = ROWS * 4_000
    rows[place] = "http://www.example.org/a#f"
    expected_rows = [None if row == "a b" else row for row in rows]
    expected_rows[place] = "http://www.example.org/a"
    column = array(rows, TYPES[of])
    for threads in (1, 2):
        answer = columns.without_fragment(column, threads=threads)
        answer.validate(full=True)
        assert plain(answer) == expected_rows
        assert buffers(answer)[0] != buffers(column)[0]


@pytest.mark.parametrize("of", SHARED)
def test_slices_and_chunks_are_shared(of: str) -> None:
    column = array(["http://a/#f", *ROWS, "http://a/#f"], TYPES[of])
    slices = pa.chunked_array([column[1:5], column[1:1], column[3:-1], column[8:]])

    answer = columns.without_fragment(slices)

    answer.validate(full=True)
    texts = [None if row == "a b" else row for row in ROWS]
    assert plain(answer) == [*texts[:4], *texts[2:], *texts[7:], "http://a/"]
    *same, other = answer.chunks
    sources = column[1:5].buffers(), column[1:1].buffers(), column[3:-1].buffers()
    values = -1 if of.endswith("view") else 2
    for chunk, source in zip(same, sources, strict=True):
        if len(chunk) > 0:
            assert chunk.buffers()[values].address == source[values].address
    if values == 2:
        assert other.buffers()[2].address != column.buffers()[2].address


@pytest.mark.parametrize("name", ["normalize", "without_fragment", "repair"])
def test_null_hides_no_octets_that_are_not_utf8(name: str) -> None:
    """They would make the whole buffer of a `string` answer invalid UTF-8."""
    values = b"http://h/\xffhttp://h/"
    offsets = pa.py_buffer(b"".join(end.to_bytes(4, "little") for end in (0, 9, 10, 19)))
    for nulls in (None, pa.py_buffer(b"\x05")):
        column = pa.Array.from_buffers(pa.string(), 3, [nulls, offsets, pa.py_buffer(values)])
        answer = asked(name)(column)
        assert answer.to_pylist() == ["http://h/", None, "http://h/"]
        assert b"\xff" not in answer.buffers()[2].to_pybytes()


def test_what_is_shared_outlives_the_column() -> None:
    texts = [f"http://www.example.org/{i}" for i in range(100_000)]
    column = pa.array(texts)
    answer = columns.normalize(column)
    assert buffers(answer) == buffers(column)
    del column
    pa.default_memory_pool().release_unused()
    assert pa.array(texts[::-1]).to_pylist() == texts[::-1]
    assert answer.to_pylist() == texts


def test_text_after_offsets_that_do_not_begin_at_zero() -> None:
    column = pa.array(["http://a/%7E", *USUAL, None, "http://B/", *USUAL])[3:9]
    assert columns.normalize(column).to_pylist() == [*USUAL[2:], None, "http://b/", *USUAL[:2]]
