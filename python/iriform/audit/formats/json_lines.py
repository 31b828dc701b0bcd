"""JSON lines: an object per line, whose values may lie deeper."""

from __future__ import annotations

import json
from collections import Counter
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from iriform._plain_text import label
from iriform.audit.batches import Row, Unreadable, gathered
from iriform.audit.lines import lines

from .choose import SAMPLE, choose

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyarrow as pa

    from iriform.audit.streams import Input


# A column is looked for so deep; one that is deeper can be named.
_DEEPEST = 100


def json_lines(input_: Input, wanted: str | None) -> Iterator[pa.RecordBatch]:
    """Read one member of the objects, by its path: `page.links` is `links` in `page`.

    A list gives each of its values.
    """
    records = _records(input_)
    sample = list(islice(records, SAMPLE))
    path = wanted
    if path is None:
        columns: dict[str, list[object]] = {}
        for _, record in sample:
            for found, value in _strings(record):
                columns.setdefault(found, []).append(value)
        path = choose(columns, None, label(input_.name)) if columns else ""

    def rows() -> Iterator[Row]:
        for line, record in chain(sample, records):
            if isinstance(record, Unreadable):
                yield line, path, record
            else:
                for value in _values(record, path):
                    yield line, path, value

    return gathered(rows())


def _records(input_: Input) -> Iterator[tuple[int, Any]]:
    """Read the records. Blank lines are none."""
    for number, line in enumerate(lines(input_), 1):
        if line.isspace():
            continue
        try:
            text = line.decode("utf-8", "surrogateescape").rstrip("\r\n")
            yield number, json.loads(text, object_pairs_hook=_members)
        except json.JSONDecodeError as error:
            yield number, Unreadable(f"not JSON: {error.msg} at column {error.colno}")
        except (RecursionError, ValueError):  # nested too deep; a number with too many digits
            yield (
                number,
                Unreadable("JSON that nobody means: nested too deep, or a number too long"),
            )


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object in which a member that is there twice is neither of the two."""
    members = dict(pairs)
    if len(members) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        again = Unreadable("the member is there more than once")
        members |= {name: again for name, count in counts.items() if count > 1}
    return members


def _strings(record: object) -> Iterator[tuple[str, str]]:
    """Find what could be identifiers: every string, by its path, lists as their values."""
    # Not by recursion: JSON may nest deeper than Python functions may call one another.
    todo: list[tuple[str, object]] = [("", record)]
    while todo:
        path, value = todo.pop()
        if isinstance(value, str) and not isinstance(value, Unreadable):
            yield path, value
        elif isinstance(value, list):
            todo += [(path, each) for each in reversed(value)]
        elif isinstance(value, dict) and path.count(".") < _DEEPEST:
            inner = [(f"{path}.{name}" if path else name, each) for name, each in value.items()]
            todo += reversed(inner)


def _values(record: object, path: str) -> Iterator[str | Unreadable | None]:
    """Follow the path. A member whose own name is the whole path goes first."""
    todo: list[tuple[str | None, object]] = [(path or None, record)]
    while todo:
        rest, value = todo.pop()  # of the path, which is None at its end
        if isinstance(value, Unreadable) or value is None:
            yield value
        elif isinstance(value, list):
            todo += [(rest, each) for each in reversed(value)]
        elif rest is None:
            yield value if isinstance(value, str) else Unreadable(_not_a_string(value))
        elif isinstance(value, dict):
            first, dot, others = rest.partition(".")
            if rest in value:
                todo.append((None, value[rest]))
            elif dot:
                todo.append((others, value.get(first)))
            else:
                yield None
        else:
            yield Unreadable("the line is no object with such a member")


def _not_a_string(value: object) -> str:
    return f"the value is {_KINDS[type(value)]}, not a string"


_KINDS = {dict: "an object", bool: "a boolean", int: "a number", float: "a number"}
