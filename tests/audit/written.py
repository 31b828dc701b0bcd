"""The contents of a random file, and those expected in its mended copy.

Nothing here reads a file to find out what its copy should be: code that writes a value records how each
of its characters is written.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple, TypeAlias

from iriform import IRI, IRIReference, ParseError
from iriform.audit.mending.events import Event

STARTS = [
    "http://a/",
    "http://a/",
    "http://b c/",
    "x:",
    "https://例え.jp/?",
    "//a/",
    "http://a/%",
    "a",
]
MARKS = [
    " ",
    "  ",
    "|",
    "%",
    "[",
    "{x}",
    "`",
    "^",
    "é",
    "道",
    "😀",
    "#",
    "\\",
    "'",
    '"',
    "p",
    "q",
    "r",
]


class Value(NamedTuple):
    """A value that may be mended."""

    text: str
    written: list[bytes]
    """The written form of each character."""
    closed: int | None = None
    """The index of the character before which a quotation mark closes the field."""


class Unreadable(NamedTuple):
    """A line that cannot be read."""

    written: bytes


class Begin(NamedTuple):
    """The beginning of a record, which may have several lines."""


Part: TypeAlias = "bytes | Value | Unreadable | Begin"
Line: TypeAlias = "list[Part]"


class Said(NamedTuple):
    """The report of a value: `after` is None if it is left, and all else is None if it is unreadable."""

    number: int
    column: int | None
    before: str | None
    after: str | None


class File(NamedTuple):
    """A file, and its copy."""

    suffix: str
    data: bytes
    copy: bytes | None
    """The bytes of the copy; None for Parquet, which is encoded again."""
    said: list[Said]
    check: Callable[[bytes, bytes, list[Event]], None]
    """Checks with another reader that the file and its copy have the intended contents."""
    column: str | None = None


def written(part: Part) -> bytes:
    """Write a part of a file."""
    if isinstance(part, Value):
        return put(part, part.written)
    if isinstance(part, Unreadable):
        return part.written
    return b"" if isinstance(part, Begin) else part


def put(value: Value, pieces: list[bytes]) -> bytes:
    """Join the pieces of a value."""
    closed = len(pieces) if value.closed is None else value.closed
    mark = b"" if value.closed is None else b'"'
    return b"".join(pieces[:closed]) + mark + b"".join(pieces[closed:])


def mended(value: Value, kind: type[IRIReference] = IRI) -> tuple[str, bytes] | None:
    """Mend a value, and write it; return None if that is impossible."""
    try:
        done = kind.repair(value.text)
    except ParseError:
        return None
    pieces = list(value.written)
    for change in done.changes:
        start, stop = change.span
        pieces[start:stop] = [b""] * (stop - start)
        pieces[start] = change.replacement.encode()
    return str(done.value), put(value, pieces)


def expected(parts: list[Part]) -> tuple[bytes, list[Said]]:
    """Return the contents of the copy, and the reports."""
    copy: list[bytes] = []
    said: list[Said] = []
    line = column = 1
    record: int | None = None
    for part in parts:
        raw = new = written(part)
        number = record or line
        if isinstance(part, Begin):
            record = line
        elif isinstance(part, Unreadable):
            said.append(Said(line, None, None, None))
        elif isinstance(part, Value) and part.text:
            where = column if number == line else None
            done = mended(part)
            if done is None:
                said.append(Said(number, where, part.text, None))
            elif done[1] != raw:
                said.append(Said(number, where, part.text, done[0]))
                new = done[1]
        copy.append(new)
        line += raw.count(b"\n")
        if raw != BOM:
            last = raw[raw.rfind(b"\n") + 1 :].decode("utf-8", "surrogateescape")
            column = len(last) + (1 if b"\n" in raw else column)
    return b"".join(copy), said


def meaning(value: Value) -> str:
    """Return the value in the copy."""
    done = mended(value) if value.text else None
    return value.text if done is None else done[0]


BOM = b"\xef\xbb\xbf"


def text_of(random: Random, *marks: str) -> str:
    """Make a value, which may be bad."""
    middle = "".join(random.choice([*MARKS, *marks]) for _ in range(random.randrange(6)))
    return random.choice(["", "", "", " ", "<"]) + random.choice(STARTS) + middle


def bytes_of(text: str) -> list[bytes]:
    """Encode each character unchanged. A lone surrogate stands for a byte (PEP 383)."""
    return [c.encode("utf-8", "surrogateescape") for c in text]


def joined(random: Random, lines: list[Line], *, may_end_in_half: bool = True) -> list[Part]:
    """Put an end after each line, except perhaps the last one, and perhaps a mark before them all."""
    parts: list[Part] = [BOM] if random.random() < 0.2 else []
    ends = random.choice([[b"\n"], [b"\r\n"], [b"\n", b"\r\n"]])
    for line in lines[:-1]:
        parts += [*line, random.choice(ends)]
    return [*parts, *lines[-1], random.choice([*ends, b"", *[b"\r"] * may_end_in_half])]
