"""Text that fits a terminal: lines end between words, and a caret stays under its place."""

from __future__ import annotations

from textwrap import wrap

from rich.cells import cell_len
from rich.text import Text

from iriform._display import cells
from iriform._drawing import drawing

# A picture begins so far from its margin.
_INDENT = "  "

# No text is squeezed into fewer cells.
NARROWEST = 24


def laid_out(message: Text, width: int) -> Text:
    """Lay out a message, optionally with the picture of a place below it, so that no line is wider."""
    head, *rest = message.split("\n")
    if not rest:
        return wrapped(head, width)
    picture = fitted("\n".join(line.plain for line in rest), width)
    return Text("\n").join([wrapped(head, width), *map(Text, picture)])


def wrapped(text: Text, width: int, indent: str = _INDENT) -> Text:
    """Break text between words so that it fits, and indent what follows its first line."""
    if cell_len(text.plain) <= width:
        return text
    from rich.console import Console

    # It only measures; nothing is printed on it.
    lines = text.wrap(Console(), max(NARROWEST, width - len(indent)))
    return Text(f"\n{indent}").join(_without_end(line) for line in lines)


def _without_end(line: Text) -> Text:
    line.rstrip()
    return line


def fitted(picture: str, width: int) -> list[str]:
    r"""Cut the picture of a place so that it fits, around the place.

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
    """Cut text at both ends, with its place at `gap` cells, `carets` wide, inside."""
    if cells(text) <= room:
        return text, gap, carets
    shown = list(text)
    # As much of the text before the place stays as leaves some room for the text after it.
    keep = max(room // 2, room - carets - 8)
    before = gap
    while shown and before > keep:
        before -= cells(shown.pop(0))
    if before < gap:
        while before + 1 > keep and before > 0:
            before -= cells(shown.pop(0))
        # A character that has no cells of its own belongs to the one before it.
        while shown and cells(shown[0]) == 0:
            shown.pop(0)
        shown.insert(0, "…")
        before += 1
    if cells("".join(shown)) > room:
        while shown and cells("".join(shown)) > room - 1:
            shown.pop()
        shown.append("…")
    return "".join(shown), before, max(1, min(carets, room - before))
