"""Theorems about the kernel for all inputs, as claims over bit-vectors without a counterexample.

A theorem is a name and a claim. Z3 and Bitwuzla, which have no code in common, must both agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tests.proof.machine import machine

from .processors import Avx2, Neon, Terms
from .record import named_class
from .steps import Place, class_of, found, is_hex, is_hex_alone

PLANES = ("stop", "hash", "tail", "no_scheme", "capital", "mark", "never", "doubt", "odd")


class Theorem(NamedTuple):
    """A claim about all values of its variables."""

    name: str
    claim: Any


class Window:
    """Variables for the bytes of a row around position 0, which may be anywhere in a word."""

    def __init__(self, terms: Terms, first: int, last: int) -> None:
        """Make a variable for each byte from position `first` to position `last`."""
        z3 = self.z3 = terms.z3
        self.terms = terms
        self.bytes = {k: z3.BitVec(f"byte{k}", 8) for k in range(first, last + 1)}
        self.index = z3.BitVec("index", 8)
        self.words = [z3.BitVec(f"word{i}", 1) for i in range(3)]
        non_ascii = [
            z3.Implies(z3.UGE(byte, 0x80), self.has_non_ascii(k) == 1)
            for k, byte in self.bytes.items()
        ]
        self.is_so = z3.And(z3.ULT(self.index, 64), *non_ascii)

    def has_non_ascii(self, k: int) -> Any:
        """Return True if the word of a position has a non-ASCII byte, at this position or elsewhere."""
        z3, place = self.z3, self.index + 64 + k
        before, here, behind = self.words
        return z3.If(z3.ULT(place, 64), before, z3.If(z3.ULT(place, 128), here, behind))

    def place(self, k: int) -> Place:
        """The position `k`, as the steps see it."""
        z3 = self.z3
        index = (self.index + 64 + k) & 63
        return Place(
            at=lambda distance: self.bytes[k + distance],
            beyond=lambda distance: z3.If(
                z3.UGE(index + distance, 64), z3.BitVecVal(1, 1), z3.BitVecVal(0, 1)
            ),
            has_non_ascii=self.has_non_ascii(k),
        )

    def bit(self, plane: str, k: int) -> Any:
        """The bit of a plane at position `k`, in a column of IRIs."""
        return found(self.terms, self.place(k), is_iri=True)[plane] == 1


def instructions(terms: Terms) -> Iterator[Theorem]:
    """The instructions of each processor do what the steps mean."""
    z3 = terms.z3
    x, c = z3.BitVecs("x c", 8)
    table = z3.BitVecs(" ".join(f"t{i}" for i in range(16)), 8)
    low = z3.ULT(x, 16)
    each: list[tuple[str, Callable[[Any], Any], Any]] = [
        ("plus", lambda p: p.plus(x, c), True),
        ("minus", lambda p: p.minus(x, c), True),
        ("minus_saturating", lambda p: p.minus_saturating(x, c), True),
        ("equal", lambda p: p.equal(x, c), True),
        ("at_most", lambda p: p.at_most(x, c), True),
        ("at_least", lambda p: p.at_least(x, c), True),
        ("low_halves", lambda p: p.low_halves(x), True),
        ("high_halves", lambda p: p.high_halves(x), True),
        ("look_up of an index below 16", lambda p: p.look_up(x, table), low),
    ]
    for processor in (Avx2(), Neon()):
        name = type(processor).__name__
        for operation, of, where in each:
            yield Theorem(f"{name}: {operation}", z3.Implies(where, of(processor) == of(terms)))
        window = Window(terms, -6, 3)
        for is_iri in (True, False):
            here = found(terms, window.place(0), is_iri)
            there = found(processor, window.place(0), is_iri)
            for plane in PLANES:
                claim = z3.Implies(window.is_so, here[plane] == there[plane])
                yield Theorem(f"{name}: the plane {plane}, is_iri={is_iri}", claim)


def bitmaps(terms: Terms) -> Iterator[Theorem]:
    """Bits are gathered in the order of the bytes, and moved to the byte before."""
    z3 = terms.z3
    octets = z3.BitVecs(" ".join(f"b{i}" for i in range(64)), 8)
    highest = z3.Concat(*[z3.Extract(7, 7, octet) for octet in reversed(octets)])
    yield Theorem("Neon: highest_bits", gathered(z3, octets) == highest)
    word, first = z3.BitVec("word", 64), z3.BitVec("next", 1)
    moved = z3.LShR(word, 1) | z3.ZeroExt(63, first) << 63
    yield Theorem("bits of the next bytes", moved == z3.Concat(first, z3.Extract(63, 1, word)))


def gathered(z3: Any, octets: list[Any]) -> Any:
    """`highest_bits` of arch/neon.rs: SRI, SRI, SRI and SHRN of four vectors that LD4 separated."""

    def inserted(into: Any, of: Any, count: int) -> Any:
        """SRI of 8 bits: the upper bits of `into` stay."""
        return z3.Concat(z3.Extract(7, 8 - count, into), z3.Extract(7, count, of))

    a, b, c, d = ([octets[4 * j + k] for j in range(16)] for k in range(4))
    ab = [inserted(x, y, 1) for x, y in zip(b, a, strict=True)]
    cd = [inserted(x, y, 1) for x, y in zip(d, c, strict=True)]
    fours = [inserted(x, y, 2) for x, y in zip(cd, ab, strict=True)]
    twice = [inserted(x, x, 4) for x in fours]
    pairs = [z3.Concat(twice[2 * i + 1], twice[2 * i]) for i in range(8)]
    eights = [z3.Extract(7, 0, z3.LShR(pair, 4)) for pair in pairs]
    return z3.Concat(*reversed(eights))


def classes(terms: Terms) -> Iterator[Theorem]:
    """The classes of bytes are the sets of characters of the ABNF."""
    z3 = terms.z3
    window = Window(terms, -6, 3)
    byte = window.bytes[0]

    def matches(rule: str, before: str = "") -> Any:
        """Return True if the byte is ASCII and matches the rule, perhaps after another text."""
        texts = [(i, before + chr(i)) for i in range(0x80)]
        return z3.Or(*[byte == i for i, text in texts if machine(rule).fault(text) is None])

    bit = found(terms, window.place(0), is_iri=True)
    for plane, claim in {
        "odd": z3.Not(z3.Or(matches("query"), byte == ord("#"))),
        "hash": byte == ord("#"),
        "tail": z3.Or(byte == ord("#"), byte == ord("?")),
        "stop": stops(z3, byte),
        "no_scheme": z3.Not(matches("scheme", "a")),
        "capital": z3.And(z3.UGE(byte, ord("A")), z3.ULE(byte, ord("Z"))),
    }.items():
        exactly = z3.Implies(window.is_so, (bit[plane] == 1) == claim)
        yield Theorem(f"the plane {plane} is a set of characters", exactly)
    is_bad = z3.Not(z3.Or(matches("query"), *[byte == octet for octet in b"#%[]"]))
    is_refused = z3.And(bit["never"] == 1, byte != ord("%"))
    yield Theorem(
        "the ASCII characters that no reference has are refused",
        z3.Implies(z3.And(window.is_so, z3.ULT(byte, 0x80)), is_refused == is_bad),
    )
    yield Theorem(
        "refused is nothing beyond ASCII",
        z3.Implies(z3.And(window.is_so, z3.UGE(byte, 0x80)), bit["never"] == 0),
    )
    yield Theorem(
        "hexadecimal digits in a word and beyond it",
        is_hex(terms, byte) == is_hex_alone(terms, byte),
    )
    yield Theorem(
        "classes are low enough for the comparison with STOP",
        z3.ULE(class_of(terms, byte), 0xFF - (0x80 - named_class("STOP"))),
    )


def stops(z3: Any, byte: Any) -> Any:
    """Return True if a byte may end a host, or is one of the two that share its class."""
    return z3.Or(*[byte == octet for octet in b"/?#:@;="])


def triplets(terms: Terms) -> Iterator[Theorem]:
    """A `%` that is not refused begins a triplet at any position in a word."""
    z3 = terms.z3
    window = Window(terms, -6, 3)

    def is_hexadecimal(k: int) -> Any:
        byte = window.bytes[k]
        spans = [b"09", b"AF", b"af"]
        return z3.Or(*[z3.And(z3.UGE(byte, a), z3.ULE(byte, b)) for a, b in spans])

    begins = z3.And(is_hexadecimal(1), is_hexadecimal(2))
    is_percent = z3.And(window.is_so, window.bytes[0] == ord("%"))
    claim = z3.Implies(is_percent, window.bit("never", 0) == z3.Not(begins))
    yield Theorem("a percent sign is refused exactly without two digits", claim)


class Sequences:
    """UTF-8 by Table 3-7 of the Unicode Standard, and `ucschar` of RFC 3987."""

    def __init__(self, window: Window) -> None:
        """Read the bytes of a window."""
        self.z3, self.window = window.z3, window

    def length(self, k: int) -> Any:
        """The length of a sequence by its first byte; 0 if the byte does not begin one."""
        z3, byte = self.z3, self.window.bytes[k]
        found = z3.BitVecVal(0, 8)
        for length, first, last in (
            (1, 0, 0x7F),
            (2, 0xC2, 0xDF),
            (3, 0xE0, 0xEF),
            (4, 0xF0, 0xF4),
        ):
            found = z3.If(
                z3.And(z3.UGE(byte, first), z3.ULE(byte, last)), z3.BitVecVal(length, 8), found
            )
        return found

    def claimed(self, k: int) -> Any:
        """The length that the high bits of a first byte claim, which are all that the kernel looks at."""
        z3, byte = self.z3, self.window.bytes[k]
        found = z3.BitVecVal(1, 8)
        for length, first in ((2, 0xC0), (3, 0xE0), (4, 0xF0)):
            found = z3.If(z3.UGE(byte, first), z3.BitVecVal(length, 8), found)
        return found

    def continues(self, k: int) -> Any:
        return self.z3.Extract(7, 6, self.window.bytes[k]) == 2

    def is_first(self, k: int) -> Any:
        return self.z3.Not(self.continues(k))

    def unfinished(self, count: int, end: int) -> Any:
        """Return True if the `count` bytes before position `end` begin a longer sequence."""
        z3 = self.z3
        inside = [self.continues(end - i) for i in range(1, count)]
        start = end - count
        return z3.And(self.is_first(start), z3.UGT(self.claimed(start), count), *inside)

    def finished(self, count: int, end: int) -> Any:
        """Return True if the `count` bytes before position `end` have the form of one sequence."""
        z3 = self.z3
        inside = [self.continues(end - i) for i in range(1, count)]
        start = end - count
        return z3.And(self.is_first(start), self.claimed(start) == count, *inside)

    def is_legal(self, count: int, end: int) -> Any:
        """Return True if these bytes are well-formed, and the character is ASCII or `ucschar`."""
        z3, start = self.z3, end - count
        if count == 1:
            return z3.And()
        bits = [z3.Extract(5, 0, self.window.bytes[start + i]) for i in range(1, count)]
        lead = z3.Extract(6 - count, 0, self.window.bytes[start])
        joined = z3.Concat(lead, *bits)
        point = z3.ZeroExt(32 - joined.size(), joined)
        least = {2: 0x80, 3: 0x800, 4: 0x10000}[count]
        ranges = [
            (first, last)
            for letter, ranges in enumerate(machine("ucschar").alphabet.classes)
            if machine("ucschar").output[machine("ucschar").table[0][letter]] == "accept"
            for first, last in ranges
        ]
        is_one = z3.Or(*[z3.And(z3.UGE(point, a), z3.ULE(point, b)) for a, b in ranges])
        return z3.And(self.length(start) == count, z3.UGE(point, least), is_one)


def characters(terms: Terms) -> Iterator[Theorem]:
    """A row without doubt is ASCII and `ucschar` in well-formed UTF-8, by induction over its bytes.

    The hypothesis is about the bytes before position 0: they end with a sequence, or with the beginning
    of one, and no byte since its first one was doubtful. No row that begins with a continuation byte is
    decided without the parser.
    """
    z3 = terms.z3
    window = Window(terms, -8, 3)
    text = Sequences(window)
    for count in (1, 2, 3):
        quiet = [z3.Not(window.bit("doubt", k)) for k in range(-count, 1)]
        before = z3.And(window.is_so, text.unfinished(count, 0), *quiet)
        after = z3.And(
            text.continues(0),
            z3.Implies(text.finished(count + 1, 1), text.is_legal(count + 1, 1)),
            z3.Or(text.finished(count + 1, 1), text.unfinished(count + 1, 1))
            if count < 3
            else text.finished(count + 1, 1),
        )
        yield Theorem(f"{count} bytes of a sequence, and one more", z3.Implies(before, after))
    for count in (1, 2, 3, 4):
        quiet = [z3.Not(window.bit("doubt", k)) for k in range(-count, 1)]
        before = z3.And(window.is_so, text.finished(count, 0), *quiet)
        yield Theorem(f"a sequence of {count}, and a new one", z3.Implies(before, text.is_first(0)))
    one = z3.And(window.is_so, text.is_first(0), z3.Not(window.bit("doubt", 0)))
    begins = z3.Or(text.finished(1, 1), text.unfinished(1, 1))
    yield Theorem("a sequence begins", z3.Implies(one, begins))


def ends(terms: Terms) -> Iterator[Theorem]:
    """A row that ends within a sequence goes to the parser if the next byte continues no sequence.

    (If it does, that byte sends the row to the parser.)
    """
    z3 = terms.z3
    window = Window(terms, -8, 3)
    text = Sequences(window)
    for count in (1, 2, 3):
        before = z3.And(window.is_so, text.unfinished(count, 0), z3.Not(text.continues(0)))
        asked = z3.Or(window.bit("doubt", -1), window.bit("doubt", 0))
        yield Theorem(f"a row ends after {count} bytes of a sequence", z3.Implies(before, asked))


def planes(terms: Terms) -> Iterator[Theorem]:
    """The next position in a plane, by induction over its words, last word first."""
    z3 = terms.z3
    word = z3.BitVec("word", 64)
    start, first, position = z3.BitVecs("start first position", 32)
    zeros = trailing_zeros(z3, word)

    def has(index: Any) -> Any:
        return z3.Extract(0, 0, z3.LShR(word, index)) == 1

    index = z3.BitVec("any", 64)
    yield Theorem(
        "trailing_zeros is the first bit",
        z3.Implies(
            word != 0,
            z3.And(
                z3.ULT(zeros, 64), has(zeros), z3.Implies(z3.ULT(index, zeros), z3.Not(has(index)))
            ),
        ),
    )
    # `link`: `first` is the first position in the words after this one; `linked` includes it.
    linked = z3.If(word != 0, start + z3.Extract(31, 0, zeros), first)
    in_word = z3.And(z3.ULE(start, 8192), z3.URem(start, 64) == 0, z3.UGE(first, start + 64))
    some = start + z3.Extract(31, 0, index)
    yield Theorem(
        "link: the first position from a word on",
        z3.Implies(
            in_word,
            z3.And(
                z3.Implies(z3.And(z3.ULT(index, 64), has(index)), z3.ULE(linked, some)),
                z3.Or(linked == first, has(z3.ZeroExt(32, linked - start))),
                z3.Implies(word == 0, linked == first),
            ),
        ),
    )
    # `next`: the first position from there on in the same word, else the first in the words after it.
    offset = z3.URem(position, 64)
    rest = z3.LShR(word, z3.ZeroExt(32, offset))
    within = position + z3.Extract(31, 0, trailing_zeros(z3, rest))
    following = z3.If(rest != 0, within, first)
    base = position - offset
    some = base + z3.Extract(31, 0, index)
    is_set = z3.And(z3.ULT(index, 64), has(index), z3.UGE(some, position))
    yield Theorem(
        "next: the first position at or behind one",
        z3.Implies(
            z3.And(z3.ULT(position, 8192), z3.UGE(first, base + 64)),
            z3.And(
                z3.UGE(following, position),
                z3.Implies(is_set, z3.ULE(following, some)),
                z3.Or(following == first, has(z3.ZeroExt(32, following - base))),
                z3.Implies(rest == 0, following == first),
            ),
        ),
    )
    a, b = z3.BitVecs("a b", 32)
    difference = z3.ZeroExt(32, a) - z3.ZeroExt(32, b)
    below = difference & (difference >> 63)
    yield Theorem("least", b + z3.Extract(31, 0, below) == z3.If(z3.ULE(a, b), a, b))
    byte = z3.BitVec("byte", 8)
    bits = sum(1 << (octet % 64) for octet in b"/?#")
    chosen = z3.LShR(z3.BitVecVal(bits, 64), z3.ZeroExt(56, byte & 63)) & 1
    ends_one = z3.Or(*[byte == octet for octet in b"/?#"])
    claim = z3.Implies(stops(z3, byte), (chosen == 1) == ends_one)
    yield Theorem("ends_authority of a byte of the plane stop", claim)


def trailing_zeros(z3: Any, word: Any) -> Any:
    """The number of zeros below the lowest one, 64 for zero: TZCNT, or RBIT and CLZ."""
    found = z3.BitVecVal(64, 64)
    for i in reversed(range(64)):
        found = z3.If(z3.Extract(i, i, word) == 1, z3.BitVecVal(i, 64), found)
    return found


PARTS: tuple[Callable[[Terms], Iterator[Theorem]], ...] = (
    instructions,
    bitmaps,
    classes,
    triplets,
    characters,
    ends,
    planes,
)
