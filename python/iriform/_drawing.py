"""The picture of a range, in the parts that a terminal or a page lays out."""

from __future__ import annotations

from typing import NamedTuple

from ._core import cells


class Drawing(NamedTuple):
    """The parts of the picture of a range."""

    text: str
    gap: int
    """The number of cells before the span."""
    carets: int
    """The width of the span in cells."""
    said: str
    """Its position, and what to do."""

    @property
    def pieces(self) -> tuple[str, str, str]:
        r"""The text before the range, in it and after it, for a page that may break the line.

        >>> drawing("  http://a b/\n          ^ position 8").pieces
        ('http://a', ' ', 'b/')
        """
        before = _cut(self.text, self.gap)
        rest = self.text[len(before) :]
        blamed = _cut(rest, self.carets)
        return before, blamed, rest[len(blamed) :]


def _cut(text: str, width: int) -> str:
    """Return the beginning of a text that fills `width` cells, with combining marks."""
    end = taken = 0
    while end < len(text) and taken + cells(text[end]) <= width:
        taken += cells(text[end])
        end += 1
    return text[:end]


def drawing(picture: str) -> Drawing:
    r"""Split a picture into text, carets and the words beside them.

    >>> drawing("  http://a b/\n          ^ position 8; do this")
    Drawing(text='http://a b/', gap=8, carets=1, said='position 8; do this')
    """
    first, _, second = picture.partition("\n")
    marked = second.removeprefix("  ")
    from_caret = marked.lstrip(" ")
    said = from_caret.lstrip("^")
    gap, carets = len(marked) - len(from_caret), len(from_caret) - len(said)
    return Drawing(first.removeprefix("  "), gap, carets, said.strip())
