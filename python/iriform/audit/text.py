"""Lines of text: what is no text at all, blocks of whole lines, and one value a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

from iriform._core import split_lines
from iriform._plain_text import BOM, HEAD, MAX_LINE, label, other_than_text

from .batches import BYTES, VALUES, decoded
from .errors import AuditError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .streams import Input


def refuse_binary(input_: Input) -> None:
    """Refuse what is no text."""
    what = other_than_text(input_.stream.peek(HEAD)[:HEAD])
    if what is not None and what.startswith("compressed"):
        what += " twice"  # what is compressed once has been unpacked
    if what is not None:
        raise AuditError(f"cannot read {label(input_.name)}: not lines of UTF-8 text: it is {what}")


def blocks(input_: Input) -> Iterator[bytes]:
    """Yield blocks of whole lines, each line with its end, without a byte order mark."""
    refuse_binary(input_)
    if input_.stream.peek(len(BOM)).startswith(BOM):
        input_.stream.read(len(BOM))
    pieces: list[bytes] = []  # of a line whose end is not yet there
    size = count = 0
    while block := input_.stream.read(BYTES):
        end = block.rfind(b"\n") + 1
        if end:
            whole = b"".join([*pieces, block[:end]])
            yield whole
            count += whole.count(b"\n")
            pieces, size = [], 0
        pieces.append(block[end:])
        size += len(block) - end
        if size > MAX_LINE:
            raise AuditError(
                f"{label(input_.name)}:{count + 1}: the line is longer than {MAX_LINE >> 20} MiB;"
                " is this a file with one identifier per line?"
            )
    if rest := b"".join(pieces):
        yield rest + b"\n"


def lines(input_: Input) -> Iterator[bytes]:
    """Yield single lines, with their ends."""
    for block in blocks(input_):
        yield from block.splitlines(keepends=True) if b"\r" not in block else _lines(block)


def _lines(block: bytes) -> list[bytes]:
    return [line + b"\n" for line in block[:-1].split(b"\n")]


def text(input_: Input) -> Iterator[pa.RecordBatch]:
    """Read one value per line. A blank line has none."""
    line = 1
    for block in blocks(input_):
        count, *buffers = split_lines(block)
        values = pa.Array.from_buffers(pa.binary(), count, [None, *map(pa.py_buffer, buffers)])
        shown, bad = decoded(values)
        nulls = pa.nulls(count, pa.string())
        places = pa.array(range(line, line + count), pa.int64())
        yield pa.record_batch([places, nulls, shown, bad, nulls], schema=VALUES)
        line += count
