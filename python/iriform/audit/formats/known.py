"""The formats, one class for each. Their readers are imported on demand."""

from __future__ import annotations

import re
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from iriform._core import RDF_POSITIONS
from iriform._extras import needed
from iriform._io.errors import AuditError
from iriform._io.file_formats import BY_SUFFIX, FILE_FORMATS
from iriform._io.pieces import WHOLE, Piece
from iriform._io.plain_text import HEAD, format_of_text, label

from .format import ByLine, Format, OfLines, at_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from iriform._core import Block
    from iriform._io.streams import Input
    from iriform.audit.options import Options

    from .format import CopyForm, Source


# The beginning of OWL/XML, whose root is not an RDF element.
_OWL_XML = re.compile(rb"\A\s*(?:<[?!][^>]*>\s*)*<(?:[\w.-]+:)?Ontology[\s>]")


class Text(ByLine):
    """One value per line."""

    counted = "line"
    is_lines = True

    def refuse(self, input_: Input, options: Options) -> None:
        if options.format is not None or input_.piece.start:
            return
        other = format_of_text(input_.stream.peek(HEAD))
        if other is not None:
            way = other.way or f"--format {other.name} reads it"
            raise AuditError(
                f"cannot read {label(input_.name)} as text: it begins like {other.title}; {way}, and"
                " --format text reads a value per line"
            )

    def of_lines(
        self, text: Iterator[bytes], name: str, options: Options
    ) -> tuple[Iterator[Block], str | None]:
        from iriform._core import Block

        if options.column is not None and not options.is_for_tables:
            raise AuditError(f"{label(name)} is read as text, which has no columns")
        return (Block.lines(block) for block in text), None


class InText(OfLines):
    """Values among other text in lines. A subclass defines which."""

    counted = "value"
    is_written = False
    copied_as: ClassVar[CopyForm | None] = None

    def of_lines(
        self, text: Iterator[bytes], name: str, options: Options
    ) -> tuple[Iterator[Block], str | None]:
        if options.column is not None and not options.is_for_tables:
            raise AuditError(f"{label(name)} is text, which has no columns")
        return map(self.block, text), None

    def block(self, text: bytes) -> Block:
        """Read a block of whole lines."""
        raise NotImplementedError


class Prose(InText):
    """Any text with links."""

    def block(self, text: bytes) -> Block:
        from iriform._core import Block

        return Block.links(text)


class Robots(InText):
    """The sitemaps of robots.txt."""

    def block(self, text: bytes) -> Block:
        from .fields import robots

        return robots(text)


class AccessLog(InText):
    """A request log in the Common or Combined Log Format."""

    def block(self, text: bytes) -> Block:
        from .fields import access_log

        return access_log(text)


class CSV(OfLines):
    """A table, delimited by a comma, semicolon, tab or vertical bar."""

    is_table = True
    is_quoted = True
    delimiter: ClassVar[str | None] = None

    def pieces(self, name: str, options: Options, size: int) -> list[Piece]:
        if not options.rows_are_lines:
            return [WHOLE]
        cut = at_lines(name, options, size)
        if len(cut) > 1:
            from iriform._io.lines import blocks
            from iriform._io.streams import opened

            from .delimited import begun

            # The header must be in the first piece.
            with opened(name, options.unpack) as whole:
                if begun(blocks(whole), name, self.delimiter, options.column).preamble:
                    return [WHOLE]
        return cut

    def read(self, input_: Input, options: Options) -> tuple[Iterator[Block], str | None]:
        if input_.piece.start == 0:
            return super().read(input_, options)
        from iriform._io.lines import blocks
        from iriform._io.streams import opened

        from .delimited import begun, delimited

        # The columns are named at the beginning of the table, which another piece has.
        with opened(input_.name, options.unpack) as whole:
            head = begun(blocks(whole), input_.name, self.delimiter, options.column)
        return delimited(blocks(input_), input_.name, self.delimiter, options, head)

    def of_lines(
        self, text: Iterator[bytes], name: str, options: Options
    ) -> tuple[Iterator[Block], str | None]:
        from .delimited import delimited

        return delimited(text, name, self.delimiter, options)


class TSV(CSV):
    """A table delimited by tabs."""

    delimiter: ClassVar[str | None] = "\t"


class JSONLines(ByLine):
    """A JSON value on each line."""

    counted = "value"
    is_table = True

    def refuse(self, input_: Input, options: Options) -> None:
        from .json_lines import refuse_document

        if input_.piece.start == 0:
            refuse_document(input_)

    def of_lines(
        self, text: Iterator[bytes], name: str, options: Options
    ) -> tuple[Iterator[Block], str | None]:
        from .json_lines import json_lines

        return json_lines(text, name, options)


class Document(Format):
    """A document that is read as a whole. A subclass defines the values."""

    unit = "value"
    counted = "value"
    is_document = True

    @contextmanager
    def source(self, name: str, options: Options, piece: Piece = WHOLE) -> Iterator[Source]:
        from iriform._io.streams import opened

        with opened(name, options.unpack, piece) as input_:
            yield self.read_whole(input_, options)

    def read_whole(self, input_: Input, options: Options) -> Source:
        """Read an input."""
        raise NotImplementedError


class JSON(Document):
    """One JSON document: the strings that a JSONPath selects, or all IRIs."""

    def read_whole(self, input_: Input, options: Options) -> Source:
        from .json_document import json_document

        return json_document(input_, options)


class HTMLPage(Document):
    """An HTML page; a browser's bookmarks are one."""

    def read_whole(self, input_: Input, options: Options) -> Source:
        from .markup import page

        return page(input_)


class Feed(Document):
    """A sitemap, a feed of RSS or Atom, or an outline (OPML)."""

    def read_whole(self, input_: Input, options: Options) -> Source:
        from .markup import feed

        return feed(input_)


class DocumentPackage(Document):
    """A book (EPUB) or an Office document: the references of its parts."""

    @contextmanager
    def source(self, name: str, options: Options, piece: Piece = WHOLE) -> Iterator[Source]:
        from .package import package

        yield package(name, options)


class SBOM(Document):
    """A bill of materials in JSON, CycloneDX or SPDX: its package URLs, and its other links."""

    unit = "package"
    is_written = True
    copied_as: ClassVar[CopyForm | None] = "sbom"
    names_things = True

    def read_whole(self, input_: Input, options: Options) -> Source:
        from .sbom import sbom

        return sbom(input_, options)


class Parquet(Format):
    """A table of columns, compressed by itself."""

    unit = "row"
    is_table = True
    is_written = True
    copied_as: ClassVar[CopyForm | None] = "parquet"
    is_read_by_spark = True

    def pieces(self, name: str, options: Options, size: int) -> list[Piece]:
        from .parquet import pieces

        return pieces(name, size)

    @contextmanager
    def source(self, name: str, options: Options, piece: Piece = WHOLE) -> Iterator[Source]:
        with needed("audit", "Parquet"):
            from .parquet import parquet

        yield parquet(name, options, piece)


class InMemory(str):
    """The name of a column in memory among the inputs."""

    __slots__ = ("column",)
    column: object

    def __new__(cls, column: object) -> InMemory:  # noqa: PYI034 - there are no subclasses
        """Name a column."""
        named = super().__new__(cls, "<memory>")
        named.column = column
        return named


class Remote(str):
    """The name of an input that Spark's own readers read, and the name of its format."""

    __slots__ = ("format_name",)
    format_name: str

    def __new__(cls, name: str, format_: str) -> Remote:  # noqa: PYI034 - there are no subclasses
        """Name an input."""
        named = super().__new__(cls, name)
        named.format_name = format_
        return named

    def __reduce__(self) -> tuple[type[Remote], tuple[str, str]]:
        return Remote, (str(self), self.format_name)


class Memory(Format):
    """A column in memory. It is not a format of files."""

    unit = "row"
    is_table = True

    @contextmanager
    def source(self, name: str, options: Options, piece: Piece = WHOLE) -> Iterator[Source]:
        with needed("audit", "a column in memory"):
            from .memory import memory

        yield memory(name.column if isinstance(name, InMemory) else None, options)


class RDF(Format):
    """Statements. A subclass defines the syntax."""

    unit = "statement"
    counted = "value"
    names_things = True

    def position(self, name: str, options: Options) -> str | None:
        """Interpret the column as a position, if it is not one of a table."""
        position = None if options.is_for_tables else options.column
        if position not in {None, *RDF_POSITIONS}:
            there = ", ".join(RDF_POSITIONS)
            raise AuditError(f"{label(name)} has no position {position}; it has: {there}")
        return position


class StatementPerLine(ByLine, RDF):
    """N-Triples and N-Quads."""

    def of_lines(
        self, text: Iterator[bytes], name: str, options: Options
    ) -> tuple[Iterator[Block], str | None]:
        from iriform._core import Block

        position = self.position(name, options)
        return (Block.statements(block, self.name, position) for block in text), None


class Terse(RDF):
    """Turtle and TriG, whose statements may span many lines."""

    is_written = True
    copied_as: ClassVar[CopyForm | None] = "turtle"
    is_document = True

    def read(self, input_: Input, options: Options) -> tuple[Iterator[Block], str | None]:
        from .statements import in_order

        position = self.position(input_.name, options)
        return in_order(input_, self.name, position, options.base), None


class RDFDocument(RDF):
    """RDF in XML or JSON."""

    def read(self, input_: Input, options: Options) -> tuple[Iterator[Block], str | None]:
        from .rdf import rdf

        if _OWL_XML.search(input_.stream.peek(HEAD)[:HEAD]):
            raise AuditError(
                f"cannot read {label(input_.name)}: OWL/XML, which is not RDF; ROBOT converts it:"
                " robot convert --format ttl"
            )
        position = self.position(input_.name, options)
        return rdf(input_, self.name, position, options.base), None


class JSONLD(RDFDocument):
    """RDF as JSON."""

    is_written = True
    copied_as: ClassVar[CopyForm | None] = "json-ld"
    is_document = True


_READERS: dict[str, type[Format]] = {
    "text": Text,
    "prose": Prose,
    "csv": CSV,
    "tsv": TSV,
    "jsonl": JSONLines,
    "json": JSON,
    "sbom": SBOM,
    "parquet": Parquet,
    "html": HTMLPage,
    "feed": Feed,
    "package": DocumentPackage,
    "robots": Robots,
    "access-log": AccessLog,
    "turtle": Terse,
    "trig": Terse,
    "n-triples": StatementPerLine,
    "n-quads": StatementPerLine,
    "rdf-xml": RDFDocument,
    "json-ld": JSONLD,
}

FORMATS: dict[str, Format] = {row.name: _READERS[row.name](row.name) for row in FILE_FORMATS}
"""The formats by name."""

_MEMORY = Memory("memory")

# `bom.json` must be the whole name, or follow a separator: `carbom.json` is another word.
_SBOM = re.compile(r"\.(?:cdx|cyclonedx|spdx)\.json$|(?:^|[^a-z0-9])s?bom\.json$")

PACKED = {".gz", ".bz2", ".xz", ".zst"}
"""The suffixes of compressed files."""


def format_of(name: str, column: str | None = None) -> Format:
    """Determine the format from the name of a file, compressed or not.

    A JSON file is examined: a `column` implies objects on lines, perhaps only one.

    >>> format_of("links.CSV.gz").name, format_of("-").name
    ('csv', 'text')
    >>> format_of("app-bom.json").name, format_of("carbom.json").name
    ('sbom', 'jsonl')
    """
    if isinstance(name, InMemory):
        return _MEMORY
    if isinstance(name, Remote):
        return FORMATS[name.format_name]
    path = Path(name)
    if path.suffix.lower() in PACKED:
        path = path.with_suffix("")
    if _SBOM.search(path.name.lower()):
        return FORMATS["sbom"]
    whole, suffix = path.name.lower(), path.suffix.lower()
    format_ = FORMATS[BY_SUFFIX.get(whole) or BY_SUFFIX.get(suffix, "text")]
    if format_.name == "json" and not _is_one_document(name, column):
        return FORMATS["jsonl"]
    return format_


def _is_one_document(name: str, column: str | None) -> bool:
    """Return True if a JSON file is one document, rather than lines with an unambiguous column."""
    from .json_lines import is_one_document

    try:
        there = Path(name).stat()
    except (OSError, ValueError):
        return False
    return is_one_document(name, column is not None, there.st_mtime_ns, there.st_size)
