"""The progress of an audit, on standard error if that is a terminal."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from iriform._display import counted
from iriform._io.plain_text import label
from iriform.audit.watch import Watch

from .terminal import complain, console, is_terminal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.progress import Progress, TaskID


# A rate over fewer seconds only measures the start.
_WHILE = 2.0


class Meter(Watch):
    """The progress of an audit."""

    def __init__(self) -> None:
        self._start = monotonic()
        self.values: int = 0
        self.file: str = ""

    @property
    def rate(self) -> str:
        """Describe the number of values read, and the rate if it took a while."""
        seconds = monotonic() - self._start
        if seconds < _WHILE:
            return ""
        return f"{counted(self.values, 'value')}, {self.values / seconds:,.0f}/s"

    def begin(self, file: str) -> None:
        """Record the next file."""
        self.file = label(file)

    def advance(self, progress: float, values: int) -> None:  # noqa: ARG002 - a bar shows it
        """Record the finished share of the file, from 0 to 1, and the number of further values."""
        self.values += values

    def say(self, text: str) -> None:
        """Show a warning before the end."""
        complain(text)

    def standing(self) -> str:
        """Describe the progress."""
        return f" in {self.file} after {counted(self.values, 'value')}" if self.file else ""


class Bar(Meter):
    """Shows the progress of an audit, with files weighted by size."""

    def __init__(self, progress: Progress, task: TaskID) -> None:
        super().__init__()
        self._progress = progress
        self._task = task
        self._before = 0
        self._size = 0

    def begin(self, file: str) -> None:
        """Show the next file."""
        from .anatomy import crop

        super().begin(file)
        self._before += self._size
        self._size = _size(file)
        self._progress.update(self._task, description=crop(file, 30))

    def advance(self, progress: float, values: int) -> None:
        """Show the finished share of the file, from 0 to 1, and the number of further values."""
        super().advance(progress, values)
        self._progress.update(
            self._task, completed=self._before + progress * self._size, done=self.rate
        )

    def standing(self) -> str:
        """Describe the progress, after the terminal has been restored."""
        if self._progress.live.is_started:
            self._progress.stop()
        return super().standing()


@contextmanager
def metered(files: Sequence[str]) -> Iterator[Meter]:
    """Measure the progress while files are read, and show it on a terminal, with one line at the end."""
    if not is_terminal(stderr=True):
        yield Meter()
        return
    # Without a terminal there is no bar, so its module is not imported.
    screen = console(stderr=True)
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    sizes = [_size(name) for name in files]
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[done]}"),
        TimeRemainingColumn(),
        console=screen,
        transient=True,
    )
    # The size of a pipe is unknown, so the bar only shows activity.
    task = progress.add_task("", total=sum(sizes) if all(sizes) else None, done="")
    bar = Bar(progress, task)
    with progress:
        yield bar
    if bar.rate:
        screen.print(f" {bar.rate}", style="bright_black")


def _size(name: str) -> int:
    try:
        return Path(name).stat().st_size
    except (OSError, ValueError):
        return 0
