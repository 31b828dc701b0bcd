"""CSV and TSV, read so that every row is accounted for, and its line is known.

The readers of DuckDB and Arrow are not used for them: they have no line numbers, drop rows longer
than their buffers, and a byte that is not UTF-8 costs the row, or the file.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from iriform._core import Delimited, delimited_records
from iriform._io.errors import AuditError
from iriform._io.plain_text import label

from .choose import SAMPLE, beginning, choose, looks_like_address, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from iriform._core import Block
    from iriform.audit.options import Options

_DELIMITERS = b",;\t|"


class Begun(NamedTuple):
    """A table that has been begun to be read."""

    delimiter: int
    """A byte."""
    header: list[str]
    """The names of the columns; their numbers if the file does not name them."""
    is_named: bool
    sample: list[list[bytes]]
    """The first rows, of those that are whole."""
    text: Iterator[bytes]
    """The blocks of lines."""


def begun(rest: Iterator[bytes], name: str, delimiter: str | None) -> Begun:
    """Begin to read a table out of blocks of whole lines."""
    name = label(name)
    first, is_all = beginning(rest)
    text = b"".join(first)
    if not text:
        raise AuditError(f"{name} is empty: a table begins with the names of its columns")
    line, _, _ = text.partition(b"\n")
    mark = ord(delimiter) if delimiter else max(_DELIMITERS, key=line.count)
    records = delimited_records(text, mark, is_all, SAMPLE + 1)
    number, names, why = records[0] if records else (1, None, "there is no header")
    if names is None:
        raise AuditError(f"{name}:{number}: {why}")
    header = [shown(column) for column in names]
    is_named = not any(map(looks_like_address, header))
    if not is_named:
        header = [str(number) for number in range(1, len(header) + 1)]
    rows = [row for _, row, _ in records[is_named:] if row is not None and len(row) == len(header)]
    return Begun(mark, header, is_named, rows, chain(first, rest))


def delimited(
    text: Iterator[bytes],
    name: str,
    delimiter: str | None,
    options: Options,
    head: Begun | None = None,
) -> tuple[Iterator[Block], str]:
    """Read one column of a table, and tell which. It may be asked where values stand.

    With a `head`, the text is of rows after it.
    """
    if head is None:
        mark, header, is_named, rows, text = begun(text, name, delimiter)
    else:
        mark, header, is_named, rows = *head[:2], False, head.sample
    name = label(name)
    chosen = choose(
        header, options, name, lambda column: (shown(row[header.index(column)]) for row in rows)
    )
    if (same := header.count(chosen)) > 1:
        raise AuditError(f"{same} columns of {name} are called {chosen}: rename one")
    reader = Delimited(mark, header.index(chosen), len(header), is_named, options.is_located)

    def read() -> Iterator[Block]:
        for block in text:
            yield from reader.read(block, False)  # noqa: FBT003 - not the last one
        yield from reader.read(b"", True)  # noqa: FBT003 - the last one

    return read(), chosen
