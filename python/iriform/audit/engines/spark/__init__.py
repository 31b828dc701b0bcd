"""The Spark engine, on this machine or a cluster: each task counts a piece of an input.

Files are cut into pieces, which the workers read by the same names (`files`). Other inputs are read
by Spark's own readers (`readers`). The workers need iriform with its extra `[audit]`.
"""

# pyspark is half a gigabyte, so type checking does not require it.
# pyright: reportMissingImports=false

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from iriform._io.errors import AuditError
from iriform._io.plain_text import STDIN
from iriform.audit import plan
from iriform.audit.counting import count
from iriform.audit.formats.known import InMemory
from iriform.audit.partials import PARTIAL, partials
from iriform.audit.result import before_pieces

from .failing import errors, failing
from .inputs import Inputs
from .out import place
from .readers import column_of
from .session import session, workers_here

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from typing import TypeAlias

    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

    from iriform.audit.options import Options
    from iriform.audit.watch import Watch

    from .out import Place

    Tables: TypeAlias = Mapping[str, Sequence[Any]]


def run(  # noqa: PLR0913 - what can be said of a run
    names: Sequence[str],
    options: Options,
    *,
    top: int,
    out: str | None,
    conf: Mapping[str, str],
    watch: Watch,
) -> tuple[list[str], Tables]:
    """Run the plan, and return its tables and the names of the inputs, whose formats are now known.

    `AuditError` if no input could be read.
    """
    if STDIN in names:
        raise AuditError("Spark cannot read standard input; name a file")
    with session(conf) as spark, failing(), _place(spark, out) as there:
        inputs = Inputs(spark, names, options, watch)
        inputs.refuse([])
        try:
            tables = _tables(spark, inputs.counted(), top)
        except errors():
            if not inputs.find_broken():
                raise
            tables = _tables(spark, inputs.counted(), top)
        inputs.refuse(tables["refused"])
        if there is not None:
            rows = inputs.judged(before_pieces(tables["pieces"]))
            there.write(rows, inputs.names, sum(n for _, _, _, n, _ in tables["counts"]))
        return inputs.names, {**tables, "refused": sorted(inputs.refused.items())}


def _place(spark: SparkSession, out: str | None) -> AbstractContextManager[Place | None]:
    return nullcontext() if out is None else place(spark, out)


def run_frame(frame: DataFrame, options: Options, *, top: int) -> Tables:
    """Count a column of a frame in place, and return the tables of the plan."""
    from pyspark.sql.pandas.types import from_arrow_schema

    path, outer = column_of(frame, options)
    with workers_here(frame.sparkSession):
        counted = frame.select(outer).mapInArrow(
            partial(_of_batches, path, options), from_arrow_schema(PARTIAL)
        )
        with failing():
            return _tables(frame.sparkSession, counted, top)


def _of_batches(
    path: str, options: Options, batches: Iterator[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    """Count, on a worker, the rows that it receives. Their positions are counted within the partition."""
    reader = InMemory(batches)
    yield from partials(count(reader, replace(options, column=path)), 0)


def _tables(spark: SparkSession, partials: DataFrame, top: int) -> Tables:
    """Add up partial counts. Spark drops the names of the frames when it has read the queries."""
    facts = spark.sql(plan.facts("{partials}"), partials=partials)
    with _kept(facts) as name:
        return {table: _rows(spark.sql(query)) for table, query in plan.queries(top, name).items()}


@contextmanager
def _kept(frame: DataFrame) -> Iterator[str]:
    """Cache and name a frame that several queries read, and free its memory afterwards.

    Spark would drop the cache of a frame that is an argument of `sql`, because it makes a temporary
    view of it for that query.
    """
    name = f"iriform_{uuid4().hex}"
    frame.persist()
    try:
        frame.createTempView(name)
        yield name
    finally:
        frame.sparkSession.catalog.dropTempView(name)
        frame.unpersist()


def _rows(frame: DataFrame) -> list[tuple[Any, ...]]:
    return [tuple(row.asDict(recursive=True).values()) for row in frame.collect()]
