"""Where the audit's values come from: text, CSV, TSV and Parquet."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from .batches import Source, gathered
from .delimited import delimited
from .lines import STDIN, label, opened, text_lines
from .options import Format
from .parquet import parquet
from .terminal import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from duckdb import DuckDBPyConnection

_SUFFIXES = {
    ".csv": Format.CSV,
    ".tsv": Format.TSV,
    ".tab": Format.TSV,
    ".parquet": Format.PARQUET,
    ".parq": Format.PARQUET,
}


@contextmanager
def source(
    name: str, format_: Format | None, column: str | None, connection: DuckDBPyConnection
) -> Iterator[Source]:
    """Open an input in its format, which its name tells if nobody else does."""
    format_ = format_ or _SUFFIXES.get(Path(name).suffix.lower(), Format.TEXT)
    with opened(name) as stream:
        if format_ is Format.PARQUET:
            if name == STDIN:
                raise InputError("Parquet cannot be read from standard input; name a file")
            yield parquet(name, column, connection)
        elif format_ is Format.TEXT:
            if column is not None:
                raise InputError(f"{label(name)} is read as text, which has no columns")
            lines = ((line, text or None) for line, text in enumerate(text_lines(stream, name), 1))
            yield Source(name, format_, None, gathered(lines), _progress(stream))
        else:
            delimiter = "\t" if format_ is Format.TSV else None
            chosen, rows = delimited(name, stream, delimiter, column)
            yield Source(name, format_, chosen, gathered(rows), _progress(stream))


def _progress(stream: BinaryIO) -> Callable[[], float]:
    """Tell how much of a file has been read; of a pipe nobody knows."""
    size = os.fstat(stream.fileno()).st_size if stream.seekable() else 0
    return lambda: stream.tell() / size if size else 0.0
