"""The picture of a place, in the parts that a terminal or a page lays out."""

from __future__ import annotations

from typing import NamedTuple


class Drawing(NamedTuple):
    """The picture of a place in its parts."""

    text: str
    gap: int
    """The number of cells before the place."""
    carets: int
    """The width of the place in cells."""
    said: str
    """Its position, and what to do."""


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
