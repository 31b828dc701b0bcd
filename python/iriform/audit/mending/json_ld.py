"""JSON-LD: the IRIs of a document are mended in place, in the texts of its JSON.

The parser does not report the position of an IRI, and the same text may be a literal elsewhere. So
each mendable text gets a mark in an internal copy, which the parser reads: the marks that appear in
IRIs identify the texts that are IRIs. The result is read as well, and must have the same statements
except for the bad IRIs.
"""

from __future__ import annotations

import io
import json
import re
from bisect import bisect
from itertools import pairwise
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, cast

import iriform
from iriform._core import RDF_POSITIONS, rewritten
from iriform._io.errors import AuditError
from iriform._io.plain_text import label
from iriform._io.streams import opened
from iriform.audit.formats.json_document import loaded, strings, whole
from iriform.audit.formats.rdf import rdf

from .edits import Repair
from .events import NOT_ALONE, Event, Left, Looked, Mended, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from iriform._io.streams import Input
    from iriform.audit.options import Options

    from .edits import Edit

# A scheme that no document has, with the number of a text. It ends with a colon, so it can be a
# namespace.
_MARK = re.compile(r"iriform-mark\.x:([0-9]+):")

# The positions of an IRI at which a namespace or a base may end.
_BOUNDARIES = re.compile(r"[/#?:=]")
_LONGEST = 2000


class _Value(NamedTuple):
    statement: int
    position: str
    text: str


class _Read(NamedTuple):
    """The statements of a document."""

    values: list[_Value]
    bad: list[_Value]
    unreadable: list[Left]


class _Text(NamedTuple):
    """A text of the document's JSON: a name or a value."""

    start: int
    stop: int
    text: str


def mend_json_ld(
    name: str, options: Options, _: Edit, out: BinaryIO, __: BinaryIO | None
) -> Iterator[Event]:
    """Copy a document, and mend its IRIs."""
    with opened(name, options.unpack) as input_:
        data = whole(input_)
    loaded(data, name)
    if json.detect_encoding(data) not in {"utf-8", "utf-8-sig"}:
        raise AuditError(f"cannot mend {label(name)}: it is not written in UTF-8")
    before = _read(data, options)
    yield Looked(len(before.values) + len(before.unreadable))
    texts = [_Text(*each) for each in strings(data)] if before.bad else []
    lines = _DocumentLines(data)
    mended, copy = _mended(data, texts, lines, before, options)
    after = _read(copy, options) if mended else before
    if not _is_same(before, after):
        mended, copy, after = [], data, before
    out.write(copy)
    yield from mended
    where = {each.text: each for each in reversed(texts)}
    for value in after.bad:
        at = where.get(value.text)
        line, column = (None, None) if at is None else lines.place(at.start)
        place = Place("statement", value.statement, value.position, column, line)
        yield Left(place, value.text, _why(value.text, options))
    yield from after.unreadable


def _why(text: str, options: Options) -> iriform.ParseError | str:
    try:
        options.reference.repair(text)
    except iriform.ParseError as error:
        return error
    return NOT_ALONE


def _mended(
    data: bytes, texts: list[_Text], lines: _DocumentLines, before: _Read, options: Options
) -> tuple[list[Mended], bytes]:
    """Mend the texts that are IRIs."""
    bad = {value.text for value in before.bad}
    parts = set(bad)
    for text in bad:
        for match in _BOUNDARIES.finditer(text, 0, _LONGEST):
            parts |= {text[: match.end()], text[match.end() :]}
    is_uri = issubclass(options.reference, iriform.URIReference)
    repair = Repair(iriform.URIReference if is_uri else iriform.IRIReference)
    may_be: list[tuple[_Text, Mended]] = []
    for each in texts:
        if each.text not in parts and each.text.partition(":")[2] not in parts:
            continue
        line, column = lines.place(each.start)
        done = repair.mended(Place("line", line, None, column), each.text)
        # Without a base, a relative reference cannot become an IRI, so it is unchanged.
        is_of_base = each.text not in bad
        if isinstance(done, Mended) and (is_of_base or repair.reference(done.after).scheme):
            may_be.append((each, done))
    marked = [(each, f"iriform-mark.x:{n}:".encode()) for n, (each, _) in enumerate(may_be)]
    if not marked:
        return [], data
    found = {
        int(number)
        for value in _read(_replaced(data, marked), options).values
        for number in _MARK.findall(value.text)
    }
    mended: list[Mended] = []
    written: list[tuple[_Text, bytes]] = []
    for number, (each, done) in enumerate(may_be):
        changes = [(*change.span, change.replacement) for change in done.changes]
        new = rewritten(data[each.start : each.stop], "json-string", each.text, changes)
        if number in found and new is not None:
            mended.append(done)
            written.append((each, new))
    return mended, _replaced(data, written)


def _replaced(data: bytes, texts: list[tuple[_Text, bytes]]) -> bytes:
    """Replace the bytes of texts, which are in order."""
    parts: list[bytes] = []
    done = 0
    for each, new in texts:
        parts += [data[done : each.start], new]
        done = each.stop
    return b"".join([*parts, data[done:]])


def _read(data: bytes, options: Options) -> _Read:
    """Read the statements of a document."""
    input_ = cast("Input", _InMemory(io.BytesIO(data)))
    read = _Read([], [], [])
    statements = lines = 0
    for block in rdf(input_, "json-ld", None, options.base):
        faults = block.faults(options.kind)
        for bad in faults.bad:
            text = bad.text.decode("utf-8", "surrogateescape")
            read.bad.append(_Value(statements + bad.place, bad.position or "", text))
        for number, line, column, why, _ in faults.unreadable:
            at = None if line is None else lines + line
            place = Place("statement", statements + number, None, column, at)
            read.unreadable.append(Left(place, None, why))
        buffers = block.buffers()
        places = memoryview(buffers.places).cast("q")
        spans = pairwise(memoryview(buffers.offsets).cast("q"))
        for (start, stop), number, position in zip(spans, places, buffers.positions, strict=True):
            text = buffers.text[start:stop].decode("utf-8", "surrogateescape")
            read.values.append(_Value(statements + number, RDF_POSITIONS[position], text))
        statements, lines = statements + faults.places, lines + faults.lines
    return read


class _InMemory(NamedTuple):
    """The document of an input."""

    stream: io.BytesIO


def _is_same(before: _Read, after: _Read) -> bool:
    """Return True if only bad IRIs have changed."""
    bad = set(before.bad)
    return len(before.values) == len(after.values) and all(
        old == new or (old in bad and old[:2] == new[:2])
        for old, new in zip(before.values, after.values, strict=True)
    )


class _DocumentLines:
    """The lines of a document."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._begins = [0, *(match.end() for match in re.finditer(b"\n", data))]

    def place(self, at: int) -> tuple[int, int]:
        """Return the line and the column of a byte, counted from 1."""
        line = bisect(self._begins, at)
        before = self._data[self._begins[line - 1] : at]
        return line, len(before.decode("utf-8", "replace")) + 1
