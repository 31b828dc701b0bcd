"""Safe display of text from outside: escaped, cropped, passwords masked.

Everything that shows such text to a person (messages, terminal, HTML) goes through here.
"""

from __future__ import annotations

from unicodedata import category, east_asian_width

from ._core import secret

MASK = "***"


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
    """Return the width of escaped text in terminal cells.

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
    """Decode bytes as UTF-8 for display."""
    return text if isinstance(text, str) else text.decode("utf-8", "backslashreplace")


def mask(text: str, production: str, position: int) -> str:
    """Mask the secret in text that does not match `production` beyond `position`.

    >>> mask("http://anna:secret@example.org/ /", "IRI", 31)
    'http://anna:***@example.org/ /'
    """
    found = secret(production, text, position)
    if found is None:
        return text
    start, stop = found
    return text[:start] + MASK + text[stop:]
