"""`ParseError`: where, why, in which rule, what to do; and the picture of it."""

import copy
import json
import logging
import pickle
import re
import time
import traceback
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from iriform import (
    HTTPIRI,
    HTTPURI,
    IRI,
    URI,
    Authority,
    Fragment,
    Host,
    IRIReference,
    ParseError,
    Path,
    Query,
    Reason,
    Scheme,
    Segment,
    URIReference,
    URITemplate,
    UserInfo,
    _core,
)
from iriform._display import cells
from iriform._explain import described

from .strategies import almost_references

REFERENCES: list[type[Any]] = [IRIReference, IRI, URIReference, URI]
ALL: list[type[Any]] = [
    *REFERENCES, Scheme, Authority, UserInfo, Host, Path, Segment, Query, Fragment,
    URITemplate,
]  # fmt: skip


def error(cls: Any, text: Any) -> ParseError:
    with pytest.raises(ParseError) as caught:
        cls(text)
    return caught.value


# class, text, position, the piece to blame, rule, reason
CASES: list[tuple[Any, str, int, str, str, str]] = [
    (IRI, "", 0, "", "scheme", "missing-scheme"),
    (IRI, "a/b", 1, "a", "scheme", "missing-scheme"),
    (IRI, "http", 4, "http", "scheme", "missing-scheme"),
    (IRI, "//u:p@h/", 0, "", "scheme", "missing-scheme"),
    (IRI, "1a:b", 0, "1", "scheme", "invalid-character"),
    (IRI, "a_b:c", 1, "_", "scheme", "invalid-character"),
    (IRI, "é:b", 0, "é", "scheme", "invalid-character"),
    (URI, "é:b", 0, "é", "scheme", "non-ascii"),
    (IRI, " http://h/", 0, " ", "scheme", "invalid-character"),
    (IRIReference, "1a:b", 2, "1a:", "isegment-nz-nc", "colon-in-first-segment"),
    (URIReference, ":", 0, ":", "segment-nz-nc", "colon-in-first-segment"),
    (IRI, "http://h/a b", 10, " ", "isegment", "invalid-character"),
    (URI, "http://h/a b", 10, " ", "segment", "invalid-character"),
    (IRI, "http://h/a?b c", 12, " ", "iquery", "invalid-character"),
    (IRI, "http://h/a#b#c", 12, "#", "ifragment", "invalid-character"),
    (IRI, "http://h h/", 8, " ", "ireg-name", "invalid-character"),
    (URI, "http://h/é", 9, "é", "segment", "non-ascii"),
    (URI, "http://é/", 7, "é", "reg-name", "non-ascii"),
    (IRI, "http://h/\ue000", 9, "\ue000", "isegment", "private-use"),
    (IRI, "http://h/\U0010fffd", 9, "\U0010fffd", "isegment", "private-use"),
    (IRI, "http://h/\ufffd", 9, "\ufffd", "isegment", "invalid-character"),
    (IRI, "http://h/\U0001f600\ud800", 10, "\ud800", "isegment", "lone-surrogate"),
    (IRI, "\udfff", 0, "\udfff", "scheme", "lone-surrogate"),
    (IRI, "http://h/%", 10, "%", "pct-encoded", "invalid-percent-encoding"),
    (IRI, "http://h/%4", 11, "%4", "pct-encoded", "invalid-percent-encoding"),
    (IRI, "http://h/%zz", 10, "%z", "pct-encoded", "invalid-percent-encoding"),
    (IRI, "http://h/%4é", 11, "%4é", "pct-encoded", "invalid-percent-encoding"),
    (IRI, "http://h:80a0/p", 13, "80a0", "port", "invalid-port"),  # it could be a userinfo
    (IRI, "http://h:80a0", 13, "80a0", "port", "invalid-port"),
    (IRI, "http://u@h:80a0/p", 13, "80a0", "port", "invalid-port"),  # here it could not
    (IRI, "http://[::1]:80a0/", 15, "80a0", "port", "invalid-port"),
    (IRI, "http://h:8 0/", 10, " ", "port", "invalid-character"),
    (IRI, "http://a@b@c/", 10, "@", "ireg-name", "second-at"),
    (IRI, "http://::1/", 10, "::1", "ihost", "unbracketed-ipv6"),
    (IRI, "http://2001:db8::1", 18, "2001:db8::1", "ihost", "unbracketed-ipv6"),
    (IRI, "http://[::1", 11, "[::1", "IPv6address", "unclosed-bracket"),
    (IRI, "http://[::1/", 11, "[::1", "IPv6address", "unclosed-bracket"),
    (IRI, "http://[", 8, "[", "h16", "unclosed-bracket"),
    (IRI, "http://[]", 8, "[]", "h16", "invalid-ipv6"),
    (IRI, "http://[1.2.3.4]/", 9, "[1.2.3.4]", "IPv6address", "invalid-ipv6"),
    (IRI, "http://[v1.]/", 11, "[v1.]", "IPvFuture", "invalid-ipvfuture"),
    (IRI, "http://[fe80::1%25a]/", 15, "[fe80::1%25a]", "IPv6address", "zone-identifier"),
    (IRI, "http://[::1]x/", 12, "x", "IP-literal", "invalid-character"),
    (Scheme, "", 0, "", "scheme", "unexpected-end"),
    (Scheme, "a:", 1, ":", "scheme", "invalid-character"),
    (Segment, "a/b", 1, "/", "isegment", "invalid-character"),
    (Path, "/a?", 2, "?", "ipath", "invalid-character"),
    (Query, "a#", 1, "#", "iquery", "invalid-character"),
    (Fragment, "#", 0, "#", "ifragment", "invalid-character"),
    (UserInfo, "a@", 1, "@", "iuserinfo", "invalid-character"),
    (Authority, "a:b", 3, "b", "port", "invalid-port"),
    (Host, "[::1", 4, "[::1", "IPv6address", "unclosed-bracket"),
    (Host, "::1", 0, "::1", "ihost", "unbracketed-ipv6"),
    (IRI, "http://u:p@::1/", 12, "::1", "ihost", "unbracketed-ipv6"),
    (IRI, "http://a@b:80@c/", 13, "@", "port", "second-at"),  # more than a port is wrong
    (IRI, "http://a:p@b:q@c/", 13, "q@", "port", "second-at"),
    (URITemplate, "a b", 1, " ", "literals", "invalid-character"),
    (URITemplate, "a}", 1, "}", "literals", "invalid-character"),
    (URITemplate, "a%4", 3, "%4", "pct-encoded", "invalid-percent-encoding"),
    (URITemplate, "\ud800", 0, "\ud800", "literals", "lone-surrogate"),
    (URITemplate, "a{", 2, "{", "varname", "unclosed-expression"),
    (URITemplate, "a{+b", 4, "{+b", "varname", "unclosed-expression"),
    (URITemplate, "{b:", 3, "{b:", "max-length", "unclosed-expression"),
    (URITemplate, "{b*", 3, "{b*", "expression", "unclosed-expression"),
    (URITemplate, "{b%4", 4, "%4", "pct-encoded", "invalid-percent-encoding"),
    (URITemplate, "{}", 1, "}", "varname", "invalid-character"),
    (URITemplate, "{a,,b}", 3, ",", "varname", "invalid-character"),
    (URITemplate, "{a..b}", 3, ".", "varname", "invalid-character"),
    (URITemplate, "{a.}", 3, "}", "varname", "invalid-character"),
    (URITemplate, "{a b}", 2, " ", "varname", "invalid-character"),
    (URITemplate, "{é}", 1, "é", "varname", "invalid-character"),
    (URITemplate, "{a*b}", 3, "b", "expression", "invalid-character"),
    (URITemplate, "x{!a}", 2, "!", "op-reserve", "reserved-operator"),
    (URITemplate, "{|a*}", 1, "|", "op-reserve", "reserved-operator"),
    (URITemplate, "{a:0}", 3, "0", "max-length", "invalid-max-length"),
    (URITemplate, "{a:01,b}", 3, "01", "max-length", "invalid-max-length"),
    (URITemplate, "{a:10000}", 7, "10000", "max-length", "invalid-max-length"),
    (URITemplate, "{a:}", 3, "", "max-length", "invalid-max-length"),
    (URITemplate, "{a:3x}", 4, "3x", "max-length", "invalid-max-length"),
    # Valid references that are no web addresses.
    (HTTPURI, "hxtp://h/", 1, "hxtp", "scheme", "scheme-not-http"),
    (HTTPIRI, "https://é@:1/", 10, "", "ihost", "empty-host"),
]


@pytest.mark.parametrize(("cls", "text", "position", "blamed", "rule", "reason"), CASES)
def test_fields(cls: Any, text: str, position: int, blamed: str, rule: str, reason: str) -> None:
    e = error(cls, text)

    assert isinstance(e, ValueError)
    assert (e.text, e.position, e.rule, e.reason) == (text, position, rule, reason)
    assert text[e.span[0] : e.span[1]] == blamed
    assert e.reason is Reason(reason)
    assert str(e).isprintable() or str(e).count("\n") == 2


def test_every_reason_is_met() -> None:
    met = {reason for *_, reason in CASES}
    # What only a production without a class of its own, or bytes, can meet.
    met |= {
        _core.diagnose("absolute-URI", "a:#f")[4],  # type: ignore[index]
        _core.diagnose("path-absolute", "//")[4],  # type: ignore[index]
        _core.diagnose("URI", b"a:\xff")[4],  # type: ignore[index]
    }

    assert met == set(_core.reasons())


def test_reasons_are_those_of_the_native_module() -> None:
    assert [reason.value for reason in Reason] == _core.reasons()


def test_a_reason_is_its_code() -> None:
    reason = Reason.INVALID_PORT

    assert reason == "invalid-port"
    assert hash(reason) == hash("invalid-port")
    assert (str(reason), f"{reason}", f"{reason:>13}") == ("invalid-port",) * 2 + (" invalid-port",)


@pytest.mark.parametrize("cls", ALL)
def test_production_is_the_classes_own(cls: Any) -> None:
    productions = {
        IRIReference: "IRI-reference", IRI: "IRI", URIReference: "URI-reference", URI: "URI",
        Scheme: "scheme", Authority: "iauthority", UserInfo: "iuserinfo", Host: "ihost",
        Path: "ipath", Segment: "isegment", Query: "iquery", Fragment: "ifragment",
        URITemplate: "URI-Template",
    }  # fmt: skip

    assert error(cls, " ").production == productions[cls]


@pytest.mark.parametrize("rule", _core.rules())
def test_every_rule_has_a_name_for_people(rule: str) -> None:
    noun, clause = described(rule)

    assert clause.startswith(("RFC 3986 §", "RFC 3987 §", "RFC 6570 §"))
    assert noun != rule or rule in {"ucschar", "iprivate"}


@pytest.mark.parametrize(("cls", "text", "position", "blamed", "rule", "reason"), CASES)
def test_the_position_ends_the_longest_viable_prefix(
    cls: Any, text: str, position: int, blamed: str, rule: str, reason: str
) -> None:
    """The text before the position can be continued to a valid one; with one more character it cannot."""
    del blamed, rule, reason
    production = error(cls, text).production
    endings = ["", "a", ":", "a:", "0", "00", "@", "@h", "]", "::1]", "1]", ":1]", "a]", ".0.0.1]"]
    endings += ["}", "a}", "1}", "0}", "00}", "ttp://h", "xtp://h"]
    # A template with a reserved operator matches the production, and is none that can be expanded; web
    # addresses are more than the production asks.
    asks_more = cls in {URITemplate, HTTPIRI, HTTPURI}
    matches = cls.is_valid if asks_more else partial(_core.matches, production)

    def viable(prefix: str) -> bool:
        return any(matches(prefix + ending) for ending in endings)

    assert viable(text[:position])
    assert not viable(text[: position + 1]) or position == len(text)


def test_positions_count_code_points() -> None:
    for prefix in ("http://h/", "http://h/é", "http://h/道", "http://h/\U0001f600"):
        assert error(IRI, f"{prefix} ").position == len(prefix)
        assert error(IRI, f"{prefix} ").span == (len(prefix), len(prefix) + 1)


def test_positions_of_bytes_count_bytes() -> None:
    for prefix in ("http://h/", "http://h/é", "http://h/道", "http://h/\U0001f600"):
        data = prefix.encode()
        assert error(IRI, data + b" ").position == len(data)
        assert error(IRI, data + b"\xff").span == (len(data), len(data) + 1)
        e = error(IRI, data + "\ufdd0".encode())  # not in ucschar, and three bytes long
        assert (e.text, e.span) == (data + "\ufdd0".encode(), (len(data), len(data) + 3))


@pytest.mark.parametrize(
    "tail",
    [b"\xff", b"\x80", b"\xc3", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82"],
)
def test_bytes_that_are_not_utf_8(tail: bytes) -> None:
    e = error(IRI, b"http://h/" + tail)

    assert (e.position, e.reason, e.rule) == (9, "ill-formed-utf-8", "isegment")
    assert "\\x" in str(e)


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
  ^^ position 0; a relative reference is an IRIReference or URIReference""",
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
        "http://h/\u202ea b",  # before the place, too
        """\
not an IRI: U+0020 SPACE is not allowed in a path segment (isegment, RFC 3987 §2.2)
  http://h/\\u202ea b
                  ^ position 11; percent-encode it as %20""",
    ),
    (
        IRI,
        "http://h/\ud83d\n",
        """\
not an IRI: U+D83D is half of a surrogate pair and no character (isegment, RFC 3987 §2.2)
  http://h/\\ud83d\\n
           ^^^^^^ position 9""",
    ),
    (
        IRI,
        b"http://h/caf\xe9",
        """\
not an IRI: the bytes are not UTF-8 (isegment, RFC 3987 §2.2)
  http://h/caf\\xe9
              ^^^^ position 12""",
    ),
    (
        IRI,
        "http://anna:sec ret@h/",
        """\
not an IRI: a character here is not allowed in a userinfo (iuserinfo, RFC 3987 §2.2)
  http://anna:***@h/
                 ^ position 15""",
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
         ^^^^^^^^^^^^^^^ position 15; RFC 9844 took it out of the syntax: leave out “%” \
and what follows""",
    ),
    (
        IRIReference,
        "a_b:c",
        """\
not an IRI reference: the first segment of a relative path must not contain a colon \
(isegment-nz-nc, RFC 3987 §2.2)
  a_b:c
  ^^^^ position 3; if it is no scheme, write “./” before it""",
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
        "http://a:{b}@h/|",  # what is secret is no example
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
    assert str(error(cls, text)) == picture


@pytest.mark.parametrize(
    ("cls", "text", "hint"),
    [
        (URI, "http://h/é", "IRIs may have it; in a URI it is %C3%A9"),
        (URI, "http://h/é b", "IRIs may have it; in a URI it is %C3%A9"),
        (URI, "é:", None),  # no scheme has it
        (URI, "http://a:８0/", None),  # no port has it
        (IRI, "http://h/a b", "percent-encode it as %20"),
        (IRI, "http://h/a\\b", "percent-encode it as %5C, or write “/” if a slash is meant"),
        (Segment, "a\\b", "percent-encode it as %5C"),
        (IRI, "http:\\\\h", "write “/” in place of “\\”"),  # who is meant? repair refuses it
        (IRI, "http://a\\@h/", None),
        (IRI, b"http://h\\a", "write “/” in place of “\\”"),
        (IRI, "http://a:b\\@h/", None),  # it may be of a password
        (URITemplate, "/{id:int}", "RFC 6570 has no types of values: leave out “:int”"),
        (URITemplate, "/{id:0}", "a prefix modifier is “:” and a number without leading zeros"),
        (IRI, "s:/{id:3}", "“{id:3}” looks like a URI template (RFC 6570): expand it first"),
        (IRI, "http://h/{id:int}", "“{id:int}” looks like a placeholder: fill it in first"),
        (IRI, "http://h/{id!r}", "“{id!r}” looks like a placeholder: fill it in first"),
        (HTTPURI, "ftp://h/", None),
        (IRI, "http:/h/a b", None),
        (IRI, "http://h/a\nb", None),  # perhaps two texts
        (IRI, "http://h/a\tb", None),
        (IRI, "http://h/a\n", "take the white space at the end away"),
        (IRI, "http://h \t", "take the white space at the end away"),
        (URI, b" http://h/", "take the white space at the beginning away"),
        (URI, "\u3000http://h/", "take the white space at the beginning away"),
        (IRI, " http://h/a b ", "take the white space at the beginning away"),  # one at a time
        (IRI, "http://h/a b ", "percent-encode it as %20"),
        (Segment, "a ", "percent-encode it as %20"),  # of data it may be a part
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
    assert error(cls, text).hint == hint


def followed(e: ParseError) -> str | None:
    """Do what the hint says, if it says to do something."""
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
        f"RFC 6570 has no types of values: leave out “:{text[start:stop]}”": (start - 1, stop, ""),
        "write a literal “%” as %25": (start, start + 1, "%25"),
        "begin with a scheme, as in https:": (0, 0, "https:"),
        "close it with “]”": (stop, stop, "]"),
    }
    if hint in by_words:
        start, stop, replacement = by_words[hint]
        return text[:start] + replacement + text[stop:]
    return None


@settings(max_examples=500)
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
        again = error(cls, edited)
        left = len(edited) - again.span[0]
        assert left <= len(text) - e.position, (e.hint, again.hint)  # it lies behind the place


@given(almost_references())
def test_what_is_to_be_percent_encoded_is_repaired(text: str) -> None:
    try:
        IRI(text)
    except ParseError as e:
        if e.hint and e.hint.startswith("percent-encode"):
            with suppress(ParseError):
                IRI.repair(text)
                return
            assert error(IRI.repair, text).position > e.position


@given(
    st.text("a道e\u0301\u1100\u1161\U0001f600\u202e\x00\n%", max_size=60),
    st.text("a道\u0301", max_size=9),
)
def test_the_caret_stands_under_the_place(before: str, after: str) -> None:
    text = "s://h/" + before.replace("%", "%41").replace("\x00", "").replace("\n", "")
    _, line, caret = str(error(IRI, f"{text} {after}")).split("\n")
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
        e = error(IRI, "s:" + "a" * before + " " + "b" * after)
        text = str(e)
        assert len(text) < 300
        assert ("…a" in text) is (before > 0)
        assert ("b…" in text) is (after > 0)
        assert e.position == before + 2


def test_a_long_piece_to_blame_is_cut() -> None:
    text = str(error(IRI, "http://h:" + "a" * 10**6))

    assert len(text) < 500
    assert "this is not a port" in text


@pytest.mark.parametrize("of_bytes", [False, True])
def test_huge_text_is_explained_fast(of_bytes: bool) -> None:
    text = "http://u:p@h/" + "a" * 50_000_000 + " "
    e = error(IRI, text.encode() if of_bytes else text)
    start = time.process_time()
    shown = str(e) + repr(e)

    assert len(shown) < 500
    assert time.process_time() - start < 2


def leaving(e: ParseError) -> str:
    """All that is sent on without being asked for: everything but the text, and the pickle."""
    frames = "".join(traceback.format_exception(e)) + "".join(
        traceback.TracebackException.from_exception(e).format_exception_only()
    )
    record = logging.LogRecord("", 0, "", 0, "%s %r", (e, e), (type(e), e, None)).getMessage()
    details = json.dumps(e.details(), ensure_ascii=False)
    return f"{e}{e!r}{e.args}{e.message}{e.hint}{details}{vars(e)}{frames}{record}"


MARKER = "SeCrEt"
# Where a password may stand, and around it what the grammar takes and what it does not.
junk = st.text(st.sampled_from("aé%:@/?#[]\\ \x00\ud800\u202e道0.\U0001f600<"), max_size=6)


@given(user=junk, before=junk, after=junk, rest=junk)
@example(user="", before="", after="", rest="h")
@example(user="", before="x", after="/", rest="h")
@example(user="", before="/", after="", rest="h b")
@example(user="[/", before="", after="", rest="")
def test_the_password_position_is_never_shown(
    user: str, before: str, after: str, rest: str
) -> None:
    """The text between the first colon of an authority and its `@`.

    Where the authority is at fault, all the text counts as it.
    """
    text = f"http://{user}:{before}{MARKER}{after}@{rest}"
    authority = re.split("[/?#]", text[7:], maxsplit=1)[0]

    for cls in REFERENCES:
        for value in (text, text.encode("utf-8", "surrogatepass")):
            try:
                reference = cls(value)
            except ParseError as e:
                prefix = value[: e.position]
                at_fault = len(prefix) <= len(value[:7]) + len(
                    authority
                    if isinstance(value, str)
                    else authority.encode(errors="surrogatepass")
                )
                if at_fault or re.search(f"^[^:]*:.*{MARKER}.*@", authority):
                    assert MARKER not in leaving(e)
            else:
                if MARKER in (reference.userinfo or ""):
                    assert MARKER not in repr(reference) + repr(reference.parts)


@pytest.mark.parametrize(
    "text",
    [
        "http://anna:SeCrEt@h/",
        "//anna:SeCrEt@h/",
        "http://anna:SeCrEt@h/ ",
        "http://an na:SeCrEt@h/",
        "http://anna:x SeCrEt@h/",
        "http://anna:SeCrEt@h h/",
        "http://anna:SeCrEt@h:8o/",
        "http://anna:SeCrEt@[::1/",
        "http://anna:SeCrEt@x@h/",
        "http://anna:x@SeCrEt@h/",
        "http://anna:a:SeCrEt@h/",
        "http://anna:SeCrEt/x@h/",
        "http://anna:x/SeCrEt@h/",
        "http://anna:x?SeCrEt@h/",
        "http://anna:x#SeCrEt@h/",
        "http://anna:x[SeCrEt@h/",
        "http://a[b/c:SeCrEt@h/",
        "http://anna:%SeCrEt@h/",
        "http://anna:SeCrEt%@h/",
        "http://anna:\x00SeCrEt@h/",
        "http://anna:\ud800SeCrEt@h/",
        " http://anna:SeCrEt@h/",
        "<http://anna:SeCrEt@h/>",
        "ht tp://anna:SeCrEt@h/",
        "http:// anna:SeCrEt@h/",
        "1://anna:SeCrEt@h/",
        "://anna:SeCrEt@h/",
        "http:\\\\anna:SeCrEt@h/",
        "http:/\\anna:SeCrEt@h/",
        "http://anna:SeCrEt@h/a b@c",
        "http://é:SeCrEt@道/ ",
    ],
)
@pytest.mark.parametrize("cls", ALL)
@pytest.mark.parametrize("of_bytes", [False, True])
def test_no_password_is_shown(cls: Any, text: str, of_bytes: bool) -> None:
    value = text.encode("utf-8", "surrogatepass") if of_bytes else text
    if not cls.is_valid(value):
        e = error(cls, value)
        assert e.text == value  # there for those who ask
        assert MARKER not in leaving(e)
    elif MARKER in (getattr(cls(value), "userinfo", None) or ""):
        assert MARKER not in repr(cls(value))
    elif cls is URITemplate:
        if IRIReference.is_valid(text) and MARKER in (IRIReference(text).userinfo or ""):
            assert MARKER not in repr(cls(value))
    else:
        # By the grammar it has no userinfo, or is a path, a query or a fragment.
        assert MARKER in repr(cls(value))


@pytest.mark.parametrize("text", ["anna:SeCrEt@h:x", "anna:SeCrEt@h h", "//anna:SeCrEt@h"])
@pytest.mark.parametrize("cls", [Authority, Host, UserInfo])
def test_no_password_is_shown_of_an_authority_alone(cls: Any, text: str) -> None:
    e = error(cls, text)

    assert MARKER not in leaving(e)


TOKENS = [
    "ghp_" + MARKER,  # its beginning says it
    f"ghp_{MARKER}:x-oauth-basic",  # GitHub's own way to write it
    f"sk_live_{MARKER}:",  # Stripe's
    f"{MARKER}0123456789abcdef",  # by its letters and digits
]


@pytest.mark.parametrize("token", TOKENS)
@pytest.mark.parametrize(
    "form",
    [
        "https://{}@h/", "//{}@h", "https://{}@h/ ", "https://{}@h h/", "https://{}@h:80a/",
        "https://{}@x@h/", "https:\\\\{}@h/", "https://{} @h/", " //{}@h",
    ],
)  # fmt: skip
@pytest.mark.parametrize("cls", ALL)
def test_no_user_name_that_is_a_token_is_shown(cls: Any, form: str, token: str) -> None:
    text = form.format(token)
    if not cls.is_valid(text):
        assert MARKER not in leaving(error(cls, text)) or cls in {Segment, Query, Fragment, Scheme}
    elif f"//{token}@" in text and cls in REFERENCES:
        assert MARKER not in repr(cls(text)) + cls(text).redacted()


@pytest.mark.parametrize("token", TOKENS)
def test_parts_of_an_authority_hide_a_token(token: str) -> None:
    authority = Authority(f"{token}@h:80")

    assert repr(authority) == "Authority('***@h:80')"
    assert repr(authority.userinfo) == "UserInfo('***')"
    assert repr(IRI(f"https://{authority}/").parts).count(MARKER) == 0
    assert authority == f"{token}@h:80"


@pytest.mark.parametrize("user", ["anna", "x-access-token", "anna.karenina%40example.org", "ghp_"])
def test_a_user_name_is_shown(user: str) -> None:
    assert repr(IRI(f"ftp://{user}@h/")) == f"IRI('ftp://{user}@h/')"
    assert f"//{user}@h/ " in str(error(IRI, f"ftp://{user}@h/ "))


def test_a_message_is_the_first_line() -> None:
    for cls, text, *_ in CASES:
        e = error(cls, text)
        assert e.message == str(e).split("\n", maxsplit=1)[0]
        assert e.message.isprintable()


def test_details_are_plain_values() -> None:
    e = error(IRI, "http://anna:secret@h h/{id}")
    details = e.details()

    assert details == {
        "message": "not an IRI: U+0020 SPACE is not allowed in a host name "
        "(ireg-name, RFC 3987 §2.2)",
        "position": 20,
        "start": 20,
        "stop": 21,
        "production": "IRI",
        "rule": "ireg-name",
        "reason": "invalid-character",
        "hint": None,
    }
    assert {type(value) for value in details.values()} == {str, int, type(None)}
    assert json.loads(json.dumps(details)) == details


def test_args_are_the_message() -> None:
    """Loggers and trackers of errors send `args` on."""
    e = error(IRI, "http://anna:secret@h h/")

    assert e.args == (e.message,)
    e.args = ("mine",)
    assert (str(e), e.args, e.message) == ("mine", ("mine",), "mine")


def test_a_mask_hides_the_length() -> None:
    assert (
        len({str(error(IRI, f"http://u:{'x' * n}@h/ ")).split("\n")[1] for n in range(1, 9)}) == 1
    )


@pytest.mark.parametrize("cls", ALL)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_it_pickles(cls: Any, protocol: int) -> None:
    e = error(cls, " \ud800")
    again = pickle.loads(pickle.dumps(e, protocol))

    assert type(again) is ParseError
    assert (again.args, again.text, again.details()) == (e.args, e.text, e.details())
    assert str(again) == str(e)
    assert copy.copy(e).text == copy.deepcopy(e).text == e.text


def test_it_names_its_public_place() -> None:
    assert (ParseError.__module__, Reason.__module__) == ("iriform", "iriform")


def test_it_can_be_raised_by_others() -> None:
    """A subclass, or somebody's `raise ParseError("…")`, is shown as any ValueError is."""
    assert str(ParseError("mine")) == ParseError("mine").message == "mine"
    assert ParseError("mine", 7).args == ("mine", 7)
    for name in ("text", "position", "span", "production", "rule", "reason", "hint"):
        with pytest.raises(AttributeError, match="a message of its own"):
            getattr(ParseError("mine"), name)
    with pytest.raises(AttributeError, match="a message of its own"):
        ParseError().details()
    assert repr(ParseError("mine")) == "ParseError('mine')"
    assert str(ParseError()) == ""


def test_it_keeps_no_cycle_and_no_traceback_of_ours() -> None:
    e = error(IRI, " ")

    assert e.__cause__ is None
    assert e.__context__ is None


def test_it_can_have_notes_and_attributes_as_other_exceptions() -> None:
    e = error(IRI, " ")
    e.row = 7  # type: ignore[attr-defined]

    assert pickle.loads(pickle.dumps(e)).row == 7
