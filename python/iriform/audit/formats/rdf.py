"""RDF/XML and JSON-LD: every IRI of every statement, by its position.

The parser is Oxigraph's, in lenient mode: it leaves IRIs as they stand, so that a bad one is found
and ends nothing. It reads no other document, whatever this one names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyoxigraph as ox

from iriform.audit.batches import Row, Unreadable, gathered

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyarrow as pa

    from .hostile import Watched

# Literals have these datatypes without saying so.
_IMPLIED = {
    "http://www.w3.org/2001/XMLSchema#string",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#dirLangString",
}

# Each triple term is copied out of the one around it, so the cost is the square of the depth.
_NESTED = 100

# What the parser says of a JSON-LD context that it would have to fetch, and what is meant. Without
# the context nobody knows what the terms of the document are.
_NOT_FETCHED = "No LoadDocumentCallback"
_ELSEWHERE = Unreadable(
    "the document names a context that is elsewhere, and nothing is fetched: what follows cannot be"
    " read without it"
)


def rdf(
    stream: Watched, syntax: str, wanted: str | None, base: str | None
) -> Iterator[pa.RecordBatch]:
    """Read the IRIs of all statements, or of the wanted position only."""
    # What a parser makes of its base is checked by nobody else.
    statements = ox.parse(
        stream,  # type: ignore[arg-type]  # it only reads
        getattr(ox.RdfFormat, syntax),
        base_iri=base,
        lenient=True,
    )
    return gathered(
        row for row in _rows(statements, stream) if wanted is None or row[1] in {wanted, None}
    )


def _rows(statements: Iterator[ox.Quad], stream: Watched) -> Iterator[Row]:
    while True:
        try:
            for statement in statements:
                stream.statements += 1
                place = stream.statements
                for position, value in _iris(statement):
                    yield place, position, value
        except SyntaxError as error:  # noqa: PERF203 - of the next statement, and of no other
            stream.statements += 1
            said = str(error.msg).partition("\n")[0]
            if _NOT_FETCHED in said:
                yield stream.statements, None, _ELSEWHERE
                return
            yield stream.statements, None, Unreadable(said)
        else:
            return


def _iris(statement: ox.Quad) -> list[tuple[str | None, str]]:
    """List the IRIs of a statement, in their order. There are millions of statements."""
    found: list[tuple[str | None, str]] = []
    subject, predicate, object_, *graph = statement
    for _ in range(_NESTED):
        if type(subject) is ox.NamedNode:
            found.append(("subject", subject.value))
        found.append(("predicate", predicate.value))
        if not isinstance(object_, ox.Triple):
            break
        subject, predicate, object_ = object_  # a statement about a statement (RDF 1.2)
    if type(object_) is ox.NamedNode:
        found.append(("object", object_.value))
    elif isinstance(object_, ox.Literal):
        datatype = object_.datatype.value
        if datatype not in _IMPLIED:
            found.append(("datatype", datatype))
    elif isinstance(object_, ox.Triple):
        return [(None, Unreadable(f"more than {_NESTED} triple terms are nested"))]
    if graph and isinstance(graph[0], ox.NamedNode):
        found.append(("graph", graph[0].value))
    return found
