"""JSON lines: one object on each line, whose values may be nested."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from iriform._core import Block, json_members
from iriform._io.errors import AuditError
from iriform._io.lines import lines
from iriform._io.plain_text import HEAD, label
from iriform._io.streams import opened

from .choose import LONGEST_NAME, LONGEST_SAMPLE, SAMPLE, choose, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from iriform._io.streams import Input
    from iriform.audit.options import Options


# The largest depth of listed members.
_DEEPEST = 100

# The number of bytes that are kept while no line has had a member to choose.
_LONGEST = 2**28

# A line with only an opening bracket begins a value over several lines.
_OVER_LINES = re.compile(rb"(?:\xef\xbb\xbf)?\s*[\[{][ \t\r]*\n")


def refuse_document(input_: Input) -> None:
    """Refuse a JSON document over several lines."""
    if _OVER_LINES.match(input_.stream.peek(HEAD)):
        raise AuditError(
            f"cannot read {label(input_.name)}: a JSON document over several lines, not a value per"
            " line; --format json reads it, and --format sbom reads a bill of materials"
        )


@lru_cache(64)
def is_one_document(name: str, has_column: bool, _modified: int, _size: int) -> bool:  # noqa: FBT001
    """Return True if a file is one JSON document: a value over several lines, or one object.

    An array on one line is read like its items on separate lines, and so is an object if a column
    is named.
    """
    try:
        with opened(name, math.inf) as input_:
            if _OVER_LINES.match(input_.stream.peek(HEAD)):
                return True
            read = (line for line in lines(input_) if line.strip())
            first, second = next(read, b""), next(read, None)
    except (AuditError, OSError):
        return False
    if second is not None:
        return json_members(first, 0) is None
    return first.lstrip().startswith(b"{") and not has_column


class Member(str):
    """The path of a member of an object: its names, separated by dots.

    Names may contain dots, so the text does not determine them.
    """

    __slots__ = ("names",)
    names: tuple[bytes, ...]

    def __new__(cls, names: Sequence[bytes]) -> Member:  # noqa: PYI034 - there are no subclasses
        """Name a member."""
        named = super().__new__(cls, ".".join(map(shown, names)))
        named.names = tuple(names)
        return named

    def __reduce__(self) -> tuple[type[Member], tuple[tuple[bytes, ...]]]:
        return Member, (self.names,)


def json_lines(whole: Iterator[bytes], name: str, options: Options) -> tuple[Iterator[Block], str]:
    """Read one member of the objects, by its path, and return it.

    `page.links` is `links` in `page`. A list contributes each of its values.
    """
    first: list[bytes] = []
    member = options.column
    if not isinstance(member, Member):
        first, found = _first_members(whole, options.column)
        member = found.chosen(options, label(name))
    path = [*member.names]
    read = (Block.json_lines(block, path) for block in chain(first, whole))
    return read, member


class _Members:
    """The members of the first objects, and their texts."""

    def __init__(self) -> None:
        self._there: dict[tuple[bytes, ...], Member] = {}
        self._named: dict[str, list[Member]] = {}
        self._texts: dict[tuple[bytes, ...], list[str]] = {}
        self._is_readable = False
        self.is_all: bool = False
        """True if there are no other lines."""

    def add(self, line: bytes) -> None:
        """Record the members of a line."""
        found = json_members(line, SAMPLE)
        if found is None:
            return
        self._is_readable = True
        for names, texts in found:
            path = tuple(names)
            if path not in self._there:
                self._there[path] = member = Member(path)
                self._named.setdefault(member, []).append(member)
            if texts:
                self._texts.setdefault(path, []).extend(map(shown, texts))

    def has(self, wanted: str | None) -> bool:
        """Return True if there is a member to choose."""
        return bool(self._texts if wanted is None else self._called(wanted))

    def chosen(self, options: Options, name: str) -> Member:
        """Choose a member: the wanted one, or the most plausible one."""
        wanted = options.column
        is_known = self._is_readable and self.is_all and not _is_beyond(wanted)
        if wanted is not None and not is_known and not self.has(wanted):
            # The line itself reports why it cannot be read, or another line may have the member.
            return Member(wanted.encode("utf-8", "surrogateescape").split(b"."))
        if not self._is_readable:
            return Member(())
        if not self._texts and wanted is None:
            raise AuditError(
                f"{name} has no column of text"
                if self.is_all
                else f"the first {_LONGEST >> 20} MiB of {name} have no text; say --column NAME"
            )
        if wanted is None or not self.has(wanted):
            columns = [self._there[path] for path in self._texts]
            wanted = choose(columns, options, name, self._texts_of)
        called = self._called(wanted)
        if len(called) > 1:
            raise AuditError(f"{len(called)} columns of {name} are called {wanted}: rename one")
        return called[0]

    def _called(self, wanted: str) -> list[Member]:
        """List the members of a name: one with exactly that name precedes one in an object."""
        there = self._named.get(wanted, [])
        return [member for member in there if len(member.names) == 1] or there

    def _texts_of(self, wanted: str) -> list[str]:
        called = self._called(wanted)
        return [text for member in called for text in self._texts.get(member.names, ())]


def _is_beyond(wanted: str | None) -> bool:
    """Return True if members of a name are deeper than all listed ones."""
    return wanted is not None and (wanted.count(".") >= _DEEPEST or len(wanted) > LONGEST_NAME)


def _first_members(whole: Iterator[bytes], wanted: str | None) -> tuple[list[bytes], _Members]:
    """Read until there is a member to choose, within bounds."""
    first: list[bytes] = []
    found = _Members()
    lines = size = 0
    for block in whole:
        first.append(block)
        size += len(block)
        for line in block.split(b"\n"):
            if lines < SAMPLE or not found.has(wanted):
                found.add(line)
            lines += 1
        is_enough = lines > SAMPLE or size > LONGEST_SAMPLE
        if size > _LONGEST or (is_enough and found.has(wanted)):
            return first, found
    found.is_all = True
    return first, found
