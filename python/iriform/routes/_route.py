"""A route, and the error for one that is wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from iriform import URITemplate, quote, unquote
from iriform._display import escape

# The names of placeholders.
_PLAIN = re.compile(r"[^.\[\]]*")
_EXPRESSION = re.compile(r"\{([+#./;?&]?)([^}]*)\}")


class Route(NamedTuple):
    """A template, and the types of its variables for `match`.

    `Router({"user": read("/users/<int:id>", "flask")})` accepts it directly.
    """

    template: URITemplate
    types: Mapping[str, Any]

    @property
    def skeleton(self) -> str:
        """The text for `URIReference.of`, with the names of the route.

        A variable for any number of segments requires a `Path`. None omits a pair of the query.
        Raises `RouteError` for constructs that a skeleton cannot express: reserved text (`{+x}`),
        labels, parameters, prefixes, and names with a dot.

        >>> from iriform.routes import read
        >>> route = read("/users/{user-id}/posts", "openapi")
        >>> URI.of("{base}" + route.skeleton, {"user-id": "a/b"}, base=URI("https://api.example/v1"))
        URI('https://api.example/v1/users/a%2Fb/posts')
        """
        return _EXPRESSION.sub(self._placeholders, self.template)

    def _placeholders(self, expression: re.Match[str]) -> str:
        operator, variables = expression.groups()
        is_query = operator in {"?", "&"}
        written = []
        for variable in variables.split(","):
            name = unquote(variable.rstrip("*"))
            is_several = variable.endswith("*")
            is_of_path = operator == "/" or (operator in {"", "#"} and "," not in variables)
            if not _PLAIN.fullmatch(name) or ":" in variable or not (is_query or is_of_path):
                raise RouteError(
                    self.template, expression.start(), f"no skeleton can express {expression[0]}"
                )
            if is_query:
                repeated = ":*" if is_several else ""
                written.append(f"{quote(name)}={{{name}{repeated}}}")
            elif is_several and operator != "/":
                raise RouteError(
                    self.template, expression.start(), f"no skeleton can express {expression[0]}"
                )
            else:
                written.append(f"{operator}{{{name}}}")
        return operator + "&".join(written) if is_query else "".join(written)

    def _unsaid(self, expression: re.Match[str]) -> RouteError:
        reason = f"no skeleton can express {expression[0]}"
        return RouteError(self.template, expression.start(), reason)


Route.__module__ = "iriform.routes"


class RouteError(ValueError):
    """A route that a syntax cannot express, or a template that no route can express.

    `text` is the route or the template, `position` the position in it, and `reason` the obstacle.
    """

    def __init__(self, text: str, position: int, reason: str) -> None:
        super().__init__(f"{reason}, at position {position} of '{escape(text)}'")
        self.text = text
        self.position = position
        self.reason = reason


RouteError.__module__ = "iriform.routes"
