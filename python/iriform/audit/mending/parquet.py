"""Parquet: the values of one column are mended, row group by row group. All others are copied."""

# Arrow creates the functions of its compute module when it is loaded.
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, BinaryIO

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from iriform._display import escape
from iriform._io.errors import AuditError
from iriform._io.plain_text import label
from iriform.audit.batches import decoded
from iriform.audit.formats.arrow import Leaf, flattened, is_list, named
from iriform.audit.formats.parquet import parquet, undamaged

from .events import Chosen, Event, Left, Looked, Mended, Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from iriform.audit.options import Options

    from .edits import Edit


def mend_parquet(
    name: str, options: Options, edit: Edit, out: BinaryIO, rejects: BinaryIO | None
) -> Iterator[Event]:
    """Copy a file: the same schema, row groups, compression and metadata."""
    # Arrow raises an `OSError` for a damaged file; an error of the copy is already an `AuditError`.
    with undamaged(name):
        try:
            yield from _copied(name, options, edit, out, rejects)
        except pa.ArrowException as error:
            said = str(error).partition("\n")[0]
            raise AuditError(f"cannot mend {label(name)}: {said}") from None


def _copied(
    name: str, options: Options, edit: Edit, out: BinaryIO, rejects: BinaryIO | None
) -> Iterator[Event]:
    path = parquet(name, options).part or ""
    yield Chosen(path)
    file = pq.ParquetFile(pa.OSFile(name, "rb"), memory_map=False)
    metadata, schema = file.metadata, file.schema_arrow
    leaf = named(schema, path)[0]
    compression: Any = {}
    if metadata.num_row_groups:
        group = metadata.row_group(0)
        for i in range(group.num_columns):
            chunk = group.column(i)
            codec = chunk.compression
            compression[chunk.path_in_schema] = "NONE" if codec == "UNCOMPRESSED" else codec
    _refuse_other_types(file, name)
    rows = 0
    compression = compression or "snappy"
    with ExitStack() as stack:
        writer = stack.enter_context(pq.ParquetWriter(out, schema, compression=compression))
        others = None
        if rejects is not None:
            others = stack.enter_context(pq.ParquetWriter(rejects, schema, compression=compression))
        for number in range(metadata.num_row_groups):
            before = file.read_row_group(number)
            _refuse_fixed(leaf, name)
            table, events = _mended(before, leaf, rows, edit)
            if others is not None:
                table, rejected, events = _parted(table, before, rows, events)
                others.write_table(rejected, row_group_size=max(1, len(rejected)))
            rows += len(before)
            yield from events
            writer.write_table(table, row_group_size=max(1, len(table)))


def _parted(
    table: pa.Table, original: pa.Table, before: int, events: list[Event]
) -> tuple[pa.Table, pa.Table, list[Event]]:
    """Separate the rows of a copy from the original rows with unmended values."""
    left = {event.place.number for event in events if isinstance(event, Left)}
    stays = pa.array([before + row not in left for row in range(1, len(table) + 1)], pa.bool_())
    said = [e for e in events if not isinstance(e, Mended) or e.place.number not in left]
    return _filtered(table, stays), _filtered(original, pc.invert(stays)), said


def _filtered(table: pa.Table, mask: pa.Array) -> pa.Table:
    """Filter rows; Arrow cannot filter views at any depth."""
    schema = table.schema
    without = pa.schema([field.with_type(_without_views(field.type)) for field in schema])
    if without.equals(schema):
        return table.filter(mask)
    return table.cast(without).filter(mask).cast(schema)


def _without_views(type_: pa.DataType) -> pa.DataType:
    if pa.types.is_string_view(type_):
        return pa.large_string()
    if pa.types.is_binary_view(type_):
        return pa.large_binary()
    if pa.types.is_struct(type_):
        return pa.struct([field.with_type(_without_views(field.type)) for field in type_])
    if is_list(type_):
        of = pa.list_ if pa.types.is_list(type_) else pa.large_list
        return of(type_.value_field.with_type(_without_views(type_.value_type)))
    return type_


def _mended(table: pa.Table, leaf: Leaf, before: int, edit: Edit) -> tuple[pa.Table, list[Event]]:
    """Change a column of a row group."""
    events: list[Event] = []
    name, *inner = leaf.names
    index = table.schema.get_field_index(name)
    chunks, row = [], before
    for chunk in table.column(index).chunks:
        batch = pa.record_batch([chunk], names=[name])
        array, parents = flattened(batch, leaf.names)
        rows = range(len(array)) if parents is None else parents.to_pylist()
        places = [row + 1 + place for place in rows]
        after = _judged(array.cast(pa.binary()), places, leaf.path, edit, events)
        chunks.append(_replaced(chunk, inner, after))
        row += len(chunk)
    field = table.schema.field(index)
    column = pa.chunked_array(chunks, type=field.type)
    return table.set_column(index, field, column), events


def _refuse_other_types(file: pq.ParquetFile, name: str) -> None:
    """Refuse a file with columns whose types Arrow does not preserve, such as a DuckDB interval."""
    empty = pa.BufferOutputStream()
    pq.write_table(file.schema_arrow.empty_table(), empty)
    copy = pq.ParquetFile(pa.BufferReader(empty.getvalue())).schema
    there = [file.schema.column(i) for i in range(len(file.schema))]
    kept = [copy.column(i) for i in range(len(copy))]
    lost = [
        column.path
        for i, column in enumerate(there)
        if i >= len(kept) or _stored_type(column) != _stored_type(kept[i])
    ]
    if lost:
        raise AuditError(
            f"cannot mend {label(name)}: Arrow, which writes the copy, does not keep the types of these"
            f" columns: {', '.join(map(escape, lost))}"
        )


def _stored_type(column: Any) -> tuple[str, str]:  # noqa: ANN401 - Arrow has no types of its own
    """Return the stored type of a column, without its encoding."""
    logical = str(column.logical_type).partition(", is_from_converted_type")[0].rstrip(")")
    if logical.startswith("Decimal"):
        return "", logical
    # The meaning of an integer without an annotation.
    plain = {"Int(bitWidth=32, isSigned=true", "Int(bitWidth=64, isSigned=true"}
    return column.physical_type, "None" if logical in plain else logical


def _refuse_fixed(leaf: Leaf, name: str) -> None:
    """Refuse a column whose values cannot become longer or shorter."""
    if pa.types.is_fixed_size_binary(leaf.type):
        raise AuditError(f"cannot mend {label(name)}: the values of {leaf.path} have a fixed size")


def _judged(
    data: pa.Array, places: list[int], path: str, edit: Edit, events: list[Event]
) -> dict[bytes, bytes]:
    """Judge values, record the fate of each that changes, and return the replacements."""
    text, bad = decoded(data)
    events.append(Looked(len(data), edit.not_meant(text)))
    empty = pc.equal(pc.fill_null(pc.binary_length(text), 0), 0)
    stays = edit.stays(pc.if_else(empty, None, text))
    good = pc.and_(pc.fill_null(stays, True), bad.is_null())  # noqa: FBT003 - null is no value
    after: dict[bytes, bytes] = {}
    for i in pc.indices_nonzero(pc.invert(good)).to_pylist():
        place = Place("row", places[i], path)
        value = data[i].as_py()
        done = edit.mended(place, value.decode("utf-8", "surrogateescape"))
        if isinstance(done, Mended):
            after[value] = done.after.encode()
        if done is not None:
            events.append(done)
    return after


def _replaced(array: pa.Array, names: Sequence[str], after: Mapping[bytes, bytes]) -> pa.Array:
    """Replace values in an array that may be nested."""
    if not after:
        return array
    type_ = array.type
    if is_list(type_):
        if array.offset:  # a part of another array, whose nulls cannot be distinguished
            array = array.take(pa.array(range(len(array))))
        # One more offset than there are lists; null lists have no values.
        values = _replaced(array.values, names, after)
        return type(array).from_arrays(array.offsets, values, type=type_, mask=_nulls(array))
    if pa.types.is_struct(type_):
        at = type_.get_field_index(names[0])
        fields = array.flatten()
        fields[at] = _replaced(fields[at], names[1:], after)
        return pa.StructArray.from_arrays(fields, fields=list(type_), mask=array.is_null())
    if pa.types.is_dictionary(type_):
        values = _replaced(array.dictionary, names, after)
        return pa.DictionaryArray.from_arrays(array.indices, values, ordered=type_.ordered)
    values = array.cast(pa.binary()).to_pylist()
    return pa.array([after.get(v, v) for v in values], pa.binary()).cast(type_)


def _nulls(array: pa.Array) -> pa.Array | None:
    return array.is_null() if array.null_count else None
