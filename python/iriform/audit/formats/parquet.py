"""Parquet: one column of it, by its name, and the rows by their numbers."""

# Arrow makes the functions of its compute module when it is loaded.
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from iriform._plain_text import STDIN, label
from iriform.audit.batches import ROWS, VALUES, decoded
from iriform.audit.errors import AuditError
from iriform.audit.streams import readable

from .choose import SAMPLE, choose

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def parquet(name: str, wanted: str | None) -> tuple[Iterator[pa.RecordBatch], Callable[[], float]]:
    """Read one column of text or bytes; one in a structure or list is called `outer.inner`."""
    if name == STDIN:
        raise AuditError("Parquet cannot be read from standard input; name a file")
    # A file that is open already: its name is for the operating system, and for nobody else.
    file = pq.ParquetFile(pa.OSFile(name, "rb"), memory_map=False)
    shown = label(name)
    counts = Counter(path for path, _ in leaves(file.schema_arrow))
    there = {path: type_ for path, type_ in leaves(file.schema_arrow) if counts[path] == 1}
    texts = [path for path, type_ in there.items() if _is_text(type_)]
    same = [path for path, count in counts.items() if count > 1]
    if wanted in same or (same and not texts):
        several = wanted or same[0]
        raise AuditError(f"{counts[several]} columns of {shown} are called {several}: rename one")
    if wanted in there and wanted not in texts:
        raise AuditError(f"column {wanted} of {shown} has no text: its type is {there[wanted]}")
    if not texts:
        raise AuditError(f"{shown} has no column of text")
    head = next(file.iter_batches(SAMPLE, columns=texts), None)
    sample = {
        path: decoded(values_of(head, path)[0])[0].to_pylist() if head else [] for path in texts
    }
    column = choose(sample, wanted, shown)
    done, total = 0, file.metadata.num_rows

    def batches() -> Iterator[pa.RecordBatch]:
        nonlocal done
        with readable(name):
            for batch in file.iter_batches(ROWS, columns=[column]):
                data, rows = values_of(batch, column)
                text, bad = decoded(data)
                count = len(text)
                part = pa.repeat(pa.scalar(column), count)
                places = pc.add(rows, done + 1)
                nulls = pa.nulls(count, pa.string())
                done += len(batch)
                yield pa.record_batch([places, part, text, bad, nulls], schema=VALUES)

    return batches(), lambda: done / max(1, total)


def leaves(schema: pa.Schema) -> Iterator[tuple[str, pa.DataType]]:
    """Name the columns, those in structures and lists by their paths."""

    def walk(path: str, type_: pa.DataType) -> Iterator[tuple[str, pa.DataType]]:
        if pa.types.is_struct(type_):
            for field in type_:
                yield from walk(f"{path}.{field.name}", field.type)
        elif is_list(type_):
            yield from walk(path, type_.value_type)
        else:
            yield path, type_

    for field in schema:
        yield from walk(field.name, field.type)


def values_of(batch: pa.RecordBatch, path: str) -> tuple[pa.Array, pa.Array]:
    """Follow a path: the values as bytes, and the index of the row of each."""
    name = next(n for n in batch.schema.names if path == n or path.startswith(f"{n}."))
    array, rest = batch.column(name), path[len(name) + 1 :]
    rows = pa.array(range(len(batch)), pa.int64())
    while True:
        if is_list(array.type):
            rows = rows.take(pc.list_parent_indices(array))
            array = pc.list_flatten(array)
        elif pa.types.is_struct(array.type):
            name = next(
                f.name for f in array.type if rest == f.name or rest.startswith(f"{f.name}.")
            )
            array, rest = pc.struct_field(array, name), rest[len(name) + 1 :]
        else:
            break
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    return array.cast(pa.binary()), rows


def is_list(type_: pa.DataType) -> bool:
    """Tell whether each value is a list of values."""
    return isinstance(type_, (pa.ListType, pa.LargeListType))


def _is_text(type_: pa.DataType) -> bool:
    if pa.types.is_dictionary(type_):
        type_ = type_.value_type
    return any(
        test(type_)
        for test in (
            pa.types.is_string,
            pa.types.is_large_string,
            pa.types.is_string_view,
            pa.types.is_binary,
            pa.types.is_large_binary,
            pa.types.is_binary_view,
            pa.types.is_fixed_size_binary,
        )
    )
