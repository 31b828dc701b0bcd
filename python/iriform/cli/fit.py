"""Text that fits a terminal: lines break between words, and a caret stays under its position."""

from __future__ import annotations

from textwrap import wrap

from rich.cells import cell_len
from rich.text import Text

from iriform._display import cells
from iriform._drawing import drawing

# The indentation of a picture.
_INDENT = "  "

# The smallest width for text.
NARROWEST = 24


def laid_out(message: Text, width: int) -> Text:
    """Lay out a message, optionally with a picture below it, so that no line is wider."""
    head, *rest = message.split("\n")
    if not rest:
        return wrapped(head, width)
    picture = fitted("\n".join(line.plain for line in rest), width)
    return Text("\n").join([wrapped(head, width), *map(Text, picture)])


def wrapped(text: Text, width: int, indent: str = _INDENT) -> Text:
    """Break text between words so that it fits, and indent the lines after the first."""
    if cell_len(text.plain) <= width:
        return text
    from rich.console import Console

    # It is only for measuring; nothing is printed on it.
    lines = text.wrap(Console(), max(NARROWEST, width - len(indent)))
    return Text(f"\n{indent}").join(_without_end(line) for line in lines)


def _without_end(line: Text) -> Text:
    line.rstrip()
    return line


def fitted(picture: str, width: int) -> list[str]:
    r"""Crop a picture around its position so that it fits.

    >>> picture = "  http://example.org/a/b/c/d e\n" + " " * 28 + "^ position 26; do"
    >>> print(*fitted(picture, 26), sep="\n")
      …le.org/a/b/c/d e
                     ^
      position 26; do
    """
    text, gap, carets, said = drawing(picture)
    room = max(NARROWEST, width - len(_INDENT))
    text, gap, carets = _cut(text, gap, carets, room)
    line = f"{_INDENT}{' ' * gap}{'^' * carets}"
    if cell_len(line) + 1 + cell_len(said) <= width:
        return [_INDENT + text, f"{line} {said}"]
    return [
        _INDENT + text,
        line,
        *(_INDENT + part for part in wrap(said, room, break_on_hyphens=False)),
    ]


def _cut(text: str, gap: int, carets: int, room: int) -> tuple[str, int, int]:
    """Crop text at both ends, keeping the range at `gap` cells, `carets` wide, inside."""
    if cells(text) <= room:
        return text, gap, carets
    shown = list(text)
    # The text before the range is cropped to leave some room for the text after it.
    keep = max(room // 2, room - carets - 8)
    before = gap
    while shown and before > keep:
        before -= cells(shown.pop(0))
    if before < gap:
        while before + 1 > keep and before > 0:
            before -= cells(shown.pop(0))
        # A character without cells belongs to the one before it.
        while shown and cells(shown[0]) == 0:
            shown.pop(0)
        shown.insert(0, "…")
        before += 1
    if cells("".join(shown)) > room:
        while shown and cells("".join(shown)) > room - 1:
            shown.pop()
        shown.append("…")
    return "".join(shown), before, max(1, min(carets, room - before))
