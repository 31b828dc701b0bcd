"""The formats, a class for each. What reads them is imported when it is needed."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from iriform._core import RDF_POSITIONS
from iriform._plain_text import label
from iriform.audit.errors import AuditError

from .format import Format
from .hostile import Entities, Levels, Watched

if TYPE_CHECKING:
    from collections.abc import Iterator
    from threading import Event

    from iriform._core import Block
    from iriform.audit.batches import Source
    from iriform.audit.options import Options
    from iriform.audit.streams import Input


class Text(Format):
    """One value per line."""

    name = "text"
    is_lines = True

    def read(self, input_: Input, options: Options) -> tuple[Iterator[Block], str | None]:
        from iriform._core import Block
        from iriform.audit.lines import blocks

        if options.column is not None and not options.is_for_tables:
            raise AuditError(f"{label(input_.name)} is read as text, which has no columns")
        return (Block.lines(block) for block in blocks(input_)), None


class CSV(Format):
    """A table, delimited by a comma, semicolon, tab or vertical bar."""

    name = "csv"
    suffixes: ClassVar[tuple[str, ...]] = (".csv",)
    is_table = True
    delimiter: ClassVar[str | None] = None

    def read(self, input_: Input, options: Options) -> tuple[Iterator[Block], str | None]:
        from .delimited import delimited

        return delimited(input_, self.delimiter, options.column)


class TSV(CSV):
    """A table delimited by tabs."""

    name = "tsv"
    suffixes = (".tsv", ".tab")
    delimiter = "\t"


class JSONLines(Format):
    """A JSON value per line."""

    name = "jsonl"
    suffixes = (".jsonl", ".ndjson", ".json")
    is_table = True

    def read(self, input_: Input, options: Options) -> tuple[Iterator[Block], str | None]:
        from .json_lines import json_lines

        return json_lines(input_, options.column)


class Parquet(Format):
    """A table of columns, compressed by itself."""

    name = "parquet"
    suffixes = (".parquet", ".parq")
    unit = "row"
    is_table = True

    @contextmanager
    def source(self, name: str, options: Options, stop: Event | None) -> Iterator[Source]:
        from .parquet import parquet

        yield parquet(name, options.column, options.unpack)


class InMemory(str):
    """The name that a column in memory has among the inputs."""

    __slots__ = ("column",)
    column: object

    def __new__(cls, column: object) -> InMemory:  # noqa: PYI034 - there are no subclasses
        """Name a column."""
        named = super().__new__(cls, "<memory>")
        named.column = column
        return named


class Memory(Format):
    """A column in memory. It is no format of files."""

    name = "memory"
    unit = "row"
    is_table = True

    @contextmanager
    def source(self, name: str, options: Options, stop: Event | None) -> Iterator[Source]:
        from .memory import memory

        yield memory(name.column if isinstance(name, InMemory) else None, options.column)


class RDF(Format):
    """Statements. A subclass says how they are written."""

    unit = "statement"

    def position(self, input_: Input, options: Options) -> str | None:
        """Take the column for a position, if it is not one of tables."""
        position = None if options.is_for_tables else options.column
        if position not in {None, *RDF_POSITIONS}:
            name, there = label(input_.name), ", ".join(RDF_POSITIONS)
            raise AuditError(f"{name} has no position {position}; it has: {there}")
        return position


class Terse(RDF):
    """Turtle and its kin, which are read natively."""

    is_by_line: ClassVar[bool] = False
    """Whether each line stands for itself."""

    def read(self, input_: Input, options: Options) -> tuple[Iterator[Block], str | None]:
        from .statements import by_line, in_order

        position = self.position(input_, options)
        if self.is_by_line:
            return by_line(input_, self.name, position), None
        return in_order(input_, self.name, position, options.base), None


class Embedded(RDF):
    """RDF in XML or JSON."""

    watched: ClassVar[type[Watched]]
    """What keeps from the parser what would exhaust it."""

    def read(self, input_: Input, options: Options) -> tuple[Iterator[Block], str | None]:
        from .rdf import rdf

        position = self.position(input_, options)
        return rdf(self.watched(input_), self.name, position, options.base), None


class Turtle(Terse):
    """Turtle, with its prefixes."""

    name = "turtle"
    suffixes = (".ttl",)


class NTriples(Terse):
    """A statement per line."""

    name = "n-triples"
    suffixes = (".nt",)
    is_by_line = True


class NQuads(Terse):
    """A statement per line, with its graph."""

    name = "n-quads"
    suffixes = (".nq",)
    is_by_line = True


class TriG(Terse):
    """Turtle with graphs."""

    name = "trig"
    suffixes = (".trig",)


class RDFXML(Embedded):
    """RDF as XML."""

    name = "rdf-xml"
    suffixes = (".rdf", ".owl")
    watched = Entities


class JSONLD(Embedded):
    """RDF as JSON."""

    name = "json-ld"
    suffixes = (".jsonld",)
    watched = Levels


_ALL: tuple[type[Format], ...] = (
    *(Text, CSV, TSV, JSONLines, Parquet),
    *(Turtle, NTriples, NQuads, TriG, RDFXML, JSONLD),
)

FORMATS: dict[str, Format] = {format_.name: format_() for format_ in _ALL}
"""The formats by their names."""

_SUFFIXES = {suffix: format_ for format_ in FORMATS.values() for suffix in format_.suffixes}

_MEMORY = Memory()

_PACKED = {".gz", ".bz2", ".xz", ".zst"}


def format_of(name: str) -> Format:
    """Tell the format by the name of a file, compressed or not.

    >>> format_of("links.CSV.gz").name, format_of("-").name
    ('csv', 'text')
    """
    if isinstance(name, InMemory):
        return _MEMORY
    path = Path(name)
    if path.suffix.lower() in _PACKED:
        path = path.with_suffix("")
    return _SUFFIXES.get(path.suffix.lower(), FORMATS["text"])
