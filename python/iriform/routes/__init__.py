"""Conversion of routes of web frameworks and OpenAPI to URI templates, and back.

`read` converts a route to a template with the types of its variables, which clients can expand and
a `Router` can match. `write` converts a template to a route. A route or template that cannot be
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
