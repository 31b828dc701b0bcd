"""References from bytes in other encodings than UTF-8 (RFC 3987 §3.1, step 1)."""

from __future__ import annotations

import codecs
from itertools import chain, groupby
from typing import TypeVar

from iriform._core import IRIReference, URIReference, text_of_octets, undecodable

Reference = TypeVar("Reference", bound=IRIReference)

# "If the IRI representation is in a Unicode-based character encoding … do not normalize."
_UNICODE = ("utf", "ascii", "unicode", "raw-unicode", "idna", "punycode")


def from_bytes(
    cls: type[Reference], data: bytes, /, encoding: str = "utf-8", *, errors: str = "strict"
) -> Reference:
    """Decode `data` and parse it.

    If `encoding` is not a Unicode encoding, the text is normalized to NFC first.

    NFC comes before parsing because it may create delimiters (N11).
    """
    if not isinstance(data, bytes | bytearray | memoryview):
        raise TypeError(f"from_bytes() takes bytes, not {type(data).__name__}")
    name = codecs.lookup(encoding).name
    if errors == "percent" and name == "utf-8":
        return cls(text_of_octets(bytes(data), not issubclass(cls, URIReference)))
    if errors != "strict":
        raise ValueError("errors must be 'strict', or 'percent' for UTF-8")
    text, failure = "", None
    try:
        text = str(data, encoding)
    except UnicodeDecodeError as error:
        failure = undecodable(error)
    if failure is not None:
        raise failure  # raised here, without the error that has all bytes as its context
    return cls(text if name.startswith(_UNICODE) else composed(text))


def composed(text: str) -> str:
    r"""Convert text to NFC in linear time.

    It sorts combining marks by class, so `unicodedata.normalize` finds them in order.

    >>> from iriform._types.bytes import composed
    >>> composed("e\u0301") == "\xe9"
    True
    """
    if text.isascii():
        return text
    from unicodedata import combining, normalize

    decomposed = chain.from_iterable(normalize("NFD", character) for character in text)
    runs = groupby(decomposed, key=lambda character: combining(character) > 0)
    # The sort is stable: a run of characters that are not marks is unchanged.
    ordered = chain.from_iterable(sorted(run, key=combining) for _, run in runs)
    return normalize("NFC", "".join(ordered))
