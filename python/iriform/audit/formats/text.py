"""Text: one value a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

from iriform._core import split_lines
from iriform.audit.batches import VALUES, decoded
from iriform.audit.lines import blocks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from iriform.audit.streams import Input


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
