"""References made from parts: composed, built from plain data, changed, and extended with `/`."""

import copy
import sys
from ipaddress import IPv4Address, IPv6Address
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iriform import (
    IRI,
    URI,
    Authority,
    Fragment,
    Host,
    IRIReference,
    ParseError,
    Path,
    Query,
    Segment,
    URIReference,
    UserInfo,
)
from tests.strategies import iri_references, iris

ROOTLESS = "after an authority the path must be empty or begin with “/” (RFC 3986 §3.3)"
NO_HOST = "userinfo and port need a host (RFC 3986 §3.2)"


def refused(call: Any, *arguments: Any, **keywords: Any) -> tuple[type[Exception], str]:
    """Return the error that a call raises: its class and its first line."""
    with pytest.raises((ValueError, TypeError)) as caught:
        call(*arguments, **keywords)
    return caught.type, str(caught.value).splitlines()[0]


# --- from_parts: exactly these parts


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ({}, ""),
        ({"path": "a"}, "a"),
        ({"query": ""}, "?"),  # empty is not absent
        ({"fragment": ""}, "#"),
        ({"authority": ""}, "//"),
        ({"scheme": "s"}, "s:"),
        ({"scheme": "s", "authority": "", "path": "//p"}, "s:////p"),
        ({"scheme": "s", "path": "a:b"}, "s:a:b"),
        ({"path": "./a:b"}, "./a:b"),
        ({"path": "a/b:c"}, "a/b:c"),  # a colon in another segment
        ({"authority": "u@é:", "path": "/%41", "query": "\ue000"}, "//u@é:/%41?\ue000"),
    ],
)
def test_from_parts(parts: dict[str, str], text: str) -> None:
    assert IRIReference.from_parts(**parts) == text


@pytest.mark.parametrize("cls", [IRIReference, IRI, URIReference, URI])
def test_from_parts_makes_the_class_it_is_called_on(cls: type[IRIReference]) -> None:
    assert type(cls.from_parts(scheme="s")) is cls


@given(iri_references())
def test_parts_composed_are_the_text(text: str) -> None:
    assert IRIReference.from_parts(**IRIReference(text).parts._asdict()) == text


@pytest.mark.parametrize(
    ("parts", "error"),
    [
        ({"path": "a:b"}, ("without a scheme the first segment of a relative path must not contain "
         "':' (RFC 3986 §4.2)")),
        ({"path": "//p"}, "without an authority the path must not begin with “//” (RFC 3986 §3.3)"),
        ({"authority": "h", "path": "p"}, ROOTLESS),
    ],
)  # fmt: skip
def test_from_parts_refuses_what_would_be_other_parts(parts: dict[str, str], error: str) -> None:
    assert refused(IRIReference.from_parts, **parts) == (ValueError, error)


def test_from_parts_validates_each_part_by_the_rule_of_the_class() -> None:
    not_ascii = "U+00E9 LATIN SMALL LETTER E WITH ACUTE is not ASCII"

    assert refused(URI.from_parts, scheme="s", query="é") == (
        ParseError,
        f"not a query: {not_ascii} (query, RFC 3986 §3.4)",
    )
    assert refused(IRIReference.from_parts, authority="h/p") == (
        ParseError,
        (
            "not an authority: U+002F SOLIDUS is not allowed in an authority "
            "(iauthority, RFC 3987 §2.2)"
        ),
    )
    assert IRI.from_parts(scheme="s", query="é") == "s:?é"


@pytest.mark.parametrize(
    ("cls", "parts", "error"),
    [
        (IRI, {"path": "a"}, (ValueError, "IRI needs a scheme")),
        (URI, {"scheme": None}, (ValueError, "URI needs a scheme")),
        (IRI, {"query": 5}, (TypeError, "query must be str, not int")),
        (IRI, {"path": None}, (TypeError, "path must be str, not NoneType")),  # it is never absent
        (
            IRI,
            {"host": "h"},
            (
                TypeError,
                "from_parts() got an unexpected keyword argument 'host'; by name it takes scheme,"
                " authority, path, query, fragment",
            ),
        ),
    ],
)
def test_from_parts_refuses_what_is_missing_or_of_another_type(
    cls: type[IRIReference], parts: dict[str, Any], error: tuple[type[Exception], str]
) -> None:
    assert refused(cls.from_parts, **parts) == error


# --- build: plain data

EMPTY = (
    "without a host the first segment must not be empty (RFC 3986 §3.3): an absolute path is "
    "written as path='/…'"
)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({}, "s:"),
        ({"host": ""}, "s://"),  # there, and empty
        ({"host": "h", "segments": ["a/b", "?", "100%", "é"]}, "s://h/a%2Fb/%3F/100%25/é"),
        ({"segments": ["a", "b"]}, "s:a/b"),  # rootless without a host
        ({"path": "/a b/../é/"}, "s:/a%20b/../é/"),
        ({"path": "a?#%"}, "s:a%3F%23%25"),
        ({"path": "//a"}, "s:/.//a"),  # the RFC's guard
        ({"path": ""}, "s:"),
        ({"path": None, "host": "h"}, "s://h"),
        ({"path": "/a", "host": "h"}, "s://h/a"),
        ({"path": Path("/%41")}, "s:/%41"),
        ({"segments": ["a:b"]}, "s:a:b"),
        ({"host": "h", "segments": [""]}, "s://h/"),
        ({"host": "h", "segments": [".x", "...", "%2e"]}, "s://h/.x/.../%252e"),
        ({"host": "h", "segments": [Segment("%2F"), Segment("...")]}, "s://h/%2F/..."),  # unchanged
        ({"host": "h", "userinfo": "a:b@"}, "s://a%3Ab%40@h"),  # one user
        ({"host": "h", "userinfo": ("a:b", "c:d")}, "s://a%3Ab:c%3Ad@h"),  # user and password
        ({"host": "h", "userinfo": UserInfo("a:b")}, "s://a:b@h"),
        ({"host": "::1", "port": 80}, "s://[::1]:80"),
        ({"host": "[::1]"}, "s://[::1]"),  # brackets exactly once
        ({"host": IPv6Address("::1")}, "s://[::1]"),
        ({"host": IPv4Address("127.0.0.1")}, "s://127.0.0.1"),
        ({"host": Host("a%41")}, "s://a%41"),
        ({"host": "h", "port": "080"}, "s://h:080"),
        ({"host": "h", "port": ""}, "s://h:"),
        ({"query": {"a b": "1&2=3"}}, "s:?a%20b=1%262%3D3"),
        ({"query": [("a", "1"), ["a", "+"]]}, "s:?a=1&a=%2B"),
        ({"query": "a b&c"}, "s:?a%20b&c"),
        ({"query": Query("a%20b")}, "s:?a%20b"),
        ({"query": {}}, "s:?"),
        ({"fragment": "a#b é"}, "s:#a%23b%20é"),
        ({"fragment": Fragment("%41")}, "s:#%41"),
    ],
)
def test_build(data: dict[str, Any], text: str) -> None:
    assert IRI.build(scheme="s", **data) == text


def test_build_quotes_by_the_rule_of_the_class() -> None:
    data: dict[str, Any] = {"host": "é", "segments": ["é"], "query": {"é": "é"}, "fragment": "é"}

    assert IRI.build(scheme="s", **data) == "s://é/é?é=é#é"
    e = "%C3%A9"
    assert URI.build(scheme="s", **data) == f"s://{e}/{e}?{e}={e}#{e}"


@given(
    st.sampled_from([IRI, URI, IRIReference, URIReference]),
    st.sampled_from([{}, {"scheme": "s"}]),
    st.sampled_from([{}, {"host": ""}, {"host": "h"}]),
    st.lists(st.sampled_from(["", "", "a", "a:b", "é", "/", "%41", "..."]), max_size=4),
)
def test_build_has_the_segments_that_were_given(
    cls: Any, scheme: dict[str, str], host: dict[str, str], segments: list[str]
) -> None:
    if issubclass(cls, IRI):
        scheme = {"scheme": "s"}
    try:
        made = cls.build(**scheme, **host, segments=segments)
    except ValueError:
        assert not host
        assert segments[0] == ""
        return
    found = [segment.unquote() for segment in made.path.segments]
    if not scheme and not host and segments and ":" in segments[0]:
        assert found.pop(0) == "."  # the RFC's guard (§4.2)
    assert found == ([] if segments == [""] else segments)  # "/" is the root, without any


def test_build_guards_a_colon_without_a_scheme() -> None:
    assert IRIReference.build(segments=["a:b"]) == "./a:b"


@pytest.mark.parametrize(
    ("data", "error"),
    [
        ({"segments": [".."]}, (ValueError, ('".." would change the path\'s structure: '
         "use with_parts or Path.joined"))),
        ({"segments": ["", "a"]}, (ValueError, EMPTY)),  # it would be the absolute path /a
        ({"segments": ["", "", "a"]}, (ValueError, EMPTY)),
        ({"segments": [""]}, (ValueError, EMPTY)),
        ({"host": "h", "path": "a"}, (ValueError, ROOTLESS)),
        ({"path": "a", "segments": ["a"]},
         (TypeError, "build() takes the path or its segments, not both")),
        ({"path": 1}, (TypeError, "path must be str, not int")),
        ({"segments": "ab"}, (TypeError, "segments must be an iterable of str, not str")),
        ({"segments": [1]}, (TypeError, "segment must be str, not int")),
        ({"host": "a/b"}, (ValueError, "a host must not contain '/'")),
        ({"host": "a@b"}, (ValueError, "a host must not contain '@'")),
        ({"host": "a:80"}, (ValueError, "a host must not contain ':'")),
        ({"host": "a%41"}, (ValueError, "a host must not contain '%'")),  # H7
        ({"host": "fe80::1%eth0"}, (ValueError, "a host must not contain ':'")),  # H5
        ({"host": "\ufffd"}, (ValueError, "a host must not contain U+FFFD")),
        ({"host": b"h"}, (TypeError, "host must be str or an address of ipaddress, not bytes")),
        ({"host": 5}, (TypeError, "host must be str or an address of ipaddress, not int")),
        ({"userinfo": "u"}, (ValueError, NO_HOST)),
        ({"host": "h", "userinfo": ["u", "p"]},
         (TypeError, "userinfo must be str or a tuple of user and password, not list")),
        ({"host": "h", "userinfo": ("u",)},
         (ValueError, "userinfo as a tuple must be a user and a password")),
        ({"port": 1}, (ValueError, NO_HOST)),
        ({"host": "h", "port": 65536}, (ValueError, "a port as an int must be between 0 and 65535")),
        ({"host": "h", "port": -1}, (ValueError, "a port as an int must be between 0 and 65535")),
        ({"host": "h", "port": "x"}, (ParseError, ("not a port: U+0078 LATIN SMALL LETTER X is not "
         "allowed in a port (port, RFC 3986 §3.2.3)"))),
        ({"query": ["ab"]}, (TypeError, "a pair must be a name and a value, not str")),
        ({"query": {"a": b""}}, (TypeError, "a value must be str, int, float, bool, None, or a list "
         "of these, not bytes")),
        ({"query": [("a",)]}, (ValueError, "a pair must have a name and a value")),
        ({"fragment": "\ud800"}, (ParseError, ("not a fragment: U+D800 is half of a surrogate pair, "
         "not a character (ifragment, RFC 3987 §2.2)"))),
    ],
)  # fmt: skip
def test_build_refuses(data: dict[str, Any], error: tuple[type[Exception], str]) -> None:
    assert refused(IRI.build, scheme="s", **data) == error


@pytest.mark.parametrize("cls", [IRI, URI])
def test_an_iri_is_not_built_without_a_scheme(cls: type[IRI]) -> None:
    assert refused(cls.build) == (ValueError, f"{cls.__name__} needs a scheme")


# --- with_parts: a changed copy; core's table is longer (`suite/edit.rs`)


@pytest.mark.parametrize(
    ("text", "changes", "expected"),
    [
        ("http://u:p@h:80/p?q#f", {}, "http://u:p@h:80/p?q#f"),
        ("http://h/p", {"host": "[::1]", "port": 8080}, "http://[::1]:8080/p"),
        ("http://h?q", {"query": ""}, "http://h?"),
        ("http://h/p", {"host": None}, "http:/p"),
        ("", {"path": "%61:b"}, "./%61:b"),
        ("./a:b", {"path": "c"}, "c"),
        ("s:/.//p", {"path": "/p"}, "s:/p"),
        ("s:./a:b", {"query": "q"}, "s:./a:b?q"),  # no guard after a scheme
    ],
)
def test_with_parts(text: str, changes: dict[str, Any], expected: str) -> None:
    assert IRIReference(text).with_parts(**changes) == expected


@pytest.mark.parametrize(
    ("text", "changes", "error"),
    [
        ("s:a", {"authority": "h"}, (ValueError, ROOTLESS)),
        ("s://h", {"path": "a"}, (ValueError, ROOTLESS)),
        ("s:a", {"port": 1}, (ValueError, NO_HOST)),
        ("s:a", {"userinfo": "u"}, (ValueError, NO_HOST)),
        ("s://h:1", {"host": None}, (ValueError, NO_HOST)),
        ("s://h", {"host": "a@b"}, (ParseError, ("not a host: U+0040 COMMERCIAL AT is not allowed "
         "in a host (ihost, RFC 3987 §2.2)"))),
        ("s://h", {"host": "a/b"}, (ParseError, ("not a host: U+002F SOLIDUS is not allowed "
         "in a host (ihost, RFC 3987 §2.2)"))),
        ("s://h", {"path": None}, (TypeError, "path must be str, not NoneType")),
        ("s://h", {"query": 5}, (TypeError, "query must be str (with_query takes pairs), not int")),
        ("s://h", {"authority": "i", "port": 1}, (TypeError, ("with_parts() takes the authority or "
         "its parts, not both"))),
    ],
)  # fmt: skip
def test_with_parts_refuses(
    text: str, changes: dict[str, Any], error: tuple[type[Exception], str]
) -> None:
    assert refused(IRIReference(text).with_parts, **changes) == error


def test_the_class_of_a_changed_copy_is_that_of_its_scheme() -> None:
    assert type(URI("s:a").with_parts(path="b")) is URI
    assert type(URI("s:a").with_parts(scheme=None)) is URIReference
    assert type(IRIReference("a").with_parts(scheme="s")) is IRI


def test_a_uri_has_no_part_that_is_not_ascii() -> None:
    assert refused(URI("s:").with_parts, path="é")[0] is ParseError


def test_replace() -> None:
    iri = IRI("http://h:80/p")
    changes = {"host": "i", "port": None}

    assert iri.__replace__(**changes) == "http://i/p"
    if sys.version_info >= (3, 13):
        assert copy.replace(iri, **changes) == "http://i/p"


# --- Authority.from_parts


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ({}, ""),
        ({"host": "h"}, "h"),
        ({"userinfo": "", "host": "", "port": ""}, "@:"),
        ({"userinfo": "a:b", "host": "[::1]", "port": 0}, "a:b@[::1]:0"),
        ({"host": "é", "port": "080"}, "é:080"),
    ],
)
def test_authority_from_parts(parts: dict[str, Any], text: str) -> None:
    authority = Authority.from_parts(**parts)

    assert (type(authority), authority) == (Authority, text)


@pytest.mark.parametrize(
    ("parts", "error"),
    [
        ({"host": "a:b"}, (ParseError, ("not a host: U+003A COLON is not allowed in a host "
         "(ihost, RFC 3987 §2.2)"))),
        ({"userinfo": "a@b"}, (ParseError, ("not a userinfo: a character here is not allowed in "
         "a userinfo (iuserinfo, RFC 3987 §2.2)"))),  # it may be part of a password
        ({"port": 65536}, (ValueError, "a port as an int must be between 0 and 65535")),
        ({"port": 8.0}, (TypeError, "port must be int or str, not float")),
    ],
)  # fmt: skip
def test_authority_from_parts_refuses(
    parts: dict[str, Any], error: tuple[type[Exception], str]
) -> None:
    assert refused(Authority.from_parts, **parts) == error


# --- `/`, the table of the design


@pytest.mark.parametrize(
    ("text", "segment", "expected"),
    [
        ("http://h/a", "b c", "http://h/a/b%20c"),
        ("http://h/a", "é", "http://h/a/é"),
        ("http://h/a", "%41", "http://h/a/%2541"),  # data is never read as escapes
        ("http://h/a", "\u202e", "http://h/a/%E2%80%AE"),
        ("http://h/a/", "", "http://h/a/"),
        ("http://h/a?q#f", "b", "http://h/a/b"),  # query and fragment are dropped
        ("http://h/a", Segment("%41"), "http://h/a/%41"),  # encoded already
        ("", "a:b", "./a:b"),  # guarded
        ("", "", "./"),
    ],
)
def test_going_on(text: str, segment: str, expected: str) -> None:
    assert IRIReference(text) / segment == expected


def test_going_on_keeps_the_class_and_its_rule() -> None:
    assert type(IRIReference("a") / "b") is IRIReference
    assert type(Path("a") / "b") is Path
    assert (URI("s:a") / "é", type(URI("s:a") / "é")) == ("s:a/%C3%A9", URI)
    assert Path("/a") / "é" / "" == "/a/é/"


@pytest.mark.parametrize("value", [IRI("http://h/a"), Path("/a")])
@pytest.mark.parametrize(
    ("segment", "error"),
    [
        ("a/b", "a slash would change the path's structure: use with_parts or Path.joined"),
        (".", '"." would change the path\'s structure: use with_parts or Path.joined'),
        ("..", '".." would change the path\'s structure: use with_parts or Path.joined'),
    ],
)
def test_data_does_not_change_the_structure(value: Any, segment: str, error: str) -> None:
    assert refused(lambda: value / segment) == (ValueError, error)


def test_only_text_goes_on() -> None:
    for operands in [(IRI("s:a"), 5), (IRI("s:a"), b"b"), ("a", IRI("s:a")), (Host("h"), "a")]:
        left: Any = operands[0]
        error, message = refused(lambda left=left, right=operands[1]: left / right)
        assert error is TypeError
        assert message.startswith("unsupported operand type(s) for /:")


@given(iris())
def test_what_was_appended_is_the_name(text: str) -> None:
    gone_on = IRI(text) / "n :/?"[:3]

    assert gone_on.path.name == "n%20:"
    assert gone_on.parts[:2] == IRI(text).parts[:2]
    assert (gone_on.query, gone_on.fragment) == (None, None)


def test_with_host() -> None:
    assert IRI("http://a:b@h:80/c?d#e").with_host("é") == "http://a:b@é:80/c?d#e"
    assert type(URIReference("//h/a").with_host("[::1]")) is URIReference
    assert IRI("http://h/a").with_host(None) == "http:/a"
    assert refused(URI("http://h/").with_host, "é")[0] is ParseError
    assert refused(IRI("urn:x").with_host, "h")[0] is ValueError
    assert refused(IRI("http://a@h/").with_host, None)[0] is ValueError


@pytest.mark.parametrize("segment", [".", "..", "%2e", "%2E%2e", ".%2e", "%2e."])
def test_a_segment_is_judged_as_text_is(segment: str) -> None:
    """It would go up or disappear when the path is normalized or resolved."""
    message = "would change the path's structure"
    for ask in (
        lambda: IRI("http://h/a/") / Segment(segment),
        lambda: URI("http://h/a/b").with_name(Segment(segment)),
        lambda: Path("/a/b") / Segment(segment),
        lambda: IRI.build(scheme="s", host="h", segments=["a", Segment(segment)]),
    ):
        with pytest.raises(ValueError, match=message):
            ask()
    assert IRI("http://h/a/") / Segment(segment + "x") == f"http://h/a/{segment}x"
