"""The functions of `iriform.columns` in DuckDB's SQL: `SELECT iri_host(url) FROM links`.

`register(connection)` adds a function for each of them, named `iri_` and its name. Arguments follow
by position, in the order of the function of `iriform.columns`; `as_` is the name of the class:
`iri_is_valid(url, 'URI')`. The same SQL works in Spark (`iriform.spark`).

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

import inspect
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any

from ._engines.aliases import ALIASES
from ._extras import needed

with needed("duckdb", "iriform.duckdb"):
    import pyarrow as pa

    from ._engines.sql import BoundOperation, functions_of, most_arguments, type_name

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping
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
    """Add the functions to the database of a connection, for all connections of it.

    The functions stay when the connection is closed. A second call keeps the existing functions,
    and adds or replaces those of its arguments: other prefixes, templates of the same name,
    policies or protected names. DuckDB cannot replace functions that another connection of the
    database has registered; this raises ValueError, unless they are the same.

    With `prefixes`, a `PrefixMap` or a mapping, `iri_compress(url)` and `iri_expand(text)` use
    these and have no such argument. With `templates={"user": "/users/{id}"}` there is
    `iri_match_user(url)`, which returns a struct. Raises ValueError for names that differ only in
    letter case, or are taken. With `policies={"callbacks": policy}`, `iri_allows(url, 'callbacks')`
    and `iri_refusals` use it. With `protected`, protected names, `iri_check(url, 'untrusted')`
    compares hosts with them, and has no such argument: DuckDB copies an argument for every row,
    which is slow for a list of thousands.

    With `aliases=["spark"]`, there are macros with the names of that engine's functions, so its
    queries run: `parse_url(url, 'HOST')`. The engines are 'bigquery', 'clickhouse', 'netquack',
    'snowflake' and 'spark'; the answers are iriform's. The macros are temporary: they belong to
    this connection, and are not written to the database file.

    `native` is the path of the extension, whose functions do not call Python, so they run on all
    threads at once. It cannot be combined with `prefixes`, `templates`, `policies` or `protected`.
    Its file is not signed, so this raises `duckdb.Error` unless the connection was made with
    `duckdb.connect(config={"allow_unsigned_extensions": "true"})`.
    """
    with needed("duckdb", "iriform.duckdb"):
        import duckdb  # noqa: F401

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
    plain: list[tuple[str, BoundOperation]] = []
    fixed: list[tuple[str, BoundOperation]] = []
    for name, bound in functions_of(prefixes, templates, policies, protected):
        (fixed if bound.options else plain).append((name, bound))
    for name, bound in fixed:
        _replace(connection, name, bound)
    _add(connection, plain)
    _alias(connection, aliases)


_FUNCTIONS: dict[tuple[Hashable, ...], Callable[..., pa.Array]] = {}
"""All functions passed to DuckDB.

DuckDB does not keep them alive after the connection that registered them is closed, and does not
report when a database ends, so they live as long as the process. Each function is stored once, even
if several databases have it.
"""


class _Function:
    """A function of SQL with a fixed number of arguments, for DuckDB."""

    def __init__(self, bound: BoundOperation, count: int) -> None:
        self._bound = bound
        # DuckDB drops the names of arguments for a function with any number of them.
        kind = inspect.Parameter.POSITIONAL_ONLY
        names = [inspect.Parameter(f"argument_{i}", kind) for i in range(count)]
        self.__signature__ = inspect.Signature(names)
        self.__name__ = bound.__name__
        self._answer = bound(pa.array([], pa.string())).type

    def __call__(self, column: pa.Array, /, *arguments: pa.Array) -> pa.Array:
        """Evaluate the rows of a chunk. Answers for rows of bytes are text; invalid bytes have none."""
        if pa.types.is_dictionary(column.type):  # of an ENUM
            column = column.cast(column.type.value_type)
        answer = self._bound(column, *arguments)
        is_binary = pa.types.is_binary(column.type) or pa.types.is_large_binary(column.type)
        return answer.cast(self._answer) if is_binary else answer


def _functions(bound: BoundOperation) -> list[Callable[..., pa.Array]]:
    """Return the functions of a bound operation, one for each number of arguments."""
    found = []
    for count in range(1, most_arguments(bound) + 1):
        key = (bound.key(), count)
        found.append(_FUNCTIONS.get(key) or _FUNCTIONS.setdefault(key, _Function(bound, count)))
    return found


def _create(connection: DuckDBPyConnection, name: str, function: Any, of: str) -> None:  # noqa: ANN401
    """Add a function of arrays to the database."""
    # The declared type only distinguishes functions of values and of arrays by their annotations.
    create: Any = connection.create_function
    create(name, function, None, of, type="arrow", null_handling="special")


def _add(connection: DuckDBPyConnection, operations: Iterable[tuple[str, BoundOperation]]) -> None:
    """Add functions that the database does not have yet."""
    import duckdb

    with ExitStack() as stack:
        # A connection accepts a name once, and the database one function for each distinct
        # signature. The one with one argument belongs to this connection, which can remove the
        # name.
        connections = [connection]
        for name, bound in operations:
            of = type_name(bound.answer())
            for i, function in enumerate(_functions(bound)):
                if i == len(connections):
                    connections.append(stack.enter_context(connection.cursor()))
                with suppress(duckdb.CatalogException, duckdb.NotImplementedException):
                    _create(connections[i], name, function, of)


def _replace(connection: DuckDBPyConnection, name: str, bound: BoundOperation) -> None:
    """Add a function with fixed arguments, or replace one with other arguments."""
    import duckdb

    # Another function identifies its bound operation.
    beside = f"iriform: {name}"
    mark = _MARKS.setdefault(bound.key(), len(_MARKS))
    with connection.cursor() as cursor, suppress(duckdb.CatalogException):
        if cursor.execute(f"SELECT {_quoted(beside)}(0)").fetchall() == [(mark,)]:
            return
    for each in (name, beside):
        with suppress(duckdb.InvalidInputException):
            connection.remove_function(each)
    says = _FUNCTIONS.setdefault((mark,), _Mark(mark))
    try:
        # It comes first, because a function with another answer type would be added to the existing
        # one.
        _create(connection, beside, says, "BIGINT")
        try:
            _create(connection, name, _functions(bound)[0], type_name(bound.answer()))
        except duckdb.CatalogException:
            connection.remove_function(beside)
            raise
    except duckdb.CatalogException:
        raise ValueError(
            f"another connection of this database has registered {name} with other arguments: "
            "use that connection, or a database of its own"
        ) from None
    _add(connection, [(name, bound)])


_MARKS: dict[Hashable, int] = {}
"""A number for each operation with fixed arguments."""


class _Mark:
    """A function of SQL that identifies the bound operation of another function."""

    def __init__(self, mark: int) -> None:
        self._mark = mark
        self.__name__ = "mark"

    def __call__(self, column: pa.Array) -> pa.Array:
        return pa.array([self._mark] * len(column), pa.int64())


def _alias(connection: DuckDBPyConnection, names: Iterable[str]) -> None:
    """Add the macros of engines to the connection."""
    for name in [names] if isinstance(names, str) else names:
        if name not in ALIASES:
            raise ValueError(f"aliases must be of {', '.join(ALIASES)}")
        for statement in ALIASES[name]:
            connection.execute(statement)


def _quoted(name: str) -> str:
    """Quote the name of a field, because that of a variable may have dots and triplets."""
    return '"' + name.replace('"', '""') + '"'
