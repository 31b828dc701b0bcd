"""Values in batches: the form in which every input reaches the audit, an Arrow table's."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import pyarrow as pa

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from iriform._core import Tally

# A batch is bounded in rows and in bytes, whatever the input.
ROWS = 2**16
BYTES = 2**20

VALUES = pa.schema(
    {
        # The line, row or statement, counted from 1.
        "place": pa.int64(),
        # The column of a table, or the position in an RDF statement; null in lines of text.
        "part": pa.string(),
        # The value; null if there is none. Bytes that are not UTF-8 are shown as \xff.
        "text": pa.string(),
        # The bytes of a value that is not UTF-8, which is null for all others.
        "bytes": pa.binary(),
        # Why a line, row or statement has no value that could be judged; null for all others.
        "unreadable": pa.string(),
    }
)


class Unreadable(str):
    """Why a row has no value that could be judged."""

    __slots__ = ()


# What a tally has found in a block: how many places, values and lines, and the first examples of
# whatever is wrong: a code, the place and the line in the block, the position, and the value.
Example: TypeAlias = "tuple[str, int, int | None, str | None, bytes]"
Found: TypeAlias = "tuple[int, int, int, list[Example]]"

# A part of an input, to be counted: by the function that counts it, or as a batch of `VALUES`.
Block: TypeAlias = "Callable[[Tally], Found] | pa.RecordBatch"


class Source(NamedTuple):
    """An opened input."""

    blocks: Iterator[Block]
    progress: Callable[[], float]
    """How much of it has been read, from 0 to 1."""
    is_sequential: bool = False
    """Whether a block can be counted only after the one before it."""


# One value: its place, its part, and itself or why there is none. Text may have lone surrogates for
# bytes (PEP 383).
Row: TypeAlias = "tuple[int, str | None, str | Unreadable | None]"


def gathered(rows: Iterable[Row]) -> Iterator[pa.RecordBatch]:
    """Gather single rows."""
    # By column, since Python's garbage collector would look at thousands of kept tuples again and
    # again, which takes as long as all else.
    places: list[int] = []
    parts: list[str | None] = []
    values: list[str | Unreadable | None] = []
    size = 0
    for place, part, value in rows:
        places.append(place)
        parts.append(part)
        values.append(value)
        size += len(value or "")
        if size >= BYTES or len(values) >= ROWS:
            yield _batch(places, parts, values)
            places, parts, values, size = [], [], [], 0
    if values:
        yield _batch(places, parts, values)


def _batch(
    places: list[int], parts: list[str | None], values: list[str | Unreadable | None]
) -> pa.RecordBatch:
    count = len(values)
    texts, unreadable = values, pa.nulls(count, pa.string())
    # Most batches have none of these, which is found out faster than each value is looked at.
    if Unreadable in set(map(type, values)):
        texts = [None if isinstance(value, Unreadable) else value for value in values]
        why = [value if isinstance(value, Unreadable) else None for value in values]
        unreadable = pa.array(why, pa.string())
    if "" in texts:
        texts = [text or None for text in texts]
    try:
        text, data = pa.array(texts, pa.string()), pa.nulls(count, pa.binary())
    except UnicodeEncodeError:
        encoded = [value and _bytes(value) for value in texts]
        text, data = decoded(pa.array(encoded, pa.binary()))
    columns = [pa.array(places, pa.int64()), pa.array(parts, pa.string()), text, data, unreadable]
    return pa.record_batch(columns, schema=VALUES)


def _bytes(text: str) -> bytes:
    """Give the bytes that were decoded. A lone surrogate that was none is as ill-formed."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def decoded(data: pa.Array) -> tuple[pa.Array, pa.Array]:
    """Decode bytes, which need not be UTF-8: the text, and the bytes of values that are not."""
    try:
        return data.cast(pa.string()), pa.nulls(len(data), pa.binary())
    except pa.ArrowInvalid:
        values = data.to_pylist()
    texts: list[str | None] = []
    bad: list[bytes | None] = []
    for value in values:
        text = value and value.decode("utf-8", "backslashreplace")
        texts.append(text)
        bad.append(value if text and text.encode() != value else None)
    return pa.array(texts, pa.string()), pa.array(bad, pa.binary())
