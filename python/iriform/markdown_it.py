"""Links in Markdown text, for markdown-it-py, as a replacement of linkify-it-py.

>>> from markdown_it import MarkdownIt
>>> from iriform.markdown_it import links_plugin
>>> md = MarkdownIt().use(links_plugin)
>>> print(md.render("see example.org/a_(b), [this](x) and `http://not.example`"), end="")
<p>see <a href="https://example.org/a_(b)">example.org/a_(b)</a>, <a href="x">this</a> and <code>http://not.example</code></p>
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ._web.links import STANDARD, find

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline

    from ._web.links import Found, Schemes

__all__ = ["links_plugin"]

# A link has one of these: the dot of a name, the colon of a scheme, an at sign.
_STARTS = ".:@\u3002\uff0e\uff61"


def links_plugin(
    md: MarkdownIt,
    *,
    schemes: Schemes = STANDARD,
    domains: bool = True,
    emails: bool = True,
    files: bool = False,
) -> None:
    """Make `MarkdownIt` create the links that `iriform.links.find` finds in its text.

    The options are those of `find`. A link ends before a character that no IRI has. Names that end
    like file names are only links if `files` is true. Code, links and HTML are unchanged, and a
    text that markdown-it-py's `validateLink` refuses does not become a link.
    """
    search = partial(
        find,
        schemes=schemes if isinstance(schemes, str) else tuple(schemes),
        domains=domains,
        emails=emails,
        files=files,
        strict=True,
    )
    search("")  # says now what cannot be used
    # It has the methods that the rules ask for; linkify-it-py, which need not be installed, has more.
    finder: Any = _Finder(search)
    md.linkify = finder
    md.options["linkify"] = True
    md.enable("linkify")
    md.inline.ruler.at("linkify", partial(_inline, finder))


class _Match(NamedTuple):
    """A link for markdown-it-py."""

    url: str
    text: str
    index: int  # type: ignore[assignment]  # instead of the method of a tuple
    last_index: int
    schema: str

    @classmethod
    def of(cls, found: Found) -> _Match:
        """Describe a found link."""
        schema = {"domain": "", "email": "mailto:"}.get(found.kind, f"{found.iri.scheme}:")
        return cls(str(found.iri), found.text, *found.span, schema)


class _Finder:
    """The finder for the rules of markdown-it-py."""

    def __init__(self, search: partial[Iterator[Found]]) -> None:
        self._search = search

    def pretest(self, text: str) -> bool:
        """Return True if a quick check shows that there may be a link."""
        return any(start in text for start in _STARTS)

    def test(self, text: str) -> bool:
        """Return True if there is a link."""
        return any(True for _ in self._search(text, max=1))

    def match(self, text: str) -> list[_Match] | None:
        """Give all links."""
        return [_Match.of(found) for found in self._search(text)] or None

    def at(self, text: str, start: int) -> Found | None:
        """Return the link that begins at a position of a text."""
        for found in self._search(text):
            if found.span[0] >= start:
                return found if found.span[0] == start else None
        return None


# The scheme that ends a text, not preceded by another scheme character.
_SCHEME = re.compile(r"(?<![A-Za-z0-9.+-])[A-Za-z][A-Za-z0-9.+-]*\Z")
_WORD = re.compile(r"\S*")
# The length of the text before a link that is searched for marks of emphasis.
_BEFORE = 512


def _inline(finder: _Finder, state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - a rule's signature
    """Make a link from `scheme://…`, before other rules read its characters.

    The rule of markdown-it-py skips the length of the link's URL. An IRI may be longer than its text.
    """
    if state.linkLevel > 0 or not state.src.startswith("://", state.pos):
        return False
    if not (scheme := _SCHEME.search(state.pending)):
        return False
    start = state.pos - len(scheme[0])
    # No link contains white space.
    end = _WORD.match(state.src, start, state.posMax).end()  # type: ignore[union-attr]  # it matches
    begin = max(0, start - _BEFORE)
    found = finder.at(state.src[begin:end], start - begin)
    # A link that ends before the colon, as in `example.org+http://a`, is found with the rest of the text.
    if found is None or start + len(found.text) <= state.pos:
        return False
    url = state.md.normalizeLink(str(found.iri))
    if not state.md.validateLink(url):
        return False
    if not silent:
        state.pending = state.pending[: -len(scheme[0])]
        opening = state.push("link_open", "a", 1)
        opening.attrs = {"href": url}
        state.push("text", "", 0).content = found.text
        closing = state.push("link_close", "a", -1)
        opening.markup = closing.markup = "linkify"
        opening.info = closing.info = "auto"
    state.pos = start + len(found.text)
    return True
