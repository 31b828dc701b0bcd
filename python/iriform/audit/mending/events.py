"""What happens to the values of a file while it is mended."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from iriform import Change, ParseError

if TYPE_CHECKING:
    from iriform.audit.options import Reference


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
    """A value that was mended."""

    place: Place
    before: str
    after: str
    changes: tuple[Change, ...]


class Left(NamedTuple):
    """What stays as it is: an invalid value, or a row without a value."""

    place: Place
    text: str | None = None
    """The value. Lone surrogates stand for bytes that are not UTF-8 (PEP 383)."""
    why: ParseError | str = ""
    """What is wrong with the value, or why there is none."""


class Looked(NamedTuple):
    """A number of values that were looked at."""

    at: int


Event: TypeAlias = "Mended | Left | Looked"


def mended(
    place: Place, text: str, reference: Reference, default_scheme: str | None = None
) -> Mended | Left | None:
    """Mend a value, or say why that is impossible. None if it is valid."""
    try:
        repaired = reference.repair(text, default_scheme=default_scheme)
    except ParseError as error:
        return Left(place, text, error)
    if not repaired.changes:
        return None
    return Mended(place, text, str(repaired.value), repaired.changes)
