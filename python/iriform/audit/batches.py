"""Batches of values in Arrow's memory, for code that reads each value."""

# Arrow creates the functions of its compute module when it is loaded.
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pyarrow as pa

from iriform._core import RDF_POSITIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from iriform._core import Block

    from .options import Options

# A batch of an Arrow table is bounded in rows, and blocks of text in bytes.
ROWS = 2**16

VALUES = pa.schema(
    {
        # The line, row or statement, counted from 1.
        "place": pa.int64(),
        # The column of a table, or the position in an RDF statement; null for lines of text.
        "part": pa.string(),
        # The value; null if there is none. Bytes that are not UTF-8 are shown as \xff.
        "text": pa.string(),
        # The bytes of a value that is not UTF-8, which is null for all others.
        "bytes": pa.binary(),
        # Why a line, row or statement has no value; null for all others.
        "unreadable": pa.string(),
        # The line on which a statement ends, or that of its mistake, counted from 1, if known;
        # otherwise null.
        "line": pa.int64(),
        # The column of a value or a mistake in its line, counted from 1, if known; otherwise null.
        "column": pa.int64(),
    }
)


# The mark in the schema of a batch whose values may be relative, whatever the production of the
# others.
MAY_BE_RELATIVE = {b"iriform.may-be-relative": b""}

# The key in the schema of a batch of statements for the prefixes that their document has declared,
# as JSON.
_DECLARED = b"iriform.declared"


def judged(batch: pa.RecordBatch, options: Options) -> Options:
    """Return the options for judging the values of a batch."""
    said = batch.schema.metadata
    if said == MAY_BE_RELATIVE:
        return options.of_references
    if said and _DECLARED in said and options.policy is None:
        return options.of_statements(json.loads(said[_DECLARED]))
    return options


def more_is_asked(part: pa.Array, value: pa.Array, options: Options) -> pa.Array:
    """Return the values of statements that need more checks than those of a column."""
    import pyarrow.compute as pc

    from iriform import columns

    is_compact = pc.is_valid(columns.expand(value, options.declared or {}, threads=1))
    is_predicate = pc.fill_null(pc.equal(part, "predicate"), fill_value=False)
    return pc.or_(is_compact, pc.and_(is_predicate, options.profile == "rdf"))


def batches(
    blocks: Iterable[Block],
    part: str | None,
    paths: Sequence[str] = (),
    numbers: Sequence[int] = (),
) -> Iterator[pa.RecordBatch]:
    """Convert the blocks of an input to batches of `VALUES`.

    Values of a document have paths in it as their parts, and may have line numbers.
    """
    places = lines = 0
    for block in blocks:
        place_count, line_count, batch = values(block, part)
        batch = moved(moved(batch, places), lines, "line")
        if paths:
            batch = _of_document(batch, "part", paths)
        if numbers:
            batch = _of_document(batch, "line", numbers)
        yield batch
        places, lines = places + place_count, lines + line_count


def _of_document(
    batch: pa.RecordBatch, column: str, of_places: Sequence[str] | Sequence[int]
) -> pa.RecordBatch:
    """Set a column by the positions of values."""
    number = batch.schema.get_field_index(column)
    field = batch.schema.field(number)
    values = [of_places[place - 1] for place in batch["place"].to_pylist()]
    return batch.set_column(number, field, pa.array(values, field.type))


def values(block: Block, part: str | None) -> tuple[int, int, pa.RecordBatch]:
    """Make a batch of `VALUES`; its positions and lines are counted from 1.

    The numbers are those of the positions and lines in the block.
    """
    import pyarrow.compute as pc  # which takes long, and most audits make no batches

    buffers = block.buffers()
    count = len(buffers.places) // 8
    data = _array(pa.large_binary(), count, buffers.offsets, buffers.text)
    shown, bad = decoded(data.cast(pa.binary()))
    if part is not None:  # an empty cell of a table is not a value
        shown = pc.if_else(pc.equal(pc.binary_length(shown), 0), None, shown)
    parts = (
        pa.array(RDF_POSITIONS).take(_array(pa.uint8(), count, buffers.positions))
        if buffers.positions
        else pa.repeat(pa.scalar(part, pa.string()), count)
    )
    nulls = pa.nulls(count, pa.string())
    ends = columns = pa.nulls(count, pa.int64())
    if buffers.columns:
        columns = _array(pa.int64(), count, buffers.columns)
    if buffers.lines:  # 0 stands for an unknown one
        known = _array(pa.int64(), count, buffers.lines)
        ends = pc.if_else(pc.equal(known, 0), None, known)
    schema = VALUES.with_metadata(MAY_BE_RELATIVE) if block.may_be_relative else VALUES
    if buffers.positions:
        schema = VALUES.with_metadata({_DECLARED: json.dumps(buffers.prefixes)})
    read = pa.record_batch(
        [
            *(_array(pa.int64(), count, buffers.places), parts, shown, bad, nulls, ends),
            columns,
        ],
        schema=schema,
    )
    if not buffers.unreadable:
        return buffers.place_count, buffers.line_count, read
    bad_places, bad_lines, bad_columns, why, _ = zip(*buffers.unreadable, strict=True)
    lost = {
        "place": pa.array(bad_places, pa.int64()),
        "part": pa.repeat(pa.scalar(part, pa.string()), len(why)),
        "text": pa.nulls(len(why), pa.string()),
        "bytes": pa.nulls(len(why), pa.binary()),
        "unreadable": pa.array(why, pa.string()),
        "line": pa.array(bad_lines, pa.int64()),
        "column": pa.array(bad_columns, pa.int64()),
    }
    both = pa.Table.from_batches([read, pa.record_batch(lost, schema=schema)])
    in_order = both.take(pc.sort_indices(both["place"]))
    return buffers.place_count, buffers.line_count, in_order.combine_chunks().to_batches()[0]


def moved(batch: pa.RecordBatch, before: int, column: str = "place") -> pa.RecordBatch:
    """Shift the positions of a batch, or its lines, to count from the beginning of the input."""
    import pyarrow.compute as pc

    number = batch.schema.get_field_index(column)
    return batch.set_column(number, batch.schema.field(number), pc.add(batch[column], before))


def _array(type_: pa.DataType, count: int, *buffers: bytes) -> pa.Array:
    return pa.Array.from_buffers(type_, count, [None, *map(pa.py_buffer, buffers)])


def decoded(data: pa.Array) -> tuple[pa.Array, pa.Array]:
    """Decode bytes to text, and return the bytes of values that are not UTF-8."""
    try:
        return data.cast(pa.string()), pa.nulls(len(data), pa.binary())
    except pa.ArrowInvalid:
        values_ = data.to_pylist()
    texts: list[str | None] = []
    bad: list[bytes | None] = []
    for value in values_:
        text = value and value.decode("utf-8", "backslashreplace")
        texts.append(text)
        bad.append(value if text and text.encode() != value else None)
    return pa.array(texts, pa.string()), pa.array(bad, pa.binary())
