"""Conversion to and from the reference types of other libraries.

The types themselves support `ipaddress` and `pathlib`: `Host.ip`, `IRI.build(host=…)`,
`IRI.from_file_path`, `to_file_path`. A whole graph is checked by `iriform.rdflib`.
"""

from __future__ import annotations

import sys
from os import PathLike
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import ParseResult, ParseResultBytes, SplitResult, SplitResultBytes

from ._core import IRIReference
from ._extras import needed, needed_itself
from ._types.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyoxigraph import NamedNode
    from rdflib import URIRef

    from ._core import IRI
    from ._policy import Policy

Reference = TypeVar("Reference", bound=IRIReference)


def from_object(value: object, as_: type[Reference]) -> Reference:
    """Parse a reference object of another library: yarl, httpx, rdflib, pyoxigraph, urllib.

    It may be any object whose `str()` is the reference, or a `NamedNode` of pyoxigraph.
    `urllib.parse` results are composed; path objects are file paths. Raises ParseError if the text
    is not a reference, as the text of WHATWG libraries may not be, and TypeError for other objects,
    such as RDF's blank nodes, literals and variables.

    >>> from urllib.parse import urlsplit
    >>> from iriform.interop import from_object
    >>> from_object(urlsplit("http://example.org/a?b"), URI)
    URI('http://example.org/a?b')
    """
    as_ = class_of(as_)
    if isinstance(value, (SplitResult, ParseResult, SplitResultBytes, ParseResultBytes)):
        return as_(value.geturl())
    if _is_other_term(value):
        raise TypeError(f"{type(value).__name__} is not a reference")
    if isinstance(value, (str, bytes)):
        return as_(value)
    if isinstance(value, PathLike):
        return as_.from_file_path(value)
    if is_from("pyoxigraph", "NamedNode", value):
        return as_(value.value)  # type: ignore[attr-defined]  # a NamedNode has it
    if type(value).__str__ is object.__str__ or isinstance(
        value, (int, float, complex, list, tuple, dict, set, frozenset, type(None))
    ):
        raise TypeError(f"{type(value).__name__} is not a reference")
    return as_(str(value))


def class_of(as_: type[Reference], name: str = "as_") -> type[Reference]:
    """Return a class of references unchanged; anything else is a TypeError."""
    if not (isinstance(as_, type) and issubclass(as_, IRIReference)):
        given = as_.__name__ if isinstance(as_, type) else type(as_).__name__
        raise TypeError(f"{name} must be a class of references, such as IRI or URI, not {given}")
    return as_


def _is_other_term(value: object) -> bool:
    """Return True for a graph, or an RDF term other than an IRI. All terms of rdflib are `str`s."""
    if is_from("rdflib.term", "Node", value):
        return not is_from("rdflib.term", "URIRef", value)
    oxigraph = ("BlankNode", "Literal", "Variable", "Triple", "Quad", "DefaultGraph")
    return any(is_from("pyoxigraph", name, value) for name in oxigraph)


def is_from(module: str, name: str, value: object) -> bool:
    """Return True if the object is an instance of a class whose module may not be installed."""
    cls = getattr(sys.modules.get(module), name, None)
    return cls is not None and isinstance(value, cls)


def split_result(reference: IRIReference) -> SplitResult:
    """Return the parts as in urllib, where an absent part is `''`.

    >>> from iriform.interop import split_result
    >>> split_result(IRI("http://example.org:80/a")).port
    80
    """
    if not isinstance(reference, IRIReference):
        kind = type(reference).__name__
        raise TypeError(
            f"reference must be a reference, not {kind}: IRIReference(text) parses text"
        )
    return SplitResult(*("" if part is None else str(part) for part in reference.parts))


def uri_ref(reference: IRIReference) -> URIRef:
    """Return the rdflib term for a reference, which rdflib's graphs require.

    A `URIRef` is only equal to another `URIRef`, never to the `IRI` that it was made from. Raises
    TypeError for text that has not been parsed, and for other terms.

    >>> from iriform.interop import uri_ref
    >>> uri_ref(IRI("http://example.org/é"))
    rdflib.term.URIRef('http://example.org/é')
    """
    with needed("rdflib", "uri_ref"):
        from rdflib import URIRef

    return URIRef(_text_of(reference))


def named_node(iri: IRI) -> NamedNode:
    """Return the pyoxigraph term for an IRI.

    Raises TypeError for text that has not been parsed, and for other terms.

    >>> from iriform.interop import named_node
    >>> named_node(IRI("http://example.org/é"))
    <NamedNode value=http://example.org/é>
    """
    with needed_itself("pyoxigraph", "named_node"):
        from pyoxigraph import NamedNode

    return NamedNode(_text_of(iri))


def _text_of(reference: IRIReference) -> str:
    """Return the text of a reference, and refuse other objects. rdflib makes a term from any object."""
    if not isinstance(reference, IRIReference):
        kind = type(reference).__name__
        raise TypeError(f"a term is made from a reference, not from {kind}: IRI(text) parses text")
    return str(reference)


def argument_type(as_: type[Reference], policy: Policy | None = None) -> Callable[[str], Reference]:
    """Make the `type` of an argparse argument. Its message shows neither a password nor the value.

    >>> import argparse
    >>> from iriform.interop import argument_type
    >>> parser = argparse.ArgumentParser(exit_on_error=False)
    >>> _ = parser.add_argument("--url", type=argument_type(HTTPURI))
    >>> parser.parse_args(["--url", "https://example.org/"]).url
    HTTPURI('https://example.org/')
    """

    def parse(text: str) -> Reference:
        from argparse import ArgumentTypeError

        return _parsed(text, as_, policy, ArgumentTypeError)

    parse.__name__ = class_of(as_).__name__
    return parse


def parameter_parser(
    as_: type[Reference], policy: Policy | None = None
) -> Callable[[str], Reference]:
    """Make the `parser` of a Typer parameter. Its message shows neither a password nor the value.

    `url: Annotated[HTTPURI, typer.Argument(parser=parameter_parser(HTTPURI))]`. For click, it is
    the function that a `callback` calls.
    """

    def parse(text: str) -> Reference:
        from typer import BadParameter

        return _parsed(text, as_, policy, BadParameter)

    parse.__name__ = class_of(as_).__name__
    return parse


def _parsed(
    text: str, as_: type[Reference], policy: Policy | None, bad: type[Exception]
) -> Reference:
    try:
        return as_(text) if policy is None else policy.require(text, as_)
    except ParseError as error:
        raise bad(error.message) from None
    except ValueError as error:  # of a class that requires more
        raise bad(str(error)) from None
