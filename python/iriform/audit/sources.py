"""Where the audit's values come from: each input in its format."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from iriform._io.pieces import WHOLE, Piece
from iriform._io.streams import readable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .formats.format import Source
    from .options import Options


@contextmanager
def source(name: str, options: Options, piece: Piece = WHOLE) -> Iterator[Source]:
    """Open an input, or a piece of it, in its format.

    What is wrong with the input, at any time, is an `AuditError`.
    """
    format_ = options.format_of(name)
    with readable(name), format_.source(name, options, piece) as opened:
        yield opened


def column_of(name: str, options: Options) -> str | None:
    """Tell which column of a table is read."""
    with source(name, options) as opened:
        return opened.part


def pieces(name: str, options: Options, size: int) -> tuple[list[Piece], Options]:
    """Cut a file into pieces of about `size` bytes, and say how each is to be read.

    The column of a table is chosen once, for all of them.
    """
    format_ = options.format_of(name)
    with readable(name):
        if Path(name).stat().st_size <= size:
            return [WHOLE], options
        cut = format_.pieces(name, options, size)
    if len(cut) > 1 and format_.is_table:
        part = column_of(name, options)
        # An escape may stand for a byte, and such a name does not lead to the column.
        if part is None or "\\x" in part:
            return [WHOLE], options
        options = replace(options, column=part)
    return cut, options
