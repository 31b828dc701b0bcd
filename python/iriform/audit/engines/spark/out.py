"""`--out` of Spark: a directory of Parquet files with a row for each value."""

# pyspark is half a gigabyte, so those who check types need not have it.
# pyright: reportMissingImports=false

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

from iriform._plain_text import label
from iriform.audit.batches import moved
from iriform.audit.judge import PARTS, judge

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

    from iriform.audit.batches import Source
    from iriform.audit.options import Options

# A row of `--out`: the number of its input, the file if the input has several, and its parts.
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


def write(spark: SparkSession, rows: DataFrame, files: Sequence[str], out: Path) -> None:
    """Write the directory under another name, and give it its name when it is whole."""
    import shutil

    from pyspark.sql.functions import coalesce

    names = spark.createDataFrame(list(enumerate(map(label, files))), "number int, name string")
    joined = rows.join(names.hint("broadcast"), "number")
    file = coalesce(joined["in_input"], joined["name"]).alias("file")
    partial_ = out.with_name(f".{out.name[:50]}.{spark.sparkContext.applicationId}.partial")
    try:
        columns = [file, *(joined[name] for name in PARTS.names)]
        joined.select(*columns).write.parquet(partial_.absolute().as_uri(), compression="zstd")
        partial_.rename(out)
    finally:
        shutil.rmtree(partial_, ignore_errors=True)
