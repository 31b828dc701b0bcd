"""`ParseError`: its position, reason and rule."""

import copy
import json
import pickle
from functools import partial
from typing import Any

import pytest

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
from iriform._core import described

from .errors import ALL, error_of

# class, text, position, the piece to blame, rule, reason
CASES: list[tuple[Any, str, int, str, str, str]] = [
    (IRI, "", 0, "", "scheme", "empty-text"),
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
    (Scheme, "", 0, "", "scheme", "empty-text"),
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
    # Valid references that are not web addresses.
    (HTTPURI, "hxtp://h/", 1, "hxtp", "scheme", "scheme-not-http"),
    (HTTPIRI, "https://é@:1/", 10, "", "ihost", "empty-host"),
]


@pytest.mark.parametrize(("cls", "text", "position", "blamed", "rule", "reason"), CASES)
def test_fields(cls: Any, text: str, position: int, blamed: str, rule: str, reason: str) -> None:
    e = error_of(cls, text)

    assert isinstance(e, ValueError)
    assert (e.text, e.position, e.rule, e.reason) == (text, position, rule, reason)
    assert text[e.span[0] : e.span[1]] == blamed
    assert e.reason is Reason(reason)
    assert str(e).isprintable() or str(e).count("\n") == 2


def test_every_reason_is_met() -> None:
    met = {reason for *_, reason in CASES}
    # Reasons that occur only with bytes, or with productions without a class.
    met |= {
        _core.diagnose("absolute-URI", "a:#f")[4],  # type: ignore[index]
        _core.diagnose("path-absolute", "//")[4],  # type: ignore[index]
        _core.diagnose("URI", b"a:\xff")[4],  # type: ignore[index]
    }

    # Reasons of package URLs: test_purl.py.
    met |= {
        Reason.UNEXPECTED_END,
        Reason.NEEDLESS_ENCODING,
        Reason.ENCODED_SLASH,
        Reason.ENCODED_NOT_UTF_8,
        Reason.REPEATED_KEY,
        Reason.NAMESPACE_REQUIRED,
        Reason.NAMESPACE_PROHIBITED,
        Reason.QUALIFIER_REQUIRED,
        Reason.NOT_PERMITTED_BY_TYPE,
    }
    # The reason of policies: test_policy.py.
    assert met | {Reason.REFUSED_BY_POLICY} == set(_core.reasons())


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

    assert error_of(cls, " ").production == productions[cls]


@pytest.mark.parametrize("rule", _core.rules())
def test_every_rule_has_a_name_for_people(rule: str) -> None:
    noun, clause = described(rule)

    standards = ("RFC 3986 §", "RFC 3987 §", "RFC 6570 §", "ECMA-427 §", "ECMA-427 Annex C")
    assert clause.startswith(standards)
    assert noun != rule or rule in {"ucschar", "iprivate"}


@pytest.mark.parametrize(("cls", "text", "position", "blamed", "rule", "reason"), CASES)
def test_the_position_ends_the_longest_viable_prefix(
    cls: Any, text: str, position: int, blamed: str, rule: str, reason: str
) -> None:
    """The text before the position can be continued to a valid one; with one more character it cannot."""
    del blamed, rule, reason
    production = error_of(cls, text).production
    endings = ["", "a", ":", "a:", "0", "00", "@", "@h", "]", "::1]", "1]", ":1]", "a]", ".0.0.1]"]
    endings += ["}", "a}", "1}", "0}", "00}", "ttp://h", "xtp://h"]
    # A template with a reserved operator matches the production but cannot be expanded; web
    # addresses must satisfy more than the production.
    asks_more = cls in {URITemplate, HTTPIRI, HTTPURI}
    matches = cls.is_valid if asks_more else partial(_core.matches, production)

    def viable(prefix: str) -> bool:
        return any(matches(prefix + ending) for ending in endings)

    assert viable(text[:position])
    assert not viable(text[: position + 1]) or position == len(text)


def test_positions_count_code_points() -> None:
    for prefix in ("http://h/", "http://h/é", "http://h/道", "http://h/\U0001f600"):
        assert error_of(IRI, f"{prefix} ").position == len(prefix)
        assert error_of(IRI, f"{prefix} ").span == (len(prefix), len(prefix) + 1)


def test_positions_of_bytes_count_bytes() -> None:
    for prefix in ("http://h/", "http://h/é", "http://h/道", "http://h/\U0001f600"):
        data = prefix.encode()
        assert error_of(IRI, data + b" ").position == len(data)
        assert error_of(IRI, data + b"\xff").span == (len(data), len(data) + 1)
        e = error_of(IRI, data + "\ufdd0".encode())  # not in ucschar, and three bytes long
        assert (e.text, e.span) == (data + "\ufdd0".encode(), (len(data), len(data) + 3))


@pytest.mark.parametrize(
    "tail",
    [b"\xff", b"\x80", b"\xc3", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82"],
)
def test_bytes_that_are_not_utf_8(tail: bytes) -> None:
    e = error_of(IRI, b"http://h/" + tail)

    assert (e.position, e.reason, e.rule) == (9, "ill-formed-utf-8", "isegment")
    assert "\\x" in str(e)


def test_a_message_is_the_first_line() -> None:
    for cls, text, *_ in CASES:
        e = error_of(cls, text)
        assert e.message == str(e).split("\n", maxsplit=1)[0]
        assert e.message.isprintable()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("http://a/b c", "a space is not allowed in a path segment"),
        ("http://a/b\nc", "a line break is not allowed in a path segment"),
        ("http://a/?b\tc", "a tab is not allowed in a query"),
        ("http://a/{id}", "“{” is not allowed in a path segment"),
        ("http://a/b\x00", "U+0000 is not allowed in a path segment"),
        ("http://a:80a/", "“80a” is not a port"),
        ("http://a/50%", "“%” is not followed by two hexadecimal digits"),
        ("a/b", "there is no scheme"),
        ("", "the text is empty"),
        # A part of a text that may be a password is not shown.
        ("http://a:se cret@h/", "a character here is not allowed in a userinfo"),
    ],
)
def test_a_form_says_what_is_wrong_without_names_of_the_grammar(text: str, said: str) -> None:
    assert error_of(IRI, text).details()["plain"] == said


def test_details_are_plain_values() -> None:
    e = error_of(IRI, "http://anna:secret@h h/{id}")
    details = e.details()

    assert details == {
        "message": "not an IRI: U+0020 SPACE is not allowed in a host name "
        "(ireg-name, RFC 3987 §2.2)",
        "plain": "a space is not allowed in a host name",
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
    e = error_of(IRI, "http://anna:secret@h h/")

    assert e.args == (e.message,)
    e.args = ("mine",)
    assert (str(e), e.args, e.message) == ("mine", ("mine",), "mine")


@pytest.mark.parametrize("cls", ALL)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_it_pickles(cls: Any, protocol: int) -> None:
    e = error_of(cls, " \ud800")
    again = pickle.loads(pickle.dumps(e, protocol))

    assert type(again) is ParseError
    assert (again.args, again.text, again.details()) == (e.args, e.text, e.details())
    assert str(again) == str(e)
    assert copy.copy(e).text == copy.deepcopy(e).text == e.text


def test_it_names_its_public_place() -> None:
    assert (ParseError.__module__, Reason.__module__) == ("iriform", "iriform")


def test_it_can_be_raised_by_others() -> None:
    """A subclass, or a `raise ParseError("…")` of other code, is shown like any ValueError."""
    assert str(ParseError("mine")) == ParseError("mine").message == "mine"
    assert ParseError("mine", 7).args == ("mine", 7)
    for name in ("text", "position", "span", "production", "rule", "reason", "hint"):
        with pytest.raises(AttributeError, match="a custom message"):
            getattr(ParseError("mine"), name)
    with pytest.raises(AttributeError, match="a custom message"):
        ParseError().details()
    assert repr(ParseError("mine")) == "ParseError('mine')"
    assert str(ParseError()) == ""


def test_it_keeps_no_cycle_and_no_traceback_of_ours() -> None:
    e = error_of(IRI, " ")

    assert e.__cause__ is None
    assert e.__context__ is None


def test_it_can_have_notes_and_attributes_as_other_exceptions() -> None:
    e = error_of(IRI, " ")
    e.row = 7  # type: ignore[attr-defined]

    assert pickle.loads(pickle.dumps(e)).row == 7


@pytest.mark.parametrize(
    ("kind", "text", "plain"),
    [
        (URI, "http://h/\u0430", "“\u0430” (U+0430 CYRILLIC SMALL LETTER A) is not ASCII"),
        (URI, "http://ex\u0430mple/", "“\u0430” (U+0430 CYRILLIC SMALL LETTER A) is not ASCII"),
        (URI, "http://h/?\u03bf", "“\u03bf” (U+03BF GREEK SMALL LETTER OMICRON) is not ASCII"),
        (Scheme, "\u0430b", "“\u0430” (U+0430 CYRILLIC SMALL LETTER A) is not ASCII"),
        (URI, "a:\u200b", "U+200B ZERO WIDTH SPACE is not ASCII"),  # it is invisible
        (IRI, "http://h/<", "“<” is not allowed in a path segment"),  # ASCII shows what it is
        (IRI, "http://h/a b", "a space is not allowed in a path segment"),
        (IRI, "http://h/a\tb", "a tab is not allowed in a path segment"),
    ],
)
def test_plain_words_name_a_character_that_looks_like_another(
    kind: type[IRI], text: str, plain: str
) -> None:
    assert error_of(kind, text).details()["plain"] == plain
