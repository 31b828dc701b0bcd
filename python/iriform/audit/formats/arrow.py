"""Columns of Arrow tables; those in structures and lists by path."""

# Arrow creates the functions of its compute module when it is loaded.
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa

from iriform._io.errors import AuditError

from .choose import choose

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from iriform.audit.options import Options

# The largest size of an example value of a column, in bytes.
_LOOKED_AT = 2**10


class Leaf(NamedTuple):
    """A column, or one in structures and lists."""

    names: tuple[str, ...]
    """Its name, after those of the enclosing structures."""
    type: pa.DataType
    number: int
    """The index among the columns as Parquet stores them."""

    @property
    def path(self) -> str:
        """Its name."""
        return ".".join(self.names)


def leaves(schema: pa.Schema) -> Iterator[Leaf]:
    """List the columns; those in structures and lists by path."""
    number = 0

    def walk(names: tuple[str, ...], type_: pa.DataType) -> Iterator[Leaf]:
        nonlocal number
        if pa.types.is_struct(type_):
            for field in type_:
                yield from walk((*names, field.name), field.type)
        elif is_list(type_):
            yield from walk(names, type_.value_type)
        else:
            yield Leaf(names, type_, number)
            number += _width(type_)

    for field in schema:
        yield from walk((field.name,), field.type)


def named(schema: pa.Schema, path: str | None) -> list[Leaf]:
    """List the columns of a path: one with exactly that name precedes one in a structure."""
    there = [leaf for leaf in leaves(schema) if leaf.path == path]
    return [leaf for leaf in there if len(leaf.names) == 1] or there


def choose_leaf(
    schema: pa.Schema,
    options: Options,
    file: str | None,
    sample: Callable[[Leaf], Iterable[object]],
) -> Leaf:
    """Choose a text column of a file, or of a table in memory."""
    of_file = f" of {file}" if file else ""
    there = list(leaves(schema))
    wanted = named(schema, options.column)
    texts = [leaf for leaf in wanted or there if is_text(leaf.type)]
    if wanted and not texts:
        shown = f"column {options.column}{of_file} has no text: its type is {wanted[0].type}"
        raise AuditError(shown)
    if not texts and file:
        raise AuditError(f"{file} has no column of text")
    if not texts:
        listed = ", ".join(str(leaf.type) for leaf in there)
        raise AuditError(f"there is no column of text; the types are: {listed}")
    by_path = {leaf.path: leaf for leaf in texts}
    counts = Counter(leaf.names for leaf in there)

    def values(path: str) -> Iterable[object]:
        leaf = by_path[path]
        return sample(leaf) if counts[leaf.names] == 1 else ()

    path = choose(by_path, options, file or "the table", values)
    same = sum(leaf.path == path for leaf in wanted or there)
    if same > 1:
        raise AuditError(f"{same} columns{of_file} are called {path}: rename one")
    return by_path[path]


def _width(type_: pa.DataType) -> int:
    """Count the Parquet columns that store a type."""
    if isinstance(type_, pa.ExtensionType):
        type_ = type_.storage_type
    fields = [type_.field(i) for i in range(type_.num_fields)]
    return sum(_width(field.type) for field in fields) or 1


def flattened(batch: pa.RecordBatch, names: Sequence[str]) -> tuple[pa.Array, pa.Array | None]:
    """Follow the path of a leaf to its values. For values in lists, also return their row indexes."""
    name, *inner = names
    array = batch.column(name)
    rows: pa.Array | None = None
    while True:
        if not (inner or is_list(array.type)):
            return array, rows
        import pyarrow.compute as pc  # which takes long, and few columns are nested

        if is_list(array.type):
            parents = pc.list_parent_indices(array)
            # A null list has no values, even if there are some under it.
            parents = parents.filter(array.is_valid().take(parents))
            rows = parents if rows is None else rows.take(parents)
            array = pc.list_flatten(array)
        else:
            array = pc.struct_field(array, inner.pop(0))


def places(parents: pa.Array | None) -> bytes | None:
    """Number the rows of values in lists."""
    if parents is None:
        return None
    import pyarrow.compute as pc

    numbers = pc.add(parents.cast(pa.int64()), 1)
    data: bytes = numbers.buffers()[1].to_pybytes()
    return data[8 * numbers.offset : 8 * (numbers.offset + len(numbers))]


def plain(array: pa.Array) -> pa.Array:
    """Convert texts or bytes to a common type."""
    type_ = array.type.value_type if pa.types.is_dictionary(array.type) else array.type
    if pa.types.is_fixed_size_binary(type_):
        return array.cast(pa.binary())
    return array


def sampled(array: pa.Array) -> list[str | None]:
    """Return the values that are not long, as examples of a column."""
    if pa.types.is_dictionary(array.type):
        array = _short(array.dictionary).take(array.indices)
    else:
        array = _short(array)
    return [value and value.decode("utf-8", "backslashreplace") for value in array.to_pylist()]


def _short(array: pa.Array) -> pa.Array:
    import pyarrow.compute as pc

    data = array.cast(pa.large_binary())
    return pc.if_else(pc.greater(pc.binary_length(data), _LOOKED_AT), None, data)


def is_list(type_: pa.DataType) -> bool:
    """Return True if each value is a list of values."""
    return isinstance(type_, (pa.ListType, pa.LargeListType))


def is_text(type_: pa.DataType) -> bool:
    """Return True if a type has text or bytes."""
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
