"""CSV and TSV, read so that every row is accounted for, and its line is known.

The readers of DuckDB and Arrow are not used for them: they have no line numbers, drop rows longer
than their buffers, and a byte that is not UTF-8 costs the row, or the file.
"""

from __future__ import annotations

import csv
from itertools import chain, islice
from typing import TYPE_CHECKING

from iriform._plain_text import label
from iriform.audit.batches import Row, Unreadable, gathered
from iriform.audit.errors import AuditError
from iriform.audit.lines import lines
from iriform.audit.wording import counted

from .choose import SAMPLE, choose, looks_like_address

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pyarrow as pa

    from iriform.audit.streams import Input

_DELIMITERS = ",;\t|"

# A quotation mark that is never closed swallows what follows it, but no more than this.
_LONGEST_FIELD = 2**24


def delimited(input_: Input, delimiter: str | None, wanted: str | None) -> Iterator[pa.RecordBatch]:
    """Read one column of a table."""
    name = label(input_.name)
    _, header, rest = begun(input_, delimiter)
    width = len(header)
    sample = list(islice(rest, SAMPLE))
    whole = [row for _, row in sample if not isinstance(row, Unreadable) and len(row) == width]
    columns = {column: [row[i] for row in whole] for i, column in enumerate(header)}
    chosen = choose(columns, wanted, name)
    if (same := header.count(chosen)) > 1:
        raise AuditError(f"{same} columns of {name} are called {chosen}: rename one")
    index = header.index(chosen)
    shown = column_shown(chosen)

    def rows() -> Iterator[Row]:
        for place, row in chain(sample, rest):
            if isinstance(row, Unreadable):
                yield place, shown, row
            elif len(row) != width:
                why = f"the row has {counted(len(row), 'field')}, the header {width}"
                yield place, shown, Unreadable(why)
            else:
                yield place, shown, row[index]

    return gathered(rows())


def begun(
    input_: Input, delimiter: str | None
) -> tuple[str, list[str], Iterator[tuple[int, list[str] | Unreadable]]]:
    """Begin to read a table: its delimiter, the names of its columns, and its records."""
    name = label(input_.name)
    texts = (line.decode("utf-8", "surrogateescape") for line in lines(input_))
    first = next(texts, None)
    if first is None:
        raise AuditError(f"{name} is empty: a table begins with the names of its columns")
    delimiter = delimiter or max(_DELIMITERS, key=first.count)
    rows = records(chain([first], texts), delimiter)
    line, header = next(rows, (1, Unreadable("there is no header")))
    if isinstance(header, Unreadable):
        raise AuditError(f"{name}:{line}: {header}")
    if any(map(looks_like_address, header)):  # values, not names: there is no header
        rows = chain([(line, header)], rows)
        header = [str(number) for number in range(1, len(header) + 1)]
    return delimiter, header, rows


def column_shown(name: str) -> str:
    """Name a column, the bytes of its name escaped that are not UTF-8."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def records(lines: Iterable[str], delimiter: str) -> Iterator[tuple[int, list[str] | Unreadable]]:
    """Yield the records, each with the line it begins on. Blank lines are none."""
    csv.field_size_limit(_LONGEST_FIELD)
    reader = csv.reader(lines, delimiter=delimiter)
    while True:
        line = reader.line_num + 1
        try:
            record = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield line, Unreadable(error)
        else:
            if record:
                yield line, record
