"""The error of a text that does not match, for the tests of it."""

from typing import Any

import pytest

from iriform import (
    IRI,
    URI,
    Authority,
    Fragment,
    Host,
    IRIReference,
    ParseError,
    Path,
    Query,
    Scheme,
    Segment,
    URIReference,
    URITemplate,
    UserInfo,
)

REFERENCES: list[type[Any]] = [IRIReference, IRI, URIReference, URI]
ALL: list[type[Any]] = [
    *REFERENCES, Scheme, Authority, UserInfo, Host, Path, Segment, Query, Fragment,
    URITemplate,
]  # fmt: skip


def error(cls: Any, text: Any) -> ParseError:
    with pytest.raises(ParseError) as caught:
        cls(text)
    return caught.value
