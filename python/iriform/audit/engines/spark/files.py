"""Files that the workers see under the same names: each task reads a piece of one."""

# pyspark is half a gigabyte, so those who check types need not have it.
# pyright: reportMissingImports=false

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa

from iriform.audit.counting import PARTIAL, count, refusal
from iriform.audit.errors import AuditError
from iriform.audit.pieces import Piece
from iriform.audit.sources import pieces, source

from .copies import File
from .out import ROWS, judged_rows
from .session import parallelism

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from pyspark.sql import DataFrame, SparkSession

    from iriform.audit.options import Options
    from iriform.audit.result import Before

# Each task reads one piece, unless there are more pieces than a scheduler should have tasks.
_TASKS = 10_000


class Task(NamedTuple):
    """What a task reads."""

    number: int
    """That of the input."""
    file: File
    piece: Piece
    options: Options


def tasks(number: int, file: File, options: Options, size: int) -> list[Task]:
    """Cut a file as Spark's readers would cut it."""
    cut, read = pieces(file.name, options, size)
    return [Task(number, file, piece, read) for piece in cut]


def size_of_pieces(spark: SparkSession, files: Collection[File]) -> int:
    """Tell how large a piece is: at most what is set for Spark's readers, and less if cores were idle."""
    largest = bytes_of(spark.conf.get("spark.sql.files.maxPartitionBytes") or "128m")
    least = bytes_of(spark.conf.get("spark.sql.files.openCostInBytes") or "4m")
    total = sum(file.version.size for file in files)
    return int(min(largest, max(least, total // parallelism(spark))))


def bytes_of(text: str) -> int:
    """Read a number of bytes as Spark's configuration has it.

    >>> bytes_of("134217728b"), bytes_of("128MB"), bytes_of("64k"), bytes_of("7")
    (134217728, 134217728, 65536, 7)
    """
    found = re.fullmatch(r"(\d+)([kmgtp]?)b?", text.strip().lower())
    if found is None:
        raise ValueError(f"not a number of bytes: {text!r}")
    return int(found[1]) << 10 * " kmgtp".index(found[2] or " ")


def counted(spark: SparkSession, list_: Sequence[Task]) -> DataFrame:
    """Count on the workers."""
    from pyspark.sql.pandas.types import from_arrow_schema

    return _frame(spark, list_).mapInArrow(partial(_count, list_), from_arrow_schema(PARTIAL))


def judged(spark: SparkSession, list_: Sequence[Task], before: Before) -> DataFrame:
    """Make the rows of `--out` on the workers."""
    from pyspark.sql.pandas.types import from_arrow_schema

    return _frame(spark, list_).mapInArrow(partial(_judge, list_, before), from_arrow_schema(ROWS))


def _frame(spark: SparkSession, list_: Sequence[Task]) -> DataFrame:
    # The names travel in the task, and are never in the text of a query.
    return spark.range(len(list_), numPartitions=min(len(list_), _TASKS) or 1)


def _given(list_: Sequence[Task], batches: Iterator[pa.RecordBatch]) -> Iterator[Task]:
    for batch in batches:
        for i in batch["id"].to_pylist():
            yield list_[i]


def _count(list_: Sequence[Task], batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for task in _given(list_, batches):
        try:
            yield from _partials(task)
        except AuditError as error:  # noqa: PERF203 - it ends none of the others
            yield refusal(task.number, task.piece, str(error))


def _partials(task: Task) -> Iterator[pa.RecordBatch]:
    number, file, piece, options = task
    with file.here() as name:
        for each in count(number, name, options, piece=piece):
            yield from each.partials


def _judge(
    list_: Sequence[Task], before: Before, batches: Iterator[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    for number, file, piece, options in _given(list_, batches):
        # What cannot be read was said when it was counted.
        with (
            suppress(AuditError),
            file.here() as name,
            source(name, options, piece=piece) as opened,
        ):
            sums = before.get((number, None, piece.start), Counter())
            yield from judged_rows(number, None, opened, options, sums)
