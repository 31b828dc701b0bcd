"""Files that the workers access by the same names: each task reads a piece of one."""

# pyspark is half a gigabyte, so type checking does not require it.
# pyright: reportMissingImports=false

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa

from iriform._io.errors import AuditError
from iriform._io.pieces import Piece, by_bytes
from iriform._io.plain_text import label
from iriform.audit.counting import count
from iriform.audit.options import Options
from iriform.audit.partials import PARTIAL, partials, refusal
from iriform.audit.sources import pieces, source

from .copies import File
from .out import ROWS, judged_rows
from .session import parallelism

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from pyspark.sql import DataFrame, SparkSession

    from iriform.audit.result import Before

# Each task reads one piece, unless there are more pieces than a scheduler should have tasks.
_TASKS = 10_000

# The number of pieces from which a file that one task reads causes a warning.
_MANY = 8
_GIGABYTE = 10**9

# The number of bytes that are searched for a quotation mark at once.
_LOOK = 2**20


class Task(NamedTuple):
    """The input of a task."""

    number: int
    """The number of the input."""
    file: File
    piece: Piece
    options: Options


def tasks(number: int, file: File, options: Options, size: int) -> list[Task]:
    """Cut a file like Spark's readers."""
    cut, read = pieces(file.name, options, size)
    return [Task(number, file, piece, read) for piece in cut]


def alone(file: File, size: int) -> str | None:
    """Warn that one task reads a large file, if several would have been noticeably faster."""
    total = file.version.size
    if total < _MANY * size:
        return None
    large = f"{total / 1e9:,.1f} GB" if total >= _GIGABYTE else f"{total / 1e6:,.1f} MB"
    return (
        f"one task will read {label(file.name)}, {large}: it cannot be split"
        " (docs/audit.md, On a cluster)"
    )


def without_quotes(spark: SparkSession, files: Mapping[int, File], size: int) -> set[int]:
    """Find the tables without a quotation mark, which have no line break in a field.

    Workers search them in parallel. An unreadable one may have some; counting it reports the error.
    """
    looks = [
        Task(number, file, piece, Options())
        for number, file in files.items()
        for piece in by_bytes(file.version.size, size)
    ]
    if not looks:
        return set()
    found = _frame(spark, looks).mapInArrow(partial(_quoted, looks), "number int")
    return {*files} - {row["number"] for row in found.collect()}


def _quoted(list_: Sequence[Task], batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    numbers = {task.number for task in _given(list_, batches) if _has_quote(task)}
    yield pa.record_batch({"number": pa.array(sorted(numbers), pa.int32())})


def _has_quote(task: Task) -> bool:
    start, stop = task.piece.start, task.piece.stop or task.file.version.size
    try:
        with task.file.here() as name, Path(name).open("rb", buffering=0) as opened:
            opened.seek(start)
            while (left := stop - opened.tell()) > 0 and (data := opened.read(min(left, _LOOK))):
                if b'"' in data:
                    return True
    except (AuditError, OSError):
        return True
    return False


def size_of_pieces(spark: SparkSession, files: Collection[File]) -> int:
    """Return the size of a piece: the setting of Spark's readers, or less if cores would be idle."""
    largest = bytes_of(spark.conf.get("spark.sql.files.maxPartitionBytes") or "128m")
    least = bytes_of(spark.conf.get("spark.sql.files.openCostInBytes") or "4m")
    total = sum(file.version.size for file in files)
    return int(min(largest, max(least, total // parallelism(spark))))


def bytes_of(text: str) -> int:
    """Read a number of bytes in the notation of Spark's configuration.

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
            yield from of_task(task)
        except AuditError as error:  # noqa: PERF203 - it ends none of the others
            yield refusal(task.number, task.piece, str(error))


def of_task(task: Task) -> Iterator[pa.RecordBatch]:
    """Count the piece of a task on this machine. `AuditError` if it cannot be read."""
    number, file, piece, options = task
    with file.here() as name:
        yield from partials(count(name, options, piece=piece), number, piece)


def _judge(
    list_: Sequence[Task], before: Before, batches: Iterator[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    for number, file, piece, options in _given(list_, batches):
        # Unreadable parts were reported when they were counted.
        with (
            suppress(AuditError),
            file.here() as name,
            source(name, options, piece=piece) as opened,
        ):
            sums = before.get((number, None, piece.start), Counter())
            yield from judged_rows(number, None, opened, options, sums)
