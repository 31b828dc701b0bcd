"""Name the column that was chosen on standard error, unless `--column` named it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from iriform._io.plain_text import label

from .terminal import complain

if TYPE_CHECKING:
    from collections.abc import Iterable


def say_chosen(columns: Iterable[tuple[str, str | None]]) -> None:
    """Name the column of each input that is read, once if it is the same."""
    inputs: dict[str, list[str]] = {}
    for name, column in columns:
        if column:  # it has no name in JSON lines that are strings
            inputs.setdefault(column, []).append(name)
    for column, (first, *others) in inputs.items():
        more = f" and {len(others):,} more" if others else ""
        complain(f"using column {column} of {label(first)}{more}")
