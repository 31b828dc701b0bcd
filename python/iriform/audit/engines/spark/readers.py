"""Inputs for Spark's own readers: URLs such as `s3a://…` and `hdfs://…`, patterns, directories.

Rows come from the JVM with their file and block, so positions are exact.
"""

# pyspark is half a gigabyte, so type checking does not require it.
# pyright: reportMissingImports=false

# Arrow creates the functions of its compute module when it is loaded.
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from itertools import groupby, pairwise
from os.path import isdir
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from iriform._io.errors import AuditError
from iriform._io.lines import refuse_other_than_text
from iriform._io.pieces import Piece
from iriform._io.plain_text import label
from iriform._io.streams import table_of
from iriform.audit.counting import count_source
from iriform.audit.formats.choose import SAMPLE
from iriform.audit.formats.format import ByLine, Source
from iriform.audit.formats.known import FORMATS, Remote, format_of
from iriform.audit.formats.memory import chosen, memory
from iriform.audit.partials import PARTIAL, partials, refusal

from .locations import own_name, to_read
from .out import ROWS, judged_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import DataFrame, SparkSession

    from iriform.audit.options import Options
    from iriform.audit.result import Before

_FILE, _START = "file_path", "file_block_start"
_TEXT = "value"


class Reading(NamedTuple):
    """An input that Spark's readers read."""

    number: int
    name: Remote
    options: Options
    frame: DataFrame
    """The values or lines, and their sources."""


def remote(spark: SparkSession, name: str, options: Options) -> Remote:
    """Determine the format of an input by its name or, for a directory, by the files in it."""
    if isdir(name) and (table := table_of(name)):  # noqa: PTH112 - any text
        raise AuditError(table)
    if options.format is not None:
        format_ = FORMATS[options.format]
    else:
        format_ = format_of(name)
        if format_ is FORMATS["text"]:
            files = spark.read.text(_location(name)).inputFiles()
            there = {format_of(file).name for file in files}
            if len(there) != 1:
                listed = (
                    f"files of several formats ({', '.join(sorted(there))})" if there else "no file"
                )
                raise AuditError(f"{label(name)} has {listed}; say --format")
            format_ = FORMATS[there.pop()]
    if not format_.is_read_by_spark:
        read = [f.name for f in FORMATS.values() if f.is_read_by_spark]
        raise AuditError(
            f"cannot read {label(name)}: Spark's readers read {', '.join(read)}, but not {format_.name};"
            " copy it to where all workers see it under the same name"
        )
    return Remote(name, format_.name)


def reading(spark: SparkSession, number: int, name: Remote, options: Options) -> Reading:
    """Begin to read."""
    where = [f"_metadata.{_FILE}", f"_metadata.{_START}"]
    if name.format_name == "parquet":
        frame = spark.read.parquet(_location(name))
        column, outer = column_of(frame, options)
        frame = frame.select(outer, *where)
        return Reading(number, name, replace(options, column=column), frame)
    # Lines end as everywhere in the audit; Spark would also end one at a single carriage return.
    frame = spark.read.text(_location(name), lineSep="\n").select(_TEXT, *where)
    format_ = FORMATS[name.format_name]
    if format_.is_table and options.column is None:
        head_ = frame.limit(SAMPLE).toArrow().combine_chunks().to_batches()
        _, part = format_.of_lines(map(_joined, head_), name, options)  # type: ignore[attr-defined]  # ByLine
        if part and "\\x" in part:  # it may stand for a byte, and does not identify the member
            raise AuditError(f"the name of the column {part} of {label(name)} is not UTF-8")
        options = replace(options, column=part)
    return Reading(number, name, options, frame)


def column_of(frame: DataFrame, options: Options) -> tuple[str, str]:
    """Choose a column of a frame: its path, and its outermost column, quoted for Spark."""
    from pyspark.sql.pandas.types import to_arrow_schema

    schema = to_arrow_schema(frame.schema)

    @cache
    def head() -> pa.RecordBatch | None:
        return next(iter(frame.limit(SAMPLE).toArrow().combine_chunks().to_batches()), None)

    leaf = chosen(schema, options, head)
    return leaf.path, "`" + leaf.names[0].replace("`", "``") + "`"


def _location(name: str) -> str:
    """Name a file for Spark, which also treats a directory of this machine as a URL."""
    return to_read(name) if isdir(name) else name  # noqa: PTH112 - any text


def counted(reading_: Reading) -> DataFrame:
    """Count on the workers."""
    from pyspark.sql.pandas.types import from_arrow_schema

    number, name, options, frame = reading_
    return frame.mapInArrow(partial(_count, number, name, options), from_arrow_schema(PARTIAL))


def judged(reading_: Reading, before: Before) -> DataFrame:
    """Make the rows of `--out` on the workers."""
    from pyspark.sql.pandas.types import from_arrow_schema

    number, name, options, frame = reading_
    function = partial(_judge, number, name, options, before)
    return frame.mapInArrow(function, from_arrow_schema(ROWS))


def _count(
    number: int, name: Remote, options: Options, batches: Iterator[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    format_ = FORMATS[name.format_name]
    for piece, rows in _pieces(batches):
        try:
            opened = _opened(name, options, piece, rows)
            yield from partials(count_source(opened, format_, options), number, piece)
        except AuditError as error:  # noqa: PERF203 - it ends none of the others
            yield refusal(number, piece, str(error))


def _judge(
    number: int, name: Remote, options: Options, before: Before, batches: Iterator[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    for piece, rows in _pieces(batches):
        # Unreadable parts were reported when they were counted.
        with suppress(AuditError):
            opened = _opened(name, options, piece, rows)
            sums = before.get((number, piece.path, piece.start), Counter())
            yield from judged_rows(number, piece.path, opened, options, sums)


def _pieces(
    batches: Iterator[pa.RecordBatch],
) -> Iterator[tuple[Piece, Iterator[pa.RecordBatch]]]:
    """Group the rows by block and file; the rows of a partition are in this order."""
    slices = (slice_ for batch in batches for slice_ in _slices(batch))
    for piece, group in groupby(slices, key=lambda pair: pair[0]):
        yield piece, (rows for _, rows in group)


def _slices(batch: pa.RecordBatch) -> Iterator[tuple[Piece, pa.RecordBatch]]:
    """Split a batch where another block or file begins."""
    files, starts = batch[_FILE], batch[_START]
    differ = pc.or_(
        pc.not_equal(files[1:], files[:-1]),
        pc.not_equal(starts[1:], starts[:-1]),
    )
    cuts = [0, *(i + 1 for i in pc.indices_nonzero(differ).to_pylist()), len(batch)]
    values = batch.select([0])
    for start, stop in pairwise(cuts):
        if stop > start:
            piece = Piece(starts[start].as_py(), None, own_name(files[start].as_py()))
            yield piece, values.slice(start, stop - start)


def _opened(name: Remote, options: Options, piece: Piece, rows: Iterator[pa.RecordBatch]) -> Source:
    format_ = FORMATS[name.format_name]
    if not isinstance(format_, ByLine):
        return memory(rows, options)

    def text() -> Iterator[bytes]:
        for i, batch in enumerate(rows):
            block = _joined(batch)
            if i == piece.start == 0:
                refuse_other_than_text(block, piece.path or name)
            yield block

    blocks, part = format_.of_lines(text(), name, options)
    return Source(blocks, lambda: 0.0, part)


def _joined(batch: pa.RecordBatch) -> bytes:
    """Join lines, each with its end."""
    column = batch[_TEXT].cast(pa.binary())
    whole = pa.ListArray.from_arrays(pa.array([0, len(column)], pa.int32()), column)
    text: bytes = pc.binary_join(whole, b"\n")[0].as_buffer().to_pybytes()
    return text + b"\n"
