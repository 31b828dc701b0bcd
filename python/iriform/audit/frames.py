"""Where a compressed file can be cut: at the beginnings of bzip2 streams and zstd frames.

`pbzip2` and `pzstd` write many, `bzip2` and `zstd` only one. Files in gzip and xz are not cut.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from iriform._io.pieces import WHOLE, Piece
from iriform._io.plain_text import HEAD, ZSTD

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

# The beginning of a stream and of its first block. Ten bytes like these do not occur elsewhere by
# chance, and a piece that ended there would be refused as incomplete.
_BZIP2 = re.compile(rb"BZh[1-9]1AY&SY")
_SIGNATURE = 10

# The largest distance to the next stream. They have a megabyte or less.
_NEAR = 2**26
_LOOK = 2**20

# Frames longer than this are few, and finding their ends would take long.
_LONGEST = 2**30

_SKIPPABLE = range(0x184D2A50, 0x184D2A60)
_FRAME = 0xFD2FB528


def pieces(file: BinaryIO, size: int, total: int) -> list[Piece]:
    """Cut a compressed file into pieces of at least `size` bytes, if it can be cut."""
    file.seek(0)
    head = file.read(HEAD)
    if head.startswith(b"BZh"):
        cuts = _streams(file, size, total)
    elif head.startswith(tuple(ZSTD)):
        cuts = _frames(file, size, total)
    else:
        return [WHOLE]
    starts = [0, *cuts]
    return [Piece(*pair) for pair in zip(starts, [*starts[1:], None], strict=True)]


def _streams(file: BinaryIO, size: int, total: int) -> Iterator[int]:
    """Find bzip2 streams, each at least `size` bytes after the previous one."""
    at: int | None = 0
    while at is not None and (least := at + size) < total:
        at = _stream(file, least)
        if at is not None:
            yield at


def _stream(file: BinaryIO, least: int) -> int | None:
    """Find the first stream at or after a byte."""
    for start in range(least, least + _NEAR, _LOOK):
        file.seek(start)
        if found := _BZIP2.search(file.read(_LOOK + _SIGNATURE - 1)):
            return start + found.start()
    return None


def _frames(file: BinaryIO, size: int, total: int) -> Iterator[int]:
    """Find zstd frames, each at least `size` bytes after the previous one, by their lengths."""
    at = before = 0
    while at < total:
        length = _length(file, at)
        if length is None:
            return
        at += length
        if at - before >= size and at < total:
            yield at
            before = at


def _length(file: BinaryIO, at: int) -> int | None:
    """Read the length of a frame. None if it is very long or invalid, which the reader reports."""
    start = at
    magic = _number(file, at, 4)
    if magic in _SKIPPABLE:
        return 8 + _number(file, at + 4, 4)
    if magic != _FRAME:
        return None
    said = _number(file, at + 4, 1)
    is_single = said >> 5 & 1
    window = 1 - is_single
    dictionary = (0, 1, 2, 4)[said & 3]
    content = (is_single, 2, 4, 8)[said >> 6]
    at += 5 + window + dictionary + content
    is_last = 0
    while not is_last:
        block = _number(file, at, 3)
        is_last, type_, length = block & 1, block >> 1 & 3, block >> 3
        at += 3 + (1 if type_ == 1 else length)  # one repeated byte
        if at - start > _LONGEST or type_ == 3:  # noqa: PLR2004 - which no block has
            return None
    return at + 4 * (said >> 2 & 1) - start


def _number(file: BinaryIO, at: int, size: int) -> int:
    file.seek(at)
    return int.from_bytes(file.read(size), "little")
