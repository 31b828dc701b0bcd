"""The syntaxes of routes: one table for reading and writing."""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping
from typing import Any, NamedTuple

SEGMENT = "[^/]+"
"""The expression for one character or more, within one segment."""

PATH = object()
"""Any number of segments: `{/name*}`."""

SLUG = "[-a-zA-Z0-9_]+"


class Syntax(NamedTuple):
    """A syntax of routes."""

    parameter: re.Pattern[str]
    """A variable: the group `name`, and `converter` and `arguments` if there are any."""
    written: tuple[str, str]
    """The forms of a variable without and with a converter."""
    converters: Mapping[str, Any]
    """The types of the converters, the most common one first. Without any, routes have no types."""
    begins: str = "/"
    """The beginning of every route."""
    is_decoded: bool = True
    """True if text outside of variables is written without percent-encoding."""


BRACES = re.compile(r"\{(?P<name>[A-Za-z_]\w*)(?::(?P<converter>\w+))?\}", re.ASCII)
ANGLES = re.compile(
    r"<(?:(?P<converter>[A-Za-z_]\w*)(?:\((?P<arguments>[^<>]*)\))?:)?(?P<name>[A-Za-z_]\w*)>",
    re.ASCII,
)

FLASK = Syntax(
    ANGLES,
    ("<{name}>", "<{converter}:{name}>"),
    {"string": SEGMENT, "int": int, "float": float, "path": PATH, "uuid": uuid.UUID},
)
STARLETTE = Syntax(
    BRACES,
    ("{{{name}}}", "{{{name}:{converter}}}"),
    {"str": SEGMENT, "int": int, "float": float, "path": PATH, "uuid": uuid.UUID},
)
DJANGO = Syntax(
    ANGLES,
    ("<{name}>", "<{converter}:{name}>"),
    {"str": SEGMENT, "int": int, "slug": SLUG, "path": PATH, "uuid": uuid.UUID},
    begins="",
)
OPENAPI = Syntax(
    re.compile(r"\{(?P<name>[^{}]+)\}"), ("{{{name}}}", ""), {}, begins="/", is_decoded=False
)

TABLE: dict[str, Syntax | None] = {
    "django": DJANGO,
    "fastapi": STARLETTE,
    "flask": FLASK,
    "json-hyper-schema": None,  # its href is a URI template
    "openapi": OPENAPI,
    "starlette": STARLETTE,
    "werkzeug": FLASK,
}

SYNTAXES: tuple[str, ...] = tuple(TABLE)
"""The names of the syntaxes: `werkzeug` is Flask's, and `fastapi` Starlette's."""


def named(syntax: str) -> Syntax | None:
    """The syntax of that name."""
    if syntax not in TABLE:
        raise ValueError(f"syntax must be one of {', '.join(SYNTAXES)}")
    return TABLE[syntax]
