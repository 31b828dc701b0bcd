"""Input as lines of text: the encoding, the line ends, and what is no text at all."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from iriform._display import escape

from .terminal import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

STDIN = "-"

# Memory is bounded by the longest line. No identifier is this long; a file without line ends is.
MAX_LINE = 256 * 2**20

_BOM = b"\xef\xbb\xbf"
_HEAD = 8192

# How files begin that people mistake for text.
_MAGIC = {
    b"PAR1": "a Parquet file",
    b"\x1f\x8b": "compressed with gzip",
    b"BZh": "compressed with bzip2",
    b"\xfd7zXZ": "compressed with xz",
    b"\x28\xb5\x2f\xfd": "compressed with zstd",
    b"PK\x03\x04": "a ZIP archive (or a spreadsheet)",
    b"%PDF": "a PDF document",
    b"ARROW1": "an Arrow file",
    b"SQLite format 3\0": "an SQLite database",
    b"\xff\xfe": "UTF-16 text; convert it to UTF-8",
    b"\xfe\xff": "UTF-16 text; convert it to UTF-8",
}

# Control characters that text does not have, but for a few by accident.
_BINARY = bytes(set(range(32)) - set(b"\t\n\f\r\x1b"))


def label(name: str) -> str:
    """Show the name of an input, which may be hostile."""
    return "<stdin>" if name == STDIN else escape(name)


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """Open a file, or standard input for `-`."""
    if name == STDIN:
        if sys.stdin is None:
            raise InputError("standard input is closed")
        yield sys.stdin.buffer
        return
    with _readable(name):
        file = Path(name).open("rb")  # noqa: SIM115 - closed below; errors of its use are not ours
    with file:
        yield file


@contextmanager
def _readable(name: str) -> Iterator[None]:
    """Say which input cannot be read."""
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot read {label(name)}: {error.strerror}") from None
    except ValueError as error:  # a name with a NUL in it
        raise InputError(f"cannot read {label(name)}: {error}") from None


def raw_lines(stream: BinaryIO, name: str) -> Iterator[bytes]:
    """Yield the lines as bytes, with their ends, without a byte order mark at the beginning."""
    with _readable(name):
        head = stream.peek(_HEAD)[:_HEAD]  # type: ignore[attr-defined]
        _refuse_binary(head, name)
        if head.startswith(_BOM):
            stream.read(len(_BOM))
        for number, line in enumerate(iter(partial(stream.readline, MAX_LINE), b""), 1):
            if len(line) >= MAX_LINE:
                raise InputError(
                    f"{label(name)}:{number}: the line is longer than {MAX_LINE >> 20} MiB;"
                    " is this a file with one identifier per line?"
                )
            yield line


def text_lines(stream: BinaryIO, name: str) -> Iterator[str]:
    """Yield the lines as text, without their ends.

    Bytes that are not UTF-8 become lone surrogates (PEP 383), so that nothing is lost and the
    parser refuses them like everything else that is no character.
    """
    for line in raw_lines(stream, name):
        text = line.decode("utf-8", "surrogateescape")
        if text.endswith("\n"):
            text = text[:-2] if text.endswith("\r\n") else text[:-1]
        yield text


def _refuse_binary(head: bytes, name: str) -> None:
    for magic, what in _MAGIC.items():
        if head.startswith(magic):
            raise InputError(f"cannot read {label(name)}: it is {what}, not lines of UTF-8 text")
    # One NUL in a line is a bad value, which is reported; a file full of controls is no text.
    controls = len(head) - len(head.translate(None, _BINARY))
    if controls * 10 > len(head):
        raise InputError(f"cannot read {label(name)}: it is binary, not lines of UTF-8 text")
