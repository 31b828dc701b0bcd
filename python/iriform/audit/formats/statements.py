"""Turtle and its kin: the IRIs of every statement, by their positions.

The parser is Oxigraph's, in lenient mode: it leaves IRIs as they stand, so that a bad one is found
and ends nothing. It reads no other document, whatever this one names.
"""

# Arrow makes the functions of its compute module when it is loaded.
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

from itertools import chain
from operator import methodcaller
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from iriform._core import RDF_POSITIONS, Statements
from iriform.audit.batches import VALUES, decoded
from iriform.audit.lines import blocks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from iriform.audit.batches import Block
    from iriform.audit.streams import Input


def statements(  # noqa: PLR0913 - what can be said of a file
    input_: Input, name: str, wanted: str | None, base: str | None, *, by_line: bool, rows: bool
) -> tuple[Iterator[Block], bool]:
    """Cut into blocks, and tell whether each needs the one before it.

    `name` is the format's. With `by_line`, each line stands for itself, so that blocks of lines can
    be read at once.
    """

    def begun() -> Statements:
        # What a parser makes of its base is checked by nobody else.
        return Statements(name, wanted, None if by_line else base)

    if rows:
        return _values(input_, begun()), False
    if by_line:
        return (_by_line(begun(), block) for block in blocks(input_)), False
    return _in_order(input_, begun()), True


def _by_line(parser: Statements, block: bytes) -> Block:
    return methodcaller("statements", parser, block, True)  # noqa: FBT003 - it is the last one


def _in_order(input_: Input, parser: Statements) -> Iterator[Block]:
    for block in blocks(input_):
        yield methodcaller("statements", parser, block, False)  # noqa: FBT003 - not the last one
    yield _by_line(parser, b"")


def _values(input_: Input, parser: Statements) -> Iterator[pa.RecordBatch]:
    """Read batches of `VALUES`."""
    before = 0
    for block, is_last in chain(((b, False) for b in blocks(input_)), [(b"", True)]):
        count, read = parser.read(block, is_last)
        for terms in read:
            yield _batch(terms, before)
        before += count


def _batch(
    terms: tuple[bytes, bytes, bytes, bytes, list[tuple[int, str]]], before: int
) -> pa.RecordBatch:
    text, ends, statements, positions, unreadable = terms
    count = len(positions)
    offsets = pa.py_buffer(bytes(8) + ends)
    values = pa.Array.from_buffers(pa.large_binary(), count, [None, offsets, pa.py_buffer(text)])
    shown, bad = decoded(values.cast(pa.binary()))
    places = pa.Array.from_buffers(pa.int64(), count, [None, pa.py_buffer(statements)])
    numbers = pa.Array.from_buffers(pa.uint8(), count, [None, pa.py_buffer(positions)])
    parts = pa.array(RDF_POSITIONS).take(numbers)
    nulls = pa.nulls(count, pa.string())
    read = pa.record_batch([pc.add(places, before), parts, shown, bad, nulls], schema=VALUES)
    if not unreadable:
        return read
    bad_places = [before + statement for statement, _ in unreadable]
    why = [reason for _, reason in unreadable]
    lost = pa.nulls(len(why), pa.string())
    rest = [pa.array(bad_places, pa.int64()), lost, lost, pa.nulls(len(why), pa.binary()), why]
    table = pa.Table.from_batches([read, pa.record_batch(rest, schema=VALUES)])
    return table.combine_chunks().to_batches()[0]
