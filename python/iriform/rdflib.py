"""The invalid IRIs of an rdflib graph, each with its triple.

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

from typing import TYPE_CHECKING, NamedTuple

from ._core import IRI, IRIReference
from ._errors import ParseError
from ._extras import needed

with needed("rdflib", "iriform.rdflib"):
    from rdflib import Dataset, Graph, Literal, URIRef

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rdflib import Node


class BadIRI(NamedTuple):
    """An IRI of a graph that does not parse."""

    iri: URIRef
    """The term, as it is in the graph."""
    role: str
    """`"subject"`, `"predicate"`, `"object"`, `"datatype"` (of a literal) or `"graph"`."""
    triple: tuple[Node, Node, Node]
    """The triple that it is in."""
    graph: Node | None
    """The name of the graph, for a `Dataset`."""
    error: ParseError
    """Where and why it does not parse."""


def check_graph(graph: Graph, as_: type[IRIReference] = IRI) -> Iterator[BadIRI]:
    """Find the invalid IRIs of a `Graph` or a `Dataset`, in the order of its triples.

    RDF wants IRIs with a scheme (RDF 1.1 Concepts §3.2); `as_=IRIReference` takes relative ones,
    too. An IRI that is in many triples is parsed once and reported for each. Raises TypeError for what
    is no graph, such as the name of a file.

    >>> import rdflib
    >>> from iriform.rdflib import check_graph
    >>> list(check_graph(rdflib.Graph()))
    []
    """
    if not isinstance(graph, Graph):
        raise TypeError(
            f"graph must be a Graph of rdflib, not {type(graph).__name__}: Graph().parse(…) reads a file"
        )
    errors: dict[URIRef, ParseError | None] = {}
    for triple, name in _triples(graph):
        for role, term in _terms(triple, name):
            if term not in errors:
                errors[term] = _error(term, as_)
            error = errors[term]
            if error is not None:
                yield BadIRI(term, role, triple, name, error)


def _triples(graph: Graph) -> Iterator[tuple[tuple[Node, Node, Node], Node | None]]:
    if isinstance(graph, Dataset):
        for subject, predicate, object_, name in graph.quads():
            yield (subject, predicate, object_), name
    else:
        for triple in graph:
            yield triple, None


def _terms(triple: tuple[Node, Node, Node], graph: Node | None) -> Iterator[tuple[str, URIRef]]:
    for role, term in zip(("subject", "predicate", "object"), triple, strict=True):
        if isinstance(term, URIRef):
            yield role, term
        elif isinstance(term, Literal) and term.datatype is not None:
            yield "datatype", term.datatype
    if isinstance(graph, URIRef):
        yield "graph", graph


def _error(term: URIRef, as_: type[IRIReference]) -> ParseError | None:
    try:
        as_(str(term))
    except ParseError as error:
        return error
    return None
