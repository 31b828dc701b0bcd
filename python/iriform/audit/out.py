"""`--out`: a file with a row for each value and all its parts, as Parquet, CSV or JSON lines."""

from __future__ import annotations

import json
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Literal, TypeAlias

import pyarrow as pa

from iriform._io.errors import AuditError
from iriform._io.file_formats import BY_SUFFIX
from iriform._io.plain_text import label

from .formats.known import PACKED
from .judge import PARTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Form: TypeAlias = Literal["parquet", "csv", "jsonl"]

# A row for each value: its input, and the facts about it.
OUT = pa.schema([pa.field("file", pa.dictionary(pa.int32(), pa.string())), *PARTS])


def form_of(name: str) -> Form:
    """Return the format for rows from the name of a file: Parquet, unless it implies another.

    Raises `AuditError` if the name belongs to another format.

    >>> form_of("parts.csv"), form_of("parts"), form_of("/dev/stdout")
    ('csv', 'parquet', 'parquet')
    """
    suffix = Path(name).suffix.lower()
    form = BY_SUFFIX.get(suffix, "parquet")
    # Files with these names can be read, as JSON lines or text, but users expect other contents.
    if form not in _WRITERS or suffix in {*PACKED, ".json"}:
        raise AuditError(
            f"cannot write {label(name)}: rows are written as .parquet, .csv or .jsonl"
        )
    return form  # type: ignore[return-value]  # it is one of the writers


@contextmanager
def writing(
    out: BinaryIO, form: Form, files: Sequence[str]
) -> Iterator[Callable[[int, pa.RecordBatch | None], None]]:
    """Write batches of `PARTS` to a file."""
    names = pa.array(map(label, files), pa.string())

    def write(number: int, parts: pa.RecordBatch | None) -> None:
        if parts is None:
            return
        numbers = pa.repeat(pa.scalar(number, pa.int32()), len(parts))
        file = pa.DictionaryArray.from_arrays(numbers, names)
        write_batch(pa.record_batch([file, *parts.columns], schema=OUT))

    with _WRITERS[form](out) as write_batch:
        yield write


@contextmanager
def _parquet(file: BinaryIO) -> Iterator[Callable[[pa.RecordBatch], None]]:
    import pyarrow.parquet as pq

    with pq.ParquetWriter(file, OUT, compression="zstd") as writer:
        yield writer.write_batch


@contextmanager
def _csv(file: BinaryIO) -> Iterator[Callable[[pa.RecordBatch], None]]:
    from pyarrow.csv import CSVWriter

    plain = OUT.set(0, pa.field("file", pa.string()))
    with CSVWriter(file, plain) as writer:
        yield lambda batch: writer.write_batch(batch.cast(plain))


@contextmanager
def _json_lines(file: BinaryIO) -> Iterator[Callable[[pa.RecordBatch], None]]:
    def write(batch: pa.RecordBatch) -> None:
        file.writelines(
            f"{json.dumps(row, ensure_ascii=False)}\n".encode() for row in batch.to_pylist()
        )

    yield write


_WRITERS = {"parquet": _parquet, "csv": _csv, "jsonl": _json_lines}
