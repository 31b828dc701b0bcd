"""Operations that read a text once, from left to right, a *token* at a time: a character or a triplet.

A description gives the result for each token. The operations are percent-encoding normal form, letter
case, the mapping of IRIs to URIs, and the observers that state laws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from iriform.grammar._abnf import Name
from iriform.grammar._characters import characters_of
from tests.proof.machine import bodies

from .tagged import Code, code, symbol_of, tag_of

Symbols: TypeAlias = Iterable[int]


def octets_of(rule: str) -> frozenset[int]:
    """The characters of a rule of RFC 3986."""
    ranges = characters_of(Name(rule), bodies("RFC3986"))
    assert ranges is not None
    return frozenset(c for first, last in ranges for c in range(first, last + 1))


UNRESERVED, RESERVED, HEXDIG = map(octets_of, ("unreserved", "reserved", "HEXDIG"))


def _kept(_tag: str, symbol: int) -> Symbols:
    return (symbol,)


def _kept_triplet(_tag: str, triplet: str) -> Symbols:
    return triplet.encode()


@dataclass(frozen=True)
class Operation:
    """The images of a character and of a triplet, with the tag that each has."""

    character: Callable[[str, int], Symbols] = _kept
    triplet: Callable[[str, str], Symbols] = _kept_triplet
    tags: dict[str, str] = field(default_factory=dict)
    """The tags that change."""
    reads_triplets: bool = True
    """False if the text is data, in which `%` is a character like any other."""

    def step(self, pending: str, tagged: Code) -> tuple[str, list[Code]]:
        """Read a character after the pending part of a triplet; return the new part and the output."""
        tag, symbol = tag_of(tagged), symbol_of(tagged)
        pending += chr(symbol)
        if pending[0] != "%" or not self.reads_triplets:
            written = self.character(tag, symbol)
        elif len(pending) < len("%HH"):
            return pending, []
        else:
            written = self.triplet(tag, pending)
        new_tag = self.tags.get(tag, tag)
        return "", [code(new_tag, out) for out in written]

    def __call__(self, tagged: Iterable[Code]) -> list[Code]:
        """Apply the operation to a whole text."""
        pending, found = "", []
        for one in tagged:
            pending, written = self.step(pending, one)
            found += written
        return found


def octet_of(triplet: str) -> int:
    """The octet that a triplet encodes."""
    return int(triplet[1:], 16)


def _lower(symbol: int) -> int:
    return symbol + 0x20 if ord("A") <= symbol <= ord("Z") else symbol


# --- What iriform does


def _normal_triplet(_tag: str, triplet: str) -> Symbols:
    """RFC 3986 §6.2.2.2: decode unreserved characters; §6.2.2.1: write digits in upper case."""
    octet = octet_of(triplet)
    return (octet,) if octet in UNRESERVED else triplet.upper().encode()


PERCENT_ENCODING = Operation(triplet=_normal_triplet)


def _normal_case(tag: str, symbol: int) -> Symbols:
    """RFC 3986 §6.2.2.1: write scheme and host in lower case."""
    return (_lower(symbol) if tag in {"scheme", "host"} else symbol,)


CASE = Operation(character=_normal_case)

NORMAL = (PERCENT_ENCODING, CASE)
"""The order matters: a decoded character may be a letter."""


def _encoded(_tag: str, symbol: int) -> Symbols:
    """RFC 3987 §3.1, step 2: encode octets beyond ASCII."""
    return f"%{symbol:02X}".encode() if symbol >= 0x80 else (symbol,)


TO_URI = Operation(character=_encoded)


def _to_iri(octet_beyond_ascii: Callable[[str], Symbols]) -> Operation:
    """RFC 3987 §3.2, step 2: decode octets beyond ASCII, and unreserved characters. Others stay."""

    def triplet(_tag: str, text: str) -> Symbols:
        octet = octet_of(text)
        if octet >= 0x80:
            return octet_beyond_ascii(text)
        return (octet,) if octet in UNRESERVED else text.encode()

    return Operation(triplet=triplet)


TO_IRI = (
    _to_iri(lambda triplet: (octet_of(triplet),)),
    _to_iri(lambda triplet: triplet.upper().encode()),
)
"""Steps 3 and 4 choose which octets become characters. Here either may happen to any octet: a law for
every choice holds for the RFC's."""


def quoting(safe: frozenset[int]) -> Operation:
    """RFC 3986 §2.5: write data as text; octets that are safe stay."""
    return Operation(
        character=lambda _tag, symbol: (symbol,) if symbol in safe else f"%{symbol:02X}".encode(),
        reads_triplets=False,
    )


# --- What laws look at


DECODED = Operation(triplet=lambda _tag, triplet: (octet_of(triplet),))
"""The octets that a text encodes."""

RESERVED_ONLY = Operation(
    character=lambda _tag, symbol: (symbol,) if symbol in RESERVED else (),
    triplet=lambda _tag, _triplet: (),
)
"""The delimiters of a text, and nothing else."""

DECODED_WITHOUT_CASE = Operation(
    character=lambda _tag, symbol: (_lower(symbol),),
    triplet=lambda _tag, triplet: (_lower(octet_of(triplet)),),
)
"""The same with all letters in lower case."""

GUARD_IS_PATH = Operation(tags={"guard": "path"})
"""Retags a guard as part of the path, as splitting does."""
