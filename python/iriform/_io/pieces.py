"""Pieces of an input, each of which a separate task can read."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from iriform._io.plain_text import MAX_LINE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

# The number of bytes that are searched for the end of a line at once.
_LOOK = 2**16


class Piece(NamedTuple):
    """A part of an input."""

    start: int = 0
    """The first byte, or the first row group of a Parquet file."""
    stop: int | None = None
    """The start of the next piece; None for the last one."""
    path: str | None = None
    """The file, if the input is a directory or a pattern."""


WHOLE = Piece()


def by_bytes(total: int, size: int) -> Iterator[Piece]:
    """Cut `total` bytes into pieces of `size` bytes, regardless of the ends of lines.

    >>> [(piece.start, piece.stop) for piece in by_bytes(5, 2)]
    [(0, 2), (2, 4), (4, None)]
    """
    for start in range(0, total, size):
        stop = start + size
        yield Piece(start, stop if stop < total else None)


def by_groups(sizes: Iterable[int], size: int) -> Iterator[Piece]:
    """Group row groups, by their `sizes` in bytes, into pieces of `size` bytes.

    >>> [(piece.start, piece.stop) for piece in by_groups([3, 3, 9, 1], 5)]
    [(0, 2), (2, 3), (3, None)]
    """
    start = taken = end = 0
    for end, group in enumerate(sizes, 1):
        if taken >= size:
            yield Piece(start, end - 1)
            start, taken = end - 1, 0
        taken += group
    if end:
        yield Piece(start)


def first_line(file: BinaryIO, at: int) -> int:
    r"""Find the beginning of the first line that begins at or after a byte.

    A line belongs to the piece in which it begins, so pieces may be cut anywhere: in a character,
    or between `\r` and `\n`. Raises ValueError if a line is too long.
    """
    if at == 0:
        return 0
    # A line begins here if the byte before ends one.
    place = at - 1
    file.seek(place)
    while data := file.read(_LOOK):
        end = data.find(b"\n")
        if end >= 0:
            return place + end + 1
        place += len(data)
        if place - at > MAX_LINE:
            raise ValueError(f"a line about byte {at:,} is longer than {MAX_LINE >> 20} MiB")
    return place
