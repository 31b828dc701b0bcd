"""Links in markup: HTML pages, sitemaps, feeds, and the parts of packages, each with its line.

XML is read by expat, without entities and with bounds; HTML by Python's own parser.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, NamedTuple
from xml.parsers import expat

from iriform import IRI, IRIReference, resolve
from iriform._core import Block
from iriform._io.errors import AuditError
from iriform._io.plain_text import label
from iriform._web.markup import of_documents, parsed, references_in

from .format import Source
from .json_document import whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from iriform._io.streams import Input

# The largest depth of elements.
DEEPEST = 100

# The largest size of a page in bytes: nobody writes more, and HTML parsers are not safe for
# arbitrary text.
_LONGEST_PAGE = 2**24

# The attributes of feeds and outlines that have a link, in addition to those of HTML.
_OF_FEEDS: AbstractSet[str] = {"url", "xmlUrl", "htmlUrl"}

# The elements whose text is a link: those of sitemaps, RSS and Atom.
_TEXTS = {
    *("loc", "link", "guid", "comments", "docs", "url", "id", "uri", "icon", "logo"),
}
# The beginnings of documents with such elements.
_ROOTS = {"urlset", "sitemapindex", "rss", "feed", "opml"}

# A literal link in a formula, in which quotation marks are doubled.
_FORMULA = re.compile(r'\bHYPERLINK\(\s*"((?:[^"]|"")*)"\s*[,)]', re.IGNORECASE)
_FORMULA_IN_BYTES = re.compile(rb"HYPERLINK\s*\(", re.IGNORECASE)

_HTML_BASE = "http://www.w3.org/1999/xhtml base"
_XML_BASE = "http://www.w3.org/XML/1998/namespace base"


class Link(NamedTuple):
    """A link with its position."""

    text: str
    line: int
    where: str
    """The element, and the attribute if it is in one."""
    base: str | None = None
    """The base that the document states for it, which may be relative to the document."""
    is_external: bool = False
    """True if a relationship of a package points outside it."""

    @property
    def value(self) -> str:
        """The link, resolved if it can be."""
        is_resolved = self.base is not None and IRI.is_valid(self.base)
        if not is_resolved or not IRIReference.is_valid(self.text):
            return self.text
        return str(resolve(self.base or "", self.text))


def page(input_: Input) -> Source:
    """Read an HTML page. Browser bookmarks are such a page."""
    return source_of(of_html(_bounded(input_)))


def feed(input_: Input) -> Source:
    """Read a sitemap, a feed of RSS or Atom, or an outline (OPML)."""
    return source_of(of_xml(whole(input_), label(input_.name), roots=_ROOTS))


def source_of(links: Sequence[Link]) -> Source:
    """Convert links, which may be relative, to a source."""
    values: list[tuple[bytes, str | None]] = [
        (link.value.encode("utf-8", "surrogatepass"), None) for link in links
    ]
    block = Block.values(values, may_be_relative=True)
    paths, lines = [link.where for link in links], [link.line for link in links]
    return Source(iter([block]), lambda: 1.0, paths=paths, lines=lines)


def _bounded(input_: Input) -> str:
    data = whole(input_)
    if len(data) > _LONGEST_PAGE:
        raise AuditError(
            f"cannot read {label(input_.name)}: a page of more than {_LONGEST_PAGE >> 20} MiB"
        )
    return data.decode("utf-8-sig", "replace")


def of_html(text: str) -> list[Link]:
    """List the links of a page, and those of nested pages (`srcdoc`), like `find_in_html`.

    >>> [(link.where, link.value) for link in of_html('<a href=" b "><base href="http://h/a/">')]
    [('a href', 'http://h/a/b'), ('base href', 'http://h/a/')]
    """
    parser = parsed(text)
    found = sorted([*parser.found, *parser.bases], key=lambda each: each[1][0])
    for html, span, where in parser.documents:
        found += [(value, span, where) for value in of_documents(html)]
    # A base applies to the whole document, wherever it is (HTML, "the base element").
    base = _base(parser.base)
    begins = [0, *(match.end() for match in re.finditer("\n", text))]
    return [
        Link(
            _stripped(value),
            bisect(begins, span[0]),
            where.replace(".", " ", 1),
            None if where == "base.href" else base,
        )
        for value, span, where in found
    ]


def _base(href: str | None) -> str | None:
    """Read the base of a document, if it is a valid reference."""
    base = None if href is None else _stripped(href)
    if base is None or not IRIReference.is_valid(base):
        return None
    return None if IRIReference(base).has_scheme("data", "javascript") else base


def _of_element(
    tag: str,
    attributes: Mapping[str, str],
    line: int,
    base: str | None,
    others: AbstractSet[str] = frozenset(),
) -> Iterator[Link]:
    """Yield the links of an element: those of HTML's attributes, and of some others."""
    is_external = attributes.get("TargetMode") == "External"
    named = {name.rpartition(" ")[2]: value for name, value in attributes.items()}
    for name, value in attributes.items():
        local = name.rpartition(" ")[2]
        is_other = local in others
        for each in [value] if is_other else references_in(tag, local, named | {local: value}):
            yield Link(_stripped(each), line, f"{tag} {local}", base, is_external)


def _stripped(text: str) -> str:
    """Strip the text around a link (HTML, "valid URL potentially surrounded by spaces")."""
    return text.strip("\t\n\f\r ")


def of_xml(
    data: bytes,
    name: str,
    *,
    roots: AbstractSet[str] | None = None,
    attributes: AbstractSet[str] = _OF_FEEDS,
) -> list[Link]:
    """List the links of an XML document, whose root must be one of these, if given."""
    return _Document(name, roots, attributes, set() if roots is None else _TEXTS).read(data)


def of_formulas(data: bytes, name: str) -> list[Link]:
    """List the literal links in formulas of a worksheet: `HYPERLINK("http://…")`."""
    if _FORMULA_IN_BYTES.search(data) is None:
        return []
    return [
        Link(found.replace('""', '"'), formula.line, "f HYPERLINK", is_external=True)
        for formula in _Document(name, None, frozenset(), {"f"}).read(data)
        for found in _FORMULA.findall(formula.text)
        # A location in the workbook itself.
        if not found.startswith("#")
    ]


class _Document:
    def __init__(
        self,
        name: str,
        roots: AbstractSet[str] | None,
        others: AbstractSet[str],
        texts: AbstractSet[str],
    ) -> None:
        self._name, self._roots, self._others, self._texts = name, roots, others, texts
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        self._parser.EntityDeclHandler = self._entity
        self._links: list[Link] = []
        # The base of an XHTML page, which applies to all of it (HTML, "the base element").
        self._html_base: str | None = None
        # The bases of the enclosing elements.
        self._bases: list[str | None] = []
        # The text of an element whose text is a link.
        self._text: list[str] | None = None
        self._line = 0

    def read(self, data: bytes) -> list[Link]:
        try:
            self._parser.Parse(data, True)  # noqa: FBT003 - the end
        except expat.ExpatError as error:
            raise AuditError(f"cannot read {self._name}: not XML: {error}") from None
        except (LookupError, ValueError) as error:  # of the encoding that the document declares
            raise AuditError(f"cannot read {self._name}: {error}") from None
        if self._html_base is None:
            return self._links
        return [
            link
            if link.base is not None or link.where == "base href"
            else link._replace(base=self._html_base)
            for link in self._links
        ]

    def _entity(self, *_: object) -> None:
        raise AuditError(f"cannot read {self._name}: it declares entities, which are not read")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        local = tag.rpartition(" ")[2]
        if not self._bases and self._roots is not None and local not in self._roots:
            raise AuditError(
                f"cannot read {self._name}: XML that is neither a sitemap nor a feed;"
                " --format rdf-xml reads RDF/XML, iriform find lists the links of any other XML"
            )
        if len(self._bases) == DEEPEST:
            raise AuditError(f"cannot read {self._name}: more than {DEEPEST} elements are nested")
        base = self._bases[-1] if self._bases else None
        own = attributes.get(_XML_BASE)
        if own is not None and IRIReference.is_valid(own):
            base = own if base is None else str(IRIReference(own).resolve_onto(base))
        self._bases.append(base)
        if tag == _HTML_BASE and self._html_base is None:
            self._html_base = _base(attributes.get("href"))
        self._line = self._parser.CurrentLineNumber
        self._links += _of_element(local, attributes, self._line, base, self._others)
        is_text = local in self._texts
        self._text = [] if is_text and attributes.get("isPermaLink") != "false" else None

    def _characters(self, text: str) -> None:
        if self._text is not None:
            self._text.append(text)

    def _end(self, tag: str) -> None:
        base = self._bases.pop()
        if self._text is not None and (text := "".join(self._text).strip("\t\n\r ")):
            local = tag.rpartition(" ")[2]
            self._links.append(Link(text, self._line, local, base))
        self._text = None
