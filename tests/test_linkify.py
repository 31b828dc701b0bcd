"""HTML from plain text: other text does not change, and links do nothing unexpected."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from iriform import Policy
from iriform.links import HTML, Found, find, linkify

from .effort import rounds
from .test_links import TEXTS


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("", ""),
        ("<b>&\"'", "&lt;b&gt;&amp;&quot;&#x27;"),
        ("http://a/?b&c", '<a href="http://a/?b&amp;c">http://a/?b&amp;c</a>'),
        ("a.example/'b'", '<a href="https://a.example/&#x27;b">a.example/&#x27;b</a>&#x27;'),
        ('a.example/"b', '<a href="https://a.example/%22b">a.example/&quot;b</a>'),
        ("a@b.example", '<a href="mailto:a@b.example">a@b.example</a>'),
        ("http://a/אב.", '<a href="http://a/אב"><bdi>http://a/אב</bdi></a>.'),
        ("javascript:alert(1)//http://", "javascript:alert(1)//http://"),
        ("hxxp://evil[.]example", "hxxp://evil[.]example"),
        ("http://u@a.example/", "http://u@a.example/"),
    ],
)
def test_what_becomes_of_text(text: str, html: str) -> None:
    assert linkify(text) == html


@pytest.mark.parametrize("scheme", ["javascript", "DATA", "vbscript"])
def test_schemes_that_run_programs_are_refused(scheme: str) -> None:
    with pytest.raises(ValueError, match="other than javascript, data and vbscript"):
        linkify("", schemes={scheme, "https"})


def test_schemes_of_the_caller() -> None:
    assert linkify("urn:x:y ftp://a.b/c", schemes={"urn"}) == (
        '<a href="urn:x:y">urn:x:y</a> ftp://a.b/c'
    )
    assert linkify("http://a a@b.example", schemes=()) == (
        'http://a <a href="mailto:a@b.example">a@b.example</a>'
    )
    with pytest.raises(ValueError, match="schemes must be names of schemes"):
        linkify("", schemes="urn")
    with pytest.raises(ValueError, match="schemes must be names of schemes"):
        linkify("", schemes="any")


@pytest.mark.parametrize(
    "name",
    [
        "onclick",
        "ONCLICK",
        "style",
        "href",
        "Href",
        "srcdoc",
        "ping",
        "formaction",
        "a b",
        "a>",
        "",
        "xmlns",
    ],
)
def test_attributes_that_do_something_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="a link must not have the attribute"):
        linkify("http://a", a={name: "x"})


def test_attributes() -> None:
    def of(found: Found) -> dict[str, str | bool | None] | None:
        return (
            {"rel": "nofollow", "title": found.text + '"', "hidden": False}
            if "b" in found.text
            else None
        )

    assert linkify("http://a http://b", a=of) == (
        'http://a <a href="http://b" rel="nofollow" title="http://b&quot;">http://b</a>'
    )
    assert linkify("http://a", a={"download": True, "class": None}) == (
        '<a href="http://a" download="">http://a</a>'
    )
    assert linkify("http://a", a={"target": "_blank"}) == (
        '<a href="http://a" target="_blank" rel="noopener">http://a</a>'
    )
    assert linkify("http://a", a={"target": "_blank", "rel": "nofollow NoOpener"}) == (
        '<a href="http://a" target="_blank" rel="nofollow NoOpener">http://a</a>'
    )


def test_hosts_that_look_like_others_stay_text() -> None:
    for text in (
        "http://gооgle.example/",
        "http://аррӏе.com/",
        "http://0x7f.example.1/",
        "http://a/\u202eexe.x",
    ):
        assert "<a" not in linkify(text)
    assert "<a" in linkify("http://gооgle.example/", policy=None)
    assert "<a" in linkify("http://例え.jp/植物学")
    assert "<a" not in linkify("http://a.example/", policy=Policy(schemes={"https"}))
    assert "<a" in linkify("https://a.example/", policy=Policy(schemes={"https"}))


def test_html_stays_html() -> None:
    made = linkify("<b> http://a")

    assert type(made) is HTML
    assert made.__html__() == made
    assert linkify(made) == made
    with pytest.raises(TypeError, match="text must be str, not bytes"):
        linkify(b"")


class Reader(HTMLParser):
    """Reads HTML back: its text, and the tags with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.text, self.tags = "", list[tuple[str, dict[str, str | None]]]()
        self.feed(html)
        self.close()

    def handle_data(self, data: str) -> None:
        """Take text."""
        self.text += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take a tag."""
        self.tags.append((tag, dict(attrs)))


@given(TEXTS)
@settings(max_examples=rounds(200, 5_000))
def test_only_links_are_added(text: str) -> None:
    read = Reader(linkify(text, policy=None))

    assert read.text == text
    assert {tag for tag, _ in read.tags} <= {"a", "bdi"}
    found = [str(f.iri) for f in find(text)]
    assert [attributes["href"] for tag, attributes in read.tags if tag == "a"] == found
    assert all(href.lower().startswith(("http://", "https://", "mailto:")) for href in found)


@given(st.text())
@settings(max_examples=rounds(50, 2_000))
def test_any_text_comes_back(text: str) -> None:
    assert (
        Reader(linkify(text)).text == text.replace("\r\n", "\n").replace("\r", "\n") or "\r" in text
    )


@pytest.mark.parametrize(
    "address",
    [
        "anna@g\u043e\u043egle.example",  # Cyrillic among Latin letters
        "mailto:anna@g\u043e\u043egle.example",
        "mailto:anna@g\u043e\u043egle.example?subject=x",
        "a.b@xn--ggle-55da.example",  # the same name in the DNS
    ],
)
def test_mail_to_a_host_that_looks_like_another_one_stays_text(address: str) -> None:
    assert linkify(f"see {address}.") == f"see {address}."
    assert "<a href=" in linkify(f"see {address}.", policy=None)


@pytest.mark.parametrize(
    "address", ["anna@example.org", "anna@bücher.example", "mailto:a@b.example"]
)
def test_mail_to_other_hosts_is_a_link(address: str) -> None:
    assert linkify(address).startswith("<a href=")
