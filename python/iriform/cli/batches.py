"""Values in batches: the form in which every input reaches the audit."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .options import Format

# A batch is bounded in rows and in characters, whatever the input.
ROWS = 20_000
_CHARACTERS = 16 * 2**20


class Unreadable(str):
    """Why a row has no value that could be judged."""

    __slots__ = ()


class Batch(NamedTuple):
    """Some values, and the line (in Parquet the row) of each, counted from 1."""

    values: list[str | None]
    places: Sequence[int]
    unreadable: list[tuple[int, Unreadable]]


class Source(NamedTuple):
    """An opened input."""

    name: str
    format: Format
    column: str | None
    batches: Iterator[Batch]
    progress: Callable[[], float]
    """How much of it has been read, from 0 to 1."""


def gathered(rows: Iterator[tuple[int, str | Unreadable | None]]) -> Iterator[Batch]:
    """Gather single rows: the place and the value of each."""
    while True:
        places: list[int] = []
        batch, size = Batch([], places, []), 0
        for place, value in rows:
            if isinstance(value, Unreadable):
                batch.unreadable.append((place, value))
            else:
                batch.values.append(value)
                places.append(place)
                size += len(value or "")
            if len(places) + len(batch.unreadable) >= ROWS or size > _CHARACTERS:
                break
        if not batch.values and not batch.unreadable:
            return
        yield batch
