"""`iriform.columns` on Arrow data, compared with what is common today: regexes, lists of objects."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc

from benchmarks.columns import data
from benchmarks.harness import ColumnTable, Goal, Work
from iriform import IRI, URI, grammar

if TYPE_CHECKING:
    from collections.abc import Callable

# A regex that is common on web pages, and one that reads any reference with an authority.
SIMPLE_HOST = r"^https?://([^/:?#]+)"
HOST = r"^[A-Za-z][A-Za-z0-9+.-]*://(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)"
# RFC 3986 Appendix B, with names.
PARTS = (
    r"^(?:(?P<scheme>[^:/?#]+):)?(?://(?P<authority>[^/?#]*))?(?P<path>[^?#]*)"
    r"(?:\?(?P<query>[^#]*))?(?:#(?P<fragment>.*))?"
)


def connection() -> duckdb.DuckDBPyConnection:
    """Open DuckDB on one thread."""
    con = duckdb.connect()
    con.execute("SET threads = 1")
    return con


def in_duckdb(column: pa.Array, expression: str) -> Work:
    """Return a call that makes DuckDB compute an expression of `url` and count the results."""
    con = connection()
    con.register("arrow", pa.table({"url": column}))
    con.execute("CREATE TABLE links AS SELECT * FROM arrow")
    query = f"SELECT count({expression}) FROM links"  # noqa: S608 - our own text
    return lambda: con.execute(query).fetchall()


def ada_validity(values: list[str]) -> Work:
    """Return a call of ada, a parser of the WHATWG's syntax, for each value."""
    import can_ada

    return lambda: [can_ada.can_parse(value) for value in values]


def ada_hosts(values: list[str]) -> Work:
    """Return a call of ada for the hosts; None if it does not parse a value."""
    import can_ada

    def host(value: str) -> str | None:
        try:
            return str(can_ada.parse(value).hostname)
        except ValueError:
            return None

    return lambda: [host(value) for value in values]


def validate(title: str, column: pa.Array, kind: type[IRI | URI], *, has_goal: bool) -> ColumnTable:
    """Measure the validation of each value."""
    book = grammar.RFC3987["IRI"] if kind is IRI else grammar.RFC3986["URI"]
    if kind is URI:
        book = grammar.RFC3986["URI"]
    regex = book.regex("re2", anchored=True)
    series = pl.Series(column)
    values = column.to_pylist()
    subjects: dict[str, Work] = {
        "columns.is_valid": data.ask("is_valid", column, as_=kind),
        "Polars, regex of the whole grammar": partial(series.str.contains, regex),
        "PyArrow, the same regex": partial(pc.match_substring_regex, column, regex),
        "DuckDB, the same regex": in_duckdb(column, f"regexp_matches(url, '{quoted(regex)}')"),
        f"[{kind.__name__}.is_valid(x) for x in list]": lambda: [kind.is_valid(v) for v in values],
        "[can_ada.can_parse(x) for x in list]": ada_validity(values),
    }
    names = list(subjects)
    goals = [Goal(names[0], tuple(names[1:4]), 1 / 8)] if has_goal else []
    return data.table(title, column, subjects, goals)


def quoted(text: str) -> str:
    """Escape text for a quoted string of SQL."""
    return text.replace("'", "''")


def hosts(title: str, column: pa.Array) -> ColumnTable:
    """Measure the host of each value."""
    series = pl.Series(column)
    values = column.to_pylist()
    named = HOST.replace("(\\[", "(?P<host>\\[")
    subjects: dict[str, Work] = {
        "columns.host": data.ask("host", column),
        "columns.host, of string_view": data.ask("host", column.cast(pa.string_view())),
        "Polars, simple regex": partial(series.str.extract, SIMPLE_HOST),
        "Polars, regex of any authority": partial(series.str.extract, HOST),
        "PyArrow, regex of any authority": partial(pc.extract_regex, column, named),
        "DuckDB, simple regex": in_duckdb(column, f"regexp_extract(url, '{SIMPLE_HOST}', 1)"),
        "DuckDB, regex of any authority": in_duckdb(column, f"regexp_extract(url, '{HOST}', 1)"),
        "[can_ada.parse(x).hostname for x in list]": ada_hosts(values),
    }
    names = list(subjects)
    goals = [Goal(names[0], tuple(names[2:7]), 1 / 12)]
    return data.table(title, column, subjects, goals, limits={names[0]: 12})


def parts(title: str, column: pa.Array) -> ColumnTable:
    """Measure the components of each value."""
    series = pl.Series(column)
    pattern = re.compile(PARTS)
    values = column.to_pylist()
    five = ["scheme", "authority", "path", "query", "fragment"]
    subjects: dict[str, Work] = {
        "columns.components": data.ask("components", column),
        "columns.components, of string_view": data.ask("components", column.cast(pa.string_view())),
        "columns.components, the five of Appendix B": data.ask("components", column, five),
        "Polars, regex of Appendix B": partial(series.str.extract_groups, PARTS),
        "PyArrow, regex of Appendix B": partial(pc.extract_regex, column, PARTS),
        "[re.match(Appendix B, x).groups() for x in list]": lambda: [
            match.groups() for value in values if (match := pattern.match(value))
        ],
    }
    return data.table(title, column, subjects)


def shapes() -> ColumnTable:
    """Compare columns in which every row is unusual, with the same number of rows, not of bytes."""
    made = {
        "web links": data.web(),
        "non-ASCII": data.dbpedia(),
        "a port in every row": data.ports(),
        "userinfo in every row": data.userinfos(),
        "an IPv6 host in every row": data.addresses(),
        "every row bad": data.bad(),
    }
    subjects: dict[str, Work] = {
        name: data.ask("is_valid", column) for name, column in made.items()
    }
    note = "A gigabyte here is one of the first column's text."
    first = made["web links"]
    return data.table("Validate, by shape", first, subjects, note=note)


def operations(column: pa.Array) -> ColumnTable:
    """Measure the operations that produce text, on rows of which most do not change."""
    base = "http://example.org/a/b/c?d"
    subjects: dict[str, Work] = {
        "columns.is_valid": data.ask("is_valid", column),
        "columns.normalize": data.ask("normalize", column),
        "columns.comparison_key": data.ask("comparison_key", column),
        "columns.resolve": data.ask("resolve", column, base),
        "columns.relative_to": data.ask("relative_to", column, base),
        "columns.to_uri": data.ask("to_uri", column),
        "columns.to_iri": data.ask("to_iri", column),
        "columns.repair": data.ask("repair", column),
        "columns.query_value": data.ask("query_value", column, "id"),
        "columns.without_query": data.ask("without_query", column),
        "columns.without_fragment": data.ask("without_fragment", column),
    }
    limits = {name: 20 for name in subjects if name.split(".")[1] in UNCHANGING}
    limits["columns.relative_to"] = 100
    return data.table("Other functions, web links", column, subjects, limits=limits)


# The operations that leave most links unchanged.
UNCHANGING = [
    "normalize",
    "comparison_key",
    "resolve",
    "to_uri",
    "to_iri",
    "repair",
    "without_query",
    "without_fragment",
]


def views(column: pa.Array) -> ColumnTable:
    """Measure the operations that leave most rows unchanged, on string views."""
    column = column.cast(pa.string_view())
    base = "http://example.org/a/b/c?d"
    arguments: dict[str, list[str]] = {"resolve": [base]}
    subjects: dict[str, Work] = {
        f"columns.{name}": data.ask(name, column, *arguments.get(name, []))
        for name in ["is_valid", *UNCHANGING]
    }
    limits = {f"columns.{name}": 12 for name in UNCHANGING}
    rows = column.cast(pa.string())
    title = "Rows that stay, web links as string views"
    return data.table(title, rows, subjects, limits=limits)


def changes() -> ColumnTable:
    """Measure the cost of changed rows, and their effect on the other rows."""
    made = {
        "no row": data.changing(0),
        "one in ten": data.changing(10),
        "every row": data.changing(1),
    }
    subjects: dict[str, Work] = {"columns.is_valid, no row": data.ask("is_valid", made["no row"])}
    for name in ("normalize", "without_fragment"):
        for share, column in made.items():
            subjects[f"columns.{name}, {share}"] = data.ask(name, column)
    limits = {f"columns.{name}, no row": 20 for name in ("normalize", "without_fragment")}
    first = made["no row"]
    note = "How many rows change. A gigabyte here is one of the first column's text."
    return data.table("Rows that change", first, subjects, limits=limits, note=note)


def tables() -> list[Callable[[], ColumnTable]]:
    """List what is measured."""
    return [
        lambda: validate("Validate, web links", data.web(), IRI, has_goal=True),
        lambda: validate("Validate as URI, web links", data.web(), URI, has_goal=True),
        lambda: validate("Validate, non-ASCII", data.dbpedia(), IRI, has_goal=False),
        shapes,
        lambda: hosts("Host, web links", data.web()),
        lambda: parts("Components, web links", data.web()),
        lambda: operations(data.web()),
        lambda: views(data.web()),
        changes,
    ]
