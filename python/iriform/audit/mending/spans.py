"""A copy of text in which only the bytes of changed values differ.

The readers of the audit report the positions of values, and the notation of their characters.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from iriform._core import BadValue, rewritten
from iriform._io.lines import blocks
from iriform._io.plain_text import BOM
from iriform._io.streams import opened
from iriform.audit.sources import format_of

from .events import NOT_ALONE, Changed, Chosen, Event, Left, Looked, Mended, Place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from iriform._core import Faults, ReplacedValues
    from iriform._core import _Unreadable as Unreadable
    from iriform._io.streams import Input
    from iriform.audit.formats.format import OfLines
    from iriform.audit.options import Options

    from .edits import Edit

# Decides on a value, by its position, its text and the number of bytes before it. None if the value
# is not concerned.
Decide: TypeAlias = "Callable[[Place, str, int], Mended | Left | None]"


def mend_lines(
    name: str, options: Options, edit: Edit, out: BinaryIO, rejects: BinaryIO | None
) -> Iterator[Event]:
    """Copy a file, and change the values that the reader of its format finds."""
    format_: OfLines = format_of(name, options)  # type: ignore[assignment]  # it is chosen by this
    with opened(name, options.unpack) as input_:
        format_.refuse(input_, options)
        copy = Copy(input_, out, rejects)
        read, part = format_.of_lines(copy.blocks(), name, replace(options, is_located=True))
        yield Chosen(part)

        def decide(place: Place, text: str, _: int) -> Mended | Left | None:
            return edit.mended(place, text)

        for block in read:
            faults = edit.faults(block, copy.text(), options)
            yield Looked(faults.values, faults.not_meant)
            yield from copy.write(faults, part, decide)
        copy.write_rest()


class _Decided(NamedTuple):
    """The decision on a value, with the bytes to write."""

    event: Mended | Left | None
    start: int = 0
    stop: int = 0
    new: bytes | None = None


class Copy:
    """A copy of an input, written up to the values that have been read."""

    def __init__(self, input_: Input, out: BinaryIO, rejects: BinaryIO | None = None) -> None:
        self._input = input_
        self._out = out
        # The destination of records with unmended values, if they do not stay.
        self._rejects = rejects
        # The text that has been read but not written, and the numbers of lines and bytes before it.
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

    def text(self) -> bytes:
        """Return the text that has been read but not written."""
        return bytes(self._pending)

    def write(
        self, faults: Faults, part: str | None, decide: Decide
    ) -> Iterator[Mended | Changed | Left]:
        """Write the text that a reader has read, with the decided changes."""
        pending = self.text()
        lines = _Lines(pending)
        last_lines = dict(faults.long_records)
        if self._rejects is not None and faults.header is not None:
            # It includes the text before it, such as the name of the delimiter.
            last = last_lines.get(faults.header, faults.header)
            self._rejects.write(pending[: lines.begin(last + 1)])
        copied = self._copied(faults.replaced, pending, part)
        found: list[BadValue | Unreadable] = [*faults.unreadable, *faults.bad]
        written = 0
        for line, of_record in groupby(sorted(found, key=_line), _line):
            begin = lines.begin(line) if self._rejects is not None else 0
            record = [self._decided(bad, part, lines, decide) for bad in of_record]
            left = [one.event for one in record if isinstance(one.event, Left)]
            if self._rejects is not None and left:
                end = lines.begin(last_lines.get(line, line) + 1)
                yield from copied(written, begin)
                self._rejects.write(pending[begin:end])
                written = end
                yield from left
                continue
            for one in record:
                if one.new is not None:
                    yield from copied(written, one.start)
                    self._out.write(one.new)
                    written = one.stop
                if one.event is not None:
                    yield one.event
        yield from copied(written, faults.bytes)
        del self._pending[: faults.bytes]
        self._lines += faults.lines
        self._bytes += faults.bytes

    def _copied(
        self, replaced: ReplacedValues, pending: bytes, part: str | None
    ) -> Callable[[int, int], Iterator[Changed]]:
        """Make the function that copies parts of a text, in order, with the changes of an operation."""
        lines = _Lines(pending)

        def copied(start: int, stop: int) -> Iterator[Changed]:
            def each() -> Iterator[Mended]:
                for value, answer in replaced.within(start, stop):
                    place = self._place(value, part, lines)
                    yield Mended(place, value.text.decode(), answer)

            copy, count = replaced.copied(pending, start, stop)
            self._out.write(copy)
            if count:
                yield Changed(count, each)

        return copied

    def _place(self, value: BadValue, part: str | None, lines: _Lines) -> Place:
        """Return the position of a value."""
        number = self._lines + _line(value)
        column = None
        if value.span is not None:
            line, before = lines.before(value.span[0])
            if self._lines + line == number:
                column = len(before.decode("utf-8", "surrogateescape")) + 1
        return Place("line", number, value.position or part, column)

    def _decided(
        self,
        bad: BadValue | Unreadable,
        part: str | None,
        lines: _Lines,
        decide: Decide,
    ) -> _Decided:
        """Decide on a value."""
        if not isinstance(bad, BadValue):
            place = Place("line", self._lines + _line(bad), part, bad[2])
            return _Decided(Left(place, None, bad[3]))
        place = self._place(bad, part, lines)
        text = bad.text.decode("utf-8", "surrogateescape")
        start, stop = bad.span or (0, 0)
        done = decide(place, text, self._bytes + start)
        if not isinstance(done, Mended):
            return _Decided(done)
        raw, new = bytes(self._pending[start:stop]), None
        # The result of an operation is already in the copy, if possible.
        if bad.writing and done.changes:
            replacements = [(*change.span, change.replacement) for change in done.changes]
            new = rewritten(raw, bad.writing, text, replacements)
        if new is None:
            return _Decided(Left(place, text, NOT_ALONE))
        return _Decided(done, start, stop, new)

    def write_rest(self) -> None:
        """Write the text that no reader has handled."""
        self._out.write(self._pending)
        self._pending.clear()


class _Lines:
    """The lines of a text, which callers take in order."""

    def __init__(self, text: bytes) -> None:
        self._text = text
        # A line, counted from 1, with its first byte.
        self._line, self._begin = 1, 0

    def begin(self, line: int) -> int:
        """Return the first byte of a line, or the end of the text if there is no such line."""
        while self._line < line:
            end = self._text.find(b"\n", self._begin)
            if end < 0:
                return len(self._text)
            self._line, self._begin = self._line + 1, end + 1
        return self._begin

    def before(self, byte: int) -> tuple[int, bytes]:
        """Return the line of a byte, and the bytes before it on that line."""
        if breaks := self._text.count(b"\n", self._begin, byte):
            self._line += breaks
            self._begin = self._text.rfind(b"\n", self._begin, byte) + 1
        return self._line, self._text[self._begin : byte]


def _line(bad: BadValue | Unreadable) -> int:
    """Return the line of a value or an unreadable part; for a statement, the line on which it ends."""
    if isinstance(bad, BadValue):
        return bad.line or bad.place
    place, line, *_ = bad
    return line or place
