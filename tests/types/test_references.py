"""The four reference types: their relations, and every accessor."""

from typing import Any

import pytest

from iriform import (
    IRI,
    URI,
    Authority,
    Fragment,
    Host,
    IRIReference,
    ParseError,
    Parts,
    Path,
    Query,
    Scheme,
    URIReference,
    UserInfo,
)
from tests.tables import rows

REFERENCES = [IRIReference, IRI, URIReference, URI]
EXAMPLE = "https://user@example.org:8042/over/there?name=ferret#nose"


def test_the_lattice() -> None:
    assert URI.__mro__ == (URI, IRI, URIReference, IRIReference, str, object)
    assert not issubclass(URIReference, IRI)
    assert not issubclass(IRI, URIReference)


@pytest.mark.parametrize("cls", REFERENCES)
def test_it_is_the_text(cls: type[IRIReference]) -> None:
    reference = cls(EXAMPLE)

    assert isinstance(reference, str)
    assert type(reference) is cls
    assert reference == EXAMPLE
    assert type(str(reference)) is str


@pytest.mark.parametrize("cls", REFERENCES)
def test_an_instance_is_given_back(cls: type[IRIReference]) -> None:
    reference = cls(EXAMPLE)

    assert cls(reference) is reference


@pytest.mark.parametrize("cls", REFERENCES)
@pytest.mark.parametrize("other", REFERENCES)
def test_any_reference_can_be_made_any_other_that_its_text_allows(
    cls: type[IRIReference], other: type[IRIReference]
) -> None:
    assert type(cls(other(EXAMPLE))) is cls


def test_text_decides_and_not_the_class_it_comes_in() -> None:
    assert type(URI(IRIReference("s:a"))) is URI
    with pytest.raises(ParseError):
        URI(IRI("s:é"))
    with pytest.raises(ParseError):
        IRI(IRIReference("a"))


def test_without_an_argument_it_is_empty_where_the_empty_text_is_valid() -> None:
    assert IRIReference() == ""
    assert type(IRIReference()) is IRIReference
    assert type(URIReference()) is URIReference
    for cls in (IRI, URI):
        with pytest.raises(TypeError, match="exactly one"):
            cls()  # type: ignore[call-arg]


@pytest.mark.parametrize("cls", REFERENCES)
def test_a_second_argument_is_no_base(cls: Any) -> None:
    """In rdflib and in JavaScript it is a base."""
    said = r"one positional argument; use resolve\(base, text\) for a base$"
    with pytest.raises(TypeError, match=said):
        cls("b", "http://a/")
    with pytest.raises(TypeError, match=said):
        cls("b", base="http://a/")
    with pytest.raises(TypeError, match="one positional argument$"):
        Host("a", "b")  # type: ignore[call-arg]


@pytest.mark.parametrize("cls", REFERENCES)
def test_every_component(cls: type[IRIReference]) -> None:
    reference = cls(EXAMPLE)
    components: list[tuple[str, Any]] = [
        ("scheme", Scheme("https")),
        ("authority", Authority("user@example.org:8042")),
        ("userinfo", UserInfo("user")),
        ("host", Host("example.org")),
        ("path", Path("/over/there")),
        ("query", Query("name=ferret")),
        ("fragment", Fragment("nose")),
    ]

    for name, expected in components:
        component = getattr(reference, name)
        assert component == expected, name
        assert type(component) is type(expected), name
    assert (reference.port, reference.port_text) == (8042, "8042")
    assert type(reference.port_text) is str


NOTHING: dict[str, Any] = dict.fromkeys(
    ["scheme", "authority", "userinfo", "host", "port", "port_text", "query", "fragment"]
)

# A component that is present and empty is not None (RFC 3986 §5.3).
SPLITS: dict[str, dict[str, Any]] = {
    "": {"path": ""},
    "a": {"path": "a"},
    "/": {"path": "/"},
    "//": {"authority": "", "host": "", "path": ""},
    "///": {"authority": "", "host": "", "path": "/"},
    "//@": {"authority": "@", "userinfo": "", "host": "", "path": ""},
    "//:": {"authority": ":", "host": "", "port_text": "", "path": ""},
    "//u:p:q@": {"authority": "u:p:q@", "userinfo": "u:p:q", "host": "", "path": ""},
    "//[::1]:": {"authority": "[::1]:", "host": "[::1]", "port_text": "", "path": ""},
    "//u@[::1]": {"authority": "u@[::1]", "userinfo": "u", "host": "[::1]", "path": ""},
    "//h?": {"authority": "h", "host": "h", "path": "", "query": ""},
    "//h#": {"authority": "h", "host": "h", "path": "", "fragment": ""},
    "//h?#": {"authority": "h", "host": "h", "path": "", "query": "", "fragment": ""},
    "s:": {"scheme": "s", "path": ""},
    "s:/": {"scheme": "s", "path": "/"},
    "s:a:b@c": {"scheme": "s", "path": "a:b@c"},
    "s:?a?b": {"scheme": "s", "path": "", "query": "a?b"},
    "#:/?": {"path": "", "fragment": ":/?"},
    "?:/@#a": {"path": "", "query": ":/@", "fragment": "a"},
    "/a:b": {"path": "/a:b"},
    "./a:b": {"path": "./a:b"},
    "//é:1/道?\ue000#í": {
        "authority": "é:1",
        "host": "é",
        "port": 1,
        "port_text": "1",
        "path": "/道",
        "query": "\ue000",
        "fragment": "í",
    },
}


@pytest.mark.parametrize("text", SPLITS)
def test_splits(text: str) -> None:
    reference = IRIReference(text)
    expected = NOTHING | SPLITS[text]

    assert {name: getattr(reference, name) for name in expected} == expected


@pytest.mark.collection
def test_every_row_of_components() -> None:
    wrong = []
    for row in rows("components"):
        if row["kind"] not in {"uri", "uri-reference", "iri", "iri-reference"}:
            continue  # suites that split without validating, or report decoded text
        if "%25" in (row["expected"].get("host") or ""):
            assert not IRIReference.is_valid(row["input"])  # zones are not in the syntax
            continue
        reference = IRIReference(row["input"])
        got = {
            name: getattr(reference, "port_text" if name == "port" else name)
            for name in row["expected"]
        }
        if got != row["expected"]:
            wrong.append((row, got))
    assert wrong == []


def test_parts() -> None:
    parts = IRI("urn:isbn:0451450523?").parts

    assert type(parts) is Parts
    assert Parts._fields == ("scheme", "authority", "path", "query", "fragment")
    assert tuple(parts) == ("urn", None, "isbn:0451450523", "", None)
    assert [type(part) for part in parts] == [Scheme, type(None), Path, Query, type(None)]


@pytest.mark.parametrize("text", SPLITS)
def test_parts_are_the_components(text: str) -> None:
    reference = IRIReference(text)

    for name, part in reference.parts._asdict().items():
        assert part == getattr(reference, name), name


@pytest.mark.parametrize(
    ("digits", "port"),
    [("", None), ("0", 0), ("00", 0), ("80", 80), ("00080", 80), ("65535", 65535)],
)
def test_port(digits: str, port: int | None) -> None:
    reference = URI(f"http://h:{digits}/")

    assert reference.port == port
    assert reference.port_text == digits


@pytest.mark.parametrize("digits", ["65536", "99999", "9" * 20, "9" * 100_000])
def test_a_port_above_16_bits_is_valid_and_no_int(digits: str) -> None:
    reference = URI(f"http://h:{digits}/")

    assert reference.port_text == digits
    for name in ("port", "port_or_default", "origin"):
        assert getattr(reference, name) is None


@pytest.mark.parametrize(
    ("text", "port"),
    [
        ("http://h", 80),
        ("HTTPS://h:", 443),  # an empty port is not a port
        ("https://h:80", 80),
        ("ftp:p", 21),
        ("urn:a", None),
        ("//h", None),
        ("//h:1", 1),
    ],
)
def test_port_or_default(text: str, port: int | None) -> None:
    assert IRIReference(text).port_or_default == port


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("HTTP://u:p@EXAMPLE.org:080/p?q#f", "http://example.org"),  # RFC 6454 §4
        ("http://example.org:", "http://example.org"),
        ("https://example.org:80", "https://example.org:80"),
        ("http://%65xample.org", "http://example.org"),
        ("http://[0:0:0::1]", "http://[::1]"),
        ("x://h:0099", "x://h:99"),
        ("http://例え.jp", "http://xn--r8jz45g.jp"),  # §4: A-labels
        ("http://%E4%BE%8B%E3%81%88.jp", "http://xn--r8jz45g.jp"),
        ("file:///etc", None),
        ("mailto:a@b", None),
        ("//example.org", None),
        ("", None),
    ],
)
def test_origin(text: str, origin: str | None) -> None:
    assert IRIReference(text).origin == origin
    if text.isascii():
        assert URIReference(text).origin == origin
    if origin is not None:
        assert type(IRIReference(text).origin) is URI


def test_has_scheme() -> None:
    reference = IRI("JavaScript:alert(1)")

    assert reference.has_scheme("javascript")
    assert reference.has_scheme("data", "JAVASCRIPT")
    assert reference.has_scheme(b"javascript")
    assert not reference.has_scheme("java")
    assert not reference.has_scheme()
    assert not IRIReference("http").has_scheme("http")
    assert not IRIReference("//http:").has_scheme("http")


@pytest.mark.parametrize("name", ["http:", "", "1", "é", "h ttp"])
def test_has_scheme_of_what_is_no_scheme(name: str) -> None:
    with pytest.raises(ParseError, match="not a scheme"):
        IRI("s:").has_scheme("s", name)
    with pytest.raises(ParseError):
        IRIReference().has_scheme(name)


def test_has_scheme_takes_text() -> None:
    with pytest.raises(TypeError):
        IRI("s:").has_scheme(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        IRI("s:").has_scheme(["s"])  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        IRI("s:").has_scheme(names="s")  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("text", "is_relative", "has_fragment"),
    [
        ("", True, False),
        ("//h", True, False),
        ("a/b:c#", True, True),
        ("?#:", True, True),
        ("s:", False, False),
        ("s:#", False, True),
        ("s:?", False, False),
    ],
)
def test_predicates(text: str, is_relative: bool, has_fragment: bool) -> None:
    assert IRIReference(text).is_relative is is_relative
    assert IRIReference(text).has_fragment is has_fragment


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("ftp://anna:secret@h/", "ftp://anna:***@h/"),
        ("ftp://anna:s:e:c@h/", "ftp://anna:***@h/"),
        ("ftp://:secret@h/", "ftp://:***@h/"),
        ("//a:b@", "//a:***@"),
        ("ftp://anna:@h/", "ftp://anna:@h/"),  # an empty password is not a secret
        ("ftp://anna@h/", "ftp://anna@h/"),
        ("ftp://h:80/x:y@z", "ftp://h:80/x:y@z"),
        ("mailto:a:b@c", "mailto:a:b@c"),  # a path
        ("s://h?a:b@c", "s://h?a:b@c"),
        ("//é:道@ü/", "//é:***@ü/"),
        ("//\U0001f600:\U0001f600@h/\U0001f600", "//\U0001f600:***@h/\U0001f600"),
    ],
)
def test_passwords_are_not_shown(text: str, redacted: str) -> None:
    reference = IRIReference(text)

    assert reference.masked("password") == redacted
    assert type(reference.masked("password")) is str
    assert repr(reference) == f"IRIReference({redacted!r})"
    assert str(reference) == text


def test_pattern_matching() -> None:
    def told(text: str) -> str:
        match text:
            case URI(uri):
                return f"URI {uri}"
            case IRI(host=Host("é") as host):
                return f"an IRI at {host}"
            case IRIReference(path=Path(path)):
                return f"a path {path}"
            case str():
                return "text"

    assert told(URI("s:")) == "URI s:"
    assert told(IRI("s://é/")) == "an IRI at é"
    assert told(IRI("s://ü/p")) == "a path /p"
    assert told(URIReference("a")) == "a path a"
    assert told("s:") == "text"


def test_is_valid_answers_as_the_constructor_of_the_class() -> None:
    class Web(IRI):
        def __init__(self, text: str) -> None:
            if self.scheme != "https":
                raise ValueError(text)

    assert Web.is_valid("https:")
    assert not Web.is_valid("s:")
    assert not Web.is_valid("a")
    assert IRI("s:").is_valid("t:")
