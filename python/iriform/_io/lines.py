"""Lines of text: blocks of whole lines, single lines, and the check whether a file is text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from iriform._core import line_ends
from iriform._io.plain_text import BOM, HEAD, MAX_LINE, label, other_than_text

from .errors import AuditError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .streams import Input

BLOCK = 2**20
"""The number of bytes read at once."""


def blocks(input_: Input) -> Iterator[bytes]:
    """Yield blocks of whole lines, without a byte order mark; the last line may lack its end.

    From a pipe, lines are yielded as they arrive.
    """
    stream = input_.stream
    if input_.piece.start == 0:
        refuse_other_than_text(stream.peek(HEAD), input_.name)
        if stream.peek(len(BOM)).startswith(BOM):
            stream.read(len(BOM))
    read = stream.read1 if input_.is_pipe else stream.read
    pieces: list[bytes] = []  # of a line that is still incomplete
    size = count = 0
    while block := read(BLOCK):
        end = block.rfind(b"\n") + 1
        if end:
            whole = b"".join([*pieces, memoryview(block)[:end]])
            yield whole
            count += line_ends(whole)
            pieces, size = [], 0
        pieces.append(block[end:])
        size += len(block) - end
        if size > MAX_LINE:
            raise too_long(input_, count + 1)
    if rest := b"".join(pieces):
        yield rest


def too_long(input_: Input, line: int) -> AuditError:
    """Make the error for a line that is too long."""
    before = input_.piece.start
    after = f", line {line:,} after byte {before:,}" if before else f":{line}"
    return AuditError(
        f"{label(input_.name)}{after}: the line is longer than {MAX_LINE >> 20} MiB;"
        " is this a file with one identifier per line?"
    )


def refuse_other_than_text(head: bytes, name: str) -> None:
    """Refuse an input whose beginning shows that it does not consist of lines of text."""
    what = other_than_text(head[:HEAD])
    if what is not None:
        again = " twice" if what.startswith("compressed") else ""  # once has been unpacked
        raise AuditError(f"cannot read {label(name)}: not lines of UTF-8 text: it is {what}{again}")


def lines(input_: Input) -> Iterator[bytes]:
    """Yield single lines, each with its end, even if the last one lacks it in the input."""
    for block in blocks(input_):
        if not block.endswith(b"\n"):
            block += b"\n"  # noqa: PLW2901 - the same lines
        yield from block.splitlines(keepends=True) if b"\r" not in block else _lines(block)


def _lines(block: bytes) -> list[bytes]:
    return [line + b"\n" for line in block[:-1].split(b"\n")]


def text_lines(input_: Input) -> Iterator[str]:
    """Yield single lines as text, without their ends.

    Bytes that are not UTF-8 become lone surrogates (PEP 383), so nothing is lost, and the parser
    refuses them like every surrogate.
    """
    for line in lines(input_):
        text = line.decode("utf-8", "surrogateescape")
        yield text[:-2] if text.endswith("\r\n") else text[:-1]
