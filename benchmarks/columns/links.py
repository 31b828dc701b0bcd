"""The link operations of crawlers and analysts, compared with the fastest alternative."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import polars as pl

from benchmarks.columns import data
from benchmarks.harness import ColumnTable, Goal, Work
from iriform import Policy

if TYPE_CHECKING:
    from collections.abc import Callable

    import pyarrow as pa


def each(values: list[str], of: Callable[[str], object]) -> Work:
    """Return a call of a function for each value; None if it refuses the value."""

    def answer(value: str) -> object:
        try:
            return of(value)
        except ValueError:
            return None

    return lambda: [answer(value) for value in values]


def domains(column: pa.Array) -> ColumnTable:
    """Measure the registrable domain of each link."""
    import polars_tldextract as pt
    import tldextract

    values = column.to_pylist()
    frame = pl.DataFrame({"url": pl.Series(column)})
    extract = tldextract.TLDExtract(suffix_list_urls=())
    subjects: dict[str, Work] = {
        "columns.host": data.ask("host", column),
        "columns.registrable_domain": data.ask("registrable_domain", column),
        "columns.public_suffix": data.ask("public_suffix", column),
        "polars_tldextract.registrable_domain": lambda: frame.select(pt.registrable_domain("url")),
        "[tldextract(x) for x in list]": each(values, extract),
    }
    goals = [Goal(name, ("columns.host",), 3) for name in list(subjects)[1:3]]
    return data.table("Registrable domains of web links", column, subjects, goals)


def keys(column: pa.Array) -> ColumnTable:
    """Measure one common text for all links to a page."""
    import courlan
    import surt
    import ural
    import w3lib.url

    values = column.to_pylist()
    subjects: dict[str, Work] = {
        "columns.canonical": data.ask("canonical", column),
        'columns.canonical, "crawl"': data.ask("canonical", column, "crawl"),
        "[ural.normalize_url(x) for x in list]": each(values, ural.normalize_url),
        "[courlan.normalize_url(x) for x in list]": each(values, courlan.normalize_url),
        "[w3lib.url.canonicalize_url(x) for x in list]": each(values, w3lib.url.canonicalize_url),
        "columns.surt": data.ask("surt", column),
        "[surt.surt(x) for x in list]": each(values, surt.surt),
    }
    return data.table("Keys of web links", column, subjects)


def others(column: pa.Array) -> ColumnTable:
    """Measure the other operations on links alone."""
    names = (
        "host",
        "masked",
        "canonical",
        "surt_host",
        "path_and_after",
        "sorted_query",
        "host_key",
        "origin",
    )
    subjects: dict[str, Work] = {f"columns.{name}": data.ask(name, column) for name in names}
    subjects["columns.segment(0)"] = data.ask("segment", column, 0)
    subjects["columns.quote"] = data.ask("quote", column)
    subjects["columns.unquote"] = data.ask("unquote", column)
    hosts = Policy(hosts={"example.org", "*.wikipedia.org"}, profile="none")
    for name, policy in (
        ("Policy.PUBLIC_WEBHOOK", Policy.PUBLIC_WEBHOOK),
        ("Policy(hosts=…)", hosts),
    ):
        subjects[f"columns.allows({name})"] = data.ask("allows", column, policy)
    goals = [
        Goal("columns.masked", ("columns.host",), 3),
        Goal("columns.canonical", ("columns.host",), 10),
    ]
    return data.table("Other operations on web links", column, subjects, goals)


def tables() -> list[Callable[[], ColumnTable]]:
    """List the tables; a tenth of the rows, because some calls are value by value."""
    column = data.web(100_000)
    return [partial(make, column) for make in (domains, keys, others)]
