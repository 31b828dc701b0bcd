"""The invalid IRIs of an rdflib graph or a pyoxigraph store, each with its triple.

rdflib looks for ten forbidden characters, and only warns.

>>> import rdflib
>>> from iriform.rdflib import check_graph
>>> graph = rdflib.Graph()
>>> _ = graph.parse(data="<http://example.org/a> <http://example.org/p> <http://example.org:80a/> .")
>>> for bad in check_graph(graph):
...     print(bad.role, bad.error.message)
object not an IRI: “80a” is not a port (port, RFC 3986 §3.2.3)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeGuard

from ._core import IRI, IRIReference
from ._extras import needed
from ._types.errors import ParseError
from .interop import is_from

with needed("rdflib", "iriform.rdflib"):
    from rdflib import Dataset, Graph, URIRef

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyoxigraph import NamedNode, Store


class BadIRI(NamedTuple):
    """An IRI of a graph that does not parse."""

    iri: Any
    """The term, as it is in the graph: a `URIRef`, or a `NamedNode` of pyoxigraph."""
    role: str
    """`"subject"`, `"predicate"`, `"object"`, `"datatype"` (of a literal) or `"graph"`."""
    triple: tuple[Any, Any, Any]
    """The triple that contains it, with terms of that library."""
    graph: Any
    """The name of the graph, for a `Dataset` or a store; None for a `Graph`."""
    error: ParseError
    """The error, with the position and the reason."""


def check_graph(graph: Graph | Store, as_: type[IRIReference] = IRI) -> Iterator[BadIRI]:
    """Find the invalid IRIs of a `Graph` or a `Dataset`, or of a `Store` of pyoxigraph.

    They are in the order of its triples. RDF requires IRIs with a scheme (RDF 1.1 Concepts §3.2);
    `as_=IRIReference` also accepts relative ones. An IRI in many triples is parsed once, and
    reported for each triple. Raises TypeError for anything but a graph, such as the name of a file.

    >>> import rdflib
    >>> from iriform.rdflib import check_graph
    >>> list(check_graph(rdflib.Graph()))
    []
    """
    if not isinstance(graph, Graph) and not is_from("pyoxigraph", "Store", graph):
        raise TypeError(
            "graph must be a Graph of rdflib or a Store of pyoxigraph, not"
            f" {type(graph).__name__}: Graph().parse(…) reads a file"
        )
    errors: dict[URIRef | NamedNode, ParseError | None] = {}
    for triple, name in _triples(graph):
        for role, term in _terms(triple, name):
            if term not in errors:
                errors[term] = _error(term, as_)
            error = errors[term]
            if error is not None:
                yield BadIRI(term, role, triple, name, error)


def _triples(graph: Graph | Store) -> Iterator[tuple[tuple[Any, Any, Any], Any]]:
    if not isinstance(graph, Graph):
        for quad in graph:
            yield (quad.subject, quad.predicate, quad.object), quad.graph_name
    elif isinstance(graph, Dataset):
        for subject, predicate, object_, name in graph.quads():
            yield (subject, predicate, object_), name
    else:
        for triple in graph:
            yield triple, None


def _terms(triple: tuple[Any, Any, Any], graph: object) -> Iterator[tuple[str, URIRef | NamedNode]]:
    for role, term in zip(("subject", "predicate", "object"), triple, strict=True):
        if _is_iri(term):
            yield role, term
        elif (datatype := getattr(term, "datatype", None)) is not None:
            yield "datatype", datatype
    if _is_iri(graph):
        yield "graph", graph


def _is_iri(term: object) -> TypeGuard[URIRef | NamedNode]:
    return isinstance(term, URIRef) or is_from("pyoxigraph", "NamedNode", term)


def _error(term: URIRef | NamedNode, as_: type[IRIReference]) -> ParseError | None:
    try:
        as_(str(term) if isinstance(term, URIRef) else term.value)
    except ParseError as error:
        return error
    return None
