"""Finds where in a line the values are that the reader has read."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from iriform.audit.formats.delimited import begun
from iriform.audit.streams import opened

from .escapes import PLAIN, QUOTED_IN_CSV, STRING_OF_JSON

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from iriform.audit.options import Options


# As the reader has it.
_LONGEST_FIELD = 2**24


class Found(NamedTuple):
    """A value, and the characters that stand for it."""

    start: int
    stop: int
    value: str
    character: re.Pattern[str]
    """How one character of the value is written."""


# Takes the lines of a place from those that follow, and finds the values of a column in them.
Finder: TypeAlias = "Callable[[Iterator[str], str | None], tuple[str, list[Found]]]"


def text(_name: str, _options: Options) -> Finder:
    """Find the one value of a line of text."""
    return _line


def _line(rest: Iterator[str], _part: str | None) -> tuple[str, list[Found]]:
    raw = next(rest)
    value = raw.removesuffix("\n").removesuffix("\r") if raw.endswith("\n") else raw
    return raw, [Found(0, len(value), value, PLAIN)]


def delimited(name: str, options: Options) -> Finder:
    """Find a field of a table."""
    wanted = getattr(options.format_of(name), "delimiter", None)
    with opened(name, options.unpack) as input_:
        table = begun(input_, wanted)
    delimiter = re.escape(chr(table.delimiter))
    plain = rf"[^{delimiter}\r\n]*"
    field = re.compile(rf'"(?P<quoted>[^"]*(?:""[^"]*)*)"(?P<tail>{plain})|(?!"){plain}')
    index = {column: i for i, column in enumerate(table.header)}
    return partial(_record, field, index)


def _record(
    field: re.Pattern[str], index: dict[str, int], rest: Iterator[str], part: str | None
) -> tuple[str, list[Found]]:
    raw, at = next(rest), 0
    cells: list[re.Match[str]] = []
    while True:
        cell = field.match(raw, at)
        if cell is not None:
            cells.append(cell)
            at = cell.end() + 1
            if raw[at - 1 : at] in {"\r", "\n", ""}:
                break
        # A quotation mark is open, so that the next line belongs to the field.
        elif len(raw) - at < _LONGEST_FIELD and (more := next(rest, "")):
            raw += more
        else:
            break
    column = index[part or ""]
    return raw, list(_of_field(cells[column])) if column < len(cells) else []


def _of_field(cell: re.Match[str]) -> Iterator[Found]:
    quoted = cell["quoted"]
    if quoted is None:
        yield Found(*cell.span(), cell[0], PLAIN)
    elif not cell["tail"]:
        yield Found(*cell.span("quoted"), quoted.replace('""', '"'), QUOTED_IN_CSV)


def json_lines(_name: str, _options: Options) -> Finder:
    """Find the values of a member."""
    return _members


def _members(rest: Iterator[str], part: str | None) -> tuple[str, list[Found]]:
    raw = next(rest)
    found: list[Found] = []
    try:
        _find(raw, _space(raw, 0), part or None, found)
    except (RecursionError, ValueError, IndexError):  # the reader reads it, and Python does not
        found = []
    return raw, found


_SPACE = re.compile(r"[ \t\n\r]*")
# It gives a value, and where it ends.
_value = json.JSONDecoder().raw_decode


def _space(raw: str, at: int) -> int:
    found = _SPACE.match(raw, at)
    return at if found is None else found.end()


def _find(raw: str, at: int, path: str | None, found: list[Found]) -> int:
    """Follow a path through a line that is JSON, as the reader does, and give where the value ends."""
    if raw[at] == "[":
        return _each(raw, at, lambda at: _find(raw, at, path, found))
    if raw[at] == "{" and path is not None:
        members: list[tuple[str, int]] = []

        def member(at: int) -> int:
            name, at = _value(raw, at)
            at = _space(raw, _space(raw, at) + 1)
            members.append((name, at))
            _, end = _value(raw, at)
            return end

        end = _each(raw, at, member)
        names = Counter(name for name, _ in members)
        first, dot, others = path.partition(".")
        for name, rest in ((path, None), (first, others)) if dot else ((path, None),):
            if names[name] == 1:
                _find(raw, dict(members)[name], rest, found)
            if name in names:
                break
        return end
    value: Any
    value, end = _value(raw, at)
    if path is None and isinstance(value, str):
        found.append(Found(at + 1, end - 1, value, STRING_OF_JSON))
    return end


def _each(raw: str, at: int, one: Callable[[int], int]) -> int:
    """Go through what is between brackets, separated by commas, and give where it ends."""
    at = _space(raw, at + 1)
    while raw[at] not in "]}":
        at = _space(raw, one(at))
        if raw[at] == ",":
            at = _space(raw, at + 1)
    return at + 1


FINDERS: dict[str, Callable[[str, Options], Finder]] = {
    "text": text,
    "csv": delimited,
    "tsv": delimited,
    "jsonl": json_lines,
}
