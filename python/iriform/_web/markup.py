"""Links in HTML and Markdown: every reference that a renderer would load or follow."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from iriform._core import IRI, IRIReference, as_sent
from iriform._extras import needed_itself
from iriform._types.errors import ParseError

from .links import Found

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from markdown_it.token import Token

# Attributes whose value is one reference (HTML, index of attributes; SVG 2 §16.1), on any element.
_ONE = frozenset({
    "action", "background", "cite", "classid", "codebase", "data", "formaction", "href", "icon",
    "longdesc", "manifest", "poster", "profile", "src", "xlink:href",
})  # fmt: skip
# Attributes whose value is several references: with descriptors, and between spaces.
_CANDIDATES = frozenset({"srcset", "imagesrcset"})
_SEVERAL = frozenset({"archive", "attributionsrc", "ping"})

# The references that CSS loads: `url()`, or a string in its place (CSS Values 4 §4.5, CSS Images 4 §2.5).
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(\n)|(.))")
_CSS = re.compile(
    r"""url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"'\s]*))"""
    r"""|(?:@import\s+|image-set\(\s*|src\(\s*|,\s*)(?:"([^"]*)"|'([^']*)')""",
    re.IGNORECASE,
)
# A candidate of a `srcset`, with its descriptors.
_CANDIDATE = re.compile(r"[ \t\n\r\f,]*([^ \t\n\r\f,][^ \t\n\r\f]*)")
_DESCRIPTORS = re.compile(r"(?:[^,(]|\([^)]*\)?)*")
_REFRESH = re.compile(r"\s*[\d.]*[\s;,]*(?:url\s*=\s*)?[\"']?([^\"']*)", re.IGNORECASE)

# The placeholder for a text that cannot be read (RFC 6694 §3.1, CSS Values 4 §4.5.4).
_UNREADABLE = IRI("about:invalid")


def find_in_html(text: str, /, *, base: str | None = None) -> Iterator[Found]:
    """Find every reference of an HTML text that a browser would load or follow.

    These are `href`, `src`, `srcset`, `action` and the like, `url()` in styles, and `<meta>` that
    refreshes. References are resolved against `base` and `<base href>`, as in HTML. A relative
    reference without a base has no target and is left out.

    The `text` of a `Found` is the value, `span` the range of the start tag in code points, and
    `where` the element and attribute. A value that is not a reference, and cannot be repaired, has
    the IRI `about:invalid` and the flag `unreadable`. Comments and the text between the tags are
    not read.

    >>> from iriform.links import find_in_html
    >>> html = '<base href="https://a.example/b/"><a href="c">d</a><img srcset="e 1x, //f.example/g 2x">'
    >>> for found in find_in_html(html):
    ...     print(found.where, found.iri)
    a.href https://a.example/b/c
    img.srcset https://a.example/b/e
    img.srcset https://f.example/g
    """
    parser = parsed(text)
    base_iri = _base(base)
    if parser.base is not None:
        base_iri = _resolved(parser.base, base_iri) or base_iri
    for value, span, where in parser.found:
        yield from _found(value, span, where, base_iri)
    for html, span, where in parser.documents:
        for value in of_documents(html):
            yield from _found(value, span, where, base_iri)


def find_in_markdown(text: str, /, *, base: str | None = None) -> Iterator[Found]:
    r"""Find every reference of a Markdown text that its HTML would load or follow.

    These are links and images, including those by reference, autolinks, bare links, and HTML within
    the text, as in `find_in_html`. `span` is the range of the block (a paragraph, a table row) in
    code points, and `where` is `link`, `image`, `autolink`, or the element and attribute of HTML.
    It needs markdown-it-py.

    >>> from iriform.links import find_in_markdown
    >>> text = "See [a](https://a.example/b) ![](c.png)\n\n<https://d.example> or https://e.example/_f_."
    >>> for found in find_in_markdown(text, base="https://base.example/"):
    ...     print(found.where, found.iri)
    link https://a.example/b
    image https://base.example/c.png
    autolink https://d.example
    autolink https://e.example/_f_
    """
    with needed_itself("markdown-it-py", "links.find_in_markdown", "markdown_it"):
        from markdown_it import MarkdownIt

    from iriform.markdown_it import links_plugin

    md = MarkdownIt("commonmark").enable(["table", "strikethrough"]).use(links_plugin)
    # Other renderers follow links that markdown-it-py refuses, and the text is read unchanged.
    md.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005
    md.normalizeLink = lambda url: url  # type: ignore[method-assign]
    # CommonMark §2.1: a line ends at a line feed, a carriage return, or both.
    starts = [0, *(match.end() for match in re.finditer("\r\n?|\n", text)), len(text)]
    base_iri = _base(base)
    span = (0, len(text))
    for token in md.parse(text):
        if token.map:
            first, last = token.map
            span = (starts[first], starts[min(last, len(starts) - 1)])
        for value, where in _of_token(token):
            yield from _found(value, span, where, base_iri)
        for html in _html_of(token):
            for found in find_in_html(html, base=base_iri):
                yield found._replace(span=span)


def _of_token(token: Token) -> Iterator[tuple[str, str]]:
    """Yield the references of a Markdown token, and the kind of each."""
    if token.type == "link_open":
        is_bare = token.markup in {"autolink", "linkify"}
        yield str(token.attrs["href"]), "autolink" if is_bare else "link"
    elif token.type == "image":
        yield str(token.attrs["src"]), "image"
    for child in token.children or () if token.type == "inline" else ():
        yield from _of_token(child)


def _html_of(token: Token) -> Iterator[str]:
    """Yield the HTML within a Markdown token."""
    if token.type in {"html_block", "html_inline"}:
        yield token.content
    for child in token.children or ():
        yield from _html_of(child)


class _Parser(HTMLParser):
    """Collects the values of attributes, with their start tags, and the text of styles."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, tuple[int, int], str]] = []
        # The bases, of which only the first counts, and the nested documents.
        self.bases: list[tuple[str, tuple[int, int], str]] = []
        self.documents: list[tuple[str, tuple[int, int], str]] = []
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._is_style = False

    @property
    def base(self) -> str | None:
        """The reference of the first `<base>` that has one."""
        return self.bases[0][0] if self.bases else None

    def _span(self, length: int) -> tuple[int, int]:
        line, column = self.getpos()
        start = self._starts[line - 1] + column
        return start, start + length

    def parse_marked_section(self, i: int, report: bool = True) -> int:  # noqa: FBT001, FBT002 - its signature
        """Read `<![…>` as a comment, as browsers do (HTML §13.2.5.42); HTMLParser may raise an error."""
        return self.parse_bogus_comment(i, report)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        span = self._span(len(self.get_starttag_text() or ""))
        self._is_style = tag == "style"
        values: dict[str, str] = {}
        for name, value in attrs:
            if value is not None:
                values.setdefault(name, value)
        if tag == "base":
            if "href" in values:
                self.bases.append((values["href"], span, "base.href"))
            return
        for name, value in values.items():
            where = f"{tag}.{name}"
            if name == "srcdoc":
                self.documents.append((value, span, where))
            self.found.extend((part, span, where) for part in references_in(tag, name, values))

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 - an element of style has no others
        self._is_style = False

    def handle_data(self, data: str) -> None:
        if self._is_style:
            span = self._span(len(data))
            self.found.extend((part, span, "style") for part in _of_css(data))


def parsed(html: str) -> _Parser:
    """Collect the references of an HTML text."""
    parser = _Parser(html)
    parser.feed(html)
    parser.close()
    return parser


def references_in(tag: str, name: str, attributes: Mapping[str, str]) -> Iterator[str]:
    """Yield the references in the value of an attribute."""
    value = attributes[name]
    if name in _ONE:
        yield value
    elif name in _CANDIDATES:
        yield from _of_candidates(value)
    elif name in _SEVERAL:
        yield from value.split()
    elif name == "style":
        yield from _of_css(value)
    elif (
        tag == "meta"
        and name == "content"
        and attributes.get("http-equiv", "").lower() == "refresh"
    ):
        yield _REFRESH.match(value)[1]  # type: ignore[index]  # it matches every text


def _of_candidates(value: str) -> Iterator[str]:
    """Yield the URLs of a `srcset` (HTML §4.8.4.2.1): a comma only ends one if a space follows."""
    place = 0
    while match := _CANDIDATE.match(value, place):
        url, place = match[1], match.end()
        yield url.rstrip(",")
        if not url.endswith(","):
            place = _DESCRIPTORS.match(value, place).end()  # type: ignore[union-attr]  # it matches


def of_documents(html: str) -> Iterator[str]:
    """Yield the references of a nested document, at any depth."""
    waiting = [html]
    while waiting:
        parser = parsed(waiting.pop())
        yield from [value for value, _, _ in parser.found]
        yield from [] if parser.base is None else [parser.base]
        waiting += [value for value, _, _ in parser.documents]


def _of_css(text: str) -> Iterator[str]:
    """Yield the references that a style would load."""
    for groups in _CSS.findall(_ESCAPE.sub(_unescaped, text)):
        yield "".join(groups)


def _unescaped(escape: re.Match[str]) -> str:
    """Return the character of a CSS escape (CSS Syntax 3 §4.3.7)."""
    digits, newline, character = escape.groups()
    if digits:
        return f"\\U{int(digits, 16):08x}".encode().decode("unicode_escape", "replace")
    return "" if newline else character or ""


def _found(value: str, span: tuple[int, int], where: str, base: IRI | None) -> Iterator[Found]:
    """Yield the link of a value, unless it is relative and there is no base."""
    iri = _resolved(value, base)
    if iri is not None:
        flags = ("unreadable",) if iri is _UNREADABLE else ()
        yield Found(value, span, iri, "iri", flags=flags, where=where)


def _resolved(value: str, base: IRI | None) -> IRI | None:
    """Return the IRI that a browser would read, or None for a relative one without a base."""
    # The URL Standard, §4.4: it strips spaces and controls, and removes tabs and line breaks.
    value = re.sub(r"[\t\n\r]", "", value).strip("".join(map(chr, range(0x21))))
    try:
        reference = IRIReference(as_sent(value))
        if reference.scheme is not None:
            return IRI(reference)
        if base is None:
            return IRI(f"https:{reference}") if reference.authority is not None else None
        return base.resolve(reference)
    except ParseError:
        return _UNREADABLE


def _base(base: str | None) -> IRI | None:
    return None if base is None else IRI(base)
