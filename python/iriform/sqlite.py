"""The functions of `iriform.columns` in SQLite: `SELECT iri_host(url) FROM links`.

`register(connection)` adds a function for each of them, called `iri_` and its name, with the same
arguments by position as in DuckDB and Spark. SQLite has neither arrays nor structs: such an answer is
JSON, which its own `json_extract` and `->>` read. A truth value is 0 or 1.

>>> import sqlite3
>>> import iriform.sqlite
>>> connection = sqlite3.connect(":memory:")
>>> iriform.sqlite.register(connection)
>>> connection.execute("SELECT iri_host(url), iri_resolve('../x', url), iri_is_valid(url, 'URI')"
...     " FROM (SELECT 'http://example.org/a/b/c' AS url UNION ALL SELECT 'a b')").fetchall()
[('example.org', 'http://example.org/a/x', 1), (None, None, 0)]
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ._extras import needed

with needed("sqlite", "iriform.sqlite"):
    import pyarrow as pa

    from ._sql import Kernel, functions_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from sqlite3 import Connection

    from ._policy import Policy

    # What SQLite has.
    Value = str | bytes | int | float | None

__all__ = ["register"]


def register(
    connection: Connection,
    *,
    prefixes: Mapping[str, str] | None = None,
    templates: Mapping[str, str] | None = None,
    policies: Mapping[str, Policy] | None = None,
) -> None:
    """Add the functions to a connection, all of them deterministic.

    So an index may use them: `CREATE INDEX hosts ON links (iri_host(url))`. Every program
    that writes to such a table needs the functions, too.

    With `prefixes`, a `PrefixMap` or a mapping, `iri_compress(url)` and `iri_expand(text)` use these
    and have no such argument. With `templates={"user": "/users/{id}"}` there is `iri_match_user(url)`.
    With `policies={"callbacks": policy}`, `iri_allows(url, 'callbacks')` and `iri_refusals` know it.
    """
    if not hasattr(connection, "create_function"):
        kind = type(connection).__name__
        raise TypeError(f"connection must be what sqlite3.connect(...) gives, not {kind}")
    for name, kernel in functions_of(prefixes, templates, policies):
        connection.create_function(name, -1, _Scalar(kernel), deterministic=True)


class _Scalar:
    """A function of one row."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    def __call__(self, value: Value, /, *arguments: Value) -> Value:
        column, *others = (_array(argument) for argument in (value, *arguments))
        answer = pa.array(self._kernel(column, *others))[0].as_py()
        return (
            json.dumps(answer, ensure_ascii=False) if isinstance(answer, (dict, list)) else answer
        )


def _array(value: Value) -> pa.Array:
    if isinstance(value, int):
        return pa.array([value])  # also a truth value, of which SQLite has no type
    return pa.array([value], pa.binary() if isinstance(value, bytes) else pa.string())
