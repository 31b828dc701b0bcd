"""Safe display of text from outside: escaped, cropped, with passwords masked.

Everything that shows such text to a person (messages, terminal, HTML) uses it.
"""

from __future__ import annotations

from ._core import cells, secrets
from ._core import escape as escaped

__all__ = ["MASK", "cells", "counted", "decode", "escape", "mask", "plural"]

MASK = "***"


def escape(text: str) -> str:
    r"""Show `text` on one line: controls, bidi and other invisible characters become escapes.

    >>> escape("a\nb\u202ec é")
    'a\\nb\\u202ec é'
    """
    return text if text.isascii() and text.isprintable() else escaped(text)


def decode(text: str | bytes) -> str:
    """Decode bytes as UTF-8 for display."""
    return text if isinstance(text, str) else text.decode("utf-8", "backslashreplace")


def mask(text: str, production: str, position: int) -> str:
    """Mask the secrets in text that does not match `production` beyond `position`.

    >>> mask("http://anna:secret@example.org/ /", "IRI", 31)
    'http://anna:***@example.org/ /'
    """
    shown, last = [], 0
    for start, stop in secrets(production, text, position):
        shown += [text[last:start], MASK]
        last = stop
    return "".join([*shown, text[last:]])


def counted(count: int, noun: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "row"), counted(1200, "row that cannot be read")
    ('1 row', '1,200 rows that cannot be read')
    """
    return f"{count:,} {plural(count, noun)}"


def plural(count: int, noun: str) -> str:
    """Return the noun, without the number."""
    first, space, rest = noun.partition(" ")
    return f"{first}{'s' * (count != 1)}{space}{rest}"
