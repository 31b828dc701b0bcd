"""The five components of a reference, as `IRI.parts` gives them."""

from typing import NamedTuple

from ._core import Authority, Fragment, Path, Query, Scheme
from ._given_by import given_by


@given_by("parts")
class Parts(NamedTuple):
    """Scheme, authority, path, query and fragment (RFC 3986 §3).

    None says that a component is not there, which is not the same as an empty one.

    >>> from iriform import IRI
    >>> IRI("urn:isbn:0451450523?").parts
    Parts(scheme=Scheme('urn'), authority=None, path=Path('isbn:0451450523'), query=Query(''), \
fragment=None)
    """

    scheme: Scheme | None
    authority: Authority | None
    path: Path
    query: Query | None
    fragment: Fragment | None


Parts.__module__ = "iriform"  # where it is imported from
