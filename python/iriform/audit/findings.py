"""What the grammar cannot say of values, by the rules of `IRI.check()`."""

# Arrow makes the functions of its compute module when it is loaded.
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from iriform import IRIReference, columns

# Every rule of today is about the direction of text. Only values with a character that goes from
# right to left, or that changes the direction, are looked at one by one. (Blocks of such scripts,
# and the controls; a test compares this with the rules.)
_LOOKED_AT = (
    r"[\x{590}-\x{8FF}\x{200E}\x{200F}\x{202A}-\x{202E}\x{2066}-\x{2069}"
    r"\x{FB1D}-\x{FDFF}\x{FE70}-\x{FEFF}\x{10800}-\x{10FFF}\x{1E800}-\x{1EFFF}]"
)


def findings(text: pa.Array, ascii_only: pa.Array) -> pa.Array:
    """Name the codes found in each value, in order, separated by spaces, or null."""
    rows = pc.indices_nonzero(pc.fill_null(pc.invert(ascii_only), fill_value=False))
    if len(rows):
        rows = rows.filter(pc.match_substring_regex(text.take(rows), _LOOKED_AT))
    found: list[str | None] = [None] * len(text)
    codes = columns.check(text.take(rows), as_=IRIReference, threads=1)
    for row, each in zip(rows.to_pylist(), codes.to_pylist(), strict=True):
        found[row] = " ".join(sorted(set(each))) or None
    return pa.array(found, pa.string())
