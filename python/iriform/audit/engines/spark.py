"""Spark, on this machine or a cluster: each input is read by one task, and Spark does the rest.

The workers need iriform with its extra `[audit]`, and must see the files under the same names.
"""

# pyspark is half a gigabyte, so those who check types need not have it.
# pyright: reportMissingImports=false

from __future__ import annotations

import os
import re
import sys
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from iriform._plain_text import STDIN, label
from iriform.audit import plan
from iriform.audit.counting import PARTIAL, count
from iriform.audit.errors import AuditError
from iriform.audit.formats.choose import SAMPLE
from iriform.audit.formats.known import InMemory
from iriform.audit.formats.memory import chosen
from iriform.audit.judge import PARTS, judge
from iriform.audit.sources import source

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pyspark.sql import DataFrame, SparkSession

    from iriform.audit.options import Options


def run(
    files: Sequence[str], options: Options, *, top: int, out: str | None, master: str | None
) -> Mapping[str, Sequence[Any]]:
    """Run the plan, and give its tables."""
    if STDIN in files:
        raise AuditError("Spark cannot read standard input; name a file")
    if out is not None and Path(out).exists():
        raise AuditError(f"cannot write {label(out)}: it is there already, and Spark replaces none")
    from pyspark.errors import PySparkException
    from pyspark.sql.pandas.types import from_arrow_schema

    with _session(master) as spark:
        # The names travel in the task, and are never in the text of a query.
        tasks = spark.range(len(files), numPartitions=min(len(files), 10_000) or 1)
        counted = tasks.mapInArrow(
            partial(_partials, list(files), options), from_arrow_schema(PARTIAL)
        )
        try:
            if out is not None:
                rows = tasks.mapInArrow(
                    partial(_rows, list(files), options), from_arrow_schema(ROWS)
                )
                _write(spark, rows, files, Path(out))
            counted.createOrReplaceTempView("partials")
            with _kept(spark.sql(plan.facts())) as facts:
                facts.createOrReplaceTempView("facts")
                return {name: _rows_of(spark, q) for name, q in plan.queries(top).items()}
        except PySparkException as error:
            raise AuditError(_said(error)) from None


def run_frame(frame: DataFrame, options: Options, *, top: int) -> tuple[str, Mapping[str, Any]]:
    """Count a column of a frame where it is, and give the tables of the plan.

    The session is left as it was: what it kept, and the tables that it knew.
    """
    from uuid import uuid4

    from pyspark.errors import PySparkException
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

    schema = to_arrow_schema(frame.schema)
    several = options.column is None and len(frame.columns) > 1
    head = frame.limit(SAMPLE).toArrow().combine_chunks().to_batches() if several else []
    path = chosen(schema, head[0] if head else None, options.column)
    name = next(n for n in schema.names if path == n or path.startswith(f"{n}."))
    quoted = "`" + name.replace("`", "``") + "`"
    counted = frame.select(quoted).mapInArrow(
        partial(_of_batches, path, options), from_arrow_schema(PARTIAL)
    )
    spark = frame.sparkSession
    partials, facts_ = (f"iriform_{what}_{uuid4().hex}" for what in ("partials", "facts"))
    try:
        counted.createOrReplaceTempView(partials)
        with _kept(spark.sql(plan.facts(partials))) as facts:
            facts.createOrReplaceTempView(facts_)
            queries = plan.queries(top, facts_)
            return path, {name: _rows_of(spark, query) for name, query in queries.items()}
    except PySparkException as error:
        raise AuditError(_said(error)) from None
    finally:
        for view in (partials, facts_):
            spark.catalog.dropTempView(view)


def _of_batches(
    path: str, options: Options, batches: Iterator[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    """Count, on a worker, the rows that it is given. Their places are counted in the partition."""
    reader = InMemory(batches)
    for counted in count(0, reader, replace(options, column=path)):
        yield from counted.partials


# A row of `--out`: the number of its input, and its parts.
ROWS = pa.schema([pa.field("file", pa.int32()), *PARTS])


def _partials(
    files: Sequence[str], options: Options, tasks: Iterator[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    """Count, on a worker, the inputs whose numbers it is given."""
    for batch in tasks:
        for number in batch["id"].to_pylist():
            for counted in count(number, files[int(number)], options):
                yield from counted.partials


def _rows(
    files: Sequence[str], options: Options, tasks: Iterator[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    """Read and judge, on a worker, the inputs whose numbers it is given."""
    for batch in tasks:
        for number in batch["id"].to_pylist():
            with source(files[int(number)], options) as opened:
                for values in opened.batches():
                    file = pa.repeat(pa.scalar(number, pa.int32()), len(values))
                    columns = [file, *judge(values, options).columns]
                    yield pa.record_batch(columns, schema=ROWS)


@contextmanager
def _kept(frame: DataFrame) -> Iterator[DataFrame]:
    """Keep a frame that is asked more than once, and let the session have its memory back."""
    frame.persist()
    try:
        yield frame
    finally:
        frame.unpersist()


def _rows_of(spark: SparkSession, query: str) -> list[tuple[Any, ...]]:
    return [tuple(row.asDict(recursive=True).values()) for row in spark.sql(query).collect()]


@contextmanager
def _session(master: str | None) -> Iterator[SparkSession]:
    """Take the session there is, or start one and stop it at the end.

    It is a session of its own in the same application, so that its tables meet no others.
    """
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    running = SparkSession.getActiveSession()
    if running is not None:
        yield running.newSession()
        return
    builder = SparkSession.builder.appName("iriform audit")
    builder = builder.config("spark.ui.enabled", "false")
    builder = builder.config("spark.ui.showConsoleProgress", "false")
    if master is None or master.startswith("local"):
        builder = builder.master(master or "local[*]")
        # Its workers are this interpreter, which has iriform, and not whichever python3 is found.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        # One machine: no network but its own, and no more pieces than it has cores.
        for address in ("spark.driver.host", "spark.driver.bindAddress"):
            builder = builder.config(address, "127.0.0.1")
        builder = builder.config("spark.sql.shuffle.partitions", os.cpu_count() or 1)
    else:
        builder = builder.master(master)
    try:
        session = builder.getOrCreate()
    except (PySparkException, Py4JError) as error:
        said = str(error).partition("\n")[0]
        raise AuditError(
            f"Spark does not start; is there Java 17, and the master? {said}"
        ) from None
    session.sparkContext.setLogLevel("OFF")
    try:
        yield session
    finally:
        session.stop()


def _write(spark: SparkSession, parts: DataFrame, files: Sequence[str], out: Path) -> None:
    """Write a directory of Parquet files under another name, and give it its name when it is whole."""
    import shutil

    names = spark.createDataFrame(list(enumerate(map(label, files))), "number int, name string")
    rows = parts.join(names.hint("broadcast"), parts["file"] == names["number"])
    columns = [rows["name"].alias("file"), *(rows[name] for name in PARTS.names)]
    partial_ = out.with_name(f".{out.name[:50]}.{spark.sparkContext.applicationId}.partial")
    try:
        rows.select(*columns).write.parquet(partial_.absolute().as_uri(), compression="zstd")
        partial_.rename(out)
    finally:
        shutil.rmtree(partial_, ignore_errors=True)


def _said(error: Exception) -> str:
    """Take out of Spark's message what a worker said, or else its first line."""
    text = str(error)
    if said := re.search(r"AuditError: (.*)", text):
        return said[1]
    if missing := re.search(r"ModuleNotFoundError: No module named '(iriform|pyarrow)\b", text):
        return (
            f"the Python of Spark's workers has no {missing[1]}: install iriform[audit] there, or set"
            f" PYSPARK_PYTHON before the session begins; this Python is {sys.executable}"
        )
    thrown = re.findall(r"^\w+(?:\.\w+)*(?:Error|Exception): .*", text, re.MULTILINE)
    return f"Spark gave up: {thrown[-1] if thrown else text.partition(chr(10))[0]}"
