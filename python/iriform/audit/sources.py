"""The sources of the audit's values: each input in its format."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from iriform._core import RDF_POSITIONS
from iriform._io.pieces import WHOLE, Piece
from iriform._io.streams import readable

from .formats import known

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .formats.format import Format, Source
    from .options import Options


def checked_format(name: str | None) -> None:
    """Refuse an unknown format."""
    if name is not None and name not in known.FORMATS:
        raise ValueError(f"format must be one of {', '.join(known.FORMATS)}, not {name!r}")


def format_of(name: str, options: Options) -> Format:
    """Return the format in which an input is read."""
    if options.format is None or isinstance(name, known.InMemory):
        return known.format_of(name, options.column)
    return known.FORMATS[options.format]


def among(options: Options, names: Sequence[str]) -> Options:
    """Fit options to the inputs: a column applies to the tables, if there are any."""
    has_tables = any(format_of(name, options).is_table for name in names)
    return replace(options, is_for_tables=has_tables and options.column not in RDF_POSITIONS)


@contextmanager
def source(name: str, options: Options, piece: Piece = WHOLE) -> Iterator[Source]:
    """Open an input, or a piece of it, in its format.

    A fault of the input raises `AuditError` at any time.
    """
    format_ = format_of(name, options)
    with readable(name), format_.source(name, options, piece) as opened:
        yield opened


def column_of(name: str, options: Options) -> str | None:
    """Return the column of a table that is read."""
    with source(name, options) as opened:
        return opened.part


def pieces(name: str, options: Options, size: int) -> tuple[list[Piece], Options]:
    """Cut a file into pieces of about `size` bytes, and return how to read each.

    The column of a table is chosen once, for all of them.
    """
    format_ = format_of(name, options)
    with readable(name):
        if Path(name).stat().st_size <= size:
            return [WHOLE], options
        cut = format_.pieces(name, options, size)
    if len(cut) > 1 and format_.is_table:
        part = column_of(name, options)
        # An escape may stand for a byte, and such a name does not identify the column.
        if part is None or "\\x" in part:
            return [WHOLE], options
        options = replace(options, column=part)
    return cut, options
