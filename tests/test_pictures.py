"""The picture of a `ParseError`, and its hint about what to do."""

import re
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from iriform import (
    HTTPURI,
    IRI,
    URI,
    Authority,
    Host,
    IRIReference,
    ParseError,
    Segment,
    URITemplate,
)
from iriform._display import cells
from tests.effort import rounds
from tests.growth import assert_takes_at_most

from .errors import ALL, error_of
from .strategies import almost_references

PICTURES: list[tuple[Any, str | bytes, str]] = [
    (
        IRI,
        "http://example.com/a b",
        """\
not an IRI: U+0020 SPACE is not allowed in a path segment (isegment, RFC 3987 §2.2)
  http://example.com/a b
                      ^ position 20; percent-encode it as %20""",
    ),
    (
        IRI,
        "http://host:80a0/p",
        """\
not an IRI: “80a0” is not a port (port, RFC 3986 §3.2.3)
  http://host:80a0/p
              ^^^^ position 16; a port has digits only""",
    ),
    (
        IRI,
        "http://::1/",
        """\
not an IRI: “::1” is an IPv6 address without brackets (ihost, RFC 3987 §2.2)
  http://::1/
         ^^^ position 10; write [::1]""",
    ),
    (
        IRI,
        "",
        """\
not an IRI: the text is empty (scheme, RFC 3986 §3.1)
  \n\
  ^ position 0; begin with a scheme, as in https:""",
    ),
    (
        URI,
        "../a",
        """\
not a URI: there is no scheme (scheme, RFC 3986 §3.1)
  ../a
  ^^ position 0; put a scheme before it, or resolve it against a base""",
    ),
    (
        URI,
        "http://h/é",
        """\
not a URI: U+00E9 LATIN SMALL LETTER E WITH ACUTE is not ASCII (segment, RFC 3986 §3.3)
  http://h/é
           ^ position 9; IRIs may have it; in a URI it is %C3%A9""",
    ),
    (
        IRI,
        "http://道道/e\u0301道 z",  # wide and combining characters
        """\
not an IRI: U+0020 SPACE is not allowed in a path segment (isegment, RFC 3987 §2.2)
  http://道道/e\u0301道 z
                 ^ position 13; percent-encode it as %20""",
    ),
    (
        IRI,
        "http://h/\x00\u202e",  # controls and bidi are escaped
        """\
not an IRI: U+0000 is not allowed in a path segment (isegment, RFC 3987 §2.2)
  http://h/\\x00\\u202e
           ^^^^ position 9; percent-encode it as %00""",
    ),
    (
        IRI,
        "http://h/\u202ea b",  # also before the position
        """\
not an IRI: U+0020 SPACE is not allowed in a path segment (isegment, RFC 3987 §2.2)
  http://h/\\u202ea b
                  ^ position 11; percent-encode it as %20""",
    ),
    (
        IRI,
        "http://h/\ud83d\n",
        """\
not an IRI: U+D83D is half of a surrogate pair, not a character (isegment, RFC 3987 §2.2)
  http://h/\\ud83d\\n
           ^^^^^^ position 9""",
    ),
    (
        IRI,
        b"http://h/caf\xe9",
        """\
not an IRI: the bytes are not UTF-8 (isegment, RFC 3987 §2.2)
  http://h/caf\\xe9
              ^^^^ position 12; convert it from its encoding to UTF-8""",
    ),
    (
        IRI,
        "http://anna:sec ret@h/",
        """\
not an IRI: a character here is not allowed in a userinfo (iuserinfo, RFC 3987 §2.2)
  http://anna:***@h/
                 ^ position 15; if it belongs to a password, percent-encode it: “/” is %2F, “?” %3F, “#” %23, “@” %40, \
“%” %25, a space %20""",  # noqa: E501 - one line
    ),
    (
        IRI,
        "http://anna:secret@h/a b",
        """\
not an IRI: U+0020 SPACE is not allowed in a path segment (isegment, RFC 3987 §2.2)
  http://anna:***@h/a b
                     ^ position 22; percent-encode it as %20""",
    ),
    (
        IRI,
        "http://[fe80::1%25en0]/",
        """\
not an IRI: an IPv6 address has no zone identifier in a URI (IPv6address, RFC 3986 §3.2.2)
  http://[fe80::1%25en0]/
         ^^^^^^^^^^^^^^^ position 15; RFC 9844 removed it from the syntax: leave out “%” \
and what follows""",
    ),
    (
        IRIReference,
        "a_b:c",
        """\
not an IRI reference: the first segment of a relative path must not contain a colon \
(isegment-nz-nc, RFC 3987 §2.2)
  a_b:c
  ^^^^ position 3; if it is not a scheme, write “./” before it""",
    ),
    (
        IRI,
        "http://h/{id}",
        """\
not an IRI: U+007B LEFT CURLY BRACKET is not allowed in a path segment (isegment, RFC 3987 §2.2)
  http://h/{id}
           ^ position 9; “{id}” looks like a URI template (RFC 6570): expand it first""",
    ),
    (
        IRI,
        b"{+base}/{?a,b*}",
        """\
not an IRI: there is no scheme (scheme, RFC 3986 §3.1)
  {+base}/{?a,b*}
  ^^^^^^^ position 0; “{+base}” looks like a URI template (RFC 6570): expand it first""",
    ),
    (
        IRI,
        "http://a:{b}@h/|",  # a secret is not used as an example
        """\
not an IRI: a character here is not allowed in a port (port, RFC 3986 §3.2.3)
  http://a:***@h/|
           ^^^ position 9""",
    ),
    (
        IRI,
        "https://ghp_0123@github.com/|",  # a user name that is a token
        """\
not an IRI: U+007C VERTICAL LINE is not allowed in a path segment (isegment, RFC 3987 §2.2)
  https://***@github.com/|
                         ^ position 28; percent-encode it as %7C""",
    ),
    (
        Host,
        "::1",  # of with_parts(host="::1"), too
        """\
not a host: “::1” is an IPv6 address without brackets (ihost, RFC 3987 §2.2)
  ::1
  ^^^ position 0; write [::1]""",
    ),
    (
        IRI,
        "http://a:secret@b:80a@c/",
        """\
not an IRI: there is a second “@” in the authority (port, RFC 3986 §3.2.3)
  http://a:***@c/
              ^ position 20; only the last “@” is a delimiter: write the others as %40""",
    ),
    (
        Segment,
        "a/b",
        """\
not a path segment: U+002F SOLIDUS is not allowed in a path segment (isegment, RFC 3987 §2.2)
  a/b
   ^ position 1; percent-encode it as %2F""",
    ),
]


@pytest.mark.parametrize(("cls", "text", "picture"), PICTURES)
def test_pictures(cls: Any, text: str | bytes, picture: str) -> None:
    assert str(error_of(cls, text)) == picture


@pytest.mark.parametrize(
    ("cls", "text", "hint"),
    [
        (URI, "http://h/é", "IRIs may have it; in a URI it is %C3%A9"),
        (URI, "http://h/é b", "IRIs may have it; in a URI it is %C3%A9"),
        (URI, "https://münchen.de/é", "IRIs may have it; in a URI the host is xn--mnchen-3ya.de"),
        (URI, "urn://é/", "IRIs may have it; in a URI it is %C3%A9"),
        (URI, "https://é_é/", "IRIs may have it; in a URI it is %C3%A9"),
        (URI, "é:", None),  # no scheme has it
        (URI, "http://a:８0/", None),  # no port has it
        (IRI, "http://h/a b", "percent-encode it as %20"),
        (IRI, "http://h/a\\b", "percent-encode it as %5C, or write “/” if a slash is meant"),
        (Segment, "a\\b", "percent-encode it as %5C"),
        (IRI, "http:\\\\h", "write “/” in place of “\\”"),  # the host is unknown: repair refuses it
        (IRI, "http://a\\@h/", None),
        (IRI, b"http://h\\a", "write “/” in place of “\\”"),
        (IRI, "http://a:b\\@h/", None),  # it may be of a password
        (
            URITemplate,
            "/{id:int}",
            "RFC 6570 has no types of values: leave out “:int”, and give match its types",
        ),
        (URITemplate, "/{id:0}", "a prefix modifier is “:” and a number without leading zeros"),
        (IRI, "s:/{id:3}", "“{id:3}” looks like a URI template (RFC 6570): expand it first"),
        (IRI, "http://h/{id:int}", "“{id:int}” looks like a placeholder: fill it in first"),
        (IRI, "http://h/{id!r}", "“{id!r}” looks like a placeholder: fill it in first"),
        (HTTPURI, "ftp://h/", None),
        (IRI, "http:/h/a b", None),
        (IRI, "http://h/a\nb", None),  # perhaps two texts
        (IRI, "http://h/a\tb", None),
        (IRI, "http://h/a\n", "remove the white space at the end"),
        (IRI, "http://h \t", "remove the white space at the end"),
        (URI, b" http://h/", "remove the white space at the beginning"),
        (URI, "\u3000http://h/", "remove the white space at the beginning"),
        (IRI, " http://h/a b ", "remove the white space at the beginning"),  # one at a time
        (IRI, "http://h/a b ", "percent-encode it as %20"),
        (Segment, "a ", "percent-encode it as %20"),  # of data it may be a part
        (IRI, "<http://h/>", "remove the angle brackets around it"),
        (IRIReference, '"a/é"', "remove the quotation marks around it"),
        (URI, b"<http://h/\xc3\xa9>", None),  # that would not be enough
        (IRIReference, '"', "percent-encode it as %22"),
        (Segment, "<a>", "percent-encode it as %3C"),
        (IRI, "_:b0", "“_:” begins a blank node of RDF, which has no IRI"),
        (IRIReference, b"_:b0", "“_:” begins a blank node of RDF, which has no IRI"),
        (IRI, "http://h/100%", "write a literal “%” as %25"),
        (IRI, b"http://h/\xc3\xa9%", "write a literal “%” as %25"),
        (IRI, "http://a%/", None),  # no name has it
        (Segment, "a\nb", "percent-encode it as %0A"),
        (Segment, "a%", "write a literal “%” as %25"),
        (IRI, "http://a@b@c/", "only the last “@” is a delimiter: write the others as %40"),
        (Authority, "a@b@c", "only the last “@” is a delimiter: write the others as %40"),
        (IRI, "http://[::1/", "close it with “]”"),
        (IRI, "http://[::1 /", None),  # that would not be enough
        (IRI, "1a:b", None),
        (IRI, "s:" + "a" * 2**20 + " ", None),  # too long to be tried
    ],
)
def test_hints(cls: Any, text: str | bytes, hint: str | None) -> None:
    assert error_of(cls, text).hint == hint


def followed(e: ParseError) -> str | None:
    """Apply the hint, if it suggests an edit."""
    text, hint, (start, stop) = e.text, e.hint or "", e.span
    assert isinstance(text, str)
    if found := re.search(r"(?:percent-encode it as|in a URI it is) ((?:%..)+)", hint):
        return text[: e.position] + found[1] + text[e.position + 1 :]
    if found := re.fullmatch(r"write (\[.*\])", hint):
        return text[:start] + found[1] + text[stop:]
    if "write “./” before it" in hint:
        return f"./{text}"
    if "write the others as %40" in hint:
        head, at, tail = text.rpartition("@")
        return head.replace("@", "%40") + at + tail
    rest = text[e.position :]
    slashes = len(rest) - len(rest.lstrip("\\"))
    by_words = {
        "write “/” in place of “\\”": (e.position, e.position + slashes, "/" * slashes),
        f"RFC 6570 has no types of values: leave out “:{text[start:stop]}”, and give match its types": (
            start - 1,
            stop,
            "",
        ),
        "remove the angle brackets around it": (0, len(text), text[1:-1]),
        "remove the quotation marks around it": (0, len(text), text[1:-1]),
        "write a literal “%” as %25": (start, start + 1, "%25"),
        "begin with a scheme, as in https:": (0, 0, "https:"),
        "close it with “]”": (stop, stop, "]"),
    }
    if hint in by_words:
        start, stop, replacement = by_words[hint]
        return text[:start] + replacement + text[stop:]
    return None


@settings(max_examples=rounds(200, 5_000))
@given(st.sampled_from(ALL), almost_references())
@example(URI, "é:")
@example(URI, "http://a:８0/")
@example(IRI, "http:\\h/p")
@example(IRI, "http://::1/")
def test_what_a_hint_advises_leads_on(cls: Any, text: str) -> None:
    try:
        cls(text)
    except ParseError as e:
        edited = followed(e)
        if edited is None:
            return
        with suppress(ParseError):
            cls(edited)
            return
        again = error_of(cls, edited)
        left = len(edited) - again.span[0]
        assert left <= len(text) - e.position, (e.hint, again.hint)  # it is after the position


@given(almost_references())
def test_what_is_to_be_percent_encoded_is_repaired(text: str) -> None:
    try:
        IRI(text)
    except ParseError as e:
        if e.hint and e.hint.startswith("percent-encode"):
            with suppress(ParseError):
                IRI.repair(text)
                return
            assert error_of(IRI.repair, text).position > e.position


@given(
    st.text("a道e\u0301\u1100\u1161\U0001f600\u202e\x00\n%", max_size=60),
    st.text("a道\u0301", max_size=9),
)
def test_the_caret_stands_under_the_place(before: str, after: str) -> None:
    text = "s://h/" + before.replace("%", "%41").replace("\x00", "").replace("\n", "")
    _, line, caret = str(error_of(IRI, f"{text} {after}")).split("\n")
    place = caret.index("^")
    at = next(i for i in range(len(line)) if cells(line[:i]) == place and line[i] == " ")

    assert line[at:].rstrip("…").startswith(f" {after}".rstrip("…"))


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("", 0), ("abc", 3), ("道", 2), ("ｱ", 1), ("Ａ", 2), ("e\u0301", 1),
        ("\u1112\u1161\u11ab", 2),  # conjoining Jamo: one syllable
        ("\U0001f600", 2),
        ("\u0915\u094d", 1),
    ],
)  # fmt: skip
def test_cells(text: str, width: int) -> None:
    assert cells(text) == width


def test_long_text_is_cut_around_the_place() -> None:
    for before, after in [(0, 10**6), (10**6, 10**6), (10**6, 0)]:
        e = error_of(IRI, "s:" + "a" * before + " " + "b" * after)
        text = str(e)
        assert len(text) < 300
        assert ("…a" in text) is (before > 0)
        assert ("b…" in text) is (after > 0)
        assert e.position == before + 2


def test_a_long_piece_to_blame_is_cut() -> None:
    text = str(error_of(IRI, "http://h:" + "a" * 10**6))

    assert len(text) < 500
    assert "this is not a port" in text


@pytest.mark.parametrize("of_bytes", [False, True])
def test_huge_text_is_explained_fast(of_bytes: bool) -> None:
    text = "http://u:p@h/" + "a" * 50_000_000 + " "
    e = error_of(IRI, text.encode() if of_bytes else text)

    assert len(str(e) + repr(e)) < 500
    assert_takes_at_most(2, lambda: str(e) + repr(e))
