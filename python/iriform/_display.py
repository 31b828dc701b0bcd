"""Text from outside, shown safely: escaped, cropped, passwords masked.

Everything that shows such text to a person (messages, terminal, HTML) goes through here.
"""

from __future__ import annotations

from unicodedata import category, east_asian_width

MASK = "***"

# Productions that begin with, or are, an authority; in all others `//` introduces it.
_AUTHORITY = {"authority", "iauthority", "userinfo", "iuserinfo"}
_USERINFO = {"userinfo", "iuserinfo"}


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
    return sum(
        0 if category(c) in {"Mn", "Me"} else 2 if east_asian_width(c) in {"W", "F"} else 1
        for c in text
    )


def decode(text: str | bytes) -> str:
    """Show bytes as the UTF-8 they should have been."""
    return text if isinstance(text, str) else text.decode("utf-8", "backslashreplace")


def password(text: str | bytes, production: str, position: int) -> tuple[int, int] | None:
    """Find the password in text that does not match `production` beyond `position`.

    It is what stands between the first colon of the authority and its `@`. Where the authority
    is at fault, nobody knows how far it was meant to go: the last `@` of all ends it.

    >>> password("http://anna:sec/ret@example.org/", "IRI", 15)
    (12, 19)
    """
    find, rfind = (text.find, text.rfind) if isinstance(text, str) else _latin1_finders(text)
    start = 0
    if production not in _AUTHORITY:
        start = find("//", 0, len(text)) + 2
        if start == 1:
            return None
    ends = [find(delimiter, start, len(text)) for delimiter in "/?#"]
    end = min((i for i in ends if i >= 0), default=len(text))
    colon = find(":", start, len(text) if production in _USERINFO else end)
    if colon < 0:
        return None
    if production in _USERINFO:
        stop = len(text)
    else:
        stop = rfind("@", colon, len(text) if position <= end else end)
    return (colon + 1, stop) if stop > colon + 1 else None


def _latin1_finders(data: bytes):  # type: ignore[no-untyped-def]  # noqa: ANN202
    """`bytes.find` and `bytes.rfind` for an ASCII needle."""
    return (
        lambda needle, start, end: data.find(needle.encode("ascii"), start, end),
        lambda needle, start, end: data.rfind(needle.encode("ascii"), start, end),
    )


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
