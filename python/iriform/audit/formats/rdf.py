"""RDF/XML and JSON-LD: every IRI of every statement, with its position.

The parsers are Oxigraph's, in lenient mode: they do not change IRIs, so a bad one is found and does
not end the reading. They read no other document, whatever this one refers to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from iriform._core import RdfDocument

if TYPE_CHECKING:
    from collections.abc import Iterator

    from iriform._core import Block
    from iriform._io.streams import Input


def rdf(input_: Input, syntax: str, wanted: str | None, base: str | None) -> Iterator[Block]:
    """Read the IRIs of all statements, or only those at the wanted position."""
    # The parser does not check the IRIs that it makes of its base.
    parser = RdfDocument(input_.stream, syntax, wanted, base)
    while (block := parser.read()) is not None:
        yield block
