"""DuckDB's extension compared with the Python functions and DuckDB's own, on one and two threads.

`make duckdb-extension` first. One thread is measured in processor time, two in wall time: the
Python functions wait for each other while Arrow memory is converted.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from time import perf_counter_ns, process_time_ns
from typing import TYPE_CHECKING

import duckdb
import pyarrow as pa

import iriform.duckdb
from benchmarks.columns import data
from benchmarks.columns.plain import SIMPLE_HOST
from benchmarks.harness import ColumnTable, Goal, Work

if TYPE_CHECKING:
    from collections.abc import Callable

EXTENSION = Path("target/duckdb/iriform.duckdb_extension")
EXPRESSIONS = {
    "is_valid": "count_if(iri_is_valid(url))",
    "host": "count(iri_host(url))",
    "components": "count(iri_components(url).host)",
    "normalize": "count(iri_normalize(url))",
}


def connect(threads: int, column: pa.Array, native: Path | None) -> duckdb.DuckDBPyConnection:
    """Open a database with the column and the functions."""
    config = {"allow_unsigned_extensions": "true", "threads": threads}
    connection = duckdb.connect(config=config)
    iriform.duckdb.register(connection, native=native)
    connection.register("arrow", pa.table({"url": column}))
    connection.execute("CREATE TABLE links AS SELECT * FROM arrow")
    return connection


def table(name: str, threads: int) -> ColumnTable:
    """Compare the functions of that name."""
    column = data.web()
    native, python = (connect(threads, column, path) for path in (EXTENSION, None))

    def query(connection: duckdb.DuckDBPyConnection, what: str) -> Work:
        return lambda: connection.execute(f"SELECT {what} FROM links").fetchall()  # noqa: S608

    subjects = {
        "extension": query(native, EXPRESSIONS[name]),
        "Python function": query(python, EXPRESSIONS[name]),
        "regexp_extract of the host": query(
            native, f"count(regexp_extract(url, '{SIMPLE_HOST}', 1))"
        ),
        "count(url), the scan": query(native, "count(url)"),
    }
    goals = (
        [Goal("extension", ("Python function",), 0.5)] if name in ("is_valid", "components") else []
    )
    clock = process_time_ns if threads == 1 else perf_counter_ns
    title = f"DuckDB, {name}, {threads} thread{'s' if threads > 1 else ''}"
    return data.table(title, column, subjects, goals, clock=clock)


def tables() -> list[Callable[[], ColumnTable]]:
    """List what is measured."""
    return [partial(table, name, threads) for name in EXPRESSIONS for threads in (1, 2)]
