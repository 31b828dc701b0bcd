"""What an audit is told: what the values must be, where they are, and how much is too much."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeAlias

    from iriform import IRI, URI, IRIReference, URIReference

    Reference: TypeAlias = type[IRI | URI | IRIReference | URIReference]


class Format(str, Enum):
    """The formats that an audit reads. Each value is the name that `--format` takes."""

    TEXT = "text"
    CSV = "csv"
    TSV = "tsv"
    JSON_LINES = "jsonl"
    PARQUET = "parquet"
    TURTLE = "turtle"
    N_TRIPLES = "n-triples"
    N_QUADS = "n-quads"
    TRIG = "trig"
    RDF_XML = "rdf-xml"
    JSON_LD = "json-ld"

    @classmethod
    def of(cls, name: str) -> Format:
        """Tell the format by the name of a file, compressed or not.

        >>> Format.of("links.CSV.gz").value, Format.of("-").value
        ('csv', 'text')
        """
        path = Path(name)
        if path.suffix.lower() in _PACKED:
            path = path.with_suffix("")
        return _SUFFIXES.get(path.suffix.lower(), cls.TEXT)

    @property
    def unit(self) -> str:
        """What a place in it counts: lines, rows or statements."""
        if self is Format.PARQUET:
            return "row"
        return "statement" if self in _RDF else "line"


_PACKED = {".gz", ".bz2", ".xz", ".zst"}

_SUFFIXES = {
    ".csv": Format.CSV,
    ".tsv": Format.TSV,
    ".tab": Format.TSV,
    ".jsonl": Format.JSON_LINES,
    ".ndjson": Format.JSON_LINES,
    ".parquet": Format.PARQUET,
    ".parq": Format.PARQUET,
    ".ttl": Format.TURTLE,
    ".nt": Format.N_TRIPLES,
    ".nq": Format.N_QUADS,
    ".trig": Format.TRIG,
    ".rdf": Format.RDF_XML,
    ".owl": Format.RDF_XML,
    ".jsonld": Format.JSON_LD,
}

_RDF = {
    Format.TURTLE,
    Format.N_TRIPLES,
    Format.N_QUADS,
    Format.TRIG,
    Format.RDF_XML,
    Format.JSON_LD,
}

# What a compressed input may unpack to, as a multiple of its own size. Real data stays far below:
# lists of identifiers are packed to a fifth or a tenth, logs that repeat themselves to a hundredth.
UNPACK = 200


@dataclass(frozen=True)
class Options:
    """How every input is read and judged. It travels to the workers of a cluster."""

    kind: str = "IRI"
    """The production a value must match, by the RFC's name."""
    column: str | None = None
    format: Format | None = None
    base: str | None = None
    """What relative references are resolved against, before they are taken apart."""
    unpack: float = UNPACK

    @property
    def reference(self) -> Reference:
        """The class whose values match the production."""
        import iriform

        kinds: dict[str, Reference] = {
            "IRI": iriform.IRI,
            "URI": iriform.URI,
            "IRI-reference": iriform.IRIReference,
            "URI-reference": iriform.URIReference,
        }
        return kinds[self.kind]
