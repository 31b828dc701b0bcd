"""`--out`: a Parquet file with a row for each value and all its parts."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from iriform._plain_text import label

from .judge import PARTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import BinaryIO

# A row for each value: the input it is from, and what is known of it.
OUT = pa.schema([pa.field("file", pa.dictionary(pa.int32(), pa.string())), *PARTS])


@contextmanager
def writing(
    out: BinaryIO, files: Sequence[str]
) -> Iterator[Callable[[int, pa.RecordBatch | None], None]]:
    """Write batches of `PARTS` into a file."""
    names = pa.array(map(label, files), pa.string())

    def write(number: int, parts: pa.RecordBatch | None) -> None:
        if parts is None:
            return
        numbers = pa.repeat(pa.scalar(number, pa.int32()), len(parts))
        file = pa.DictionaryArray.from_arrays(numbers, names)
        writer.write_batch(pa.record_batch([file, *parts.columns], schema=OUT))

    with pq.ParquetWriter(out, OUT, compression="zstd") as writer:
        yield write
