"""Validity: every production, compared with the rows of many suites and the traps of the grammar."""

from typing import Any

import pytest

import iriform
from iriform import IRI, URI, IRIReference, ParseError, URIReference, _core

from .tables import rows

# The classes, and the production whose language each is.
CLASSES: dict[str, type[Any]] = {
    "URI": iriform.URI,
    "URI-reference": iriform.URIReference,
    "IRI": iriform.IRI,
    "IRI-reference": iriform.IRIReference,
    "scheme": iriform.Scheme,
    "iauthority": iriform.Authority,
    "iuserinfo": iriform.UserInfo,
    "ihost": iriform.Host,
    "ipath": iriform.Path,
    "isegment": iriform.Segment,
    "iquery": iriform.Query,
    "ifragment": iriform.Fragment,
}
BY_KIND = {production.lower(): cls for production, cls in CLASSES.items()}


def text_of(row: dict[str, Any]) -> str | bytes:
    return bytes.fromhex(row["input_bytes_hex"]) if row["input"] is None else str(row["input"])


@pytest.mark.collection
@pytest.mark.parametrize("table", ["validity", "validity_components"])
def test_every_row_agrees(table: str) -> None:
    wrong = [
        row
        for row in rows(table)
        if _core.matches(row["kind"], text_of(row)) is not row["valid"]
        or (_core.diagnose(row["kind"], text_of(row)) is None) is not row["valid"]
    ]
    assert wrong == []


@pytest.mark.collection
@pytest.mark.parametrize("table", ["validity", "validity_components"])
def test_every_row_agrees_as_bytes(table: str) -> None:
    wrong = [
        row
        for row in rows(table)
        if isinstance(text := text_of(row), str)
        and text.isprintable()  # therefore without surrogates, which have no bytes
        and _core.matches(row["kind"], text.encode()) is not row["valid"]
    ]
    assert wrong == []


@pytest.mark.collection
@pytest.mark.parametrize("table", ["validity", "validity_components"])
def test_every_class_agrees_with_its_production(table: str) -> None:
    wrong = []
    for row in rows(table):
        cls = BY_KIND.get(row["kind"])
        if cls is None:
            continue
        text = text_of(row)
        try:
            made = cls(text)
        except ParseError:
            made = None
        good = type(made) is cls and str(made) == text if row["valid"] else made is None
        if not good or cls.is_valid(text) is not row["valid"]:
            wrong.append(row)
    assert wrong == []


@pytest.mark.collection
@pytest.mark.parametrize("wider", ["\u0100", "\U00010000"], ids=["two bytes", "four bytes"])
def test_storage_does_not_matter(wider: str) -> None:
    """A fragment makes CPython store the same text in code units of another width."""
    wrong = []
    for row in rows("validity"):
        text = text_of(row)
        if row["kind"] not in {"iri", "iri-reference"} or isinstance(text, bytes) or "#" in text:
            continue
        narrow, wide = (_core.diagnose(row["kind"], t) for t in (text, f"{text}#{wider}"))
        # A text that ends too early without it may fail elsewhere, but it fails.
        if (narrow is None) is not (wide is None) or (
            narrow and wide and narrow[0] < len(text) and narrow != wide and "-" not in narrow[4]
        ):
            wrong.append((row, narrow, wide))
    assert wrong == []


VALID_REFERENCES = {
    "": "path-empty",
    "http:": "a scheme and path-empty",
    "http://": "an empty authority",
    "http:////": "an empty authority, and the path //",
    "//@": "an empty userinfo and an empty host",
    "//:": "an empty host and an empty port",
    "//@:": "all three empty",
    "//:@": "a userinfo of one colon",
    "//a:": "an empty port",
    "//::::@h": "a userinfo may have many colons",
    "?:": "a colon after the path",
    "./a:b": "a colon after the first segment",
    "a/b:c": "a colon after the first segment",
    "a?b?c": "? within the query",
    "#a?b/c": "? and / within the fragment",
    "%00": "an encoded NUL is three characters",
    "%FF": "not UTF-8, which the syntax does not ask for",
    "http://h:0": "ports have no least value",
    "http://h:00080": "leading zeros",
    "http://h:65536": "above 16 bits",
    "http://h:99999999999999999999": "above 64 bits",
    "http://256.1.1.1": "no IPv4address, so a reg-name",
    "http://01.2.3.4": "a leading zero makes it a reg-name",
    "http://1.2.3": "three numbers make a reg-name",
    "http://1.2.3.4.": "a trailing dot makes it a reg-name",
    "http://!$&'()*+,;=/": "a reg-name may have sub-delims",
    "foo://": "empty authority, empty path",
    "foo:///": "empty authority, path /",
    "foo:/": "no authority, path /",
}

INVALID_REFERENCES = {
    "//u@h@i": "a second @",
    "//a:b": "no port and no userinfo",
    "//a:b:80": "a reg-name has no colon",
    "a://b:c@d:e": "a port of a letter",
    "1a:b": "a scheme begins with a letter",
    "a_b:c": "a scheme has no underscore",
    "%41:b": "a scheme has no escapes",
    ":a": "no scheme before the colon",
    "é:": "a scheme is ASCII",
    "a#b#c": "a second #",
    "http://h/[": "[ outside a host",
    "http://h/]": "] outside a host",
    "http://h[::1]": "[ within a reg-name",
    "http://[::1]h": "a reg-name after ]",
    "http://[::1]:80:90": "a second port",
    "http://h:8%30": "a port has no escapes",
    "http://h:+80": "a port has no sign",
    "http://h:８０": "a port is ASCII",
    "%": "no digit",
    "%4": "one digit",
    "%G0": "no hexadecimal digit",
    "%4G": "no second one",
    "%é0": "not hexadecimal",
    "%%41": "% after %",
    **{f"a{chr(c)}": f"U+{c:04X} is a control" for c in [*range(0x20), *range(0x7F, 0xA0)]},
    **{f"a{c}": f"{c} is in no rule" for c in ' "<>\\^`{|}'},
}

VALID_HOSTS = [
    "[1:2:3:4:5:6:7::]", "[::2:3:4:5:6:7:8]",  # :: for exactly one group
    "[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:1.2.3.4]", "[1:2:3:4:5::1.2.3.4]", "[::ffff:0:1.2.3.4]",
    "[::]", "[::1.2.3.4]", "[1::]", "[A:b:C:d:E:f:0:1]", "[0001:02::]", "[::255.255.255.255]",
    "[v1.a]", "[V1.a]", "[vF.a:b]", "[v1F.~!$&'()*+,;=:-._]",
]  # fmt: skip

INVALID_HOSTS = {
    "[1:2:3:4:5:6:7:1.2.3.4]": "nine groups",
    "[1:2:3:4:5:6::1.2.3.4]": ":: for no group",
    "[1:2:3:4:5:6:7:8::]": ":: for no group",
    "[1:2:3:4:5:1.2.3.4]": "seven groups",
    "[1:2:3:4:5:6:7]": "seven groups",
    "[::01.2.3.4]": "a leading zero",
    "[::1.2.3.256]": "above 255",
    "[::1.2.3]": "three numbers",
    "[::1.2.3.4:5]": "the IPv4address comes last",
    "[1.2.3.4]": "no brackets around IPv4",
    "[1::2::3]": "a second ::",
    "[:::]": "three colons",
    "[:1:2:3:4:5:6:7]": "a single colon first",
    "[1:2:3:4:5:6:7:]": "a single colon last",
    "[12345::]": "five digits",
    "[::g]": "not hexadecimal",
    "[]": "nothing",
    "[::1": "not closed",
    "::1]": "not opened",
    "[::1]]": "closed twice",
    "[fe80::1%25eth0]": "a zone, which RFC 9844 took out",
    "[fe80::1%eth0]": "a zone in the notation of user interfaces",
    "[v.a]": "no version",
    "[v1.]": "no address",
    "[v1]": "no dot",
    "[v1.%41]": "no escapes in brackets",
    "[v1.é]": "no ucschar in brackets, not in an IRI either",
    "[::é]": "the same",
    "[vg.a]": "the version is hexadecimal",
}


@pytest.mark.parametrize("text", VALID_REFERENCES)
def test_valid_references(text: str) -> None:
    assert URIReference.is_valid(text)
    assert IRIReference.is_valid(text)


@pytest.mark.parametrize("text", INVALID_REFERENCES)
def test_invalid_references(text: str) -> None:
    assert not URIReference.is_valid(text)
    assert not IRIReference.is_valid(text)


@pytest.mark.parametrize("host", VALID_HOSTS)
def test_valid_ip_literals(host: str) -> None:
    for text in (f"http://{host}", f"http://u@{host}:80/p"):
        assert URI.is_valid(text)
        assert IRI.is_valid(text)


@pytest.mark.parametrize("host", INVALID_HOSTS)
def test_invalid_ip_literals(host: str) -> None:
    for text in (f"http://{host}", f"http://u@{host}:80/p"):
        assert not URI.is_valid(text)
        assert not IRI.is_valid(text)


def ranges(*pairs: tuple[int, int]) -> set[int]:
    return {c for first, last in pairs for c in range(first, last + 1)}


# RFC 3987 §2.2, written out again.
UCSCHAR = ranges(
    (0xA0, 0xD7FF), (0xF900, 0xFDCF), (0xFDF0, 0xFFEF), (0xE1000, 0xEFFFD),
    *((plane << 16, (plane << 16) + 0xFFFD) for plane in range(1, 14)),
)  # fmt: skip
IPRIVATE = ranges((0xE000, 0xF8FF), (0xF0000, 0xFFFFD), (0x100000, 0x10FFFD))

PLACES = ["s://{}@h", "s://{}", "{}", "s:/{}", "s:#{}"]


@pytest.mark.parametrize("place", PLACES)
def test_every_non_ascii_code_point(place: str) -> None:
    valid = {c for c in range(0x80, 0x110000) if IRIReference.is_valid(place.format(chr(c)))}
    assert valid == UCSCHAR


def test_every_non_ascii_code_point_in_a_query() -> None:
    valid = {c for c in range(0x80, 0x110000) if IRIReference.is_valid(f"s:?{chr(c)}")}
    assert valid == UCSCHAR | IPRIVATE


@pytest.mark.parametrize("place", ["é:", "s{}:", "s://h:{}", "s://[{}]", "s://[v1.{}]"])
def test_where_no_non_ascii_code_point_may_stand(place: str) -> None:
    assert not any(IRIReference.is_valid(place.format(chr(c))) for c in range(0x80, 0x110000))


def test_no_uri_has_a_non_ascii_code_point() -> None:
    for place in (*PLACES, "s:?{}"):
        assert not any(URIReference.is_valid(place.format(chr(c))) for c in range(0x80, 0x110000))


@pytest.mark.parametrize("c", "\u200e\u200f\u202a\u202b\u202c\u202d\u202e")
def test_the_parser_accepts_formatting_characters(c: str) -> None:
    """They are ucschar by the grammar; their prohibition in RFC 3987 §4.1 does not concern parsing."""
    assert IRI.is_valid(f"http://h/{c}")


@pytest.mark.collection
def test_every_uri_is_an_iri() -> None:
    wrong = [
        row
        for row in rows("validity")
        if row["kind"] == "uri" and row["valid"] and not IRI.is_valid(text_of(row))
    ]
    assert wrong == []
