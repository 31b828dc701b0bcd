"""A copy of text in which the bytes change that stand for a bad value, and no others.

The readers of the audit tell where values stand, and how their characters are written there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from iriform._core import BadValue, rewritten
from iriform._io.lines import blocks
from iriform._io.plain_text import BOM
from iriform._io.streams import opened

from .events import Event, Left, Looked, Mended, Place, mended

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from iriform._core import Faults
    from iriform._io.streams import Input
    from iriform.audit.formats.format import OfLines
    from iriform.audit.options import Options

# Says what becomes of a value: its place, itself, and how many bytes there are before it. None if it is
# nobody's business.
Decide: TypeAlias = "Callable[[Place, str, int], Mended | Left | None]"


def mend_lines(name: str, options: Options, out: BinaryIO) -> Iterator[Event]:
    """Copy a file, and mend the values that the reader of its format finds."""
    format_: OfLines = options.format_of(name)  # type: ignore[assignment]  # it is chosen by this
    with opened(name, options.unpack) as input_:
        format_.refuse(input_)
        copy = Copy(input_, out)
        read, part = format_.of_lines(copy.blocks(), name, replace(options, is_located=True))

        def decide(place: Place, text: str, _: int) -> Mended | Left | None:
            return mended(place, text, options.reference, options.default_scheme)

        for block in read:
            faults = block.faults(options.kind)
            yield Looked(faults.values)
            yield from copy.write(faults, part, decide)
        copy.write_rest()


class Copy:
    """A copy of an input, which is written as far as the values have been read."""

    def __init__(self, input_: Input, out: BinaryIO) -> None:
        self._input = input_
        self._out = out
        # What has been read and not been written, and the lines and bytes before.
        self._pending = bytearray()
        self._lines = self._bytes = 0

    def blocks(self) -> Iterator[bytes]:
        """Yield the blocks of lines that are copied, without a byte order mark."""
        if self._input.stream.peek(len(BOM)).startswith(BOM):
            self._out.write(BOM)
        for block in blocks(self._input):
            self._pending += block
            yield block

    def write(self, faults: Faults, part: str | None, decide: Decide) -> Iterator[Mended | Left]:
        """Write what a reader has read, and mend what is bad in it."""
        pending = self._pending
        written = at = 0
        line = column = 1
        found: list[BadValue | tuple[int, int | None, str]] = [*faults.unreadable, *faults.bad]
        for bad in sorted(found, key=_line):
            number = self._lines + _line(bad)
            if not isinstance(bad, BadValue):
                yield Left(Place("line", number, part), None, bad[2])
                continue
            start, stop = bad.span or (at, at)
            passed = pending[at:start]
            if breaks := passed.count(b"\n"):
                line, column = line + breaks, 1
            last = passed[passed.rfind(b"\n") + 1 :].decode("utf-8", "surrogateescape")
            at, column = start, column + len(last)
            is_there = bad.span is not None and self._lines + line == number
            place = Place("line", number, bad.position or part, column if is_there else None)
            text = bad.text.decode("utf-8", "surrogateescape")
            done = decide(place, text, self._bytes + start)
            if isinstance(done, Mended):
                changes = [(*change.span, change.replacement) for change in done.changes]
                raw = bytes(pending[start:stop])
                new = rewritten(raw, bad.writing, text, changes) if bad.writing else None
                if new is None:
                    done = Left(place, text, "the value cannot be told from what is around it")
                else:
                    self._out.write(pending[written:start] + new)
                    written = stop
            if done is not None:
                yield done
        self._out.write(pending[written : faults.bytes])
        del pending[: faults.bytes]
        self._lines += faults.lines
        self._bytes += faults.bytes

    def write_rest(self) -> None:
        """Write what no reader has asked about."""
        self._out.write(self._pending)
        self._pending.clear()


def _line(bad: BadValue | tuple[int, int | None, str]) -> int:
    """Tell the line of a value, or of what cannot be read; of a statement, the one on which it ends."""
    if isinstance(bad, BadValue):
        return bad.line or bad.place
    place, line, _ = bad
    return line or place
