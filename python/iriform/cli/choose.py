"""Which column of a table holds the identifiers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from iriform._display import escape

from .terminal import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

_NAMES = {"iri", "iris", "uri", "uris", "url", "urls", "href", "link", "links", "identifier"}

# A column is judged by so many of its values.
SAMPLE = 1000

# A scheme and something after it. It is a guess about a column, and decides nothing about a value.
_LOOKS_LIKE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:\S")
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")


def looks_like_address(text: str) -> bool:
    """Tell whether text is surely no name of a column but a value."""
    return _ADDRESS.match(text) is not None


def choose(
    columns: Sequence[str], sample: Sequence[Sequence[str | None]], wanted: str | None, file: str
) -> int:
    """Choose the column: the wanted one, the only one, or the one that clearly has identifiers."""
    if wanted is not None:
        if wanted not in columns:
            raise InputError(f"{file} has no column {wanted}; it has: {', '.join(columns)}")
        return columns.index(wanted)
    if len(columns) == 1:
        return 0
    shares = [_share([row[i] for row in sample]) for i in range(len(columns))]
    by_contents = [i for i, share in enumerate(shares) if share >= 0.5]  # noqa: PLR2004 - half
    by_name = [i for i, name in enumerate(columns) if _NAMES & {*re.split(r"\W|_", name.lower())}]
    both = [i for i in by_contents if i in by_name]
    for candidates in (by_contents, both, [] if by_contents else by_name):
        if len(candidates) == 1:
            return candidates[0]
    described = "; ".join(
        f"{escape(name)} ({share:.0%} look like identifiers)"
        for name, share in zip(columns, shares, strict=True)
    )
    raise InputError(f"which column of {file} is meant? Say --column NAME; there are: {described}")


def _share(values: Sequence[str | None]) -> float:
    """Tell how many of the values that are there look like identifiers."""
    there = [value for value in values if value]
    return sum(_LOOKS_LIKE.match(value) is not None for value in there) / max(1, len(there))
