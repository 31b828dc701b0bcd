"""The causes of repairs, with the number of values of each."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from .terminal import complain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from iriform import Change


class Causes(Counter[str]):
    """Counts of values by the causes of their changes; a value counts once for each cause."""

    def add(self, changes: Iterable[Change]) -> None:
        """Count a value."""
        self.update({change.cause for change in changes})

    def say(self) -> None:
        """Name the causes, the most frequent first."""
        if self:
            each = sorted((-count, cause) for cause, count in self.items())
            listed = ", ".join(f"{-count:,} {cause}" for count, cause in each)
            complain(f"values by the cause of a change: {listed}")
