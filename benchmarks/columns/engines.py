"""The same functions in each engine, compared with the plain function and the engine's own way."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd
import polars as pl
import pyarrow as pa

import iriform.duckdb
import iriform.pandas
import iriform.polars
from benchmarks.columns import data
from benchmarks.columns.plain import SIMPLE_HOST, connection
from benchmarks.harness import ColumnTable, Goal, Work

if TYPE_CHECKING:
    from collections.abc import Callable

FUNCTIONS = ("is_valid", "host", "components")
# At least four fifths of the speed.
NEARLY = 1 / 0.8


def in_polars(column: pa.Array) -> list[ColumnTable]:
    """Measure expressions of Polars, in memory and streaming, on one thread."""
    series = pl.Series("url", column)
    frame = pl.DataFrame({"url": series})
    url: Any = pl.col("url")
    tables = []
    for name in FUNCTIONS:
        expression = getattr(url.iri, name)()
        lazy = frame.lazy().select(expression)
        subjects: dict[str, Work] = {
            f"columns.{name}, of the Series": data.ask(name, series),
            "expression, in memory": partial(lazy.collect, engine="in-memory"),
            "expression, streaming": partial(lazy.collect, engine="streaming"),
        }
        if name == "host":
            own = frame.lazy().select(url.str.extract(SIMPLE_HOST))
            subjects["Polars' own str.extract"] = partial(own.collect, engine="in-memory")
        plain, *ours = subjects
        goals = [Goal(one, (plain,), NEARLY) for one in ours[:2]]
        tables.append(data.table(f"Polars, {name}", column, subjects, goals))
    return tables


def in_pyarrow(column: pa.Array) -> ColumnTable:
    """Measure calls on an array of pyarrow and a Series of pandas, which return the same type."""
    chunks = pa.chunked_array([column.slice(at, 65_536) for at in range(0, len(column), 65_536)])
    series = pd.Series(column.to_pylist(), dtype="str")
    capsule = Capsule(column)
    subjects: dict[str, Work] = {
        "columns.host, of a capsule": data.ask("host", capsule),
        "columns.host, of a pyarrow.Array": data.ask("host", column),
        "columns.host, of a ChunkedArray": data.ask("host", chunks),
        "pandas, series.iri.host()": partial(getattr(series, "iri").host, threads=1),  # noqa: B009
        "pandas, series.str.extract": partial(series.str.extract, SIMPLE_HOST),
    }
    names = list(subjects)
    goals = [Goal(name, (names[0],), NEARLY) for name in names[1:3]]
    return data.table("PyArrow and pandas, host", column, subjects, goals)


class Capsule:
    """An object with the Arrow PyCapsule interface and nothing else."""

    def __init__(self, column: pa.Array) -> None:
        self._column = column

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """Show the array."""
        shown: tuple[object, object] = self._column.__arrow_c_array__(requested_schema)
        return shown


def in_duckdb(column: pa.Array) -> ColumnTable:
    """Measure functions in a query of DuckDB, and the cost of a call that does nothing."""
    con = connection()
    iriform.duckdb.register(con)

    def nothing(urls: pa.Array) -> pa.Array:
        return pa.nulls(len(urls), pa.string())

    create: Any = con.create_function
    create("nothing", nothing, ["VARCHAR"], "VARCHAR", type="arrow", null_handling="special")
    con.register("arrow", pa.table({"url": column}))
    con.execute("CREATE TABLE links AS SELECT * FROM arrow")

    def query(what: str) -> Work:
        return lambda: con.execute(f"SELECT {what} FROM links").fetchall()  # noqa: S608

    subjects = {
        "count(iri_host(url))": query("count(iri_host(url))"),
        "count(nothing(url)), the overhead": query("count(nothing(url))"),
        "count(url), the scan": query("count(url)"),
        "count(iri_is_valid(url))": query("count(iri_is_valid(url))"),
        "count(iri_components(url).host)": query("count(iri_components(url).host)"),
        "count(regexp_extract(url, …)), DuckDB's own": query(
            f"count(regexp_extract(url, '{SIMPLE_HOST}', 1))"
        ),
    }
    return data.table("DuckDB, host", column, subjects)


def tables() -> list[Callable[[], ColumnTable]]:
    """List what is measured."""
    made = in_polars(data.web())
    return [
        *(partial(_same, table) for table in made),
        lambda: in_pyarrow(data.web()),
        lambda: in_duckdb(data.web()),
    ]


def _same(table: ColumnTable) -> ColumnTable:
    return table
