"""Functions in Spark, compared with its own parse_url and with the transport of rows to Python.

Times are the processor time of all processes: this one, the JVM and Spark's Python workers.
"""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812 - Spark's own custom

import iriform.columns
import iriform.spark
from benchmarks.columns import data
from benchmarks.columns.plain import SIMPLE_HOST
from benchmarks.columns.processes import processor_time
from benchmarks.harness import ColumnTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROWS = 4_000_000
# The default number of rows that go to Python at once.
BATCH = 10_000


def session() -> SparkSession:
    """Start Spark with two workers."""
    spark = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.memory", "4g")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def nothing(urls: pa.Array) -> pa.Array:
    """Receive rows and return nearly nothing."""
    return pa.nulls(len(urls), pa.string())


def giving(answer: pa.Array) -> Callable[[pa.Array], pa.Array]:
    """Return a function that receives rows and returns the start of `answer`."""

    def give(urls: pa.Array) -> pa.Array:
        return answer.slice(0, len(urls))

    return give


def run(frame: DataFrame) -> None:
    """Compute every row and discard it."""
    frame.write.format("noop").mode("overwrite").save()


def links() -> tuple[DataFrame, pa.Array]:
    """Cache rows of links in Spark."""
    column = data.web(ROWS)
    path = Path(tempfile.gettempdir()) / "iriform-links.parquet"
    pq.write_table(pa.table({"url": column}), path, row_group_size=ROWS // 8)
    frame = session().read.parquet(str(path)).repartition(8).cache()
    frame.count()
    return frame, column


def host() -> ColumnTable:
    """Measure functions alone."""
    frame, column = links()
    untyped: Any = F
    url = F.col("url")
    columns = {
        "host(url)": iriform.spark.host(url),
        "a function that does nothing, the transport": untyped.arrow_udf(nothing, "string")(url),
        "a function that gives hosts made before": untyped.arrow_udf(
            giving(iriform.columns.host(column[:BATCH])), "string"
        )(url),
        "url, the scan": url,
        "is_valid(url)": iriform.spark.is_valid(url),
        "components(url)": iriform.spark.components(url),
        "components(url, ['host', 'path'])": iriform.spark.components(url, ["host", "path"]),
        "try_parse_url(url, 'HOST'), Spark's own": F.expr("try_parse_url(url, 'HOST')"),
        "regexp_extract(url, …), Spark's own": F.regexp_extract(url, SIMPLE_HOST, 1),
    }
    subjects = {
        name: partial(run, frame.select(column.alias("answer"))) for name, column in columns.items()
    }
    return data.table("Spark, host", column, subjects, clock=processor_time, rounds=5)


def valid_parts(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Yield the hosts and paths of the valid rows."""
    for batch in batches:
        parts = iriform.columns.components(batch["url"], ["host", "path"], threads=1)
        hosts, paths = parts.flatten()
        yield pa.record_batch({"host": hosts, "path": paths}).filter(parts.is_valid())


def three() -> ColumnTable:
    """Measure the hosts and paths of the valid rows, parsed once or several times."""
    frame, column = links()
    valid, host_, path = (
        ask("url") for ask in (iriform.spark.is_valid, iriform.spark.host, iriform.spark.path)
    )
    parts = iriform.spark.components("url", ["host", "path"]).alias("parts")
    frames = {
        "a filter by is_valid, then host, then path": frame.where(valid)
        .withColumn("host", host_)
        .where("host is not null")
        .withColumn("path", path),
        "is_valid, host and path in one select": frame.select(valid, host_, path),
        "components, then a filter": frame.select(parts).where("parts is not null"),
        "components": frame.select(parts),
        "mapInArrow, one look": frame.mapInArrow(valid_parts, "host string, path string"),
        "mapInArrow, nothing": frame.mapInArrow(counted, "n bigint"),
        "url, the scan": frame.select("url"),
    }
    subjects = {name: partial(run, asked) for name, asked in frames.items()}
    return data.table("Spark, three functions", column, subjects,
        clock=processor_time, rounds=5,
    )  # fmt: skip


def counted(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Receive rows, and yield their number."""
    for batch in batches:
        yield pa.record_batch({"n": [len(batch)]})


def tables() -> list[Callable[[], ColumnTable]]:
    """List what is measured."""
    return [host, three]
