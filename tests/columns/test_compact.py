"""`expand(compress(x)) == x` for every corpus and for made maps, with the longest namespace."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, get_args

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from iriform import IRI, PrefixMap, columns
from iriform.columns import Syntax
from tests import strategies
from tests.columns.test_layouts import TYPES, array, plain
from tests.tables import CORPORA, EACH_CORPUS

SYNTAXES: tuple[Syntax, ...] = get_args(Syntax)


def cuts(iri: str) -> Iterator[str]:
    """Yield prefixes of an IRI that are IRIs: those that end after a delimiter, and another one."""
    places = {i + 1 for i, c in enumerate(iri) if c in ":/#?=_"} | {len(iri) * 3 // 4}
    for place in sorted(places):
        if IRI.is_valid(iri[:place]):
            yield iri[:place]


def namespaces(iris: list[str], most: int) -> PrefixMap:
    """Make a map of namespaces that IRIs have, some within others."""
    found = dict.fromkeys(cut for iri in iris for cut in cuts(iri))
    step = max(1, len(found) // most)
    return PrefixMap({f"n{i}": cut for i, cut in enumerate(islice(found, 0, None, step))})


def longest(iri: str, namespaces: dict[str, str]) -> str | None:
    """Compress by trying every beginning, the longest first."""
    for end in range(len(iri), 0, -1):
        if name := namespaces.get(iri[:end]):
            return f"{name}:{iri[end:]}"
    return None


@pytest.mark.parametrize("file", EACH_CORPUS)
def test_corpora(file: Path) -> None:
    with file.open(encoding="utf-8", errors="replace") as lines:
        rows = [line.rstrip("\r\n") for line in islice(lines, 0, None, 5)]
    iris = [row for row in rows if IRI.is_valid(row)]
    prefixes = namespaces(iris[::7], 3_000)
    names = {str(namespace): name for name, namespace in prefixes.items()}
    column = pa.array(rows)

    compact = columns.compress(column, prefixes)
    whole = columns.expand(compact, prefixes)

    assert compact.to_pylist() == [longest(r, names) if IRI.is_valid(r) else None for r in rows]
    given_back = zip(rows, compact.to_pylist(), whole.to_pylist(), strict=True)
    assert [row for row, short, long in given_back if short is not None and long != row] == []
    for syntax in SYNTAXES:
        compact = columns.compress(column, prefixes, syntax=syntax)
        whole = columns.expand(compact, prefixes, syntax=syntax)
        lost = [
            (row, short, long)
            for row, short, long in zip(rows, compact.to_pylist(), whole.to_pylist(), strict=True)
            if short is not None and long != row
        ]
        assert lost == [], syntax


@pytest.mark.collection(needed=True)
def test_the_corpora_are_there() -> None:
    assert len(CORPORA) >= 16


@st.composite
def maps(draw: st.DrawFn) -> tuple[list[str | None], PrefixMap]:
    """Draw rows, and a map with some namespaces that rows begin with."""
    rows: list[str | None] = draw(st.lists(st.none() | strategies.iris(), max_size=6))
    there = [row for row in rows if row is not None]
    pool = [cut for row in there for cut in cuts(row)] + ["a:", "http://", "urn:x"]
    chosen = draw(st.lists(st.sampled_from(pool), max_size=8))
    names = st.text("aB1-._é", max_size=3)
    distinct = draw(st.lists(names, min_size=len(chosen), max_size=len(chosen), unique=True))
    pairs = dict(zip(distinct, chosen, strict=True))
    return rows * draw(st.sampled_from([1, 12])), PrefixMap(pairs, declared=distinct[::2])


@given(maps(), st.sampled_from(SYNTAXES), st.sampled_from(sorted(TYPES.values(), key=str)))
def test_made_maps(made: tuple[list[str | None], PrefixMap], syntax: Syntax, of: Any) -> None:
    rows, prefixes = made
    column = array(rows, of)

    compact = columns.compress(column, prefixes, syntax=syntax)
    whole = columns.expand(compact, prefixes, syntax=syntax)

    wanted = [None if row is None else prefixes.compress(row, syntax=syntax) for row in rows]
    assert plain(compact) == wanted
    assert plain(whole) == [row if short else None for row, short in zip(rows, wanted, strict=True)]


def test_what_is_longer_than_its_row() -> None:
    """The answer of a short column can be long, and an answer of a block can be void."""
    name = "n" * 300
    prefixes = {name: "a:", "x": "http://example.org/" + "p" * 3000}
    rows = [["a:b", "x:1", "b:c", None, "x: "][i % 5] for i in range(300)]
    for of in (pa.string(), pa.large_string(), pa.string_view()):
        column = pa.array(rows).cast(of)
        compact = columns.compress(column, prefixes)
        whole = columns.expand(column, prefixes)

        assert compact.to_pylist() == [f"{name}:b" if row == "a:b" else None for row in rows]
        assert whole.to_pylist() == [prefixes["x"] + "1" if row == "x:1" else None for row in rows]
