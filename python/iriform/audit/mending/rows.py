"""Text, CSV and JSON lines: the reader finds the lines with bad values, and only these change."""

# Arrow makes the functions of its compute module when it is loaded.
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import pyarrow.compute as pc

from iriform import columns
from iriform._plain_text import BOM, label
from iriform.audit.errors import AuditError
from iriform.audit.sources import source
from iriform.audit.streams import opened

from .escapes import changed
from .events import Event, Left, Looked, Mended, Place, mended
from .finders import FINDERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pyarrow as pa

    from iriform.audit.options import Options

    from .finders import Finder

# What is copied at once when nothing more is to be changed.
_BLOCK = 2**20


class Bad(NamedTuple):
    """A value that is not valid, or a row without one."""

    place: int
    part: str | None
    text: str | None
    """The value. Lone surrogates stand for bytes that are not UTF-8 (PEP 383)."""
    unreadable: str | None
    line: int | None
    """Of a statement, the line on which it ends, if it is known."""


def mend_rows(name: str, options: Options, out: BinaryIO) -> Iterator[Event]:
    """Copy a file, and mend its values."""
    # Opened for the names of its columns, before the first value is asked for.
    find = FINDERS[options.format_of(name).name](name, options)
    with opened(name, options.unpack) as input_:
        stream = input_.stream
        if stream.peek(len(BOM)).startswith(BOM):
            out.write(stream.read(len(BOM)))
        line = 0

        def lines() -> Iterator[str]:
            nonlocal line
            for data in stream:
                line += 1
                yield data.decode("utf-8", "surrogateescape")

        rest = lines()
        rows = _Rows(name, options)
        for place, bad in groupby(rows.bad(), key=attrgetter("place")):
            for text in rest if line < place - 1 else ():
                out.write(text.encode("utf-8", "surrogateescape"))
                if line == place - 1:
                    break
            if line != place - 1:
                raise AuditError(f"cannot mend {label(name)}: it changes while it is read")
            written: list[str] = []
            yield from _in_place(list(bad), find, rest, written, options)
            out.write("".join(written).encode("utf-8", "surrogateescape"))
        while block := stream.read(_BLOCK):
            out.write(block)
    yield Looked(rows.count)


class _Rows:
    """What the reader finds in a file."""

    def __init__(self, name: str, options: Options) -> None:
        self._name = name
        self._options = options
        self.count = 0

    def bad(self) -> Iterator[Bad]:
        """Yield what is wrong, in the order of the lines."""
        with source(self._name, self._options) as input_:
            for batch in input_.batches():
                self.count += len(batch)
                yield from bad_of(batch, self._options)


def bad_of(batch: pa.RecordBatch, options: Options) -> Iterator[Bad]:
    """Yield what is wrong in a batch of `VALUES`."""
    text, data, why = batch["text"], batch["bytes"], batch["unreadable"]
    size = pc.fill_null(pc.binary_length(text), 0)
    judged = pc.if_else(pc.equal(size, 0), None, text)
    good = pc.fill_null(columns.is_valid(judged, as_=options.reference, threads=1), True)  # noqa: FBT003 - null is no value
    good = pc.and_(good, pc.and_(data.is_null(), why.is_null()))
    for row in pc.indices_nonzero(pc.invert(good)).to_pylist():
        value = data[row].as_py()
        shown = text[row].as_py() if value is None else value.decode("utf-8", "surrogateescape")
        place, part, line = (batch[name][row].as_py() for name in ("place", "part", "line"))
        yield Bad(place, part, shown, why[row].as_py(), line)


def _in_place(
    bad: Iterable[Bad], find: Finder, rest: Iterator[str], written: list[str], options: Options
) -> Iterator[Event]:
    """Mend what is in one place, and take and write its lines, if there is something to mend."""
    todo: dict[str, Mended | Left] = {}
    part: str | None = None
    for each in bad:
        part = each.part
        place = Place("line", each.place, part)
        if each.unreadable is not None or each.text is None:
            yield Left(place, None, each.unreadable or "")
        elif (
            done := mended(place, each.text, options.reference, options.default_scheme)
        ) is not None:
            todo[each.text] = done
    if not todo:
        return
    raw, found = find(rest, part)
    end = 0
    for start, stop, value, character in found:
        what = todo.get(value)
        if what is None:
            continue
        if isinstance(what, Mended):
            written += [raw[end:start], changed(raw[start:stop], character, what.changes)]
            end = stop
        column = None if "\n" in raw[:start] else start + 1
        yield what._replace(place=what.place._replace(column=column))
    written.append(raw[end:])
    seen = {each.value for each in found}
    for value, what in todo.items():
        if value not in seen:  # the reader has found it where the finder has not
            why = "the value cannot be told from what is around it"
            yield what if isinstance(what, Left) else Left(what.place, value, why)
