"""References in notebooks: `_repr_html_`."""

from __future__ import annotations

from html.parser import HTMLParser
from unittest.mock import patch
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

import iriform
from iriform import IRI, URI, IRIReference, URIReference
from iriform._types import html as _html
from tests.strategies import iri_references

TYPES = ["IRI", "URI", "IRIReference", "URIReference"]
MUTABLE = ["MutableIRI", "MutableURI", "MutableIRIReference", "MutableURIReference"]


def html_of(value: object) -> str:
    html = value._repr_html_()  # type: ignore[attr-defined]
    assert isinstance(html, str)
    return html


def parsed(value: object) -> ET.Element:
    """Parse the HTML as XML, since it is well-formed even as XML."""
    return ET.fromstring(html_of(value))  # noqa: S314 - it is ours


def text_of(value: object) -> str:
    """The text of the reference that the page shows."""
    return "".join(parsed(value)[0].itertext())


def table_of(value: object) -> list[list[str]]:
    """The name in each row, the value, and the note."""
    return [
        ["".join(piece.itertext()) for piece in (row[0], *row[1])]
        for row in parsed(value).iter("tr")
    ]


@pytest.mark.parametrize("name", [*TYPES, *MUTABLE])
def test_every_class_of_references_has_it(name: str) -> None:
    value = getattr(iriform, name)("http://example.org/a?b#c")
    assert text_of(value) == "http://example.org/a?b#c"
    assert not hasattr(str, "_repr_html_")


def test_components_are_labelled() -> None:
    value = IRI("http://me@例え.jp:80/a%20b/道?q#f")
    pieces = [(e.get("title"), e.text) for e in parsed(value)[0] if e.get("title")]
    assert pieces == [
        ("scheme", "http"),
        ("userinfo", "me"),
        ("host", "例え.jp"),
        ("port", "80"),
        ("path", "/a%20b/道"),
        ("query", "q"),
        ("fragment", "f"),
    ]
    assert table_of(value) == [
        ["scheme", "http"],
        ["authority", "me@例え.jp:80"],
        ["├ userinfo", "me"],
        ["├ host", "例え.jp", "reg-name = xn--r8jz45g.jp"],
        ["╰ port", "80"],
        ["path", "/a%20b/道"],
        ["├ segment", "a%20b", "= a b"],
        ["╰ segment", "道"],
        ["query", "q"],
        ["fragment", "f"],
    ]
    assert parsed(value).findtext("div[2]") == "an IRI (RFC 3987)"


def test_the_empty_reference() -> None:
    assert text_of(IRIReference()) == ""
    assert table_of(URIReference()) == [["path", "", "(empty)"]]
    assert text_of(URI("file:///")) == "file:///"


@pytest.mark.parametrize("name", ["IRI", "URI", "MutableIRI", "MutableURI"])
def test_the_password_is_masked(name: str) -> None:
    html = html_of(getattr(iriform, name)("http://anna:s3cr3t@h/"))
    assert "s3cr3t" not in html
    assert "anna:***" in html


def test_markup_and_invisible_characters_are_escaped() -> None:
    html = html_of(IRI("http://h/&lt;'\u202egnp\u2066?a&b=%3Cscript%3E&%0A%E2%80%AE#%3Cb%3E"))
    assert "<script" not in html
    assert "<b>" not in html
    assert "\u202e" not in html
    assert "\u2066" not in html
    assert r"/&amp;lt;&#x27;\u202egnp\u2066" in html
    assert "= &lt;b&gt;" in html  # what the fragment decodes to


class Tags(HTMLParser):
    """Records the elements and attributes that a browser would read."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen |= {tag, *(name for name, _ in attrs)}


@given(iri_references())
def test_nothing_gets_out_of_the_text(text: str) -> None:
    """The page uses the same few elements for every reference, and shows the whole text."""
    value = IRIReference(text)
    tags = Tags()
    tags.feed(html_of(value))
    assert tags.seen <= {
        *("div", "span", "bdi", "table", "tbody", "tr", "th", "td", "ul", "li"),
        *("class", "dir", "style", "title", "scope", "aria-hidden"),
    }
    if value.isprintable() and len(value) < 400:
        assert text_of(value) == value.masked("password")


def test_long_text_is_cropped() -> None:
    value = IRI("http://h/" + "a/" * 25_000 + "?" + "b" * 25_000)
    html = html_of(value)
    assert len(html) < 20_000
    assert "and 24,981 more segments" in html


def test_a_very_long_reference_is_not_taken_apart() -> None:
    """A million dot segments once took twelve seconds: all were found, and twenty were shown."""
    value = IRI("http://anna:secret@h/" + "../" * 33_000)
    value = IRI(value + "a" * (100_000 - len(value.masked("password"))))
    longer = IRI(value + "a")
    with patch.object(_html, "anatomy") as anatomy, patch.object(_html, "_findings") as findings:
        assert text_of(longer).startswith("http://anna:***@h/../../")
        assert "100,001 characters" in html_of(longer)
        assert not table_of(longer)
        assert (anatomy.called, findings.called) == (False, False)
    assert ["├ segment", ".."] in table_of(value)
    assert "characters" not in html_of(value)


def test_findings_are_listed() -> None:
    listed = ["".join(item.itertext()) for item in parsed(IRI("http://0x7f.1/")).iter("li")]
    assert listed == [
        "error: the host looks like a name, but browsers and name look-up read it as an IPv4 address:"
        " 127.0.0.1 (RFC 3986 §7.4) [ipv4-lookalike]"
    ]
    assert not list(parsed(IRI("http://example.org/")).iter("ul"))
    many = list(parsed(IRI("http://h.example" + "/a/.." * 1000)).iter("li"))
    assert [item.text for item in many[20:]] == ["and 980 more findings"]
