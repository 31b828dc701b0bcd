"""The columns that are measured: real identifiers, repeated until there are enough rows."""

from __future__ import annotations

from functools import partial
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from benchmarks.harness import ColumnTable, Goal, Work
from benchmarks.python import texts
from iriform import URI, columns

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROWS = 1_000_000


def _column(values: list[str], rows: int) -> pa.StringArray:
    return pa.array(list(islice(cycle(values), rows)), pa.string())


def web(rows: int = ROWS) -> pa.StringArray:
    """Read links from web pages, in order, including invalid ones."""
    return _column([text.lstrip("\ufeff") for text in texts.lines("kasztp.txt", "web")], rows)


def dbpedia(rows: int = ROWS) -> pa.StringArray:
    """Read articles of the Japanese DBpedia, nearly all of them non-ASCII."""
    return _column(list(texts.lines("dbp15k_ja_en.txt", "dbpedia")), rows)


def files(rows: int = ROWS) -> pa.StringArray:
    """Read `file:` URIs."""
    return _column(list(texts.lines("node_files.txt", "file")), rows)


def _rewritten(prefix: str, suffix: str, rows: int) -> pa.StringArray:
    links = [text for text in texts.ascii_(20_000) if text.count("/") > 2]
    found = []
    for text in links:
        scheme, _, rest = text.partition("//")
        host, slash, path = rest.partition("/")
        host = "[2001:db8::1]" if suffix == "[]" else host + suffix
        found.append(f"{scheme}//{prefix}{host}{slash}{path}")
    return _column(found, rows)


def ports(rows: int = ROWS) -> pa.StringArray:
    """Return links that all have a port."""
    return _rewritten("", ":8080", rows)


def userinfos(rows: int = ROWS) -> pa.StringArray:
    """Return links that all have a userinfo."""
    return _rewritten("anna:secret@", "", rows)


def addresses(rows: int = ROWS) -> pa.StringArray:
    """Return links that all have an IPv6 address as their host."""
    return _rewritten("", "[]", rows)


def bad(rows: int = ROWS) -> pa.StringArray:
    """Return links that all have a space near their end."""
    return _column([f"{text[:-2]} {text[-2:]}" for text in texts.ascii_(20_000)], rows)


def changing(every: int, rows: int = ROWS) -> pa.StringArray:
    """Return links; normalization and the removal of fragments change one in `every` of them."""
    links = [
        text
        for text in texts.ascii_(20_000)
        if URI.is_valid(text) and "#" not in text and URI(text).normalize() == text
    ]
    made = [
        f"{text[0].upper()}{text[1:]}#part" if every and i % every == 0 else text
        for i, text in enumerate(links)
    ]
    return _column(made, rows)


def size(column: pa.Array) -> int:
    """Return the number of bytes of text."""
    ends = column.offset, column.offset + len(column)
    offsets = memoryview(column.buffers()[1]).cast("i")
    return int(offsets[ends[1]] - offsets[ends[0]])


def ask(name: str, column: object, *given: object, **named: object) -> Work:
    """Return a call of a function of `columns`, on one thread by default."""
    return partial(getattr(columns, name), column, *given, **{"threads": 1, **named})


def table(
    title: str,
    column: pa.Array,
    subjects: Mapping[str, Work],
    goals: Sequence[Goal] = (),
    **more: Any,  # noqa: ANN401 - what else a table has
) -> ColumnTable:
    """Return a table of functions over a column."""
    return ColumnTable(title, len(column), size(column), subjects, goals, **more)
