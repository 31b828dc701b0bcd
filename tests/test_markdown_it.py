"""Links in Markdown, by markdown-it-py with iriform's finder."""

from __future__ import annotations

import pytest
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
        ("http\\://a", "http://a"),
        ("https://ja.wikipedia.org/wiki/植物学、b", '<a href="https://ja.wikipedia.org/wiki/%E6%A4%8D%E7%89%A9%E5%AD%A6%E3%80%81b">https://ja.wikipedia.org/wiki/植物学、b</a>'),
    ],
)  # fmt: skip
def test_what_becomes_a_link(md: MarkdownIt, markdown: str, html: str) -> None:
    assert md.render(markdown) == f"<p>{html}</p>\n"


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
