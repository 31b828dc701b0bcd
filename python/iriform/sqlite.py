"""The functions of `iriform.columns` in SQLite: `SELECT iri_host(url) FROM links`.

`register(connection)` adds a function for each of them, named `iri_` and its name, with the same
positional arguments as in DuckDB and Spark. SQLite has neither arrays nor structs, so such an
answer is JSON, which its own `json_extract` and `->>` read. A boolean is 0 or 1.

>>> import sqlite3
>>> import iriform.sqlite
>>> connection = sqlite3.connect(":memory:")
>>> iriform.sqlite.register(connection)
>>> connection.execute("SELECT iri_host(url), iri_resolve('../x', url), iri_is_valid(url, 'URI')"
...     " FROM (SELECT 'http://example.org/a/b/c' AS url UNION ALL SELECT 'a b')").fetchall()
[('example.org', 'http://example.org/a/x', 1), (None, None, 0)]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._core import RowFunction
from ._extras import needed

with needed("sqlite", "iriform.sqlite"):
    from ._engines.sql import functions_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from sqlite3 import Connection

    from ._policy import Policy

__all__ = ["register"]


def register(
    connection: Connection,
    *,
    prefixes: Mapping[str, str] | None = None,
    templates: Mapping[str, str] | None = None,
    policies: Mapping[str, Policy] | None = None,
) -> None:
    """Add the functions to a connection.

    Those whose answer only depends on their arguments are deterministic, so an index may use them:
    `CREATE INDEX hosts ON links (iri_host(url))`. Every program that writes to such a table also
    needs the functions. The others depend on state that another process may not have: registered
    prefixes, templates and policies, findings, the public suffix list, the package URL types.

    With `prefixes`, a `PrefixMap` or a mapping, `iri_compress(url)` and `iri_expand(text)` use
    these and have no such argument. With `templates={"user": "/users/{id}"}` there is
    `iri_match_user(url)`. With `policies={"callbacks": policy}`, `iri_allows(url, 'callbacks')` and
    `iri_refusals` use it.
    """
    if not hasattr(connection, "create_function"):
        kind = type(connection).__name__
        raise TypeError(f"connection must be what sqlite3.connect(...) returns, not {kind}")
    for name, bound in functions_of(prefixes, templates, policies):
        function = RowFunction(bound.name, dict(bound.options))
        connection.create_function(name, -1, function, deterministic=bound.is_deterministic())
