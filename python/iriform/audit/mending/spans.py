"""A copy of text in which the bytes change that stand for a value with another result, and no others.

The readers of the audit tell where values stand, and how their characters are written there.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from iriform._core import BadValue, rewritten
from iriform._io.lines import blocks
from iriform._io.plain_text import BOM
from iriform._io.streams import opened

from .events import Chosen, Event, Left, Looked, Mended, Place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from iriform._core import Faults
    from iriform._io.streams import Input
    from iriform.audit.formats.format import OfLines
    from iriform.audit.options import Options

    from . import Edit

# Says what becomes of a value: its place, itself, and how many bytes there are before it. None if it is
# nobody's business.
Decide: TypeAlias = "Callable[[Place, str, int], Mended | Left | None]"


def mend_lines(
    name: str, options: Options, edit: Edit, out: BinaryIO, rejects: BinaryIO | None
) -> Iterator[Event]:
    """Copy a file, and change the values that the reader of its format finds."""
    format_: OfLines = options.format_of(name)  # type: ignore[assignment]  # it is chosen by this
    with opened(name, options.unpack) as input_:
        format_.refuse(input_)
        copy = Copy(input_, out, rejects)
        read, part = format_.of_lines(copy.blocks(), name, replace(options, is_located=True))
        yield Chosen(part)

        def decide(place: Place, text: str, _: int) -> Mended | Left | None:
            return edit.mended(place, text)

        for block in read:
            faults = edit.faults(block, options)
            yield Looked(faults.values)
            yield from copy.write(faults, part, decide)
        copy.write_rest()


class _Decided(NamedTuple):
    """What becomes of a value, and of the bytes that stand for it."""

    event: Mended | Left | None
    start: int = 0
    stop: int = 0
    new: bytes | None = None


class Copy:
    """A copy of an input, which is written as far as the values have been read."""

    def __init__(self, input_: Input, out: BinaryIO, rejects: BinaryIO | None = None) -> None:
        self._input = input_
        self._out = out
        # Where records go in which something is left, if they do not stay.
        self._rejects = rejects
        # What has been read and not been written, and the lines and bytes before.
        self._pending = bytearray()
        self._lines = self._bytes = 0

    def blocks(self) -> Iterator[bytes]:
        """Yield the blocks of lines that are copied, without a byte order mark."""
        if self._input.stream.peek(len(BOM)).startswith(BOM):
            self._out.write(BOM)
            if self._rejects is not None:
                self._rejects.write(BOM)
        for block in blocks(self._input):
            self._pending += block
            yield block

    def write(self, faults: Faults, part: str | None, decide: Decide) -> Iterator[Mended | Left]:
        """Write what a reader has read, and change in it what is decided so."""
        pending = self._pending
        lines = _Lines(pending)
        last_lines = dict(faults.long_records)
        if self._rejects is not None and faults.header is not None:
            last = last_lines.get(faults.header, faults.header)
            header = slice(lines.begin(faults.header), lines.begin(last + 1))
            self._rejects.write(pending[header])
        found: list[BadValue | tuple[int, int | None, str]] = [*faults.unreadable, *faults.bad]
        written = 0
        for line, of_record in groupby(sorted(found, key=_line), _line):
            begin = lines.begin(line) if self._rejects is not None else 0
            record = [self._decided(bad, part, lines, decide) for bad in of_record]
            left = [one.event for one in record if isinstance(one.event, Left)]
            if self._rejects is not None and left:
                end = lines.begin(last_lines.get(line, line) + 1)
                self._out.write(pending[written:begin])
                self._rejects.write(pending[begin:end])
                written = end
                yield from left
                continue
            for one in record:
                if one.new is not None:
                    self._out.write(pending[written : one.start] + one.new)
                    written = one.stop
                if one.event is not None:
                    yield one.event
        self._out.write(pending[written : faults.bytes])
        del pending[: faults.bytes]
        self._lines += faults.lines
        self._bytes += faults.bytes

    def _decided(
        self,
        bad: BadValue | tuple[int, int | None, str],
        part: str | None,
        lines: _Lines,
        decide: Decide,
    ) -> _Decided:
        """Ask what becomes of a value."""
        number = self._lines + _line(bad)
        if not isinstance(bad, BadValue):
            return _Decided(Left(Place("line", number, part), None, bad[2]))
        column = None
        if bad.span is not None:
            line, before = lines.before(bad.span[0])
            if self._lines + line == number:
                column = len(before.decode("utf-8", "surrogateescape")) + 1
        place = Place("line", number, bad.position or part, column)
        text = bad.text.decode("utf-8", "surrogateescape")
        start, stop = bad.span or (0, 0)
        done = decide(place, text, self._bytes + start)
        if not isinstance(done, Mended):
            return _Decided(done)
        raw = bytes(self._pending[start:stop])
        new = rewritten(raw, bad.writing, text, done.replacements) if bad.writing else None
        if new is None:
            return _Decided(Left(place, text, "the value cannot be told from what is around it"))
        return _Decided(done, start, stop, new)

    def write_rest(self) -> None:
        """Write what no reader has asked about."""
        self._out.write(self._pending)
        self._pending.clear()


class _Lines:
    """The lines of a text, which are asked for in their order."""

    def __init__(self, text: bytearray) -> None:
        self._text = text
        # A line, counted from 1, and its first byte.
        self._line, self._begin = 1, 0

    def begin(self, line: int) -> int:
        """Tell the first byte of a line; the end of the text, if it has none of that number."""
        while self._line < line:
            end = self._text.find(b"\n", self._begin)
            if end < 0:
                return len(self._text)
            self._line, self._begin = self._line + 1, end + 1
        return self._begin

    def before(self, byte: int) -> tuple[int, bytes]:
        """Tell the line that a byte is on, and what stands before it on that line."""
        if breaks := self._text.count(b"\n", self._begin, byte):
            self._line += breaks
            self._begin = self._text.rfind(b"\n", self._begin, byte) + 1
        return self._line, bytes(self._text[self._begin : byte])


def _line(bad: BadValue | tuple[int, int | None, str]) -> int:
    """Tell the line of a value, or of what cannot be read; of a statement, the one on which it ends."""
    if isinstance(bad, BadValue):
        return bad.line or bad.place
    place, line, _ = bad
    return line or place
