"""The operations on links that crawlers and analysts ask for, beside the fastest other way."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import polars as pl

from benchmarks.columns import data
from benchmarks.columns.harness import Table, Work
from iriform import Policy, columns

if TYPE_CHECKING:
    from collections.abc import Callable

    import pyarrow as pa


def each(values: list[str], of: Callable[[str], object]) -> Work:
    """Ask for each value; what is refused answers nothing."""

    def answer(value: str) -> object:
        try:
            return of(value)
        except ValueError:
            return None

    return lambda: [answer(value) for value in values]


def domains(column: pa.Array) -> Table:
    """Find the registrable domain of each link."""
    import polars_tldextract as pt
    import tldextract

    values = column.to_pylist()
    frame = pl.DataFrame({"url": pl.Series(column)})
    extract = tldextract.TLDExtract(suffix_list_urls=())
    subjects: dict[str, Work] = {
        "columns.registrable_domain": partial(columns.registrable_domain, column, threads=1),
        "polars_tldextract.registrable_domain": lambda: frame.select(pt.registrable_domain("url")),
        "[tldextract(x) for x in list]": each(values, extract),
    }
    return Table("Registrable domains of web links", len(column), data.size(column), subjects)


def keys(column: pa.Array) -> Table:
    """Make one text for all links to a page."""
    import courlan
    import surt
    import ural
    import w3lib.url

    values = column.to_pylist()
    subjects: dict[str, Work] = {
        "columns.canonical": partial(columns.canonical, column, threads=1),
        'columns.canonical, "crawl"': partial(columns.canonical, column, "crawl", threads=1),
        "[ural.normalize_url(x) for x in list]": each(values, ural.normalize_url),
        "[courlan.normalize_url(x) for x in list]": each(values, courlan.normalize_url),
        "[w3lib.url.canonicalize_url(x) for x in list]": each(values, w3lib.url.canonicalize_url),
        "columns.surt": partial(columns.surt, column, threads=1),
        "[surt.surt(x) for x in list]": each(values, surt.surt),
    }
    return Table("Keys of web links", len(column), data.size(column), subjects)


def others(column: pa.Array) -> Table:
    """Take the other operations of links by themselves."""
    names = ("masked", "surt_host", "path_and_after", "sorted_query", "host_key", "origin")
    subjects: dict[str, Work] = {
        f"columns.{name}": partial(getattr(columns, name), column, threads=1) for name in names
    }
    subjects["columns.segment(0)"] = partial(columns.segment, column, 0, threads=1)
    subjects["columns.quote"] = partial(columns.quote, column, threads=1)
    subjects["columns.unquote"] = partial(columns.unquote, column, threads=1)
    hosts = Policy(hosts={"example.org", "*.wikipedia.org"}, profile="none")
    for name, policy in (
        ("Policy.PUBLIC_WEBHOOK", Policy.PUBLIC_WEBHOOK),
        ("Policy(hosts=…)", hosts),
    ):
        subjects[f"columns.allows({name})"] = partial(columns.allows, column, policy, threads=1)
    return Table("Other operations on web links", len(column), data.size(column), subjects)


def tables() -> list[Callable[[], Table]]:
    """List the tables; what is asked one by one takes a tenth of the rows."""
    column = data.web(100_000)
    return [partial(make, column) for make in (domains, keys, others)]
