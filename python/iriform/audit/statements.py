"""Turtle and its kin: the IRIs of every statement, by their positions.

The parser is Oxigraph's, in lenient mode: it leaves IRIs as they stand, so that a bad one is found
and ends nothing. It reads no other document, whatever this one names.
"""

from __future__ import annotations

from itertools import chain
from operator import methodcaller
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from iriform._core import RDF_POSITIONS, Statements
from iriform._plain_text import label

from .batches import VALUES, decoded
from .errors import AuditError
from .options import Format
from .text import blocks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .batches import Block
    from .options import Options
    from .streams import Input

# Each line of these stands for itself, so blocks of lines can be read at once.
_BY_LINE = {Format.N_TRIPLES, Format.N_QUADS}


def statements(
    input_: Input, format_: Format, options: Options, *, rows: bool
) -> tuple[Iterator[Block], bool]:
    """Cut into blocks, and tell whether each needs the one before it."""
    check_position(input_, options)

    def begun() -> Statements:
        # What a parser makes of its base is checked by nobody else.
        base = None if format_ in _BY_LINE else options.base
        return Statements(format_.value, options.column, base)

    if rows:
        return _values(input_, begun()), False
    if format_ in _BY_LINE:
        return (_by_line(begun(), block) for block in blocks(input_)), False
    return _in_order(input_, begun()), True


def check_position(input_: Input, options: Options) -> None:
    """Refuse to look for what no statement has."""
    if options.column is not None and options.column not in RDF_POSITIONS:
        name, there = label(input_.name), ", ".join(RDF_POSITIONS)
        raise AuditError(f"{name} has no position {options.column}; it has: {there}")


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
