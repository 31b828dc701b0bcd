"""The progress of an audit, on standard error, if that is a terminal."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from iriform._plain_text import label
from iriform.audit.watch import Watch
from iriform.audit.wording import counted

from .anatomy import crop
from .terminal import console

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.progress import TaskID


# Before so many seconds have passed, a rate is that of starting.
_WHILE = 2.0


@contextmanager
def metered(files: Sequence[str]) -> Iterator[Meter]:
    """Show the progress while the files are read, and one line at the end."""
    sizes = [_size(name) for name in files]
    screen = console(stderr=True)
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[done]}"),
        TimeRemainingColumn(),
        console=screen,
        transient=True,
    )
    # Of a pipe nobody knows the size, so the bar only says that there is life.
    task = progress.add_task("", total=sum(sizes) if all(sizes) else None, done="")
    meter = Meter(progress, task)
    with progress if screen.is_terminal else nullcontext():
        yield meter
    if screen.is_terminal and meter.rate:
        screen.print(f" {meter.rate}", style="bright_black")


class Meter(Watch):
    """The progress of an audit, with files weighted by size."""

    def __init__(self, progress: Progress, task: TaskID) -> None:
        self._progress = progress
        self._task = task
        self._before = 0
        self._size = 0
        self._start = monotonic()
        self.values = 0
        self.file = ""

    @property
    def rate(self) -> str:
        """Describe how many values were read, and how fast if it took a while."""
        seconds = monotonic() - self._start
        if seconds < _WHILE:
            return ""
        return f"{counted(self.values, 'value')}, {self.values / seconds:,.0f}/s"

    def begin(self, file: str) -> None:
        """Note the next file."""
        self._before += self._size
        self._size = _size(file)
        self.file = label(file)
        self._progress.update(self._task, description=crop(file, 30))

    def advance(self, progress: float, values: int) -> None:
        """Note that so much of the file, from 0 to 1, is done, with so many more values."""
        self.values += values
        self._progress.update(
            self._task, completed=self._before + progress * self._size, done=self.rate
        )

    def standing(self) -> str:
        """Describe how far the audit is, on a terminal that is as it was before."""
        if self._progress.live.is_started:
            self._progress.stop()
        return f" in {self.file} after {counted(self.values, 'value')}" if self.file else ""


def _size(name: str) -> int:
    try:
        return Path(name).stat().st_size
    except (OSError, ValueError):
        return 0
