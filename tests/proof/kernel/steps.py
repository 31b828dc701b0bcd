"""The steps of the classifier (`crates/kernel/src/classify.rs`), for one byte and its neighbours.

One description has several uses: on arrays, it is compared with the record bit by bit; with the
instructions of each processor, it gives the terms of the theorems.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .processors import Arrays, Bit, Byte, Processor
from .record import named_class, table


@dataclass
class Place:
    """A byte, with its neighbours and its position in a word of 64."""

    at: Callable[[int], Byte]
    """The byte at this distance after it."""
    beyond: Callable[[int], Bit]
    """True if the byte at this distance after it is in the next word."""
    has_non_ascii: Bit
    """True if the word has a non-ASCII byte."""


def found(p: Processor, place: Place, is_iri: bool) -> dict[str, Bit]:
    """The bit of each plane."""
    byte = place.at(0)
    kind = class_of(p, byte)
    odd = p.highest(p.equal(kind, 0))
    hash_ = p.highest(kind)
    question = is_byte(p, byte, "?")
    percent, non_ascii = is_byte(p, byte, "%"), p.highest(byte)
    if not is_iri:
        non_ascii = non_ascii & ~non_ascii
    is_bad = odd & ~percent & ~non_ascii
    bracket = is_bad & (is_byte(p, byte, "[") | is_byte(p, byte, "]"))
    never = is_bad & ~bracket | percent & ~is_triplet(p, place)
    doubt = bracket
    if is_iri:
        doubt = doubt | place.has_non_ascii & (doubtful(p, place) | is_cut(p, place))
    dot = (is_byte(p, byte, "/") | is_byte(p, byte, ":")) & is_byte(p, place.at(1), ".")
    return {
        "stop": is_stop(p, kind),
        "hash": hash_,
        "tail": hash_ | question,
        "no_scheme": p.highest(p.equal(class_in_scheme(p, byte), 0)),
        "capital": p.highest(p.at_most(p.minus(byte, ord("A")), 25)),
        "mark": dot | question | hash_ | percent | non_ascii,
        "never": never,
        "doubt": doubt,
        "odd": odd,
    }


def is_byte(p: Processor, byte: Byte, character: str) -> Bit:
    """Return True if the byte is this character: `places`."""
    return p.highest(p.equal(byte, ord(character)))


def class_of(p: Processor, byte: Byte) -> Byte:
    """The class among the characters of references."""
    low = p.look_up(p.low_halves_of_ascii(byte), table("BY_LOW"))
    return low & p.look_up(p.high_halves(byte), table("BY_HIGH"))


def is_stop(p: Processor, kind: Byte) -> Bit:
    """Return True if a byte of this class may end a host."""
    return p.highest(p.plus(kind, 0x80 - named_class("STOP")))


def class_in_scheme(p: Processor, byte: Byte) -> Byte:
    """The class among the characters of schemes."""
    low = p.look_up(p.low_halves_of_ascii(byte), table("SCHEME_BY_LOW"))
    return low & p.look_up(p.high_halves(byte), table("SCHEME_BY_HIGH"))


def is_hex(p: Processor, byte: Byte) -> Bit:
    """`hex_digits`."""
    lower = byte | p.plus(byte ^ byte, 0x20)
    return p.highest(p.at_most(p.minus(byte, ord("0")), 9) | p.at_most(p.minus(lower, ord("a")), 5))


def is_hex_alone(p: Processor, byte: Byte) -> Bit:
    """`u8::is_ascii_hexdigit`, for a byte of the next word."""
    spans = [("0", "9"), ("A", "F"), ("a", "f")]
    each = [
        p.highest(p.at_least(byte, ord(first)) & p.at_most(byte, ord(last)))
        for first, last in spans
    ]
    return each[0] | each[1] | each[2]


def is_triplet(p: Processor, place: Place) -> Bit:
    """Return True if two hexadecimal digits follow."""
    first, second = (
        p.choose(place.beyond(k), is_hex_alone(p, place.at(k)), is_hex(p, place.at(k)))
        for k in (1, 2)
    )
    return first & second


def doubtful(p: Processor, place: Place) -> Bit:
    """Return True if UTF-8 is ill-formed here, or may encode a character outside `ucschar`."""
    first, second, third, last = (place.at(k) for k in (-3, -2, -1, 0))
    continued = named_class("CONTINUED")
    pairs = (
        p.look_up(p.high_halves(third), table("BY_FIRST_HIGH"))
        & p.look_up(p.low_halves(third), table("BY_FIRST_LOW"))
        & p.look_up(p.high_halves(last), table("BY_SECOND"))
    )
    zero = last ^ last
    fourth = p.minus_saturating(first, 0xF0 - continued)
    later = fourth | p.minus_saturating(second, 0xE0 - continued)
    ill_formed = pairs ^ (later & p.plus(zero, continued))
    private = p.equal(last, 0xEE) | p.at_least(last, 0xF1)
    ends = p.equal(last, 0xB7) | p.equal(last, 0xBF) | p.at_most(last, 0xA3)
    ends = p.equal(third, 0xEF) & ends
    plane_ends = p.equal(third, 0xBF) & p.at_least(last, 0xBE) & fourth & p.plus(zero, 0x80)
    return ~p.highest(p.equal(ill_formed | private | ends | plane_ends, 0))


def is_cut(p: Processor, place: Place) -> Bit:
    """Return True if a sequence breaks off at this last byte of a word: `truncated_at_end`."""
    at = place.at
    is_open = p.highest(
        p.at_least(at(0), 0xC0) | p.at_least(at(-1), 0xE0) | p.at_least(at(-2), 0xF0)
    )
    follows = p.highest(p.equal(at(1) & p.plus(at(1) ^ at(1), 0xC0), 0x80))
    return place.beyond(1) & is_open & ~follows


def of_stretch(octets: bytes, before: int, length: int, is_iri: bool) -> dict[str, Bit]:
    """The bits of the planes for `length` bytes, with `before` bytes before them, as arrays."""
    whole = np.frombuffer(octets, np.uint8)
    index = np.arange(length)
    non_ascii = (whole[before : before + length] >= 0x80).reshape(-1, 64).any(axis=1)
    place = Place(
        at=lambda k: whole[before + k : before + k + length],
        beyond=lambda k: index % 64 + k >= 64,
        has_non_ascii=np.repeat(non_ascii, 64),
    )
    return found(Arrays(), place, is_iri)
