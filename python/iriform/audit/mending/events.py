"""What happens to the values of a file while a copy of it is written."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from iriform import Change, ParseError


class Place(NamedTuple):
    """Where a value is."""

    unit: str
    """What `number` counts, from 1: `line`, `row` or `statement`."""
    number: int
    part: str | None = None
    """The column of a table, or the position in an RDF statement, if it is known."""
    column: int | None = None
    """Where in its line the value begins, counted in code points from 1, if it is known."""
    line: int | None = None
    """Of a statement, the line on which it ends, if it is known."""


class Mended(NamedTuple):
    """A value that another one replaces."""

    place: Place
    before: str
    after: str
    changes: tuple[Change, ...] = ()
    """What a repair changed, and what allows it; none of another operation."""

    @property
    def replacements(self) -> list[tuple[int, int, str]]:
        """What replaces which characters of the value: all others stay as they are written."""
        if self.changes:
            return [(*change.span, change.replacement) for change in self.changes]
        before, after = self.before, self.after
        start = _shared(before, after)
        end = _shared(before[start:][::-1], after[start:][::-1])
        return [(start, len(before) - end, after[start : len(after) - end])]


def _shared(one: str, other: str) -> int:
    """Count the characters with which both texts begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))


class Left(NamedTuple):
    """What stays as it is, or is rejected: a value that has no result, or a row without a value."""

    place: Place
    text: str | None = None
    """The value. Lone surrogates stand for bytes that are not UTF-8 (PEP 383)."""
    why: ParseError | str = ""
    """What is wrong with the value, or why there is none."""


class Looked(NamedTuple):
    """A number of values that were looked at."""

    at: int


class Chosen(NamedTuple):
    """The column of a table whose values are read."""

    column: str | None


Event: TypeAlias = "Mended | Left | Looked | Chosen"
