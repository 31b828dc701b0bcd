"""The functions of `iriform.columns` in DuckDB's SQL: `SELECT iri_host(url) FROM links`.

`register(connection)` adds a function for each of them, called `iri_` and its name. Arguments follow
by position, in the order in which the function of `iriform.columns` has them; of `as_`, the name of
the class: `iri_is_valid(url, 'URI')`. The same SQL works in Spark (`iriform.spark`).

>>> import duckdb
>>> import iriform.duckdb
>>> connection = duckdb.connect()
>>> iriform.duckdb.register(connection)
>>> connection.sql(\"\"\"
...     SELECT iri_host(url) AS host, iri_resolve('../x', url) AS resolved
...     FROM (VALUES ('http://example.org/a/b/c'), ('a b'), (NULL)) AS links(url)
... \"\"\").fetchall()
[('example.org', 'http://example.org/a/x'), (None, None), (None, None)]

The same functions exist as an extension of DuckDB that needs no Python (`make duckdb-extension`):
`register(connection, native=PATH)` loads it instead.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ._aliases import ALIASES
from ._extras import needed

with needed("duckdb", "iriform.duckdb"):
    from ._sql import functions_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from os import PathLike

    from duckdb import DuckDBPyConnection

    from ._policy import Policy

__all__ = ["register"]


def register(  # noqa: PLR0913 - each by its name
    connection: DuckDBPyConnection,
    *,
    prefixes: Mapping[str, str] | None = None,
    templates: Mapping[str, str] | None = None,
    policies: Mapping[str, Policy] | None = None,
    protected: Iterable[str] | None = None,
    native: str | PathLike[str] | None = None,
    aliases: Iterable[str] = (),
) -> None:
    """Add the functions to the database of a connection. Functions that it has already are kept.

    With `prefixes`, a `PrefixMap` or a mapping, `iri_compress(url)` and `iri_expand(text)` use these
    and have no such argument; they replace those that the database has. With
    `templates={"user": "/users/{id}"}` there is `iri_match_user(url)`, which answers with a struct.
    With `policies={"callbacks": policy}`, `iri_allows(url, 'callbacks')` and `iri_refusals` know it.
    With `protected`, names that other hosts must not be taken for, `iri_check(url, 'untrusted')` compares
    with them, and has no such argument: DuckDB copies an argument for every row, which takes long where
    it is a list of thousands.

    With `aliases=["spark"]`, there are macros that are called as the functions of that engine, so that
    its queries run: `parse_url(url, 'HOST')`. There are 'bigquery', 'clickhouse', 'netquack',
    'snowflake' and 'spark'; the answers are ours.

    `native` is the path of the extension, whose functions do not call Python and so run on all
    threads at once; it cannot be given `prefixes`, `templates`, `policies` or `protected`. Its file is
    not signed: raises `duckdb.Error` unless the connection was made with
    `duckdb.connect(config={"allow_unsigned_extensions": "true"})`.
    """
    with needed("duckdb", "iriform.duckdb"):
        import duckdb

    if native is not None:
        if not all(given is None for given in (prefixes, templates, policies, protected)):
            raise ValueError(
                "the extension takes prefixes, templates, policies and protected names as arguments"
                " of each call"
            )
        path = str(native).replace("'", "''")
        connection.execute(f"LOAD '{path}'")
        _alias(connection, aliases)
        return
    with needed("duckdb", "iriform.duckdb"):
        import numpy as np  # noqa: F401 - DuckDB wants it for functions in Python
    # The declared type knows functions of values or of arrays by their annotations alone.
    create: Any = connection.create_function
    for name, kernel in functions_of(prefixes, templates, policies, protected):
        if kernel.options:
            with suppress(duckdb.InvalidInputException):
                connection.remove_function(name)
        with suppress(duckdb.CatalogException, duckdb.NotImplementedException):
            create(
                name,
                kernel,
                None if kernel.is_of_values() else ["VARCHAR"],
                _type(kernel.answer()),
                type="arrow",
                null_handling="special",
            )
    _alias(connection, aliases)


def _alias(connection: DuckDBPyConnection, names: Iterable[str]) -> None:
    """Add the macros of engines to the database."""
    for name in [names] if isinstance(names, str) else names:
        if name not in ALIASES:
            raise ValueError(f"aliases must be of {', '.join(ALIASES)}")
        for statement in ALIASES[name]:
            connection.execute(statement)


def _type(of: Any) -> str:  # noqa: ANN401 - a type of the table
    """Name the type of an answer."""
    if isinstance(of, dict):
        return f"STRUCT({', '.join(f'{_quoted(n)} {_type(field)}' for n, field in of.items())})"
    if isinstance(of, list):
        return f"{_type(*of)}[]"
    return {"bool": "BOOLEAN", "uint16": "INTEGER", "int64": "BIGINT", "text": "VARCHAR"}[str(of)]


def _quoted(name: str) -> str:
    """Write the name of a field: that of a variable has dots and triplets."""
    return '"' + name.replace('"', '""') + '"'
