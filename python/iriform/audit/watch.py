"""The observer of an audit: a progress bar, or nothing."""

from __future__ import annotations


class Watch:
    """Receives the progress of an audit, and ignores it."""

    def begin(self, file: str) -> None:
        """Record the next input."""

    def advance(self, progress: float, values: int) -> None:
        """Record the finished share of the input, from 0 to 1, and the number of further values."""

    def say(self, text: str) -> None:
        """Record a warning before the end."""
