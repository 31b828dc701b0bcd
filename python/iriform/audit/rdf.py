"""RDF: every IRI of every statement, by its position.

The parser is Oxigraph's, in lenient mode: it leaves IRIs as they stand, so that a bad one is found
and ends nothing. It reads no other document, whatever this one names.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pyoxigraph as ox

from iriform._plain_text import label

from .batches import Row, Unreadable, gathered
from .errors import AuditError
from .options import Format

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyarrow as pa

    from .streams import Input

_FORMATS = {
    Format.TURTLE: ox.RdfFormat.TURTLE,
    Format.N_TRIPLES: ox.RdfFormat.N_TRIPLES,
    Format.N_QUADS: ox.RdfFormat.N_QUADS,
    Format.TRIG: ox.RdfFormat.TRIG,
    Format.RDF_XML: ox.RdfFormat.RDF_XML,
    Format.JSON_LD: ox.RdfFormat.JSON_LD,
}

# Literals have these datatypes without saying so.
_IMPLIED = {
    "http://www.w3.org/2001/XMLSchema#string",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#dirLangString",
}

POSITIONS = ("subject", "predicate", "object", "graph", "datatype")


def rdf(
    input_: Input, format_: Format, wanted: str | None, base: str | None
) -> Iterator[pa.RecordBatch]:
    """Read the IRIs of all statements, or of the wanted position only."""
    name = label(input_.name)
    if wanted is not None and wanted not in POSITIONS:
        raise AuditError(f"{name} has no position {wanted}; it has: {', '.join(POSITIONS)}")
    if format_ is Format.RDF_XML:
        _refuse_entity_bombs(input_)
    # What a parser makes of its base is checked by nobody else.
    statements = ox.parse(input_.stream, _FORMATS[format_], base_iri=base, lenient=True)

    def rows() -> Iterator[Row]:
        place = 0
        while True:
            try:
                for place, statement in enumerate(statements, place + 1):  # noqa: B020 - goes on
                    found: list[tuple[str, str]] = []
                    _gather(statement, found)
                    for position, value in found:
                        if wanted is None or position == wanted:
                            yield place, position, value
            except SyntaxError as error:  # noqa: PERF203 - of the next statement, and of no other
                place += 1
                yield place, None, Unreadable(str(error.msg).partition("\n")[0])
            else:
                return

    return gathered(rows())


def _gather(statement: ox.Quad | ox.Triple, found: list[tuple[str, str]]) -> None:
    """Add the IRIs of a statement, in their order. There are millions of statements."""
    subject, predicate, object_, *graph = statement
    if type(subject) is ox.NamedNode:
        found.append(("subject", subject.value))
    elif isinstance(subject, ox.Triple):  # a statement about a statement (RDF 1.2)
        _gather(subject, found)
    found.append(("predicate", predicate.value))
    if type(object_) is ox.NamedNode:
        found.append(("object", object_.value))
    elif isinstance(object_, ox.Literal):
        datatype = object_.datatype.value
        if datatype not in _IMPLIED:
            found.append(("datatype", datatype))
    elif isinstance(object_, ox.Triple):
        _gather(object_, found)
    if graph and isinstance(graph[0], ox.NamedNode):
        found.append(("graph", graph[0].value))


# What an entity may become; those for namespaces, which people write, have some tens of bytes.
_ENTITY = 2**16

_DECLARED = re.compile(
    rb"""<!ENTITY\s+(?:%\s*)?([^\s"'>]+)\s+(?:"([^"]*)"|'([^']*)')""",
)
_REFERRED = re.compile(rb"[&%]([^;\s&%]+);")


def _refuse_entity_bombs(input_: Input) -> None:
    """Refuse XML whose entities stand for each other until they fill the memory.

    They are declared at the beginning, which is all that is looked at; the parser reads none from
    other files.
    """
    head = input_.stream.peek()
    declarations = head.find(b"<!ENTITY")
    if declarations < 0:
        return
    end = head.find(b"]", head.rfind(b"<!ENTITY"))
    sizes: dict[bytes, int] = {}
    for name, double, single in _DECLARED.findall(head):
        value = double or single
        referred = sum(sizes.get(other, 0) for other in _REFERRED.findall(value))
        sizes[name] = len(value) + referred
    if end < 0 or max(sizes.values(), default=0) > _ENTITY:
        raise AuditError(f"cannot read {label(input_.name)}: its XML entities are an attack")
