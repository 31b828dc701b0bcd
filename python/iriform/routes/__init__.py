"""Routes of web frameworks and of OpenAPI as URI templates, and back.

`read` makes a template of a route, with the types of its variables, so that clients expand it and a
`Router` matches it. `write` makes the route of a template. A route or template that cannot be
converted raises `RouteError`, with the place and the reason.

>>> from iriform.routes import read, write
>>> route = read("/users/<int:id>/files/<path:file>", "flask")
>>> route.template
URITemplate('/users/{id}/files{/file*}')
>>> route.template.expand(id=7, file=["a", "b c"])
URIReference('/users/7/files/a/b%20c')
>>> write(route.template, "starlette", types=route.types)
'/users/{id:int}/files/{file:path}'
"""

from __future__ import annotations

from ._openapi import Operation
from ._reading import read
from ._route import Route, RouteError
from ._syntaxes import SYNTAXES
from ._writing import write

__all__ = ["SYNTAXES", "Operation", "Route", "RouteError", "read", "write"]
