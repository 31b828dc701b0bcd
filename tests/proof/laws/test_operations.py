"""Percent-encoding, letter case, IRIs as URIs: laws for all texts, and tests of the program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from urllib.parse import quote

import pytest

from iriform import IRIReference
from iriform.grammar._abnf import Repeat, Span
from tests.proof.machine import bodies

from . import asking
from .decide import END, outside, search, unlike
from .operations import (
    CASE,
    DECODED,
    DECODED_WITHOUT_CASE,
    HEXDIG,
    NORMAL,
    PERCENT_ENCODING,
    RESERVED,
    RESERVED_ONLY,
    TO_IRI,
    TO_URI,
    UNRESERVED,
    Operation,
    octet_of,
    quoting,
)
from .tagged import (
    BY_OCTET,
    PARTS,
    SHIFT,
    Code,
    Language,
    iri_references,
    language,
    shown,
    symbol_of,
    tag_of,
    uri_references,
)

TESTED = pytest.mark.slow(
    "crates/core/src/parts", "crates/core/src/operations", "crates/core/src/syntax", "tests/proof"
)

BEYOND_ASCII = frozenset(range(0x80, 0x100))

TRIPLETS = [f"%{high:c}{low:c}" for high, low in product(sorted(HEXDIG | set(b"abcdef")), repeat=2)]


def octets() -> Language:
    """The references of RFC 3987 as octets of UTF-8, and more."""
    return language("IRI-reference", bodies("RFC3987"), PARTS, BY_OCTET)


def broken_laws_of_percent_encoding(operation: Operation) -> list[str]:
    """The laws that a description of the normal form breaks, each with a text."""
    texts = iri_references()
    laws = {
        "valid, with components of the same productions": outside(texts, texts, [operation]),
        "its own normal form": unlike(texts, [operation, operation], [operation]),
        "stands for the same octets": unlike(texts, [operation, DECODED], [DECODED]),
        "has the same delimiters": unlike(texts, [operation, RESERVED_ONLY], [RESERVED_ONLY]),
        "normal": outside(texts, of_normal_triplets(), [operation]),
    }
    return [f"{law}: {shown(text)}" for law, text in laws.items() if text is not None]


def of_normal_triplets() -> Language:
    """Tagged texts whose triplets encode no unreserved characters and have upper-case digits."""
    normal = [
        triplet.encode()
        for triplet in TRIPLETS
        if triplet == triplet.upper() and octet_of(triplet) not in UNRESERVED
    ]
    return Triplets(frozenset(normal))


class Triplets(Language):
    """Texts of any tagged characters, with these triplets only."""

    def __init__(self, triplets: frozenset[bytes]) -> None:
        self.states = [b"", b"%", *sorted({triplet[:2] for triplet in triplets})]
        self.triplets = triplets

    def step(self, state: int, tagged: Code) -> int | None:
        read = self.states[state]
        symbol = symbol_of(tagged)
        if not read:
            return 1 if symbol == ord("%") else 0
        read += bytes([symbol])
        if len(read) == len("%HH"):
            return 0 if read in self.triplets else None
        return self.states.index(read) if read in self.states else None

    def accepts(self, state: int) -> bool:
        return state == 0


def test_percent_encoding_has_a_normal_form() -> None:
    assert broken_laws_of_percent_encoding(PERCENT_ENCODING) == []


@TESTED
@pytest.mark.parametrize(
    ("decoded", "law"),
    [
        (UNRESERVED | set(b"%"), "stands for the same octets"),
        (UNRESERVED | set(b"/"), "has the same delimiters"),
        (UNRESERVED | set(b"!"), "has the same delimiters"),
        (UNRESERVED | set(b" "), "valid"),
        (UNRESERVED - set(b"~"), "normal"),
        (frozenset(b""), "normal"),
    ],
)
def test_another_set_of_decoded_characters_breaks_a_law(decoded: set[int], law: str) -> None:
    wrong = Operation(
        triplet=lambda _tag, triplet: (
            (octet_of(triplet),) if octet_of(triplet) in decoded else triplet.upper().encode()
        )
    )
    assert any(broken.startswith(law) for broken in broken_laws_of_percent_encoding(wrong))


@TESTED
@pytest.mark.parametrize(
    ("written", "law"),
    [
        (lambda triplet: triplet.encode(), "normal"),
        (lambda triplet: triplet.lower().encode(), "normal"),
        (lambda triplet: triplet.swapcase().encode(), "its own normal form"),
        (lambda triplet: triplet.replace("F", "E").encode(), "stands for the same octets"),
        (lambda triplet: triplet[:2].encode(), "valid"),
    ],
)
def test_other_digits_break_a_law(written: object, law: str) -> None:
    assert callable(written)
    wrong = Operation(triplet=lambda _tag, triplet: written(triplet))
    assert any(broken.startswith(law) for broken in broken_laws_of_percent_encoding(wrong))


def broken_laws_of_case(chain: Sequence[Operation]) -> list[str]:
    """The laws that percent-encoding and letter case together break."""
    texts = iri_references()
    laws = {
        "valid": outside(texts, texts, chain),
        "its own normal form": unlike(texts, [*chain, *chain], chain),
        "the same but for case": unlike(
            texts, [*chain, DECODED_WITHOUT_CASE], [DECODED_WITHOUT_CASE]
        ),
        "normal": outside(texts, of_normal_triplets(), chain),
        "nothing else changes": unlike(texts, [*chain, ELSEWHERE], [PERCENT_ENCODING, ELSEWHERE]),
    }
    return [f"{law}: {shown(text)}" for law, text in laws.items() if text is not None]


ELSEWHERE = Operation(character=lambda tag, symbol: () if tag in {"scheme", "host"} else (symbol,))
"""Keeps everything except scheme and host; the case of triplets does not change."""


def test_case_has_a_normal_form() -> None:
    assert broken_laws_of_case(NORMAL) == []


@TESTED
@pytest.mark.parametrize(
    ("chain", "law"),
    [
        # The order matters: a decoded character may be a letter.
        ((CASE, PERCENT_ENCODING), "its own normal form"),
        ((PERCENT_ENCODING, replace(CASE, triplet=lambda _, t: t.lower().encode())), "normal"),
        (
            (
                PERCENT_ENCODING,
                Operation(character=lambda _, c: (c | 0x20 if 65 <= c < 91 else c,)),
            ),
            "nothing else changes",
        ),
        (
            (
                PERCENT_ENCODING,
                Operation(character=lambda _, c: (c | 0x20 if 64 <= c < 91 else c,)),
            ),
            "valid",
        ),
    ],
)
def test_another_case_breaks_a_law(chain: tuple[Operation, ...], law: str) -> None:
    assert any(broken.startswith(law) for broken in broken_laws_of_case(chain))


def broken_laws_of_to_uri(operation: Operation) -> list[str]:
    """The laws that a description of the mapping breaks."""
    texts, uris = octets(), uri_references()
    laws = {
        "a URI, with components of RFC 3986's productions": outside(texts, uris, [operation]),
        "leaves a URI as it is": unlike(uris, [operation], []),
        "idempotent": unlike(texts, [operation, operation], [operation]),
        "stands for the same octets": unlike(texts, [operation, DECODED], [DECODED]),
        "the URI of the normal form is the normal form of the URI": unlike(
            texts, [*NORMAL, operation], [operation, *NORMAL]
        ),
    }
    return [f"{law}: {shown(text)}" for law, text in laws.items() if text is not None]


@TESTED
def test_to_uri_makes_a_uri() -> None:
    assert broken_laws_of_to_uri(TO_URI) == []


@TESTED
@pytest.mark.parametrize(
    ("wrong", "law"),
    [
        (Operation(character=lambda _, c: f"%{c:02x}".encode() if c >= 0x80 else (c,)), "the URI"),
        (Operation(character=lambda _, c: f"%{c:02X}".encode() if c > 0x80 else (c,)), "a URI"),
        (Operation(character=lambda _, c: f"%{c:02X}".encode() if c >= 0x7E else (c,)), "leaves"),
        (replace(TO_URI, triplet=lambda _, t: ("%25" + t[1:]).encode()), "leaves"),
        (
            Operation(character=lambda _, c: f"%{c | 1:02X}".encode() if c >= 0x80 else (c,)),
            "stands",
        ),
    ],
)
def test_another_mapping_breaks_a_law(wrong: Operation, law: str) -> None:
    assert any(broken.startswith(law) for broken in broken_laws_of_to_uri(wrong))


def test_to_iri_maps_back_to_an_equivalent_uri() -> None:
    """The law holds for any choice of appropriate characters. Later steps see the same text."""
    one, other = ([step, TO_URI, PERCENT_ENCODING] for step in TO_IRI)
    assert unlike(uri_references(), one, [PERCENT_ENCODING], other) is None


@pytest.mark.parametrize(
    "triplet",
    [
        lambda text: (octet_of(text),),  # reserved characters are decoded
        lambda text: (octet_of(text) & 0x7F,),
        lambda text: b"%%25%b" % text[1:].encode(),  # triplets that stay are encoded twice
    ],
)
def test_another_way_to_an_iri_breaks_the_law(triplet: Callable[[str], Iterable[int]]) -> None:
    wrong = Operation(triplet=lambda _tag, text: triplet(text))
    chain = [wrong, TO_URI, PERCENT_ENCODING]
    assert unlike(uri_references(), chain, [PERCENT_ENCODING]) is not None


@pytest.mark.parametrize("safe", [UNRESERVED, UNRESERVED | RESERVED, UNRESERVED | BEYOND_ASCII])
def test_what_is_quoted_decodes_to_what_it_was(safe: frozenset[int]) -> None:
    """The law holds for any octets and any set of safe ones. `%` never is."""
    assert unlike(data(), [quoting(safe), DECODED], []) is None


def test_quoting_with_a_safe_percent_sign_breaks_the_law() -> None:
    assert unlike(data(), [quoting(UNRESERVED | set(b"%")), DECODED], []) is not None


def data() -> Language:
    """Any octets."""
    return language("data", {"data": Repeat(Span(0x00, 0xFF), 0, None)})


# --- The program: it does what the descriptions say


def ways(texts: Language, symbol: int) -> Iterator[tuple[list[Code], list[Code], int]]:
    """Yield a text to each state that a character may follow, the character, and the state after it."""
    for state, codes in enumerate(texts.codes):
        for tagged in codes:
            if symbol_of(tagged) == symbol:
                then = texts.step(state, tagged)
                assert then is not None
                yield to(texts, state), [tagged], then


def to(texts: Language, goal: int, start: int = 0) -> list[Code]:
    """Return a shortest text from one state to another, or to any final state for -1."""

    def moves(state: object) -> Iterator[tuple[Code, object]]:
        assert isinstance(state, int)
        if state == goal or (goal < 0 and texts.accepts(state)):
            yield END, "fault"
        for tagged in texts.codes[state]:
            yield tagged, texts.step(state, tagged)

    found = search(start, moves)
    assert found is not None
    return found[:-1]


def with_every_triplet() -> Iterator[list[Code]]:
    """Yield texts with each of the 484 triplets in each state of the grammar that allows one."""
    texts = iri_references()
    for before, (percent,), after in ways(texts, ord("%")):
        tag = percent >> SHIFT << SHIFT
        for triplet in TRIPLETS:
            digits = [tag | ord(digit) for digit in triplet[1:]]
            state: int | None = after
            for digit in digits:
                assert state is not None
                state = texts.step(state, digit)
            assert state is not None
            yield [*before, percent, *digits, *to(texts, -1, state)]


def piece(codes: list[Code], tag: str) -> str:
    """Return the characters that have a tag."""
    return asking.text_of(one for one in codes if tag_of(one) == tag)


@TESTED
def test_iriform_normalizes_so() -> None:
    """Dot segments, empty ports and addresses are other steps: their pieces are not compared."""
    checked = 0
    for codes in with_every_triplet():
        expected = list(codes)
        for operation in NORMAL:
            expected = operation(expected)
        found = IRIReference(asking.text_of(codes)).normalize()
        assert (found.scheme or "") == piece(expected, "scheme")
        assert (found.userinfo or "") == piece(expected, "userinfo")
        if "[" not in piece(codes, "host"):
            assert str(found.host or "") == piece(expected, "host")
        if found.scheme is None:
            assert found.path == piece(expected, "path")
        assert (found.query or "") == piece(expected, "query")
        assert (found.fragment or "") == piece(expected, "fragment")
        checked += 1
    assert checked > 5_000


@TESTED
@pytest.mark.parametrize("before", ["", "?", "#", "//u", "//"])
def test_iriform_normalizes_any_two_tokens(before: str) -> None:
    """The description has one state over tokens; this is its suite for a program with two states."""
    allowed = UNRESERVED | RESERVED - set(b"/?#[]@:")
    tokens = [*TRIPLETS, *map(chr, sorted(allowed)), "é"]
    after = {"//u": "@h", "//": ""}.get(before, "")
    tag = {"": "path", "?": "query", "#": "fragment", "//u": "userinfo", "//": "host"}[before]
    expected = {}
    for token in tokens:
        codes = asking.tagged([(tag, token)])
        for operation in NORMAL:
            codes = operation(codes)
        expected[token] = asking.text_of(codes)
    for first in tokens:
        text = "".join(first + token for token in tokens)
        normal = "".join(expected[first] + expected[token] for token in tokens)
        assert IRIReference(before + text + after).normalize() == before + normal + after


@TESTED
def test_iriform_maps_every_character() -> None:
    """Every code point beyond ASCII that a reference may have, and edges in each state of the grammar."""
    ranges = [(0xA0, 0xD7FF), (0xF900, 0xFDCF), (0xFDF0, 0xFFEF), (0xE000, 0xF8FF)]
    ranges += [(p << 16, (p << 16) + 0xFFFD) for p in range(1, 17)]
    every = "".join(
        chr(c) for a, b in ranges for c in range(a, b + 1) if c >> 16 != 14 or c >= 0xE1000
    )
    assert IRIReference("?" + every).to_uri() == "?" + quote(every, safe="")
    texts = iri_references()
    checked = 0
    for before, tagged, then in [*ways(texts, 0x100), *ways(texts, 0x101)]:
        codes = [*before, *tagged, *to(texts, -1, then)]
        is_private = symbol_of(tagged[0]) == 0x101
        for character in (
            "\ue000\uf8ff\U000f0000\U0010fffd" if is_private else "\xa0\ud7ff\uf900\uffef\U000efffd"
        ):
            first, last = asking.text_of(before), asking.text_of(codes[len(before) + 1 :])
            iri = IRIReference(first + character + last)
            ascii_only = [
                quote(part, safe="".join(map(chr, range(0x80)))) for part in (first, last)
            ]
            assert iri.to_uri() == ascii_only[0] + quote(character) + ascii_only[1]
            checked += 1
    assert checked > 50


@TESTED
def test_iriform_makes_a_character_of_its_octets_or_leaves_them() -> None:
    """For every character beyond ASCII, and what is not UTF-8: octets at the edges, three together."""
    characters = [chr(c) for c in range(0x80, 0x110000) if not 0xD800 <= c < 0xE000]
    iri = IRIReference("?" + "/".join(map(quote, characters))).to_iri()
    found = iri.removeprefix("?").split("/")
    assert len(found) == len(characters)
    assert all(one in {c, quote(c)} for one, c in zip(found, characters, strict=True))
    octets = bytes.fromhex("7e7f808f909fa0bfc0c1c2dfe0e1ecedeeeff0f1f3f4f5ff")
    for first in octets:
        each = [
            "".join(f"%{octet:02X}" for octet in (first, *rest))
            for rest in product(octets, repeat=3)
        ]
        uri = IRIReference("?" + "/".join(each))
        assert uri.to_iri().to_uri() == uri.normalize()
