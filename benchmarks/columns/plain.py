"""`iriform.columns` on Arrow data, beside what people use today: regexes, and lists of objects."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc

from benchmarks.columns import data
from benchmarks.columns.harness import Table, Work
from benchmarks.python.harness import Goal
from iriform import IRI, URI, columns, grammar

if TYPE_CHECKING:
    from collections.abc import Callable

# What is pasted from web pages, and what reads any reference with an authority.
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
    """Make DuckDB compute an expression of `url` for every row, and add up what tells it did."""
    con = connection()
    con.register("arrow", pa.table({"url": column}))
    con.execute("CREATE TABLE links AS SELECT * FROM arrow")
    query = f"SELECT count({expression}) FROM links"  # noqa: S608 - our own text
    return lambda: con.execute(query).fetchall()


def ada_validity(values: list[str]) -> Work:
    """Ask ada, a parser of the WHATWG's syntax, one by one."""
    import can_ada

    return lambda: [can_ada.can_parse(value) for value in values]


def ada_hosts(values: list[str]) -> Work:
    """Ask ada for hosts, None where it does not parse."""
    import can_ada

    def host(value: str) -> str | None:
        try:
            return str(can_ada.parse(value).hostname)
        except ValueError:
            return None

    return lambda: [host(value) for value in values]


def validate(title: str, column: pa.Array, kind: type[IRI | URI], *, has_goal: bool) -> Table:
    """Return True if each value is valid."""
    book = grammar.RFC3987["IRI"] if kind is IRI else grammar.RFC3986["URI"]
    if kind is URI:
        book = grammar.RFC3986["URI"]
    regex = book.regex("re2", anchored=True)
    series = pl.Series(column)
    values = column.to_pylist()
    subjects: dict[str, Work] = {
        "columns.is_valid": partial(columns.is_valid, column, as_=kind, threads=1),
        "Polars, regex of the whole grammar": partial(series.str.contains, regex),
        "PyArrow, the same regex": partial(pc.match_substring_regex, column, regex),
        "DuckDB, the same regex": in_duckdb(column, f"regexp_matches(url, '{quoted(regex)}')"),
        f"[{kind.__name__}.is_valid(x) for x in list]": lambda: [kind.is_valid(v) for v in values],
        "[can_ada.can_parse(x) for x in list]": ada_validity(values),
    }
    names = list(subjects)
    goals = [Goal(names[0], tuple(names[1:4]), 1 / 8)] if has_goal else []
    return Table(title, len(column), data.size(column), subjects, goals)


def quoted(text: str) -> str:
    """Put text between the quotes of SQL."""
    return text.replace("'", "''")


def hosts(title: str, column: pa.Array) -> Table:
    """Extract the host of each value."""
    series = pl.Series(column)
    values = column.to_pylist()
    named = HOST.replace("(\\[", "(?P<host>\\[")
    subjects: dict[str, Work] = {
        "columns.host": partial(columns.host, column, threads=1),
        "columns.host, of string_view": partial(
            columns.host, column.cast(pa.string_view()), threads=1
        ),
        "Polars, simple regex": partial(series.str.extract, SIMPLE_HOST),
        "Polars, regex of any authority": partial(series.str.extract, HOST),
        "PyArrow, regex of any authority": partial(pc.extract_regex, column, named),
        "DuckDB, simple regex": in_duckdb(column, f"regexp_extract(url, '{SIMPLE_HOST}', 1)"),
        "DuckDB, regex of any authority": in_duckdb(column, f"regexp_extract(url, '{HOST}', 1)"),
        "[can_ada.parse(x).hostname for x in list]": ada_hosts(values),
    }
    names = list(subjects)
    goals = [Goal(names[0], tuple(names[2:7]), 1 / 12)]
    return Table(title, len(column), data.size(column), subjects, goals, {names[0]: 12})


def parts(title: str, column: pa.Array) -> Table:
    """Split each value into its components."""
    series = pl.Series(column)
    pattern = re.compile(PARTS)
    values = column.to_pylist()
    five = ["scheme", "authority", "path", "query", "fragment"]
    subjects: dict[str, Work] = {
        "columns.components": partial(columns.components, column, threads=1),
        "columns.components, of string_view": partial(
            columns.components, column.cast(pa.string_view()), threads=1
        ),
        "columns.components, the five of Appendix B": partial(
            columns.components, column, five, threads=1
        ),
        "Polars, regex of Appendix B": partial(series.str.extract_groups, PARTS),
        "PyArrow, regex of Appendix B": partial(pc.extract_regex, column, PARTS),
        "[re.match(Appendix B, x).groups() for x in list]": lambda: [
            match.groups() for value in values if (match := pattern.match(value))
        ],
    }
    return Table(title, len(column), data.size(column), subjects)


def shapes() -> Table:
    """Compare columns of which every row has what is rare; each has as many rows, not bytes."""
    made = {
        "web links": data.web(),
        "non-ASCII": data.dbpedia(),
        "a port in every row": data.ports(),
        "userinfo in every row": data.userinfos(),
        "an IPv6 host in every row": data.addresses(),
        "every row bad": data.bad(),
    }
    subjects: dict[str, Work] = {
        name: partial(columns.is_valid, column, threads=1) for name, column in made.items()
    }
    note = "A gigabyte here is one of the first column's text."
    first = made["web links"]
    return Table("Validate, by shape", len(first), data.size(first), subjects, note=note)


def operations(column: pa.Array) -> Table:
    """The operations that make a text, of rows that are mostly as they should be."""
    base = "http://example.org/a/b/c?d"
    subjects: dict[str, Work] = {
        "columns.is_valid": partial(columns.is_valid, column, threads=1),
        "columns.normalize": partial(columns.normalize, column, threads=1),
        "columns.comparison_key": partial(columns.comparison_key, column, threads=1),
        "columns.resolve": partial(columns.resolve, column, base, threads=1),
        "columns.relative_to": partial(columns.relative_to, column, base, threads=1),
        "columns.to_uri": partial(columns.to_uri, column, threads=1),
        "columns.to_iri": partial(columns.to_iri, column, threads=1),
        "columns.repair": partial(columns.repair, column, threads=1),
        "columns.query_value": partial(columns.query_value, column, "id", threads=1),
        "columns.without_query": partial(columns.without_query, column, threads=1),
        "columns.without_fragment": partial(columns.without_fragment, column, threads=1),
    }
    limits = {name: 20 for name in subjects if name.split(".")[1] in UNCHANGING}
    limits["columns.relative_to"] = 100
    return Table(
        "Other functions, web links", len(column), data.size(column), subjects, limits=limits
    )


# The operations that leave most links as they are.
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


def views(column: pa.Array) -> Table:
    """The operations that leave most rows as they are, of string views."""
    column = column.cast(pa.string_view())
    base = "http://example.org/a/b/c?d"
    arguments: dict[str, list[str]] = {"resolve": [base]}
    subjects: dict[str, Work] = {
        f"columns.{name}": partial(
            getattr(columns, name), column, *arguments.get(name, []), threads=1
        )
        for name in ["is_valid", *UNCHANGING]
    }
    limits = {f"columns.{name}": 12 for name in UNCHANGING}
    rows = column.cast(pa.string())
    title = "Rows that stay, web links as string views"
    return Table(title, len(column), data.size(rows), subjects, limits=limits)


def changes() -> Table:
    """Measure the cost of a row that changes, and its cost to the other rows."""
    made = {
        "no row": data.changing(0),
        "one in ten": data.changing(10),
        "every row": data.changing(1),
    }
    subjects: dict[str, Work] = {
        "columns.is_valid, no row": partial(columns.is_valid, made["no row"], threads=1)
    }
    for name in ("normalize", "without_fragment"):
        for share, column in made.items():
            subjects[f"columns.{name}, {share}"] = partial(
                getattr(columns, name), column, threads=1
            )
    limits = {f"columns.{name}, no row": 20 for name in ("normalize", "without_fragment")}
    first = made["no row"]
    note = "How many rows change. A gigabyte here is one of the first column's text."
    return Table(
        "Rows that change", len(first), data.size(first), subjects, limits=limits, note=note
    )


def tables() -> list[Callable[[], Table]]:
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
