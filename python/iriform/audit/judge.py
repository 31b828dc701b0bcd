"""The rows of `--out`: the parts and the faults of each value of a batch."""

# Arrow creates the functions of its compute module when it is loaded.
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from iriform import IRIReference, columns
from iriform._core import scripts

from .batches import judged, more_is_asked
from .constants import COMPONENTS, EMPTY, INVALID, UNREADABLE, VALID

if TYPE_CHECKING:
    from .options import Options

PARTS = pa.schema(
    {
        "place": pa.int64(),
        "part": pa.string(),
        "text": pa.string(),
        "status": pa.string(),
        # What is wrong with an invalid value: `ParseError.reason`, `.rule`, `.position`.
        "reason": pa.string(),
        "rule": pa.string(),
        "position": pa.int64(),
        # The rest is null if the value is invalid.
        "ascii": pa.bool_(),
        **dict.fromkeys(COMPONENTS, pa.string()),
        # The codes of the findings, separated by spaces.
        "findings": pa.string(),
        # The scripts of its non-ASCII characters, separated by spaces.
        "scripts": pa.string(),
    }
)


def judge(values: pa.RecordBatch, options: Options) -> pa.RecordBatch:
    """Convert a batch of `VALUES` to a batch of `PARTS` with the same number of rows."""
    options = judged(values, options)
    text, data = values["text"], values["bytes"]
    unreadable = values["unreadable"].is_valid()
    # An empty IRI is a term of its statement; an empty cell, which is null, is not a value.
    is_term = pc.and_(text.is_valid(), values["part"].is_valid())
    empty = pc.and_(
        pc.equal(pc.fill_null(pc.binary_length(text), 0), 0),
        pc.invert(is_term),
    )
    # Text for bytes that are not UTF-8 is not the original.
    readable = pc.if_else(pc.or_(empty, data.is_valid()), None, text)
    wrong = columns.errors(readable, as_=options.reference, threads=1)
    if data.null_count < len(data):
        wrong = _either(wrong, columns.errors(data, as_=options.reference, threads=1), data)
    invalid = pc.is_valid(pc.struct_field(wrong, "reason"))
    status = pc.if_else(
        invalid, INVALID, pc.if_else(unreadable, UNREADABLE, pc.if_else(empty, EMPTY, VALID))
    )
    good = pc.if_else(invalid, None, readable)
    if options.base is not None:
        good = columns.resolve(good, options.base, threads=1)
    taken = columns.components(good, COMPONENTS, as_=IRIReference, threads=1)
    # A character beyond ASCII has more than one byte.
    ascii_ = pc.equal(pc.utf8_length(good), pc.binary_length(good))
    parts: dict[str, pa.Array] = {
        "place": values["place"],
        "part": values["part"],
        "text": text,
        "status": status,
        **{field: pc.struct_field(wrong, field) for field in ("reason", "rule", "position")},
        "ascii": ascii_,
        **{field: pc.struct_field(taken, field) for field in COMPONENTS},
        "findings": _joined(_found(good, options), _in_statements(values["part"], good, options)),
        "scripts": _scripts(good, ascii_),
    }
    return pa.record_batch([parts[name] for name in PARTS.names], schema=PARTS)


def _found(good: pa.Array, options: Options) -> pa.Array:
    """List the codes of the findings in each valid value."""
    if options.policy is not None:
        return columns.refusals(good, options.policy, threads=1)
    severities = dict(options.severities)
    return columns.check(good, options.profile, severities, as_=IRIReference, threads=1)


def _in_statements(part: pa.Array, good: pa.Array, options: Options) -> dict[int, list[str]]:
    """List the codes of values in statements, which have more checks than others."""
    if options.declared is None:
        return {}
    return {
        row: [
            finding.code
            for finding in options.findings_in(IRIReference(good[row].as_py()), part[row].as_py())
        ]
        for row in pc.indices_nonzero(more_is_asked(part, good, options)).to_pylist()
        if good[row].is_valid
    }


def _joined(codes: pa.Array, more: dict[int, list[str]]) -> pa.Array:
    """Return the codes of each value, in order, separated by spaces, or null."""
    names: list[str | None] = [None] * len(codes)
    found = {*pc.indices_nonzero(pc.list_value_length(codes)).to_pylist(), *more}
    for row in found:
        both = {*(codes[row].as_py() or ()), *more.get(row, ())}
        names[row] = " ".join(sorted(both)) or None
    return pa.array(names, pa.string())


def _scripts(text: pa.Array, ascii_only: pa.Array) -> pa.Array:
    """Return the scripts of each value that is not ASCII, in order, separated by spaces."""
    names: list[str | None] = [None] * len(text)
    for row in pc.indices_nonzero(pc.invert(ascii_only)).to_pylist():
        names[row] = " ".join(sorted(scripts(text[row].as_py())))
    return pa.array(names, pa.string())


def _either(errors: pa.Array, of_bytes: pa.Array, data: pa.Array) -> pa.Array:
    """Set the errors of bytes in their rows, with positions in characters."""
    of_bytes = of_bytes.to_pylist()
    for row in pc.indices_nonzero(data.is_valid()).to_pylist():
        before = data[row].as_py()[: of_bytes[row]["position"]]
        of_bytes[row]["position"] = len(before.decode("utf-8", "surrogateescape"))
    bytes_only = pa.array(of_bytes, errors.type)
    return pc.if_else(data.is_valid(), bytes_only, errors)
