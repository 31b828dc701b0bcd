"""The observer of an audit: a progress bar, or nothing."""

from __future__ import annotations


class Watch:
    """Receives the progress of an audit, and ignores it."""

    def begin(self, file: str) -> None:
        """Note the next input."""

    def advance(self, progress: float, values: int) -> None:
        """Note the share of the input that is done, from 0 to 1, and how many more values that is."""

    def say(self, text: str) -> None:
        """Note what should be known before the work is done."""
