"""Who watches an audit: a progress bar, or nobody."""

from __future__ import annotations


class Watch:
    """Is told how far an audit is. This one does not care."""

    def begin(self, file: str) -> None:
        """Note the next input."""

    def advance(self, progress: float, values: int) -> None:
        """Note that so much of the input, from 0 to 1, is done, with so many more values."""
