"""Input as lines of text: the encoding and the line ends."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from iriform._plain_text import BOM, HEAD, MAX_LINE, STDIN, label, other_than_text

from .terminal import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO


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
        head = stream.peek(HEAD)[:HEAD]  # type: ignore[attr-defined]
        if what := other_than_text(head):
            raise InputError(f"cannot read {label(name)}: not lines of UTF-8 text: it is {what}")
        if head.startswith(BOM):
            stream.read(len(BOM))
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
