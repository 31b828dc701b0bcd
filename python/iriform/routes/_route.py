"""What a route is, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from iriform import URITemplate
from iriform._display import escape


class Route(NamedTuple):
    """A template, and the types of its variables as `match` takes them.

    `Router({"user": read("/users/<int:id>", "flask")})` takes it as it is.
    """

    template: URITemplate
    types: Mapping[str, Any]


Route.__module__ = "iriform.routes"


class RouteError(ValueError):
    """What a syntax of routes, or of templates, cannot say.

    `text` is the route or the template, `position` the place in it, and `reason` says what is in the way.
    """

    def __init__(self, text: str, position: int, reason: str) -> None:
        super().__init__(f"{reason}, at position {position} of '{escape(text)}'")
        self.text = text
        self.position = position
        self.reason = reason


RouteError.__module__ = "iriform.routes"
