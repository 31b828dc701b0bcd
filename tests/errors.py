"""The error of a text that does not match, for the tests of it."""

from typing import Any
from unittest.mock import patch

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


def message_by_core(error: ParseError) -> str:
    """The message where nobody has Python's names of characters: in columns, SQL and the explorer."""
    with patch("unicodedata.name", lambda _, default: default):
        return error.message
