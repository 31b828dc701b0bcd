"""CSV and TSV, read so that every row is accounted for, and its line is known.

DuckDB's reader is not used for them: it has no line numbers, drops a row longer than its buffer
without a word, and a byte that is not UTF-8 costs the row, or the file.
"""

from __future__ import annotations

import csv
from itertools import chain, islice
from typing import TYPE_CHECKING

from .batches import Unreadable
from .choose import SAMPLE, choose, looks_like_address
from .lines import label, raw_lines
from .terminal import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

_DELIMITERS = ",;\t|"

# A quotation mark that is never closed swallows what follows it, but no more than this.
_LONGEST_FIELD = 16 * 2**20


def delimited(
    name: str, stream: BinaryIO, delimiter: str | None, wanted: str | None
) -> tuple[str, Iterator[tuple[int, str | Unreadable | None]]]:
    """Read one column of a table: its name, and the line and value of each row."""
    lines = (line.decode("utf-8", "surrogateescape") for line in raw_lines(stream, name))
    first = next(lines, None)
    if first is None:
        raise InputError(f"{label(name)} is empty: a table begins with the names of its columns")
    delimiter = delimiter or max(_DELIMITERS, key=first.count)
    records = _records(chain([first], lines), delimiter)
    line, header = next(records, (1, Unreadable("there is no header")))
    if isinstance(header, Unreadable):
        raise InputError(f"{label(name)}:{line}: {header}")
    if any(map(looks_like_address, header)):  # values, not names: there is no header
        records = chain([(line, header)], records)
        header = [str(number) for number in range(1, len(header) + 1)]
    width = len(header)
    sample = list(islice(records, SAMPLE))
    readable = [row for _, row in sample if not isinstance(row, Unreadable) and len(row) == width]
    index = choose(header, readable, wanted, label(name))

    def rows() -> Iterator[tuple[int, str | Unreadable | None]]:
        for place, row in chain(sample, records):
            if isinstance(row, Unreadable):
                yield place, row
            elif len(row) != width:
                yield place, Unreadable(f"the row has {len(row)} fields, the header {width}")
            else:
                yield place, row[index] or None

    return header[index], rows()


def _records(lines: Iterable[str], delimiter: str) -> Iterator[tuple[int, list[str] | Unreadable]]:
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
