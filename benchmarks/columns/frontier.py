"""`python -m benchmarks.columns.frontier [ROWS …]`: keep each page of millions of links once.

Two links lead to each page: the second has a capital host, a tracking parameter and a fragment.
Every hundredth link is invalid. Each engine reads the file, computes the key of each link
(`canonical`) and the link to follow (`canonical("crawl")`), and keeps one link per key. Time and
memory are measured as in `benchmarks.columns.scale`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from benchmarks.columns import data
from benchmarks.columns.scale import FOLDER, PIECE, Subject, measure
from iriform import columns

if TYPE_CHECKING:
    from pathlib import Path

PEERS = ("duckdb", "polars", "pyarrow")

PROGRAMS = {
    "polars": """
import polars as pl
import iriform.polars
url = pl.col("url")
frontier = (
    pl.scan_parquet(path)
    .with_columns(key=url.iri.canonical(), follow=url.iri.canonical("crawl"))
    .drop_nulls("key")
    .unique("key", keep="any")
)
print(frontier.select(pl.col("follow").count()).collect(engine="streaming").item())
""",
    "duckdb": """
import duckdb
import iriform.duckdb
con = duckdb.connect()
con.execute("SET threads = 2")
iriform.duckdb.register(con)
con.execute("CREATE VIEW links AS SELECT * FROM read_parquet('" + path + "')")
frontier = '''
    SELECT iri_canonical(url) AS key, any_value(iri_canonical(url, '["crawl"]')) AS follow
    FROM links GROUP BY key HAVING key IS NOT NULL
'''
print(con.execute(f"SELECT count(follow) FROM ({frontier})").fetchall()[0][0])
""",
}


def write(rows: int) -> Path:
    """Write the file, unless it exists."""
    path = FOLDER / f"iriform-frontier-{rows}.parquet"
    if path.exists():
        return path
    links = data.web(PIECE // 2)
    links = links.filter(pc.is_valid(columns.host(links)))
    links = columns.with_parts(links, query=None, fragment=None)
    links = pc.take(links, pa.array([i // 2 % len(links) for i in range(PIECE)]))
    others = columns.with_host(links, pc.utf8_upper(columns.host(links)))
    is_other = pa.array([i % 2 == 1 for i in range(PIECE)])
    is_bad = pa.array([i % 100 == 7 for i in range(PIECE)])
    links = pc.if_else(is_other, others, links)
    ends = pc.if_else(is_bad, " bad", pc.if_else(is_other, "?utm_source=x#top", ""))
    kept = path.with_suffix(".part")
    with pq.ParquetWriter(kept, pa.schema({"url": pa.string()}), use_dictionary=False) as writer:
        for first in range(0, rows, PIECE):
            pages = pa.array([n // 2 for n in range(first, first + PIECE)])
            numbers = pc.binary_join_element_wise(pc.cast(pages, pa.string()), ends, "")
            writer.write_table(pa.table({"url": pc.binary_join_element_wise(links, numbers, "/")}))
    kept.rename(path)
    return path


def pages(rows: int) -> int:
    """Count the pages of a file."""
    return rows // 2


FRONTIER = Subject("frontier", [10_000_000], write, PROGRAMS, pages, PEERS)

if __name__ == "__main__":
    measure(FRONTIER)
