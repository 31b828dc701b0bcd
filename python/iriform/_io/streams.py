"""Inputs as bytes: names and patterns, standard input, and compressed files, within bounds."""

from __future__ import annotations

import gzip
import io
import os
import re
import shlex
import sys
import zlib
from bz2 import BZ2Decompressor
from contextlib import contextmanager
from functools import partial
from glob import escape, glob, iglob
from itertools import islice
from lzma import FORMAT_XZ, LZMADecompressor, LZMAError
from os.path import isdir, isfile
from pathlib import Path
from select import select
from typing import TYPE_CHECKING, Any

from iriform._io.file_formats import PAGES
from iriform._io.plain_text import HEAD, MAX_LINE, STDIN, ZSTD, label, may_be_magic

from .bounds import UNPACK
from .errors import AuditError
from .pieces import WHOLE, Piece, first_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import BinaryIO

# The length of the beginning that is examined before an input is read.
_BUFFER = 2**17

# The number of bytes that any compressed file may unpack to, regardless of its size: too few to do
# harm.
HARMLESS = 64 * 2**20

# The number of compressed bytes that are read at once.
_PACKED = 2**16

# xz allocates the amount that the file requests; this is more than its highest preset needs.
_XZ_MEMORY = 256 * 2**20

_PATTERN = frozenset("*?[")

# The number of files below a directory that are examined to suggest a pattern.
_FEW = 1000


# A scheme followed by a path.
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:/")


def is_remote(name: str) -> bool:
    """Return True if the readers of a cluster must read an input: a URL, or a directory."""
    return isdir(name) or is_url(name)  # noqa: PTH112 - any text


def is_url(name: str) -> bool:
    """Return True if a name is a URL, and not the name of an existing file."""
    return _URL.match(name) is not None and not Path(name).exists()


def expanded(names: Sequence[str], *, with_remote: bool = False) -> list[str]:
    """Replace patterns by the matching files, and a folder of HTML by its pages, both sorted.

    A file whose name looks like a pattern has precedence.

    A pattern without a match stays, and cannot be read. If the engine has its own readers, their
    names stay unchanged.
    """
    files: list[str] = []
    for name in names:
        if with_remote and is_remote(name):
            files.append(name)
            continue
        if _PATTERN.isdisjoint(name) or Path(name).exists():
            files += _pages_in(name) or [name]
            continue
        found = sorted(filter(isfile, glob(name, recursive=True)))  # noqa: PTH207 - no root
        # A file of that name is not standard input.
        found = [f"./{STDIN}" if file == STDIN else file for file in found]
        for table in filter(None, map(table_of, {str(Path(file).parent) for file in found})):
            raise AuditError(table)
        files += found or [name]
    if files.count(STDIN) > 1:
        raise AuditError("standard input can be read only once")
    return files


@contextmanager
def readable(name: str) -> Iterator[None]:
    """Convert the errors of an unreadable input to an `AuditError` that names it."""
    try:
        yield
    except _errors() as error:
        # It does not use `error.strerror`, which in Arrow contains the name and any password in it.
        number = getattr(error, "errno", None)
        said = os.strerror(number) if number else str(error).partition("\n")[0]
        if isdir(name):  # noqa: PTH112 - false, too, if nobody may ask
            if table := table_of(name):
                raise AuditError(table) from None
            pattern = _pattern_in(name)
            names = f"; {pattern} names its files" if pattern else " without files"
            said = f"it is a directory{names}"
        elif isinstance(error, FileNotFoundError) and _URL.match(name):
            said += (
                "; inputs are files and - (standard input), and nothing is fetched."
                f" To check the value itself: iriform explain {shlex.quote(label(name))}"
            )
        elif isinstance(error, FileNotFoundError) and not _PATTERN.isdisjoint(name):
            raise AuditError(f"no file matches {label(name)}") from None
        raise AuditError(f"cannot read {label(name)}: {said}") from None


def _pages_in(folder: str) -> list[str]:
    """List the pages of HTML in a folder and below it.

    A folder of a table has none, and neither has a file.
    """
    if not isdir(folder) or table_of(folder):  # noqa: PTH112 - false, too, if nobody may ask
        return []
    below = Path(folder).rglob("*")
    return sorted(str(file) for file in below if file.suffix.lower() in PAGES and file.is_file())


def _pattern_in(directory: str) -> str | None:
    """Return a pattern for the files in a directory, or else below it, quoted for a shell."""
    for rest in ("/*", "/**"):
        pattern = escape(directory.rstrip("/")) + rest
        found = filter(isfile, iglob(pattern, recursive=True))  # noqa: PTH207 - no root
        files = [Path(file) for file in islice(found, _FEW)]
        # Spark writes `_SUCCESS`, which is not data, next to the folders of partitions.
        data = [file for file in files if not file.name.startswith("_")]
        suffixes = {file.suffix for file in data}
        if len(data) < len(files) and len(suffixes) == 1:
            pattern += ("" if rest == "/*" else "/*") + suffixes.pop()
        if data:
            return shlex.quote(pattern) if label(pattern) == pattern else None
    return None


def table_of(folder: str) -> str | None:
    """Say why the files of a folder are not read, if it belongs to a table with a log.

    The folder of a Delta or Iceberg table also has files that have been replaced.
    """
    for each in (path := Path(folder).absolute(), *path.parents):
        if (each / "_delta_log").is_dir():
            kind, way = "Delta", "audit(deltalake.DeltaTable(…))"
        elif any((each / "metadata").glob("*.metadata.json")):
            kind, way = "Iceberg", "audit(table.scan().to_arrow_batch_reader())"
        else:
            continue
        return (
            f"cannot read {label(folder)}: it has the files of a table of {kind}, whose log says"
            f" which of them are current; in Python, {way} reads it"
        )
    return None


def _errors() -> tuple[type[Exception], ...]:
    """List the exceptions that a bad input can raise; Arrow's errors, if Arrow is in use."""
    arrow = sys.modules.get("pyarrow")
    own = (OSError, EOFError, ValueError, zlib.error, LZMAError)
    return own if arrow is None else (*own, arrow.ArrowException)


def bomb(limit: float) -> OSError:
    """Make the error for an input that unpacks to far more than its size."""
    return OSError(
        f"it unpacks to more than {limit:g} times its size, as decompression bombs do;"
        " --unpack allows more"
    )


class Input:
    """An open input: its unpacked bytes, and the progress in them.

    The bytes of a piece are those of the lines that begin in it.
    """

    def __init__(
        self,
        name: str,
        file: BinaryIO,
        unpack: float,
        piece: Piece = WHOLE,
    ) -> None:
        self.name = name
        self.piece = piece
        self.is_pipe: bool = not file.seekable()
        self.size: int = 0 if self.is_pipe else os.fstat(file.fileno()).st_size
        self.is_packed: bool = False
        self.stream: io.BufferedReader[Any]
        head = b"" if piece == WHOLE else file.read(_LONGEST_MAGIC)
        if unpack_piece := _packer(head):
            self._read_packed_piece(file, unpack_piece, unpack)
            return
        limit = None
        if piece != WHOLE:
            start = first_line(file, piece.start)
            end = self.size if piece.stop is None else first_line(file, piece.stop)
            self.size = limit = end - start
            file.seek(start)
        self._packed = _Counted(file, limit)
        packed: io.BufferedReader[Any] = io.BufferedReader(self._packed, _BUFFER)
        self.stream = packed
        if piece == WHOLE and (unpacked := _packer(packed.peek(_LONGEST_MAGIC))):
            limited = _Limited(unpacked(packed), self._packed, unpack)
            self.stream = io.BufferedReader(limited, _BUFFER)
            self.is_packed = True

    def _read_packed_piece(
        self, file: BinaryIO, unpacked: Callable[[Any], Any], unpack: float
    ) -> None:
        piece = self.piece
        end = self.size if piece.stop is None else piece.stop
        self.size = end - piece.start
        self.is_packed = True
        self._packed = _Counted(file, self.size)

        def bytes_of(packed: _Counted, start: int) -> BinaryIO:
            file.seek(start)
            return io.BufferedReader(
                _Limited(unpacked(io.BufferedReader(packed, _BUFFER)), packed, unpack)
            )

        here = bytes_of(self._packed, piece.start)
        after = None if piece.stop is None else partial(bytes_of, _Counted(file), end)
        chunks: io.RawIOBase = _Chunks(_lines_of_piece(piece, here, after))
        self.stream = io.BufferedReader(chunks, _BUFFER)

    @property
    def progress(self) -> float:
        """The share that has been read, from 0 to 1; 0 if unknown, as for a pipe."""
        return min(1.0, self._packed.count / self.size) if self.size else 0.0


@contextmanager
def opened(name: str, unpack: float = UNPACK, piece: Piece = WHOLE) -> Iterator[Input]:
    """Open a file, or a piece of it, or standard input for `-`, and unpack it if it is compressed."""
    with readable(name):
        if name == STDIN:
            if sys.stdin is None:
                raise AuditError("standard input is closed")
            yield Input(name, sys.stdin.buffer, unpack)
            return
        with open(name, "rb", buffering=0, opener=_without_waiting) as file:
            yield Input(name, file, unpack, piece)


def _without_waiting(name: str, flags: int) -> int:
    """Open a file, or a pipe without a writer yet.

    Reading waits for the writer, and a signal ends the wait.
    """
    descriptor = os.open(name, flags | getattr(os, "O_NONBLOCK", 0))
    if os.name == "posix":
        os.set_blocking(descriptor, True)
    return descriptor


class _Begun(io.RawIOBase):
    """Fill the first block, so the format can be recognized. A pipe may return less."""

    _is_begun = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 - as in io
        count = self._some(buffer)
        if not self._is_begun:
            self._is_begun = True
            view = memoryview(buffer)
            while may_be_magic(bytes(view[: min(count, HEAD)])) and count < len(view):
                more = self._some(view[count:])
                if not more:
                    break
                count += more
        return count

    def _some(self, buffer: Any) -> int:  # noqa: ANN401 - as in io
        """Read the available bytes."""
        raise NotImplementedError


class _Counted(_Begun):
    """Count the bytes that are read, up to a limit."""

    def __init__(self, file: BinaryIO, limit: int | None = None) -> None:
        self._file = file
        self._limit = limit
        self._waits = not file.seekable() and os.name == "posix"
        self.count = 0

    def _some(self, buffer: Any) -> int:  # noqa: ANN401 - as in io
        if self._waits:
            # For the writer, too. A signal ends it.
            select([self._file], [], [])
        if self._limit is not None:
            buffer = memoryview(buffer)[: self._limit - self.count]
        # From a pipe, take the available bytes, because an audit should not wait for more before it
        # starts.
        read = getattr(self._file, "readinto1", None) or self._file.readinto  # type: ignore[attr-defined]  # raw files have it
        count: int = read(buffer)
        self.count += count
        return count


class _Limited(_Begun):
    """End the reading of an input that unpacks to far more than its size."""

    def __init__(self, unpacked: BinaryIO, packed: _Counted, limit: float) -> None:
        self._unpacked = unpacked
        self._packed = packed
        self._limit = limit
        self._count = 0

    def _some(self, buffer: Any) -> int:  # noqa: ANN401 - as in io
        data = self._unpacked.read(len(buffer))
        buffer[: len(data)] = data
        self._count += len(data)
        if self._count > max(HARMLESS, self._limit * self._packed.count):
            raise bomb(self._limit)
        return len(data)


def _lines_of_piece(
    piece: Piece, here: BinaryIO, after: Callable[[], BinaryIO] | None
) -> Iterator[bytes]:
    """Yield the unpacked bytes of a piece.

    These are the lines that begin in it or directly after it, without the first.

    Only the previous piece shows whether a line begins with this one. So that line belongs to the
    previous piece, which continues to the end of a line.
    """
    is_inside = piece.start > 0
    skipped = 0
    while data := here.read(_PACKED):
        if is_inside:
            line, end, data = data.partition(b"\n")
            is_inside = not end
            skipped = _bounded(skipped + len(line), piece)
        yield data
    if is_inside or after is None:
        return
    rest, count = after(), 0
    while data := rest.read(_PACKED):
        line, end, _ = data.partition(b"\n")
        yield line + end
        if end:
            return
        count = _bounded(count + len(line), piece)


def _bounded(length: int, piece: Piece) -> int:
    if length > MAX_LINE:
        longest = f"{MAX_LINE >> 20} MiB"
        raise ValueError(f"a line of the piece from byte {piece.start:,} is longer than {longest}")
    return length


class _Chunks(_Begun):
    """Return the bytes that an iterator yields."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._rest = b""

    def _some(self, buffer: Any) -> int:  # noqa: ANN401 - as in io
        while not self._rest:
            chunk = next(self._chunks, None)
            if chunk is None:
                return 0
            self._rest = chunk
        data, self._rest = self._rest[: len(buffer)], self._rest[len(buffer) :]
        buffer[: len(data)] = data
        return len(data)


class _Streams:
    """Unpack consecutive streams. They may be padded with NULs, as by xz and tapes.

    The readers of the standard library ignore data after a stream that is not another one, and
    `lzma.open` cannot bound the memory.
    """

    def __init__(
        self, packed: BinaryIO, begin: Callable[[], BZ2Decompressor | LZMADecompressor]
    ) -> None:
        self._packed = packed
        self._begin = begin
        self._stream = begin()

    def read(self, size: int = -1) -> bytes:
        while True:
            rest = b""
            if self._stream.eof:
                rest = self._after_padding(self._stream.unused_data)
                if not rest:
                    return b""
                self._stream = self._begin()
            elif self._stream.needs_input and not (rest := self._packed.read(_PACKED)):
                raise EOFError("the compressed file ends in the middle")
            if data := self._stream.decompress(rest, size):
                return data

    def _after_padding(self, rest: bytes) -> bytes:
        """Return the data after a stream, if there is any."""
        while not (found := rest.lstrip(b"\0")) and (rest := self._packed.read(_PACKED)):
            pass
        return found


def _xz(packed: BinaryIO) -> _Streams:
    return _Streams(packed, partial(LZMADecompressor, FORMAT_XZ, memlimit=_XZ_MEMORY))


def _bzip2(packed: BinaryIO) -> _Streams:
    return _Streams(packed, BZ2Decompressor)


def _zstd(packed: BinaryIO) -> Any:  # noqa: ANN401 - a stream of Arrow's
    import pyarrow as pa  # slow to import, and few inputs need it

    return pa.CompressedInputStream(pa.PythonFile(packed, "r"), "zstd")


_PACKERS: dict[bytes, Callable[[Any], Any]] = {
    b"\x1f\x8b": lambda packed: gzip.GzipFile(fileobj=packed),
    b"BZh": _bzip2,
    b"\xfd7zXZ\0": _xz,
    **dict.fromkeys(ZSTD, _zstd),
}
_LONGEST_MAGIC = max(map(len, _PACKERS))


def _packer(head: bytes) -> Callable[[Any], Any] | None:
    """Choose the decompressor of a file by its beginning; None if it is not compressed."""
    return next((unpack for magic, unpack in _PACKERS.items() if head.startswith(magic)), None)
