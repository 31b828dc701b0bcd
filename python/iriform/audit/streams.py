"""Inputs as bytes: names and patterns, standard input, and compressed files, within bounds."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import re
import sys
import zlib
from contextlib import contextmanager
from glob import glob
from os.path import isdir, isfile
from pathlib import Path
from select import select
from typing import TYPE_CHECKING, Any

from iriform._plain_text import STDIN, label

from .errors import AuditError
from .pieces import WHOLE, Piece, first_line

# What a compressed input may unpack to, as a multiple of its own size. Real data stays far below:
# lists of identifiers are packed to a fifth or a tenth, logs that repeat themselves to a hundredth.
UNPACK = 200

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from threading import Event
    from typing import BinaryIO

# What is looked at before an input is read: its beginning.
_BUFFER = 2**17

# How many seconds may pass before a pipe from which nothing comes is given up, when told so.
_PATIENCE = 0.1

# How many bytes may come out of any compressed file, whatever its size: this hurts nobody.
HARMLESS = 64 * 2**20

# xz allocates what the file asks for; this is more than its highest preset does.
_XZ_MEMORY = 256 * 2**20

_PATTERN = frozenset("*?[")


# A scheme and a path after it.
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:/")


def is_remote(name: str) -> bool:
    """Tell whether a cluster's readers must read an input: a URL, or a directory."""
    there = Path(name).exists()
    return isdir(name) or (not there and _URL.match(name) is not None)  # noqa: PTH112 - any text


def expanded(names: Sequence[str], *, with_remote: bool = False) -> list[str]:
    """Replace patterns by the files that match, sorted. A file with that very name comes first.

    If the engine has readers of its own, names for them stay as they are.
    """
    files: list[str] = []
    for name in names:
        if with_remote and is_remote(name):
            files.append(name)
            continue
        if isdir(name):  # noqa: PTH112 - false, too, if nobody may ask
            raise AuditError(
                f"cannot read {label(name)}: it is a directory; 'DIRECTORY/*' names its files"
            )
        if _PATTERN.isdisjoint(name) or Path(name).exists():
            files.append(name)
            continue
        found = sorted(filter(isfile, glob(name, recursive=True)))  # noqa: PTH207 - no root
        if not found:
            raise AuditError(f"no file matches {label(name)}")
        files += found
    if files.count(STDIN) > 1:
        raise AuditError("standard input can be read only once")
    return files


@contextmanager
def readable(name: str) -> Iterator[None]:
    """Turn the errors of an unreadable input into an `AuditError` that names it."""
    try:
        yield
    except _errors() as error:
        # Not `error.strerror`, in which Arrow puts the name, with a password that it may have.
        number = getattr(error, "errno", None)
        said = os.strerror(number) if number else str(error).partition("\n")[0]
        if isinstance(error, FileNotFoundError) and _URL.match(name):
            said += "; inputs are files and - (standard input), and nothing is fetched"
        raise AuditError(f"cannot read {label(name)}: {said}") from None


def _errors() -> tuple[type[Exception], ...]:
    """List the exceptions that a bad input can raise; Arrow's errors, if Arrow is in use."""
    arrow = sys.modules.get("pyarrow")
    own = (OSError, EOFError, ValueError, zlib.error, lzma.LZMAError)
    return own if arrow is None else (*own, arrow.ArrowException)


def bomb(limit: float) -> OSError:
    """Make the error of an input that unpacks to far more than its size."""
    return OSError(
        f"it unpacks to more than {limit:g} times its size, as decompression bombs do;"
        " --unpack allows more"
    )


class Input:
    """An opened input: its bytes, unpacked, and how far they have been read.

    Of a piece, which is of a file that is not compressed, the bytes are those of the lines that begin
    in it.
    """

    def __init__(
        self,
        name: str,
        file: BinaryIO,
        unpack: float,
        stop: Event | None,
        piece: Piece = WHOLE,
    ) -> None:
        self.name = name
        self.piece = piece
        self.is_pipe = not file.seekable()
        self.size = 0 if self.is_pipe else os.fstat(file.fileno()).st_size
        self.is_packed = False
        limit = None
        if piece != WHOLE:
            start = first_line(file, piece.start)
            end = self.size if piece.stop is None else first_line(file, piece.stop)
            self.size = limit = end - start
            file.seek(start)
        self._packed = _Counted(file, stop, limit)
        packed: io.BufferedReader[Any] = io.BufferedReader(self._packed, _BUFFER)
        self.stream = packed
        for magic, unpacked in _PACKERS.items() if piece == WHOLE else ():
            if packed.peek(8).startswith(magic):
                limited = _Limited(unpacked(packed), self._packed, unpack)
                self.stream = io.BufferedReader(limited, _BUFFER)
                self.is_packed = True

    @property
    def progress(self) -> float:
        """The share that has been read, from 0 to 1; 0 if it is not known, as for a pipe."""
        return min(1.0, self._packed.count / self.size) if self.size else 0.0


@contextmanager
def opened(
    name: str, unpack: float = UNPACK, stop: Event | None = None, piece: Piece = WHOLE
) -> Iterator[Input]:
    """Open a file, or a piece of it, or standard input for `-`, and unpack it if it is compressed.

    `stop` ends the waiting for a pipe.
    """
    with readable(name):
        if name == STDIN:
            if sys.stdin is None:
                raise AuditError("standard input is closed")
            yield Input(name, sys.stdin.buffer, unpack, stop)
            return
        with open(name, "rb", buffering=0, opener=_without_waiting) as file:
            yield Input(name, file, unpack, stop, piece)


def _without_waiting(name: str, flags: int) -> int:
    """Open a file, or a pipe into which nobody writes yet: to read it is to wait, and that can end."""
    descriptor = os.open(name, flags | getattr(os, "O_NONBLOCK", 0))
    if os.name == "posix":
        os.set_blocking(descriptor, True)
    return descriptor


class _Counted(io.RawIOBase):
    """Counts what is read, up to a limit, and stops waiting for more when it is told to."""

    def __init__(self, file: BinaryIO, stop: Event | None, limit: int | None = None) -> None:
        self._file = file
        self._limit = limit
        self._waits = not file.seekable() and os.name == "posix"
        self._stop = stop
        self.count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 - as io has it
        while self._waits and not select([self._file], [], [], _PATIENCE)[0]:
            if self._stop is not None and self._stop.is_set():
                raise InterruptedError("interrupted")
        if self._limit is not None:
            buffer = memoryview(buffer)[: self._limit - self.count]
        # Of a pipe, what is there: an audit should not wait for more before it begins.
        read = getattr(self._file, "readinto1", None) or self._file.readinto  # type: ignore[attr-defined]  # raw files have it
        count: int = read(buffer)
        self.count += count
        return count


class _Limited(io.RawIOBase):
    """Ends the reading of an input that unpacks to far more than its size."""

    def __init__(self, unpacked: BinaryIO, packed: _Counted, limit: float) -> None:
        self._unpacked = unpacked
        self._packed = packed
        self._limit = limit
        self._count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 - as io has it
        data = self._unpacked.read(len(buffer))
        buffer[: len(data)] = data
        self._count += len(data)
        if self._count > max(HARMLESS, self._limit * self._packed.count):
            raise bomb(self._limit)
        return len(data)


class _Xz(io.RawIOBase):
    """Unpacks xz in bounded memory, which `lzma.open` has no way to ask for."""

    def __init__(self, packed: BinaryIO) -> None:
        self._packed = packed
        self._stream = self._begun()

    @staticmethod
    def _begun() -> lzma.LZMADecompressor:
        return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY)

    def read(self, size: int = -1) -> bytes:
        while True:
            if self._stream.eof:  # another stream, or the padding between two, may follow
                rest = (self._stream.unused_data or self._packed.read(2**16)).lstrip(b"\0")
                if not rest:
                    return b""
                self._stream = self._begun()
            else:
                rest = self._packed.read(2**16) if self._stream.needs_input else b""
                if not rest and self._stream.needs_input:
                    raise EOFError("the compressed file ends in the middle")
            if data := self._stream.decompress(rest, size):
                return data


def _zstd(packed: BinaryIO) -> Any:  # noqa: ANN401 - a stream of Arrow's
    import pyarrow as pa  # which takes its time, and few need it

    return pa.CompressedInputStream(pa.PythonFile(packed, "r"), "zstd")


_PACKERS: dict[bytes, Callable[[Any], Any]] = {
    b"\x1f\x8b": lambda packed: gzip.GzipFile(fileobj=packed),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ\0": _Xz,
    b"\x28\xb5\x2f\xfd": _zstd,
}
