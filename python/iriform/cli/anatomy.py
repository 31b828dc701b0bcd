"""The anatomy of a reference on a terminal: the drawing of RFC 3986 §3."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len

from iriform._core import pieces
from iriform._display import escape

from .message import Message

if TYPE_CHECKING:
    from typing import TypeAlias

    from rich.text import Text

    from iriform import IRIReference

Line: TypeAlias = "list[tuple[str, str]]"
"""Texts and their styles."""

STYLES = {
    "scheme": "magenta",
    "authority": "yellow",
    "userinfo": "bright_red",
    "host": "bright_yellow",
    "port": "bright_magenta",
    "path": "green",
    "segment": "green",
    "query": "cyan",
    "fragment": "bright_blue",
}
_DELIMITER = "bright_black"
_LONGEST_LABEL = max(map(len, STYLES))


class Drawing(Message):
    """Lines that are never wrapped, whatever the width of the terminal."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        texts = [[*line, ("\n", "")] for line in lines]
        super().__init__(*[part for line in texts for part in line][:-1])

    def at(self, width: int) -> Text:  # noqa: ARG002 - it has been drawn for it
        """Give the drawing."""
        return self.text


class Run(NamedTuple):
    """A displayed piece of the reference: a component, or the delimiter between two."""

    name: str | None
    text: str
    in_authority: bool


class Mark(NamedTuple):
    """A component to mark: its name, and the terminal cells from `start` to `stop`."""

    name: str
    start: int
    stop: int

    @property
    def middle(self) -> int:
        """The cell above the label."""
        return (self.start + self.stop - 1) // 2


def crop(text: str, width: int) -> str:
    """Make text safe to show, and elide its middle if it takes more than `width` cells.

    Without a cell, nothing is shown; `width` may be negative.
    """
    if width < 1:
        return ""
    if len(text) <= 8 * width:  # else it is too long, and perhaps a gigabyte
        shown = escape(text)
        if cells(shown) <= width:
            return shown
    head = escape(text[:width])[: width // 2]
    while cell_len(head) > width // 2:
        head = head[:-1]
    room = max(0, width - 1 - cell_len(head))
    shown = escape(text[-width:])
    tail = shown[len(shown) - room :] if room < len(shown) else shown
    while cell_len(tail) > room:
        tail = tail[1:]
    return f"{head}…{tail}"


def drawing(value: IRIReference, width: int) -> Drawing:
    """Draw the reference with its components marked, at most `width` cells wide.

    The parts of the authority are marked above the text, the five components below it.
    """
    shown = _drawing(value, width)
    if max(map(_length, shown)) > width:
        shown = _drawing(value, width - _LONGEST_LABEL)
    return Drawing(shown)


def cells(text: str) -> int:
    """Count the cells of displayed text."""
    return len(text) if text.isascii() else cell_len(text)


def _length(line: Line) -> int:
    return sum(cells(text) for text, _ in line)


def _drawing(value: IRIReference, width: int) -> list[Line]:
    """Draw it with the text at most `width` cells wide; a label may be wider."""
    runs = _cropped([Run(*piece) for piece in pieces(value)], width)
    parts, components = _marks(runs)
    text: Line = [(run.text, STYLES.get(run.name or "", _DELIMITER)) for run in runs]
    above = [_brackets(parts, "╭", "┴", "╮"), *_labels(parts)][::-1] if parts else []
    below = [_brackets(components, "╰", "┬", "╯"), *_labels(components)] if components else []
    return [*above, text, *below]


def _cropped(runs: list[Run], width: int) -> list[Run]:
    """Crop the longest components until all fit, and make them safe to show."""
    shown = [run._replace(text=crop(run.text, width)) for run in runs]
    limit = width
    while limit > 1 and sum(cells(run.text) for run in shown) > width:
        limit -= 1
        shown = [run._replace(text=crop(run.text, limit)) for run in shown]
    return shown


def _marks(runs: list[Run]) -> tuple[list[Mark], list[Mark]]:
    """Find the cells of the parts of the authority, and of the components."""
    parts: list[Mark] = []
    components: list[Mark] = []
    position = 0
    authority: list[int] = []
    for run in runs:
        start, position = position, position + cells(run.text)
        if run.in_authority:
            authority += [start, position]
        if run.name and position > start:
            (parts if run.in_authority else components).append(Mark(run.name, start, position))
    if authority and authority[-1] > authority[0]:
        components.append(Mark("authority", authority[0], authority[-1]))
    return parts, sorted(components, key=lambda mark: mark.start)


def _brackets(marks: list[Mark], left: str, tee: str, right: str) -> Line:
    """Draw a bracket along each component: `╰──┬──╯`."""
    labels: list[tuple[int, Mark, str]] = []
    for mark in marks:
        drawn = ["─"] * (mark.stop - mark.start)
        drawn[0], drawn[-1] = left, right
        drawn[mark.middle - mark.start] = tee
        labels.append((mark.start, mark, "".join(drawn)))
    return _row(labels)


def _labels(marks: list[Mark]) -> list[Line]:
    """Write the names of the components, in one row if they fit, else in a staircase."""
    starts = _centred(marks)
    if starts is not None:
        return [_row([(start, mark, mark.name) for start, mark in zip(starts, marks, strict=True)])]
    depths = _staircase(marks)
    return [
        _row(
            [
                (mark.middle, mark, mark.name if depth == row else "│")
                for mark, depth in zip(marks, depths, strict=True)
                if depth >= row
            ]
        )
        for row in range(max(depths) + 1)
    ]


def _staircase(marks: list[Mark]) -> list[int]:
    """Find the first row in which each label has room before the text to its right."""
    depths: list[int] = []
    for i in reversed(range(len(marks))):
        end = marks[i].middle + len(marks[i].name)
        to_the_right = zip(marks[i + 1 :], depths, strict=True)
        in_the_way = [depth for mark, depth in to_the_right if mark.middle <= end]
        depths.insert(0, max(in_the_way, default=-1) + 1)
    return depths


def _centred(marks: list[Mark]) -> list[int] | None:
    """Find the beginnings of the labels, each under its own tee, or None if they collide."""
    starts: list[int] = []
    free = 0
    for mark in marks:
        start = max(free, mark.middle - (len(mark.name) - 1) // 2)
        if start > mark.middle:
            return None
        starts.append(start)
        free = start + len(mark.name) + 1
    return starts


def _row(labels: list[tuple[int, Mark, str]]) -> Line:
    """Write marks that take one cell for each character."""
    row: Line = []
    end = 0
    for start, mark, label in labels:
        row += [(" " * (start - end), ""), (label, STYLES[mark.name])]
        end = max(start, end) + len(label)
    return row
