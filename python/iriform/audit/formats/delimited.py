"""CSV and TSV, read so that every row is counted, with its line.

The readers of DuckDB and Arrow are not used: they have no line numbers, drop rows longer than their
buffers, and lose the row, or the file, for a byte that is not UTF-8.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from iriform._core import Delimited, delimited_head
from iriform._io.errors import AuditError
from iriform._io.plain_text import label

from .choose import (
    SAMPLE,
    are_numbers,
    beginning,
    choose,
    has_usual_name,
    looks_like_address,
    shown,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from iriform._core import Block
    from iriform.audit.options import Options


class Begun(NamedTuple):
    """A table that is being read."""

    delimiter: int
    """One byte."""
    preamble: int
    """The number of lines before the first record: comments, blank lines, and `sep=;`."""
    header: list[str]
    """The names of the columns, or their numbers if the file does not name them."""
    is_named: bool
    sample: list[list[bytes]]
    """The first complete rows."""
    text: Iterator[bytes]
    """The blocks of lines."""


def begun(
    rest: Iterator[bytes], name: str, delimiter: str | None, wanted: str | None = None
) -> Begun:
    """Start reading a table, or a column of it, from blocks of whole lines."""
    name = label(name)
    first, is_all = beginning(rest)
    text = b"".join(first)
    if not text:
        raise AuditError(f"{name} is empty: a table begins with the names of its columns")
    known = None if delimiter is None else ord(delimiter)
    try:
        mark, preamble, comment, records = delimited_head(text, known, is_all, SAMPLE + 1)
    except ValueError as error:
        raise AuditError(f"{name}:1: {error}") from None
    if comment is not None and _is_header(comment[1], records[0][1] if records else None, wanted):
        records = [(*comment, None), *records]
        preamble = comment[0] - 1
    number, names, why = records[0] if records else (1, None, "there is no header")
    if names is None:
        raise AuditError(f"{name}:{number}: {why}")
    header = [shown(column) for column in names]
    is_named = not any(map(looks_like_address, header))
    if not is_named:
        header = [str(number) for number in range(1, len(header) + 1)]
    rows = records[is_named:]
    sample = [row for _, row, _ in rows if row is not None and len(row) == len(header)]
    return Begun(mark, preamble, header, is_named, sample, chain(first, rest))


def _is_header(comment: list[bytes], below: list[bytes] | None, wanted: str | None) -> bool:
    """Return True if a comment names the columns, as in URLhaus, rather than the record below it."""
    if below is None:
        return True
    names, fields = [*map(shown, comment)], [*map(shown, below)]
    if len(names) != len(fields):
        return False
    if len(names) == 1:
        return wanted in names or has_usual_name(names[0])
    if any(looks_like_address(field) or are_numbers([field]) for field in fields):
        return True
    return wanted not in fields and not any(map(has_usual_name, fields))


def delimited(
    text: Iterator[bytes],
    name: str,
    delimiter: str | None,
    options: Options,
    head: Begun | None = None,
) -> tuple[Iterator[Block], str]:
    """Read one column of a table, and return its name. It can report the positions of values.

    With a `head`, the text has the rows after it.
    """
    preamble, is_named = 0, False
    if head is None:
        head = begun(text, name, delimiter, options.column)
        preamble, is_named, text = head.preamble, head.is_named, head.text
    header, rows = head.header, head.sample
    name = label(name)
    chosen = choose(
        header, options, name, lambda column: (shown(row[header.index(column)]) for row in rows)
    )
    if (same := header.count(chosen)) > 1:
        raise AuditError(f"{same} columns of {name} are called {chosen}: rename one")
    reader = Delimited(
        head.delimiter,
        header.index(chosen),
        len(header),
        preamble,
        is_named,
        options.is_located,
    )

    def read() -> Iterator[Block]:
        for block in text:
            yield from reader.read(block, False)  # noqa: FBT003 - not the last one
        yield from reader.read(b"", True)  # noqa: FBT003 - the last one

    return read(), chosen
