"""Examples of faults and findings with their positions, drawn like a `ParseError`."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from iriform import IRIReference, ParseError
from iriform._core import masked, picture
from iriform._display import decode, escape, mask

from .constants import KEPT, UNREADABLE

if TYPE_CHECKING:
    from typing import TypeAlias

    # The results of a tally for a block: the numbers of places, values and lines, and the first
    # examples of each fault: a code, the place, the line in the block and the column of a mistake
    # there, the position, the value, and a finding in words with its range of code points.
    Met: TypeAlias = tuple[
        str, int, int | None, int | None, str | None, bytes, tuple[str, int, int] | None
    ]
    Found: TypeAlias = tuple[int, int, int, list[Met]]

    from .formats.format import Format, Source
    from .options import Options

# The number of characters of a value in an example.
_SHOWN = 2000


class Example(NamedTuple):
    """A value, its fault or finding, and its position."""

    about: str
    """The code of a reason or a finding, or `unreadable`."""
    place: int
    """The line, row or statement, counted from 1."""
    part: str | None
    message: str
    text: str | None = None
    """The value, or its beginning, with its secrets masked; None if there is no value."""
    line: int | None = None
    """The line on which a statement ends, if known."""
    column: int | None = None
    """The position of the blamed span in its line, counted from 1, if known."""
    position: int | None = None
    start: int | None = None
    stop: int | None = None
    rule: str | None = None
    picture: str | None = None


class Examples:
    """Picks the first examples of each kind from one input."""

    def __init__(self, format_: Format, options: Options, source: Source | None = None) -> None:
        self._in_lines = format_.is_lines
        self._paths = () if source is None else source.paths
        self._line_numbers = () if source is None else source.lines
        self._options = options
        # The values of a block may be relative references.
        self._asked = (options, options.of_references)
        self._kept: Counter[str] = Counter()
        # The numbers of places and lines in the previous blocks.
        self._places = 0
        self._lines = 0

    def of(self, found: Found, part: str | None) -> list[dict[str, Any]]:
        """Return the examples of a block; most blocks have none."""
        places, _, lines, examples = found
        picked = []
        for about, place, line, column, position, value, said in examples:
            if self._kept[about] < KEPT:
                self._kept[about] += 1
                place += self._places  # noqa: PLW2901 - the same one, in the input
                there = self._paths[place - 1] if self._paths else position or part
                offset = 0 if self._in_lines else None if column is None else column - 1
                if about == UNREADABLE:
                    why = escape(value.decode("utf-8", "backslashreplace"))
                    example = Example(about, place, there, why, column=column)
                elif said is None:
                    example = self._error(about, place, there, _shown(value), offset)
                else:
                    example = self._finding(about, place, there, value.decode(), said, offset)
                if self._line_numbers:
                    example = example._replace(line=self._line_numbers[place - 1])
                elif line is not None:
                    example = example._replace(line=self._lines + line)
                picked.append(example._asdict())
        self._places += places
        self._lines += lines
        return picked

    def _error(
        self, about: str, place: int, part: str | None, value: str | bytes, offset: int | None
    ) -> Example:
        for options in self._asked:
            try:
                options.reference(value)
            except ParseError as error:  # noqa: PERF203 - of two at most
                if error.reason != about:
                    continue
                message, _, picture = str(error).partition("\n")
                start, stop, position = (
                    _characters(value, index) for index in (*error.span, error.position)
                )
                return Example(
                    str(error.reason),
                    place,
                    part,
                    message.partition(": ")[2],
                    _cut(mask(decode(value), error.production, error.position)),
                    None,
                    None if offset is None else offset + start + 1,
                    position,
                    start,
                    stop,
                    error.rule,
                    picture,
                )
        raise AssertionError(about)

    def _finding(  # noqa: PLR0913, PLR0917 - all that is known
        self,
        code: str,
        place: int,
        part: str | None,
        value: str,
        said: tuple[str, int, int],
        offset: int | None,
    ) -> Example:
        sentence, start, stop = said
        shown = masked(IRIReference(value))
        return Example(
            code,
            place,
            part,
            sentence,
            _cut(shown),
            None,
            None if offset is None or self._options.base is not None else offset + start + 1,
            start,
            start,
            stop,
            None,
            picture(value, start, stop),
        )


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _shown(value: bytes) -> str | bytes:
    """Return the text of a value, or its bytes if they are not text."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value


def _characters(value: str | bytes, index: int) -> int:
    """Count the code points before an index of bytes that may be ill-formed."""
    if isinstance(value, str):
        return index
    return len(value[:index].decode("utf-8", "surrogateescape"))
