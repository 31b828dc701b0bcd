"""Partial counts as Arrow rows, which are sent between machines and summed by the SQL of `plan`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_type_hints

import pyarrow as pa

from .examples import Example

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from iriform._io.pieces import Piece

    from .counting import Counted

_TYPES = {str: pa.string(), int: pa.int64(), str | None: pa.string(), int | None: pa.int64()}

PARTIAL = pa.schema(
    {
        # The kind of a row: `status`, `reason`, `cause`, `finding`, `script`, `scheme`, `host`,
        # `authority`, `length`, `prefix` or `namespace`; of a piece, `places` and `lines`; or `example`,
        # which is not counted but kept; or `refused`, of an input that a task could not read, with the
        # reason for a name.
        "what": pa.string(),
        # The number of the input, for a status, a piece and an example; the column or position.
        "file": pa.int32(),
        "part": pa.string(),
        # The piece of the input, for itself and for an example: its file, if the input has several,
        # and its start.
        "path": pa.string(),
        "start": pa.int64(),
        # The status, code, cause, script, scheme, host, authority, prefix, or namespace without
        # one; for a length, the component.
        "name": pa.string(),
        # The class of a length: its number of bits.
        "size": pa.int32(),
        "n": pa.int64(),
        # For a status, the number that are valid and ASCII; for a length, the longest of the
        # component.
        "ascii": pa.int64(),
        "longest": pa.int64(),
        # The number of values with a reason or a cause that can be mended.
        "mendable": pa.int64(),
        "example": pa.struct({name: _TYPES[of] for name, of in get_type_hints(Example).items()}),
    }
)


def partials(
    counted: Iterable[Counted], number: int, piece: Piece | None = None
) -> Iterator[pa.RecordBatch]:
    """Convert the counts of an input, or of a piece of it, to rows of `PARTIAL`."""
    for each in counted:
        for tally in each.tallies:
            yield from _counts(tally.take(), number, each.part)
        if each.examples:
            yield _examples(each.examples, number, piece)
        if each.size is not None and piece is not None:
            where = {"file": number, "path": piece.path, "start": piece.start}
            for what, n in zip(("places", "lines"), each.size, strict=True):
                yield _batch(what, 1, n=n, **where)


def refusal(number: int, piece: Piece, why: str) -> pa.RecordBatch:
    """Return partial counts that say why an input could not be read, or not to the end of a piece."""
    return _batch("refused", 1, file=number, path=piece.path, start=piece.start, name=why, n=1)


def _counts(taken: dict[str, Any], number: int, part: str | None) -> list[pa.RecordBatch]:
    """Convert the counts of a tally to rows."""
    position, status, n, ascii_ = _columns(taken["statuses"], 4)
    parts = [part if p is None else p for p in position]
    found = [_batch("status", len(n), file=number, part=parts, name=status, n=n, ascii=ascii_)]
    for what in ("reason", "cause"):
        name, n, mendable = _columns(taken[f"{what}s"], 3)
        found.append(_batch(what, len(n), name=name, n=n, mendable=mendable))
    for what in ("finding", "script"):
        name, n = _columns(taken[f"{what}s"], 2)
        found.append(_batch(what, len(n), name=name, n=n))
    name, size, n, longest = _columns(taken["lengths"], 4)
    found.append(_batch("length", len(n), name=name, size=size, n=n, longest=longest))
    name, n = _columns(taken["prefixes"], 2)
    found.append(_batch("prefix", len(n), name=name, n=n))
    names = {
        "scheme": "schemes",
        "host": "hosts",
        "authority": "authorities",
        "namespace": "namespaces",
    }
    for what, several in names.items():
        count, *buffers = taken[several]
        offsets, text, counts = map(pa.py_buffer, buffers)
        texts = pa.Array.from_buffers(pa.string(), count, [None, offsets, text])
        numbers = pa.Array.from_buffers(pa.int64(), count, [None, counts])
        found.append(_batch(what, count, name=texts, n=numbers))
    return [batch for batch in found if len(batch)]


def _columns(rows: list[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [[row[i] for row in rows] for i in range(width)]


def _examples(examples: list[dict[str, Any]], number: int, piece: Piece | None) -> pa.RecordBatch:
    path, start = (None, None) if piece is None else (piece.path, piece.start)
    names = [example["about"] for example in examples]
    columns = {"file": number, "path": path, "start": start, "name": names, "example": examples}
    return _batch("example", len(examples), **columns)


def _batch(what: str, count: int, **columns: Any) -> pa.RecordBatch:  # noqa: ANN401 - of any type
    """Make rows of `PARTIAL`: a column is an array, a list, one value for all rows, or null."""

    def column(field: pa.Field) -> pa.Array:
        values = what if field.name == "what" else columns.get(field.name)
        if isinstance(values, (list, pa.Array)):
            return pa.array(values, field.type)
        if values is None:
            return pa.nulls(count, field.type)
        return pa.repeat(pa.scalar(values, field.type), count)

    return pa.record_batch([column(field) for field in PARTIAL], schema=PARTIAL)
