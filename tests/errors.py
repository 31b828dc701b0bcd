"""The error of a text that does not match, for the tests of it."""

from collections.abc import Callable
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


def error_of(call: Callable[..., object], /, *arguments: Any, **keywords: Any) -> ParseError:
    """Return the error that a call raises, for example a type called with a text."""
    with pytest.raises(ParseError) as caught:
        call(*arguments, **keywords)
    return caught.value


def message_by_core(error: ParseError) -> str:
    """The message without Python's names of characters, as in columns, SQL and the explorer."""
    with patch("unicodedata.name", lambda _, default: default):
        return error.message
