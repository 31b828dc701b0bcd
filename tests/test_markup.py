"""Links in HTML and Markdown, and the links that an agent was given."""

from __future__ import annotations

import copy
import html
import pickle
import random
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import pytest
from bs4 import BeautifulSoup

from iriform import IRI
from iriform.links import Given, find_in_html, find_in_markdown
from tests.growth import assert_grows_at_most

if TYPE_CHECKING:
    from collections.abc import Callable

BASE = "https://base.example/d/"


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ('<a href=" https://a.example/x\n">', "a.href https://a.example/x"),
        ('<A HREF="b">', "a.href https://base.example/d/b"),
        ("<img src=b.png>", "img.src https://base.example/d/b.png"),
        ("<img src='//h.example/b'>", "img.src https://h.example/b"),
        ("<form action=f><button formaction=g>", "form.action https://base.example/d/f|button.formaction https://base.example/d/g"),
        ('<div style="background:url(h.png)">', "div.style https://base.example/d/h.png"),
        ("<div style='background:url( \"h(1).png\" )'>", "div.style https://base.example/d/h(1).png"),
        ("<style>@import 'i.css'; x{b:\\75rl(j)}</style>", "style https://base.example/d/i.css|style https://base.example/d/j"),
        ("<style>a{b:image-set('k' 1x, 'l' 2x)}</style>", "style https://base.example/d/k|style https://base.example/d/l"),
        ('<meta http-equiv=Refresh content="0; URL=\'k\'">', "meta.content https://base.example/d/k"),
        ('<meta name=x content="0; url=k">', ""),
        ('<iframe srcdoc="&lt;img src=https://l.example/>">', "iframe.srcdoc https://l.example/"),
        ('<a ping="m n">', "a.ping https://base.example/d/m|a.ping https://base.example/d/n"),
        ('<use xlink:href="#o"/>', "use.xlink:href https://base.example/d/#o"),
        ('<video poster="q&amp;r">', "video.poster https://base.example/d/q&r"),
        ('<base href="/e/"><base href="/f/"><a href="g">', "a.href https://base.example/e/g"),
        ('<a href="g"><base href="//h.example/e/">', "a.href https://h.example/e/g"),
        ('<a href="http://t t/">', "a.href about:invalid"),
        ('<a href="mailto:a@b.example">', "a.href mailto:a@b.example"),
        ('<a href="a b|c">', "a.href https://base.example/d/a%20b%7Cc"),
        ("<!-- <a href=b> --> href=c <p>https://d.example</p>", ""),
        ("<a href>", ""),
    ],
)  # fmt: skip
def test_html(page: str, expected: str) -> None:
    found = [f"{found.where} {found.iri}" for found in find_in_html(page, base=BASE)]
    assert found == expected.split("|") if expected else not found


@pytest.mark.parametrize(
    ("srcset", "expected"),
    [
        ("a", "a"),
        ("a 1x, b 2x", "a b"),
        ("a,b", "a,b"),
        ("a, b", "a b"),
        (" ,, a 1x ,b", "a b"),
        ("a (x, y), b 100w", "a b"),
        ("data:,x 1x, b", "data:,x b"),
        ("a 1x,b 2x,c", "a b c"),
        ("", ""),
        (",", ""),
    ],
)
def test_candidates(srcset: str, expected: str) -> None:
    found = [found.text for found in find_in_html(f'<img srcset="{srcset}">', base=BASE)]
    assert " ".join(found) == expected


def test_documents_in_documents() -> None:
    page = "<img src=//a.example>"
    for i in range(40):
        page = f'<a href=/{i}><iframe srcdoc="{html.escape(page)}">'
    found = list(find_in_html(page, base=BASE))
    assert [each.text for each in found] == [f"/{i}" for i in range(39, -1, -1)] + ["//a.example"]
    assert {each.where for each in found[1:]} == {"iframe.srcdoc"}


@pytest.mark.parametrize(
    "page",
    [
        lambda n: f"<img srcset='{'a 1x,' * n}'>",
        lambda n: f"<img srcset='a {'(' * n}'>",
        lambda n: f"<p style='{'image-set(' * n}'>",
        lambda n: f"<p style='{'url(' * n}'>",
        lambda n: f"<p style='a,{' ' * n}'>",
        lambda n: f"<meta http-equiv=refresh content='{'0 ;' * n}'>",
    ],
)
def test_time_is_linear(page: Callable[[int], str]) -> None:
    def find(n: int) -> None:
        list(find_in_html(page(n), base=BASE))

    assert_grows_at_most(16.0, find, 2_000, 16_000, fast=0.1)


def test_a_section_is_a_comment() -> None:
    page = "<![x]><a href=b><![CDATA[<a href=c>]]><![if IE]><a href=d><![endif]><![e <a href=f>"
    found = [str(found.iri) for found in find_in_html(page, base="https://a.example/")]
    assert found == ["https://a.example/b", "https://a.example/d"]


def test_without_a_base() -> None:
    page = '<a href="a"><a href="//b.example/c"><a href="http:d"><base href="e">'
    assert [str(found.iri) for found in find_in_html(page)] == ["https://b.example/c", "http:d"]


def test_places() -> None:
    page = 'é\n<p>\n  <a\nhref="a">x</a><img src=b>'
    found = list(find_in_html(page, base=BASE))
    assert [page[slice(*each.span)] for each in found] == ['<a\nhref="a">', "<img src=b>"]
    assert pickle.loads(pickle.dumps(found)) == found


def test_as_beautifulsoup_and_urljoin_read_it() -> None:
    """Random pages: the attributes that parsers like html5lib see, resolved by Python."""
    choose = random.Random(7)
    values = ["a", "a/b?c", "../d", "/e", "?f", "https://g.example/h", "//i.example/j", "k#l"]
    names = ["href", "src", "action", "poster", "title", "alt", "data-src"]
    for _ in range(300):
        tags = [
            f"<{choose.choice(['a', 'img', 'p'])} {choose.choice(names)}={quote}{value}{quote}>"
            for value, quote in ((choose.choice(values), choose.choice("'\"")) for _ in range(4))
        ]
        page = " x ".join(tags)
        soup = BeautifulSoup(page, "html.parser")
        read = {"href", "src", "action", "poster"}
        expected = [
            urljoin(BASE, str(value))
            for element in soup.find_all()
            for name, value in element.attrs.items()
            if name in read
        ]
        assert [str(found.iri) for found in find_in_html(page, base=BASE)] == expected, page


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ('[a](https://a.example/b "t")', "link https://a.example/b"),
        ("![x](<c d.png>)", "image https://base.example/d/c%20d.png"),
        ("[![x](c.png)](e)", "link https://base.example/d/e|image https://base.example/d/c.png"),
        ("[r][1]\n\n[1]: //i.example/j", "link https://i.example/j"),
        ("[1]: //i.example/j", ""),
        ("<https://e.example/>", "autolink https://e.example/"),
        ("**bare https://f.example/g**", "autolink https://f.example/g"),
        ("see n.example/a", "autolink https://n.example/a"),
        ("<a@b.example>", "autolink mailto:a@b.example"),
        ("[j](javascript:alert)", "link javascript:alert"),
        ("a <img src=h.png>", "img.src https://base.example/d/h.png"),
        ("<div>\n<a href='k'>l</a>\n</div>", "a.href https://base.example/d/k"),
        ("`https://a.example` \n\n    https://b.example", ""),
        ("| a |\n|---|\n| ![y](m.png) |", "image https://base.example/d/m.png"),
        ("[a](https://a.example/é)", "link https://a.example/é"),
    ],
)
def test_markdown(markdown: str, expected: str) -> None:
    found = [f"{found.where} {found.iri}" for found in find_in_markdown(markdown, base=BASE)]
    assert found == expected.split("|") if expected else not found


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_blocks_of_markdown(end: str) -> None:
    text = end.join(["# a", "", "b https://c.example", "", "* [d](e)", ""])
    found = [text[slice(*each.span)] for each in find_in_markdown(text, base=BASE)]
    assert found == [f"b https://c.example{end}", f"* [d](e){end}"]


@pytest.mark.parametrize(
    ("link", "why"),
    [
        ("https://bank.example/report?id=7", ""),
        ("HTTPS://BANK.example:443/report?id=7", ""),
        ("https://bank.example/%72eport?id=7", ""),
        ("https://example.org/a", ""),
        ("mailto:a@b.example", ""),
        ("https://bank.example/report?id=7&key=x", "the query was changed: key= was added"),
        ("https://bank.example/report", "the query was changed: id= was removed"),
        ("https://bank.example/report?id=8", "the query was changed: its values"),
        ("https://bank.example/report?id=7#x", "the fragment was changed"),
        ("https://bank.example/other", "this link was not given"),
        ("https://user@bank.example/report?id=7", "this link was not given"),
        ("http://bank.example/report?id=7", "this link was not given"),
        ("https://bank.example:8443/report?id=7", "this link was not given"),
        ("https://bаnk.example/report?id=7", "the host looks like bank.example"),
        (
            "bank.example",
            "this is not a link: not an IRI: there is no scheme (scheme, RFC 3986 §3.1)",
        ),
        ("about:invalid", "this link was not given"),
    ],
)
def test_given(link: str, why: str) -> None:
    given = Given("Sum up https://bank.example/report?id=7, **example.org/a** or a@b.example")
    answer = given.allows(link)
    assert (answer.why, bool(answer), link in given) == (why, not why, not why)


def test_given_grows() -> None:
    given = Given()
    assert (len(given), list(given), bool(given.allows("https://a.example/"))) == (0, [], False)
    given.add(IRI("https://a.example/"))
    given.add("and https://a.example/ or https://b.example/")
    assert list(map(str, given)) == ["https://a.example/", "https://b.example/"]
    assert copy.copy(given).allows("https://b.example/")
    with pytest.raises(TypeError, match="a text or an IRI, not int"):
        given.add(1)  # type: ignore[arg-type]


def test_given_judges_all_of_a_document() -> None:
    given = Given("https://a.example/b")
    document = "[ok](https://a.example/b) ![x](https://a.example/b?d=secret) <img src=//e.example>"
    refused = [str(f.iri) for f in find_in_markdown(document) if not given.allows(f.iri)]
    assert refused == ["https://a.example/b?d=secret", "https://e.example"]
