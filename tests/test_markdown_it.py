"""Links in Markdown, by markdown-it-py with iriform's finder."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from iriform import ParseError
from iriform.markdown_it import links_plugin


@pytest.fixture(params=["commonmark", "js-default"])
def md(request: pytest.FixtureRequest) -> MarkdownIt:
    """Make a parser that finds links."""
    return MarkdownIt(request.param).use(links_plugin)


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("http://a/b.", '<a href="http://a/b">http://a/b</a>.'),
        ("(see http://a/(b))", '(see <a href="http://a/(b)">http://a/(b)</a>)'),
        ("example.org/a?b&c", '<a href="https://example.org/a?b&amp;c">example.org/a?b&amp;c</a>'),
        ("a@b.example", '<a href="mailto:a@b.example">a@b.example</a>'),
        ("README.md and main.rs", "README.md and main.rs"),
        ("**http://a/b**", '<strong><a href="http://a/b">http://a/b</a></strong>'),
        ("`http://a` [b](http://c) <http://d>", '<code>http://a</code> <a href="http://c">b</a> <a href="http://d">http://d</a>'),
        ("[http://a](http://b)", '<a href="http://b">http://a</a>'),
        ("http://a/_b_c", '<a href="http://a/_b_c">http://a/_b_c</a>'),
        ("xhttp://a ftp://b", "xhttp://a ftp://b"),
        ("example.org+http://a", '<a href="https://example.org">example.org</a>+http://a'),
        ("http\\://a", "http://a"),
        ("https://ja.wikipedia.org/wiki/植物学、b", '<a href="https://ja.wikipedia.org/wiki/%E6%A4%8D%E7%89%A9%E5%AD%A6%E3%80%81b">https://ja.wikipedia.org/wiki/植物学、b</a>'),
    ],
)  # fmt: skip
def test_what_becomes_a_link(md: MarkdownIt, markdown: str, html: str) -> None:
    assert md.render(markdown) == f"<p>{html}</p>\n"


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("_http://a/b_", '<em><a href="http://a/b">http://a/b</a></em>'),
        ("_see http://a/b_c_", '<em>see <a href="http://a/b_c">http://a/b_c</a></em>'),
        ("__http://a/b__ c", '<strong><a href="http://a/b">http://a/b</a></strong> c'),
        ("**http://a/b**(c)", '<strong><a href="http://a/b">http://a/b</a></strong>(c)'),
        ("**PR: http://a/b**中文", '<strong>PR: <a href="http://a/b">http://a/b</a></strong>中文'),
        ("*a http://a/b*。", '<em>a <a href="http://a/b">http://a/b</a></em>。'),
        ("***http://a/b***", '<em><strong><a href="http://a/b">http://a/b</a></strong></em>'),
        ("http://a/b* c", '<a href="http://a/b*">http://a/b*</a> c'),
        ("http://a/*b*", '<a href="http://a/*b*">http://a/*b*</a>'),
        ("**b** http://a/**c", '<strong>b</strong> <a href="http://a/**c">http://a/**c</a>'),
    ],
)
def test_emphasis_around_a_link(md: MarkdownIt, markdown: str, html: str) -> None:
    assert md.render(markdown) == f"<p>{html}</p>\n"


def test_strikethrough_around_a_link() -> None:
    md = MarkdownIt("js-default").use(links_plugin)
    a = '<a href="http://a/~b">http://a/~b</a>'
    assert md.render("~~http://a/~b~~") == f"<p><s>{a}</s></p>\n"
    assert md.render("~~see http://a/~b~~: c") == f"<p><s>see {a}</s>: c</p>\n"


def link(url: str, text: str) -> str:
    return f'<a href="{url}">{text}</a>'


@pytest.mark.parametrize(
    ("url", "text", "rest"),
    [
        ("http://a.example/100%25", "http://a.example/100%", " of this text"),
        ("http://a.example/%C3%A9%25", "http://a.example/é%", " <strong>b</strong> c"),
        ("http://a.example/a", "http://a.example/a", "[b] of it"),
        ("http://a.example/#b%23c", "http://a.example/#b#c", " of it"),
        ("http://a.example/?%25zz", "http://a.example/?%zz", ", then http:"),
        ("http://a.example/%25", "http://a.example/%", "\nnext line"),
        ("http://a.example/%25%25%25", "http://a.example/%%%", ". Then"),
        ("http://a.example/%E9%81%93", "http://a.example/道", " 道"),
        ("http://a.example/50%25/", "http://a.example/50%/", ") closes"),
        ("https://a.example:8/%25?%25#%25", "https://a.example:8/%?%#%", "! said"),
    ],
)
def test_the_text_behind_an_encoded_link_stays(
    md: MarkdownIt, url: str, text: str, rest: str
) -> None:
    behind = rest.replace("<strong>", "**").replace("</strong>", "**")
    assert md.render(f"a {text}{behind}") == f"<p>a {link(url, text)}{rest}</p>\n"
    assert md.render(f"*a {text}* b") == f"<p><em>a {link(url, text)}</em> b</p>\n"
    assert md.render(f"{text} {text}") == f"<p>{link(url, text)} {link(url, text)}</p>\n"


def test_options() -> None:
    markdown = "http://a example.org README.md a@b.example urn:x:y"
    md = MarkdownIt().use(links_plugin, domains=False, emails=False, schemes={"urn"})
    assert md.render(markdown) == (
        '<p>http://a example.org README.md a@b.example <a href="urn:x:y">urn:x:y</a></p>\n'
    )
    assert "README.md</a>" in MarkdownIt().use(links_plugin, files=True).render(markdown)
    with pytest.raises(ParseError):
        MarkdownIt().use(links_plugin, schemes={"a b"})


def test_what_markdown_it_refuses_is_no_link() -> None:
    md = MarkdownIt().use(links_plugin, schemes={"javascript", "http"})

    assert md.render("javascript:alert(1) http://a") == (
        '<p>javascript:alert(1) <a href="http://a">http://a</a></p>\n'
    )


def test_any_scheme() -> None:
    md = MarkdownIt().use(links_plugin, schemes="any")
    assert md.render("urn:isbn:1 and n:b, ftp://h/5% of it") == (
        f"<p>{link('urn:isbn:1', 'urn:isbn:1')} and n:b, {link('ftp://h/5%25', 'ftp://h/5%')} of it</p>\n"
    )
    with pytest.raises(TypeError):
        MarkdownIt().use(links_plugin, schemes="http")


@given(
    st.lists(
        st.sampled_from(
            ["http://a.example/", "%", "[", "]", "#", "é", " ", "b", "(", ")", ".", "://"]
        ),
        max_size=20,
    )
)
def test_no_text_is_lost(pieces: list[str]) -> None:
    text = "".join(pieces)
    shown = re.sub(
        r"<[^>]*>", "", MarkdownIt("zero").enable(["linkify"]).use(links_plugin).render(text)
    )
    assert html.unescape(shown).split() == text.split()
