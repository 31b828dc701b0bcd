"""The recipe for the links of a page (docs/links.md) reads them like browsers, compared with ada-url."""

import csv
import doctest
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import ada_url
import pytest
from lxml import html  # type: ignore[import-untyped]

from iriform import IRI
from tests.tables import collected

PAGE = Path(__file__).parents[1] / "docs" / "links.md"


def recipe() -> dict[str, Any]:
    """Run the examples of the page up to `links`, and return what they define."""
    examples = doctest.DocTestParser().get_examples(PAGE.read_text("utf-8"))
    names: dict[str, Any] = {}
    for example in examples:
        if example.source.startswith(("from ", "import re", "def ")):
            exec(example.source, names)  # noqa: S102 - it is our own page
    return names


NAMES = recipe()
resolved: Callable[[str, IRI], IRI | None] = NAMES["resolved"]
links: Callable[[str, IRI], list[IRI]] = NAMES["links"]


def in_a_browser(href: str, base: str) -> str | None:
    """Resolve a link like a browser, if it leads to the web."""
    try:
        url = ada_url.URL(href, base=base)
    except ValueError:
        return None
    return url.href if url.protocol in {"http:", "https:"} else None


def as_a_browser_writes(found: IRI | None) -> str | None:
    """Write a link like a browser, so that only targets are compared."""
    return None if found is None else str(ada_url.URL(found).href)


BASES = ["https://example.org/d/index.html?q#f", "http://example.org"]
# Each line is a link that a page of the web might have, whole or by mistake.
HREFS = r"""
a?b=c#d
../../../up
./a/./b/../c
?q=a b&x=é
#top
#
/
//other.example/a
HTTP://OTHER.example/
http://example.org:80/a
http://user@other.example/
/a:b
./a:b
a:b
1:2
http ://x
http//x
https:foo
http:foo
http:
https:?x
http:#x
http:/foo
https:/foo
http:///other.example/y
https:////other.example
///other.example/a
\\other.example\y
/\other.example
\rooted
..\up
//other.example\y
http:\\other.example
HTTPS:\\other.example
http://other.example\@example.org/
C:\a
file:\\x
mailto:anna@example.org
mailto:a b
javascript:void(0)
javascript:'http://x/'
tel:+1 23
data:text/html,<p>
about:blank
ftp://other.example\x
blob:http://other.example/
http://
https://
//
http://[::1
http://[::1]/
http://a b/
//x y/
http://a|b
http://h<b>/
http://h%41/
http://h%zz/
//h:x/
http://0x7f.1/
http://1.2.3.4.5/
http://faß.de/
http://例え.jp/道
http://a_b/
http://-a-/
/a/%2e%2e/b
/"quoted"
/`a`
/{}^
;a
""".strip("\n").split("\n")
# White space and controls, which the lines above cannot contain.
HREFS += [
    "",
    " ",
    "  /a b ",
    "a\nb/c",
    "\n  /a\n  /b\n",
    "http://ex\tample.org/",
    "/\t/other.example",
    "\x0b/a",
    "/a\x1f",
]
HREFS += [
    "\xa0/a",
    "a\0b",
    "h\nttp://other.example",
    "\ufeff/a",
    "//\nother.example",
    "https:\r\n//other.example/",
]


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("href", HREFS)
def test_a_link_leads_where_a_browser_goes(href: str, base: str) -> None:
    assert as_a_browser_writes(resolved(href, IRI(base))) == in_a_browser(href, base)


@pytest.mark.parametrize("href", ["/<script>", "/{a}^", "/{{ url }}", "/?q=%s"])
def test_a_placeholder_is_left_out(href: str) -> None:
    assert resolved(href, IRI(BASES[0])) is None


# Links that differ from those of a browser, as the page documents, and the browser's link.
DIFFERENT = [
    ("%zz", "https://example.org/d/%25zz", "https://example.org/d/%zz"),
    ("?a\\b", "https://example.org/d/index.html?a%5Cb", "https://example.org/d/index.html?a\\b"),
    ("#a#b", "https://example.org/d/index.html?q#a%23b", "https://example.org/d/index.html?q#a#b"),
    ("/[a|b]", "https://example.org/%5Ba%7Cb%5D", "https://example.org/[a|b]"),
    ("/a http://b.example", None, "https://example.org/a%20http://b.example"),
    ("http://h:99999/", "http://h:99999/", None),
    ("http://xn--a/", None, "http://xn--a/"),
]


@pytest.mark.parametrize(("href", "ours", "browsers"), DIFFERENT)
def test_where_a_browser_goes_elsewhere(href: str, ours: str | None, browsers: str | None) -> None:
    assert resolved(href, IRI(BASES[0])) == ours
    assert in_a_browser(href, BASES[0]) == browsers


def pairs() -> Iterator[tuple[str, str]]:
    """Read links of Common Crawl, with the page of each."""
    for file in collected("corpora", "relative_urls_cc_10k.csv"):
        with file.open(encoding="utf-8", newline="") as rows:
            yield from ((base, href) for base, href in [*csv.reader(rows)][1:])


@pytest.mark.collection(needed=True)
def test_links_of_common_crawl() -> None:
    asked = [*pairs()]
    assert len(asked) > 9_000
    wrong = [
        (base, href)
        for base, href in asked
        if as_a_browser_writes(resolved(href, IRI(base))) != in_a_browser(href, base)
    ]
    assert wrong == []


HEADS = [
    "",
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>x</title></head><body>',
    '<?xml version="1.0" encoding="UTF-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><body>',
    '<head><base target="_blank"><base href="/docs/"><base href="/not/">',
    '<base href="https://cdn.example/a/b">',
    "<base href='../up'>",
    "<base href=''>",
    "<base href>",
    "<base href='http://[bad'>",
    "<base href='javascript:void(0)'>",
    "<base href='\n //other.example\\x\\ '>",
]
BODIES = [
    "<ul><li><a href=a>1<li><A HREF='b?x=1&amp;y=2'>2</A></ul>",
    '<a href="?a=1&copy=2&#x2F;">3</a><a name=here>4</a><a href>5</a>',
    "<p><a href='x y'><b>6</a></b><map><area shape=rect href='\\\\m.example\\y'></map>",
    "<table><a href=https:foo>7<tr><td><a href='#z'>8</table><!-- <a href=no>9</a> -->",
    "<script>'<a href=no>'</script><a href=\"mailto:a@b\">10</a><a href='http://[bad'>11</a>",
    "<a href=a href=b>12</a><a\nclass='x'\nhref='\n/long\n/link'\n>13</a><iframe src=no></iframe>",
    "<noscript><a href=/n>14</a></noscript><textarea><a href=no></textarea>",
    "<a href='/ünï/道?é#ß'>15</a><a href=//例え.jp>16</a><a href=&#104;ttp://n.example>17</a>",
]


def expected(page: str, address: str) -> list[str]:
    """Find the links of a page with another HTML parser, and their targets in a browser."""
    parser = html.HTMLParser(encoding="utf-8")
    tree = html.document_fromstring(page.encode(), parser=parser)
    bases = (in_a_browser(href, address) for href in tree.xpath("//base/@href")[:1])
    base = next(bases, None) or address
    found = (in_a_browser(href, base) for href in tree.xpath("//a/@href | //area/@href"))
    return [each for each in found if each]


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("body", [*BODIES, "".join(chain(BODIES))], ids=range(len(BODIES) + 1))
def test_the_links_of_a_page(head: str, body: str) -> None:
    page = head + body
    address = "https://example.org/blog/post.html"
    assert [as_a_browser_writes(each) for each in links(page, IRI(address))] == expected(
        page, address
    )


@pytest.mark.parametrize("page", ["", "\0", "<", "no links", "<a", "<base><a href"])
def test_a_page_without_links(page: str) -> None:
    assert links(page, IRI(BASES[0])) == []
