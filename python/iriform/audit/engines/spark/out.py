"""`--out` with Spark: a directory of Parquet files with a row for each value."""

# pyspark is half a gigabyte, so type checking does not require it.
# pyright: reportMissingImports=false

from __future__ import annotations

import shutil
import socket
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from uuid import uuid4

import pyarrow as pa

from iriform._io.errors import AuditError
from iriform._io.plain_text import label
from iriform._io.streams import is_url
from iriform.audit.batches import moved
from iriform.audit.judge import PARTS, judge

from .failing import failing
from .locations import to_read, to_write
from .session import is_connect, is_on_this_machine, parallelism

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator, Sequence

    from pyspark.sql import DataFrame, SparkSession

    from iriform.audit.formats.format import Source
    from iriform.audit.options import Options

# A row of `--out`: the number of its input, the file if the input has several, and the parts of the
# value.
ROWS = pa.schema([pa.field("number", pa.int32()), pa.field("in_input", pa.string()), *PARTS])


def judged_rows(
    number: int, path: str | None, opened: Source, options: Options, before: Counter[str]
) -> Iterator[pa.RecordBatch]:
    """Judge, on a worker, the values of a piece."""
    for values in opened.batches():
        parts = moved(judge(values, options), before["places"])
        first = [
            pa.repeat(pa.scalar(number, pa.int32()), len(parts)),
            pa.repeat(pa.scalar(path, pa.string()), len(parts)),
        ]
        yield pa.record_batch([*first, *parts.columns], schema=ROWS)


class Place(NamedTuple):
    """The destination of the rows."""

    spark: SparkSession
    name: str
    """The name as given."""
    url: str
    """The output of Spark: the file itself, or a directory that is renamed when it is complete."""
    read: str
    """The same for a reader, which accepts patterns."""

    def write(self, rows: DataFrame, files: Sequence[str], expected: int) -> None:
        """Write rows, and raise an error if they are fewer than were counted."""
        from pyspark.sql.functions import coalesce

        spark, name, url, read = self
        names = spark.createDataFrame(list(enumerate(map(label, files))), "number int, name string")
        joined = rows.join(names.hint("broadcast"), "number")
        file = coalesce(joined["in_input"], joined["name"]).alias("file")
        written = joined.select(file, *(joined[name] for name in PARTS.names))
        written.write.parquet(url, compression="zstd")
        there = spark.read.schema(written.schema).parquet(read).count()
        if there != expected:
            raise _error(
                name,
                f"{there:,} of {expected:,} rows were found; if the workers have disks of their own,"
                f" {_SHARED}",
            )


@contextmanager
def place(spark: SparkSession, name: str) -> Iterator[Place]:
    """Yield where to write rows, and rename a directory when it is complete.

    An unwritable output is refused now, because an error at the end would cost hours. At a URL,
    Spark's file `_SUCCESS` marks completeness.
    """
    if is_url(name):
        _refuse(spark, name)
        yield Place(spark, name, name, name)
        return
    path = Path(name)
    if path.exists():
        raise _error(name, _THERE)
    if is_connect(spark):
        raise _error(
            name, "Spark Connect writes on its server; name a URL that the server can reach"
        )
    to_write(name)
    partial_ = path.with_name(f".{path.name[:50]}.{uuid4().hex}.partial").absolute()
    try:
        partial_.mkdir()
    except OSError as error:
        raise _error(name, error.strerror or str(error)) from None
    try:
        if blind := _blind(spark, partial_):
            folder = label(str(partial_.parent))
            raise _error(
                name,
                f"the workers on {', '.join(blind)} do not see the driver's {folder}; {_SHARED}",
            )
        rows = partial_ / "rows"
        yield Place(spark, name, to_write(str(rows)), to_read(str(rows)))
        rows.rename(path)
    finally:
        shutil.rmtree(partial_, ignore_errors=True)


_THERE = "it exists, and Spark does not replace it"
_SHARED = "name a folder that all see, or a URL such as s3a://… or hdfs://…"


def _error(name: str, why: str) -> AuditError:
    return AuditError(f"cannot write {label(name)}: {why}")


def _refuse(spark: SparkSession, url: str) -> None:
    """Ask Spark for the existing files."""
    try:
        with failing():
            spark.read.format("binaryFile").load(url).limit(0).collect()
    except AuditError as error:
        if "PATH_NOT_FOUND" in str(error):
            return
        raise _error(url, str(error)) from None
    raise _error(url, _THERE)


def _blind(spark: SparkSession, folder: Path) -> list[str]:
    """Name the workers that cannot access a folder of the driver, as far as tasks reach them."""
    if is_on_this_machine(spark):
        return []
    count = 2 * parallelism(spark)
    tasks = spark.range(count, numPartitions=count)
    seen = tasks.mapInArrow(partial(_hosts_without, str(folder)), "host string")
    return sorted({row["host"] for row in seen.collect()})


def _hosts_without(folder: str, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for _ in batches:
        if not Path(folder).is_dir():
            yield pa.record_batch({"host": [socket.gethostname()]})
