"""Rows that an operation does not change are copied, whatever stands between them."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pyarrow as pa
import pytest

from iriform import IRIReference, columns
from tests.columns.per_object import asked, expected
from tests.columns.test_layouts import TYPES, array, plain
from tests.columns.test_same_answers import is_unicode, vectors

# The operations that leave most links as they are.
NAMES = [
    "resolve",
    "normalize",
    "normalize string",
    "normalize scheme",
    "comparison_key",
    "comparison_key string",
    "comparison_key scheme",
    "to_uri",
    "to_uri idna",
    "to_iri",
    "to_iri idna",
    "repair",
    "without_query",
    "without_query by patterns",
    "without_fragment",
]

USUAL = [
    "http://www.example.org/a/b.c",
    "https://example.com/path-of-some-length/index.html",
    "https://xn--bcher-kva.example/~user/",
    "http://h/",
]


def mixed(texts: list[str]) -> Iterator[str | None]:
    """Put usual links between the texts, in runs of every length, and a null here and there."""
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


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("of", ["string", "large_string", "string_view"])
def test_rows_between_usual_ones(name: str, of: str) -> None:
    distinct = [text for text in dict.fromkeys(vectors()) if is_unicode(text)]
    rows = list(mixed([*NEARLY, *distinct[:: 7 if of == "string" else 31]]))
    of_row = {text: expected(name, text, IRIReference) for text in dict.fromkeys(rows)}

    answer = plain(asked(name)(array(rows, TYPES[of]), as_=IRIReference, threads=1))

    for text, found in zip(rows, answer, strict=True):
        assert found == of_row[text], text


def buffers(column: Any) -> list[int]:
    """Where the buffers with text are."""
    return [buffer.address for buffer in column.buffers()[2:] if buffer is not None]


@pytest.mark.parametrize("name", NAMES)
def test_views_of_usual_rows_are_shared(name: str) -> None:
    column = pa.array(USUAL * 100, pa.string_view())
    answer = asked(name)(column, threads=1)
    if "idna" not in name:
        assert answer.to_pylist() == column.to_pylist()
        assert buffers(answer) == buffers(column)


def test_text_after_offsets_that_do_not_begin_at_zero() -> None:
    column = pa.array(["http://a/%7E", *USUAL, None, "http://B/", *USUAL])[3:9]
    assert columns.normalize(column).to_pylist() == [*USUAL[2:], None, "http://b/", *USUAL[:2]]
