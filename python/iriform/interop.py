"""To and from the types that other libraries have for references.

`ipaddress` and `pathlib` are served by the types themselves: `Host.ip`, `IRI.build(host=…)`,
`IRI.from_file_path`, `to_file_path`.
"""

from __future__ import annotations

from os import PathLike
from typing import TypeVar
from urllib.parse import ParseResult, ParseResultBytes, SplitResult, SplitResultBytes

from ._core import IRIReference

Reference = TypeVar("Reference", bound=IRIReference)


def from_object(value: object, as_: type[Reference]) -> Reference:
    """Parse an object whose `str()` is a reference: yarl, httpx, rdflib, pydantic, urllib3.

    `urllib.parse` results are put together again; paths are taken for file paths. Raises
    ParseError if the text is not one, which the text of WHATWG libraries need not be; TypeError
    for what cannot be meant as a reference.

    >>> from urllib.parse import urlsplit
    >>> from iriform import URI
    >>> from iriform.interop import from_object
    >>> from_object(urlsplit("http://example.org/a?b"), URI)
    URI('http://example.org/a?b')
    """
    if isinstance(value, (SplitResult, ParseResult, SplitResultBytes, ParseResultBytes)):
        return as_(value.geturl())
    if isinstance(value, (str, bytes)):
        return as_(value)
    if isinstance(value, PathLike):
        return as_.from_file_path(value)
    if type(value).__str__ is object.__str__ or isinstance(
        value, (int, float, complex, list, tuple, dict, set, frozenset, type(None))
    ):
        raise TypeError(f"{type(value).__name__} is no reference")
    return as_(str(value))


def split_result(reference: IRIReference) -> SplitResult:
    """Give the parts as urllib has them; it does not tell a part that is not there from ''.

    >>> from iriform import IRI
    >>> from iriform.interop import split_result
    >>> split_result(IRI("http://example.org:80/a")).port
    80
    """
    return SplitResult(*("" if part is None else str(part) for part in reference.parts))
