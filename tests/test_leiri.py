"""References of legacy extended IRIs: `from_leiri` (W3C note of 2008, RFC 3987 §3.1)."""

from __future__ import annotations

import pytest

from iriform import IRI, URI, IRIReference, ParseError, URIReference, quote

# The characters of §4 of the note, which a LEIRI allows and an IRI does not.
ALLOWED = [
    *' <>"{}|\\^`',
    *map(chr, range(0x20)),
    *map(chr, range(0x7F, 0xA0)),
    *"\u200e\u200f\u202a\u202b\u202c\u202d\u202e",
    "\ufdd0",
    "\ufdef",
    *map(chr, range(0xFFF0, 0xFFFE)),
    "\U0001fffe",
    "\U0001ffff",
    "\U0010ffff",
    "\U000e0000",
    "\U000e0001",
    "\U000e0fff",
]
PRIVATE = ["\ue000", "\uf8ff", "\U000f0000", "\U0010fffd"]


@pytest.mark.parametrize("place", ["{}", "a/{}b", "//u{}@h", "//h{}:8", "?{}", "#{}", "s:{}"])
def test_what_leiris_have_is_percent_encoded(place: str) -> None:
    for character in [*ALLOWED, *PRIVATE]:
        text, encoded = place.format(character), place.format(quote(character))
        kept = place == "?{}" and character in PRIVATE
        assert IRIReference.from_leiri(text) == (text if kept else encoded)
        assert URIReference.from_leiri(text) == encoded


@pytest.mark.parametrize(
    "text",
    ["", "a", "http://h/é?\ue000#é", "%C3%A9", "//[::1]/", "\U000e1000", "\ud7ff\uf900", "a'()*"],
)
def test_an_iri_reference_stays_as_it_is(text: str) -> None:
    assert IRIReference.from_leiri(text) == text


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("a b%", 4),  # a bare percent
        ("a b%zz", 4),
        ("a b[c]", 3),
        ("a #b #c", 5),  # a second hash
        ("a b:c", 3),  # a colon in the first segment
        ("http://h:8 0/", 12),  # no place for a character of a LEIRI
        ("http://[::1 ]/", 11),
        ("é \ufffe", 2),  # not a character of XML
        ("é \uffff", 2),
        ("é \ud800", 2),
    ],
)
def test_nothing_is_repaired(text: str, position: int) -> None:
    with pytest.raises(ParseError) as caught:
        IRIReference.from_leiri(text)
    assert (caught.value.text, caught.value.position) == (text, position)


def test_nothing_is_trimmed() -> None:
    assert IRIReference.from_leiri(" <a>\n") == "%20%3Ca%3E%0A"


def test_the_class_is_the_one_that_was_asked() -> None:
    assert type(IRI.from_leiri("s:a b")) is IRI
    assert type(URI.from_leiri("s:é b")) is URI
    assert URI.from_leiri("s:é b") == "s:%C3%A9%20b"
    with pytest.raises(ParseError):
        IRI.from_leiri("a b")
    with pytest.raises(TypeError, match=r"from_leiri\(\) takes str, not bytes"):
        IRI.from_leiri(b"s:a")  # type: ignore[arg-type]
