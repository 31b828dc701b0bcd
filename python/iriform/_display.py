"""Text from outside, shown safely: escaped, cropped, passwords masked.

Everything that shows such text to a person (messages, terminal, HTML) goes through here.
"""

from __future__ import annotations

from unicodedata import category, east_asian_width

MASK = "***"

# Productions that are, or are part of, an authority; in all others `//` introduces it.
_AUTHORITY = {"authority", "host", "reg-name", "userinfo"}
# How it is introduced, by people who write backslashes, too.
_INTRODUCTIONS = ("//", "\\\\", "/\\", "\\/")


def escape(text: str) -> str:
    r"""Show `text` on one line: controls, bidi and other invisible characters become escapes.

    >>> escape("a\nb\u202ec é")
    'a\\nb\\u202ec é'
    """
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text
    )


def cells(text: str) -> int:
    """Count the terminal cells that escaped text takes.

    >>> cells("道e\u0301")
    3
    """
    return sum(map(_cells, text))


def _cells(c: str) -> int:
    # The vowels and final consonants of Hangul are drawn into the consonant before them.
    if category(c) in {"Mn", "Me"} or "\u1160" <= c <= "\u11ff" or "\ud7b0" <= c <= "\ud7ff":
        return 0
    return 2 if east_asian_width(c) in {"W", "F"} else 1


def decode(text: str | bytes) -> str:
    """Show bytes as the UTF-8 they should have been."""
    return text if isinstance(text, str) else text.decode("utf-8", "backslashreplace")


def password(text: str | bytes, production: str, position: int) -> tuple[int, int] | None:
    """Find the password in text that does not match `production` beyond `position`.

    It is what stands between the first colon of the authority and its last `@`. Where the
    authority is at fault, nobody knows how far it was meant to go: all the text counts.

    >>> password("http://anna:sec/ret@example.org/", "IRI", 15)
    (12, 19)
    """
    if isinstance(text, bytes):
        text = text.decode("latin-1")  # the same indices
    rule = production.removeprefix("i")
    start = 0
    if rule not in _AUTHORITY:
        found = [i for mark in _INTRODUCTIONS if (i := text.find(mark)) >= 0]
        if not found:
            return None
        start = min(found) + 2
    ends = [i for delimiter in "/?#" if (i := text.find(delimiter, start)) >= 0]
    end = min(ends, default=len(text))
    if position <= end:
        end = len(text)
    colon = text.find(":", start, end)
    if colon < 0:
        return None
    stop = len(text) if rule == "userinfo" else text.rfind("@", colon, end)
    return (colon + 1, stop) if stop > colon + 1 else None


def mask(text: str, production: str, position: int) -> str:
    """Replace the password that `password` finds.

    >>> mask("http://anna:secret@example.org/ /", "IRI", 31)
    'http://anna:***@example.org/ /'
    """
    found = password(text, production, position)
    if found is None:
        return text
    start, stop = found
    return text[:start] + MASK + text[stop:]
