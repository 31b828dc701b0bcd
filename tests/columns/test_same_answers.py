"""The same answers as for single references, on every vector and corpus, in every layout."""

from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from iriform import IRI, URI, IRIReference, URIReference, columns
from tests import strategies
from tests.adapters.answers import OF_A_CLASS, answered, asked, expected
from tests.columns.test_layouts import TYPES, array, plain
from tests.columns.texts import is_unicode


@pytest.mark.parametrize(("name", "options"), OF_A_CLASS)
def test_vectors_and_corpora(
    name: str, options: dict[str, Any], public_rows: list[str | None]
) -> None:
    """With two threads, in chunks that end anywhere."""
    rows, ask = public_rows, asked(name, options)
    want = expected(answered(name, options), rows)
    assert len(rows) > 1_000
    assert any(answer is None for answer in want)
    whole = pa.array(rows, pa.string())
    chunks = pa.chunked_array([whole[:1], whole[1:500], whole[500:501], whole[501:]])

    answer = ask(whole, threads=2)
    assert plain(answer) == want
    assert ask(chunks, threads=2).equals(pa.chunked_array([answer]))
    assert plain(ask(whole.cast(pa.string_view()), threads=1)) == want


@pytest.mark.parametrize(
    "options",
    [
        {"form": "path"},
        {"form": "absolute-path"},
        {"form": "network-path"},
        {"within": "http://example.org/"},
        {"within": "http://a/b", "form": "path"},
    ],
)
def test_relative_references_of_a_form(
    options: dict[str, Any], public_rows: list[str | None]
) -> None:
    rows = public_rows
    column = pa.array(rows, pa.string())
    for base in ("http://a/b/c/d;p?q", "http://example.org/a/b"):
        want = [expected_relative(row, base, **options) for row in rows]
        assert sum(answer is not None for answer in want) >= 30
        assert plain(columns.relative_to(column, base, **options)) == want
        bases = pa.array([base] * len(rows))
        assert plain(columns.relative_to(column, bases, **options)) == want


# A class of references lacks some of the members that IRIs have.
OF_CLASSES = [
    (name, options, as_)
    for as_ in (IRI, URI, IRIReference, URIReference)
    for name, options in OF_A_CLASS
    if hasattr(as_, name) or not hasattr(IRI, name)
    # A part that a URI cannot have is refused before there is an answer.
    if str(options).isascii() or not issubclass(as_, URIReference)
]

TEXTS = st.one_of(strategies.iri_references(), strategies.almost_references().filter(is_unicode))


@st.composite
def columns_of_texts(draw: st.DrawFn) -> tuple[list[str | None], Any]:
    """Draw rows, and a column of them: of any layout, sliced, in chunks."""
    rows: list[str | None] = draw(st.lists(st.none() | TEXTS, max_size=8))
    # Bitmaps consist of words of 64 rows.
    rows *= draw(st.sampled_from([1, 1, 9]))
    whole = array(rows, draw(st.sampled_from(sorted(TYPES.values(), key=str))))
    start = draw(st.integers(0, len(rows)))
    whole, rows = whole[start:], rows[start:]
    if draw(st.booleans()):
        return rows, whole
    cuts = sorted(draw(st.lists(st.integers(0, len(rows)), max_size=3)))
    ends = zip([0, *cuts], [*cuts, len(rows)], strict=True)
    return rows, pa.chunked_array([whole[a:b] for a, b in ends], whole.type)


@given(columns_of_texts(), st.sampled_from(OF_CLASSES))
def test_layouts_slices_chunks_and_nulls(
    column: tuple[list[str | None], Any], case: tuple[str, dict[str, Any], type[IRIReference]]
) -> None:
    (rows, whole), (name, options, as_) = column, case

    answer = asked(name, options)(whole, as_=as_)

    want = [None if text is None else answered(name, options)(text, as_) for text in rows]
    if name == "errors" and is_bytes(whole.type):
        want = [in_bytes(text, error) for text, error in zip(rows, want, strict=True)]
    assert plain(answer) == want


def is_bytes(of: Any) -> bool:
    return "binary" in str(of)


def in_bytes(text: str | None, error: dict[str, Any] | None) -> dict[str, Any] | None:
    """The positions of the error in a binary column."""
    if text is None or error is None:
        return None
    places = {name: len(text[: error[name]].encode()) for name in ("position", "start", "stop")}
    return {**error, **places}


@given(columns_of_texts(), st.data())
def test_one_base_for_each_row(column: tuple[list[str | None], Any], data: st.DataObject) -> None:
    rows, whole = column
    bases: list[str | None] = data.draw(
        st.lists(st.none() | strategies.iris() | TEXTS, min_size=len(rows), max_size=len(rows))
    )
    base = array(bases, data.draw(st.sampled_from(sorted(TYPES.values(), key=str))))
    cut = data.draw(st.integers(0, len(rows)))
    base = pa.chunked_array([base[:cut], base[cut:]])

    resolved = [
        IRI(base).resolve(row)
        if base is not None and IRI.is_valid(base) and row is not None and is_reference(row)
        else None
        for row, base in zip(rows, bases, strict=True)
    ]
    assert plain(columns.resolve(whole, base)) == resolved
    relative = [expected_relative(row, base) for row, base in zip(rows, bases, strict=True)]
    assert plain(columns.relative_to(whole, base)) == relative


def is_reference(text: str) -> bool:
    return IRIReference.is_valid(text)


def expected_relative(row: str | None, base: str | None, **options: Any) -> str | None:
    if row is None or base is None or not IRI.is_valid(row) or not IRI.is_valid(base):
        return None
    try:
        return IRI(row).relative_to(base, **options)
    except ValueError:
        return None
