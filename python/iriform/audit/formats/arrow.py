"""Columns of Arrow tables: those in structures and lists by their paths."""

# Arrow makes the functions of its compute module when it is loaded.
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    from collections.abc import Iterator

# How many bytes of a value are looked at to choose a column.
_LOOKED_AT = 2**10


def leaves(schema: pa.Schema) -> Iterator[tuple[str, pa.DataType, int]]:
    """Name the columns, with their types and numbers; those in structures and lists by their paths."""
    number = 0

    def walk(path: str, type_: pa.DataType) -> Iterator[tuple[str, pa.DataType, int]]:
        nonlocal number
        if pa.types.is_struct(type_):
            for field in type_:
                yield from walk(f"{path}.{field.name}", field.type)
        elif is_list(type_):
            yield from walk(path, type_.value_type)
        else:
            yield path, type_, number
            number += _width(type_)

    for field in schema:
        yield from walk(field.name, field.type)


def _width(type_: pa.DataType) -> int:
    """Count the columns of Parquet in which a type is stored."""
    if isinstance(type_, pa.ExtensionType):
        type_ = type_.storage_type
    fields = [type_.field(i) for i in range(type_.num_fields)]
    return sum(_width(field.type) for field in fields) or 1


def flattened(batch: pa.RecordBatch, path: str) -> tuple[pa.Array, pa.Array | None]:
    """Follow a path: the values, and the index of the row of each, if they are in lists."""
    name = next(n for n in batch.schema.names if path == n or path.startswith(f"{n}."))
    array, rest = batch.column(name), path[len(name) + 1 :]
    rows: pa.Array | None = None
    while True:
        if is_list(array.type):
            parents = pc.list_parent_indices(array)
            # A null list has no values, even if there are some under it.
            parents = parents.filter(array.is_valid().take(parents))
            rows = parents if rows is None else rows.take(parents)
            array = pc.list_flatten(array)
        elif pa.types.is_struct(array.type):
            name = next(
                f.name for f in array.type if rest == f.name or rest.startswith(f"{f.name}.")
            )
            array, rest = pc.struct_field(array, name), rest[len(name) + 1 :]
        else:
            return array, rows


def places(parents: pa.Array | None) -> bytes | None:
    """Number the rows of values in lists."""
    if parents is None:
        return None
    numbers = pc.add(parents.cast(pa.int64()), 1)
    data: bytes = numbers.buffers()[1].to_pybytes()
    return data[8 * numbers.offset : 8 * (numbers.offset + len(numbers))]


def plain(array: pa.Array) -> pa.Array:
    """Give texts or bytes a type that everybody reads."""
    type_ = array.type.value_type if pa.types.is_dictionary(array.type) else array.type
    if pa.types.is_fixed_size_binary(type_):
        return array.cast(pa.binary())
    return array


def sampled(array: pa.Array) -> list[str | None]:
    """Take the beginnings of values, to choose a column by."""
    if pa.types.is_dictionary(array.type):
        cut = pc.binary_slice(array.dictionary.cast(pa.large_binary()), 0, _LOOKED_AT)
        array = cut.take(array.indices)
    else:
        array = pc.binary_slice(array.cast(pa.large_binary()), 0, _LOOKED_AT)
    return [value and value.decode("utf-8", "backslashreplace") for value in array.to_pylist()]


def is_list(type_: pa.DataType) -> bool:
    """Tell whether each value is a list of values."""
    return isinstance(type_, (pa.ListType, pa.LargeListType))


def is_text(type_: pa.DataType) -> bool:
    """Tell whether a type has text or bytes."""
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
