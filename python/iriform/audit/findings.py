"""What the grammar cannot say of values, by the rules of `IRI.check()`."""

# Arrow makes the functions of its compute module when it is loaded.
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from iriform import IRIReference, columns


def findings(text: pa.Array) -> pa.Array:
    """Name the codes found in each value, in order, separated by spaces, or null."""
    found = columns.check(text, as_=IRIReference, threads=1)
    rows = pc.indices_nonzero(pc.list_value_length(found))
    if not len(rows):
        return pa.nulls(len(text), pa.string())
    codes: list[str | None] = [None] * len(text)
    for row, each in zip(rows.to_pylist(), found.take(rows).to_pylist(), strict=True):
        codes[row] = " ".join(sorted(set(each)))
    return pa.array(codes, pa.string())
