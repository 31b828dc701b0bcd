"""Columns in memory: objects with the Arrow PyCapsule interface, or of pandas."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias

import pyarrow as pa

from iriform._core import Block
from iriform.audit.batches import ROWS

from .arrow import Leaf, choose_leaf, flattened, places, plain, sampled
from .choose import SAMPLE
from .format import Source

if TYPE_CHECKING:
    from collections.abc import Callable

    from iriform.audit.options import Options

# The name of the only column if there is no table.
_ONLY = "value"


def memory(column: object, options: Options) -> Source:
    """Read one column of text or bytes; a nested one is named `outer.inner`."""
    schema, batches = _opened(column)
    first = next(batches, None)
    leaf = chosen(schema, options, lambda: first)

    def blocks() -> Iterator[Block]:
        for whole in chain([] if first is None else [first], batches):
            for start in range(0, len(whole), ROWS):
                rows = whole.slice(start, ROWS)
                array, parents = flattened(rows, leaf.names)
                yield Block.column(plain(array), places(parents), len(rows))

    return Source(blocks(), lambda: 0.0, leaf.path)


def chosen(schema: pa.Schema, options: Options, head: Callable[[], pa.RecordBatch | None]) -> Leaf:
    """Choose a column of a table, like one of a file."""

    def sample(leaf: Leaf) -> list[str | None]:
        rows = head()
        return [] if rows is None else sampled(flattened(rows.slice(0, SAMPLE), leaf.names)[0])

    return choose_leaf(schema, options, None, sample)


_Opened: TypeAlias = "tuple[pa.Schema, Iterator[pa.RecordBatch]]"


def _opened(column: Any) -> _Opened:  # noqa: ANN401 - of any engine
    """Read a column as batches, lazily if the engine can."""
    module = type(column).__module__.partition(".")[0]
    if module == "polars" and hasattr(column, "collect"):
        return _lazy(column)
    if module in {"duckdb", "_duckdb"}:
        # The second is its name in DuckDB before 1.4.
        read = getattr(column, "to_arrow_reader", None) or column.fetch_arrow_reader
        column = read(ROWS)
    elif module == "pandas" and hasattr(column, "columns"):
        column = pa.Table.from_pandas(column, preserve_index=False)
    elif module == "pandas":
        column = pa.table({str(column.name or _ONLY): pa.Array.from_pandas(column)})
    elif module == "deltalake":
        column = column.to_pyarrow_dataset().scanner().to_reader()
    if isinstance(column, Iterator):
        return _batches(column)
    name = str(getattr(column, "name", None) or _ONLY)
    return _capsules(column, name)


def _lazy(frame: Any) -> _Opened:  # noqa: ANN401 - of Polars
    if not hasattr(frame, "collect_batches"):
        return _capsules(frame.collect(engine="streaming"), _ONLY)
    schema = pa.table(frame.head(0).collect()).schema
    frames = frame.collect_batches()
    return schema, (batch for frame in frames for batch in pa.table(frame).to_batches())


def _batches(batches: Iterator[pa.RecordBatch]) -> _Opened:
    first = next(batches, None)
    if first is None:
        return getattr(batches, "schema", pa.schema({_ONLY: pa.string()})), iter(())
    return first.schema, chain([first], batches)


def _capsules(column: Any, name: str) -> _Opened:  # noqa: ANN401 - of any engine
    if hasattr(column, "__arrow_c_stream__"):
        try:
            reader = pa.RecordBatchReader.from_stream(column)
        except (pa.ArrowException, TypeError, ValueError):  # it is not a stream of tables
            chunks = column if isinstance(column, pa.ChunkedArray) else pa.chunked_array(column)
        else:
            return reader.schema, iter(reader)
    elif hasattr(column, "__arrow_c_array__"):
        chunks = pa.chunked_array([column if isinstance(column, pa.Array) else pa.array(column)])
    else:
        raise TypeError(
            "audit() takes names of files, or a column of pandas, of Spark or with the Arrow"
            f" PyCapsule interface, not {type(column).__name__}"
        )
    schema = pa.schema({name: chunks.type})
    return schema, (pa.record_batch([chunk], schema=schema) for chunk in chunks.chunks)
