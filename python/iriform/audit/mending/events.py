"""The events while a copy of a file is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from iriform import Change, ParseError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Place(NamedTuple):
    """The position of a value."""

    unit: str
    """The unit of `number`, which counts from 1: `line`, `row` or `statement`."""
    number: int
    part: str | None = None
    """The column of a table, or the position in an RDF statement, if known."""
    column: int | None = None
    """The position of the value in its line, in code points from 1, if known."""
    line: int | None = None
    """The line on which a statement ends, if known."""


class Mended(NamedTuple):
    """A value that another one replaces."""

    place: Place
    before: str
    after: str
    changes: tuple[Change, ...] = ()
    """The changes of a repair, each with the clause that allows it; none for another operation."""


class Changed:
    """Values that an operation has changed: their number, and each of them until the next event."""

    def __init__(self, count: int, each: Callable[[], Iterator[Mended]]) -> None:
        self._count = count
        self._each = each

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Mended]:
        return self._each()


NOT_ALONE = "the value cannot be distinguished from the text around it"
"""The reason why a value stays whose text has no place of its own."""


class Left(NamedTuple):
    """A value without a result, or a row without a value: it stays unchanged, or is rejected."""

    place: Place
    text: str | None = None
    """The value. Lone surrogates represent bytes that are not UTF-8 (PEP 383)."""
    why: ParseError | str = ""
    """The fault of the value, or the reason why it has no result."""


class Looked(NamedTuple):
    """A number of examined values."""

    at: int
    not_meant: int = 0
    """The number of these that are valid but certainly mistakes."""


class Chosen(NamedTuple):
    """The column of a table whose values are read."""

    column: str | None


Event: TypeAlias = "Mended | Changed | Left | Looked | Chosen"
