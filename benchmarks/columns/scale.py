"""`python -m benchmarks.columns.scale [ROWS …]`: count hosts in files of millions of links.

The links are distinct; every tenth is invalid, every hundredth is null. Each engine reads the file,
leaves out invalid links and counts hosts, in its own process on two threads. Meanwhile, the memory
of the process and its descendants is sampled four times a second.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from benchmarks import record
from benchmarks.columns import data
from benchmarks.columns.processes import largest_child, memory, processor_time
from iriform import columns

PIECE = 500_000
FOLDER = Path(tempfile.gettempdir())
PEERS = ("duckdb", "polars", "pyarrow", "pyspark")

PROGRAMS = {
    "polars": """
import polars as pl
import iriform.polars
url = pl.col("url")
links = pl.scan_parquet(path).filter(url.iri.is_valid())
print(links.group_by(url.iri.host()).len().select(pl.col("len").sum()).collect(engine="streaming").item())
""",
    "duckdb": """
import duckdb
import iriform.duckdb
con = duckdb.connect()
con.execute("SET threads = 2")
iriform.duckdb.register(con)
con.execute("CREATE VIEW links AS SELECT * FROM read_parquet('" + path + "')")
query = "SELECT iri_host(url) AS host, count(*) AS n FROM links WHERE iri_is_valid(url) GROUP BY 1"
print(con.execute(f"SELECT sum(n)::BIGINT FROM ({query})").fetchall()[0][0])
""",
    "spark": """
import logging
from pyspark.sql import SparkSession
from iriform.spark import register
spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
spark = spark.config("spark.ui.showConsoleProgress", "false")
spark = spark.config("spark.driver.memory", "2g").getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
register(spark)
spark.read.parquet(path).createOrReplaceTempView("links")
# One function for both: what has a host here is valid.
query = "SELECT iri_host(url) AS host, count(*) AS n FROM links GROUP BY 1"
print(spark.sql(f"SELECT sum(n) FROM ({query}) WHERE host IS NOT NULL").collect()[0][0])
""",
}  # fmt: skip


def write(rows: int) -> Path:
    """Write the file, unless it exists."""
    path = FOLDER / f"iriform-{rows}.parquet"
    if path.exists():
        return path
    links = data.web()
    links = links.filter(pc.is_valid(columns.host(links)))
    links = pc.take(links, pa.array([i % len(links) for i in range(PIECE)]))
    kept = path.with_suffix(".part")
    with pq.ParquetWriter(kept, pa.schema({"url": pa.string()}), use_dictionary=False) as writer:
        for first in range(0, rows, PIECE):
            numbers = pa.array(range(first, first + PIECE))
            urls = pc.binary_join_element_wise(links, pc.cast(numbers, pa.string()), "?row=")
            tenths = pc.subtract(numbers, pc.multiply(pc.divide(numbers, 10), 10))
            urls = pc.if_else(
                pc.equal(tenths, 3), pc.binary_join_element_wise(urls, "bad", " "), urls
            )
            hundredths = pc.subtract(numbers, pc.multiply(pc.divide(numbers, 100), 100))
            urls = pc.if_else(pc.equal(hundredths, 7), None, urls)
            writer.write_table(pa.table({"url": urls}))
    kept.rename(path)
    return path


def run(engine: str, path: Path, programs: dict[str, str]) -> dict[str, Any]:
    """Run the program of an engine, and sample its memory."""
    environment = {**os.environ, "POLARS_MAX_THREADS": "2"}
    program = f"path = {str(path)!r}\n{programs[engine]}"
    start, spent, worker, peaks = time.perf_counter(), 0, 0, []
    with subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        while process.poll() is None:
            spent = max(spent, processor_time(process.pid))
            peaks.append(memory(process.pid))
            worker = max(worker, largest_child(process.pid, "python"))
            time.sleep(0.25)
        assert process.stdout is not None
        answer = int(process.stdout.read().split()[-1])
    half = len(peaks) // 2
    return {
        "engine": engine,
        "answer": answer,
        "seconds": time.perf_counter() - start,
        "processor seconds": spent / 1e9,
        "peak": max(peaks),
        "peak of a Python worker": worker,
        "peak of the second half": max(peaks[half:]),
    }


@dataclass(frozen=True)
class Subject:
    """A measurement: a file of links, and the result of engines for it."""

    name: str
    """The module that measures it."""
    sizes: list[int]
    """The default numbers of rows of the files."""
    write: Callable[[int], Path]
    programs: dict[str, str]
    answer: Callable[[int], int]
    """The answer that each program must print, by the number of rows."""
    peers: tuple[str, ...]


def measure(subject: Subject) -> None:
    """Measure engines with files of these sizes."""
    parser = argparse.ArgumentParser(description=f"python -m benchmarks.columns.{subject.name}")
    parser.add_argument("rows", nargs="*", type=int, default=subject.sizes)
    parser.add_argument("--engines", nargs="*", default=list(subject.programs))
    parser.add_argument("--record", action="store_true", help="write to benchmarks/record")
    arguments = parser.parse_args()
    results = []
    for rows in arguments.rows:
        path = subject.write(rows)
        for engine in arguments.engines:
            measured = run(engine, path, subject.programs)
            found = {"rows": rows, "bytes": path.stat().st_size, **measured}
            assert found["answer"] == subject.answer(rows), found
            print(found, flush=True)
            results.append(found)
    if arguments.record:
        command = f"python -m benchmarks.columns.{subject.name}"
        versions = record.versions("iriform", *subject.peers)
        record.save(f"columns-{subject.name}", command, {"versions": versions, "rows": results})


def valid(rows: int) -> int:
    """Count the valid links of a file."""
    return rows - rows // 10 - rows // 100


SCALE = Subject("scale", [10_000_000, 40_000_000], write, PROGRAMS, valid, PEERS)

if __name__ == "__main__":
    measure(SCALE)
