"""Name the column that was chosen on standard error, unless `--column` named it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from iriform._io.plain_text import label

from .terminal import complain

if TYPE_CHECKING:
    from collections.abc import Iterable


def say_chosen(columns: Iterable[tuple[str, str | None]]) -> None:
    """Say which column of each input is read, and once where it is the same."""
    inputs: dict[str, list[str]] = {}
    for name, column in columns:
        if column:  # in lines of JSON that are strings it has no name
            inputs.setdefault(column, []).append(name)
    for column, (first, *others) in inputs.items():
        more = f" and {len(others):,} more" if others else ""
        complain(f"column {column} of {label(first)}{more} is read")
