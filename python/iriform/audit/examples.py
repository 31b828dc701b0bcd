"""Examples of what is wrong, with their places, drawn as `ParseError` draws them."""

# Arrow makes the functions of its compute module when it is loaded.
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from iriform import IRIReference, ParseError
from iriform._display import cells, escape

from .options import Format
from .terms import KEPT, UNREADABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .options import Options

# How much of the text is shown before a place and after it, in code points.
_BEFORE, _AFTER = 48, 32


class Example(NamedTuple):
    """A value, what is to be said of it, and where it is."""

    about: str
    """The code of a reason or a finding, or `unreadable`."""
    place: int
    """The line, row or statement, counted from 1."""
    part: str | None
    message: str
    column: int | None = None
    """Where in a line of text the piece to blame begins, counted from 1."""
    position: int | None = None
    start: int | None = None
    stop: int | None = None
    rule: str | None = None
    picture: str | None = None


EXAMPLES = pa.list_(
    pa.struct(
        {
            "about": pa.string(),
            "place": pa.int64(),
            "part": pa.string(),
            "message": pa.string(),
            "column": pa.int64(),
            "position": pa.int64(),
            "start": pa.int64(),
            "stop": pa.int64(),
            "rule": pa.string(),
            "picture": pa.string(),
        }
    )
)


class Examples:
    """Picks the first examples of each kind out of one input."""

    def __init__(self, format_: Format, options: Options) -> None:
        self._in_lines = format_ is Format.TEXT
        self._options = options
        self._kept: Counter[str] = Counter()
        self._enough: set[str] = set()

    def of(self, values: pa.RecordBatch, parts: pa.RecordBatch) -> pa.Array:
        """Give the examples of each row, which most rows have none of."""
        unreadable = pc.if_else(pc.equal(parts["status"], UNREADABLE), UNREADABLE, None)
        codes = pc.coalesce(parts["reason"], parts["findings"], unreadable)
        # Where there are enough examples of all that is wrong with a row, it is not looked at.
        enough = pc.is_in(codes, pa.array(self._enough, pa.string()))
        rows = pc.indices_nonzero(pc.and_not(codes.is_valid(), enough)).to_pylist()
        found: dict[int, list[Example]] = {}
        for row in rows:
            code = codes[row].as_py()
            if code in self._enough:
                continue
            missing = {about for about in code.split() if self._kept[about] < KEPT}
            if not missing:
                self._enough.add(code)
                continue
            examples = [e for e in self._examples(values, row, parts) if e.about in missing]
            self._kept.update({example.about for example in examples})
            found[row] = examples
        return _column(found, len(parts))

    def _examples(
        self, values: pa.RecordBatch, row: int, parts: pa.RecordBatch
    ) -> Iterator[Example]:
        place, part = values["place"][row].as_py(), values["part"][row].as_py()
        if (why := values["unreadable"][row].as_py()) is not None:
            yield Example(UNREADABLE, place, part, escape(why))
            return
        text = values["text"][row].as_py()
        if parts["reason"][row].as_py() is not None:
            yield self._error(place, part, values["bytes"][row].as_py() or text)
        else:
            yield from self._findings(place, part, text)

    def _error(self, place: int, part: str | None, value: str | bytes) -> Example:
        try:
            self._options.reference(value)
        except ParseError as error:
            message, _, picture = str(error).partition("\n")
            start, stop, position = (
                _characters(value, index) for index in (*error.span, error.position)
            )
            return Example(
                str(error.reason),
                place,
                part,
                message.partition(": ")[2],
                start + 1 if self._in_lines else None,
                position,
                start,
                stop,
                error.rule,
                picture,
            )
        raise AssertionError(value)  # the columns say that it is not valid

    def _findings(self, place: int, part: str | None, text: str) -> Iterator[Example]:
        value = IRIReference(text)
        if self._options.base is not None:
            from iriform import resolve

            value = resolve(self._options.base, value)
        hidden = value.redacted() != value  # a picture of it could show its password
        for finding in value.check():
            start, stop = finding.span
            yield Example(
                finding.code,
                place,
                part,
                f"{finding.message} ({finding.clause})",
                start + 1 if self._in_lines and self._options.base is None else None,
                start,
                start,
                stop,
                None,
                None if hidden else _picture(value, start, stop),
            )


def _characters(value: str | bytes, index: int) -> int:
    """Count the code points before an index, where the value is bytes that may be ill-formed."""
    if isinstance(value, str):
        return index
    return len(value[:index].decode("utf-8", "surrogateescape"))


def _picture(text: str, start: int, stop: int) -> str:
    """Draw the place in a text, cut around it."""
    left, right = max(0, start - _BEFORE), min(len(text), stop + _AFTER)
    end = min(stop, start + _BEFORE + _AFTER)
    before = ("…" if left else "") + escape(text[left:start])
    blamed = escape(text[start:end]) + ("…" if end < stop else "")
    after = escape(text[end:right]) + ("…" if right < len(text) else "") if end == stop else ""
    caret = " " * cells(before) + "^" * max(1, cells(blamed))
    return f"  {before}{blamed}{after}\n  {caret} position {start}"


def _column(found: dict[int, list[Example]], rows: int) -> pa.Array:
    if not found:
        return pa.nulls(rows, EXAMPLES)
    records = [[e._asdict() for e in found[row]] if row in found else None for row in range(rows)]
    return pa.array(records, EXAMPLES)
