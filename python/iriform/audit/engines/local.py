"""An engine in one process, which sums the counts of its threads."""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from tempfile import gettempdir
from typing import TYPE_CHECKING, Any

from iriform._core import Totals
from iriform._io.errors import AuditError
from iriform._io.plain_text import label
from iriform.audit.constants import KEPT
from iriform.audit.counting import Counted, count
from iriform.audit.threads import startable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import BinaryIO, TypeAlias

    import pyarrow as pa

    from iriform._core import Block
    from iriform.audit.options import Options
    from iriform.audit.out import Form
    from iriform.audit.watch import Watch

    Judge: TypeAlias = Callable[[Block, str | None], pa.RecordBatch]
    Out: TypeAlias = tuple[BinaryIO, Form]
    Write: TypeAlias = Callable[[int, pa.RecordBatch | None], None]

# Nobody has that many names, and every engine accepts that limit.
_MOST = 2**31 - 1


def run(
    files: Sequence[str], options: Options, *, top: int, out: Out | None, watch: Watch
) -> Mapping[str, Sequence[Any]]:
    """Count the inputs, and return the plan's tables and one with the reasons for unreadable inputs.

    `AuditError` if no input could be read.
    """
    sums = _Sums(options)
    refused: dict[int, str] = {}
    with _writing(out, files, options) as (rows, write), _threads() as counters:
        of = partial(count, options=options, executor=counters, rows=rows)
        for number, counted in _counted(files, refused, watch, of):
            sums.add(number, counted)
            write(number, counted.rows)
            watch.advance(counted.progress, counted.values)
    if len(refused) == len(files):
        raise AuditError(*refused.values())
    return {**sums.tables(top), "refused": [*refused.items()]}


class _Sums:
    """The sums over all inputs."""

    def __init__(self, options: Options) -> None:
        self._totals = Totals(options.prefixes)
        # By input, part and status: the number of values, and how many of these are valid and
        # ASCII, or invalid and mendable.
        self._counts: dict[tuple[int, str | None, str], tuple[int, int]] = {}
        self._examples: list[tuple[int, None, None, list[dict[str, Any]]]] = []
        self._kept = Counter[str]()
        # The input after which there are enough examples of a kind; later ones are ignored.
        self._last: dict[str, int] = {}

    def add(self, number: int, counted: Counted) -> None:
        """Add the counts of an input."""
        for tally in counted.tallies:
            with _keeping():
                statuses = self._totals.add(tally)
            for position, status, n, ascii_ in statuses:
                key = number, position or counted.part, status
                there = self._counts.get(key, (0, 0))
                self._counts[key] = there[0] + n, there[1] + ascii_
        for example in counted.examples:
            about = example["about"]
            if number > self._last.get(about, number):
                continue
            self._examples.append((number, None, None, [example]))
            self._kept[about] += 1
            if self._kept[about] == KEPT:
                self._last[about] = number

    def tables(self, top: int) -> dict[str, Any]:
        """Return the tables of the plan."""
        counts = [(*key, *count) for key, count in self._counts.items()]
        with _keeping():
            sums = self._totals.tables(min(top, _MOST))
        return {**sums, "counts": counts, "examples": self._examples, "pieces": []}


@contextmanager
def _keeping() -> Iterator[None]:
    """Say why names that do not fit in memory cannot be stored."""
    try:
        yield
    except OSError as error:
        why = os.strerror(error.errno) if error.errno else str(error)
        # In the form of native code. Python also tries others.
        folder = os.environ.get("TMPDIR") or gettempdir()
        raise AuditError(
            f"cannot keep all names in a temporary file in {label(folder)}: {why}; TMPDIR can name"
            " another folder"
        ) from None


@contextmanager
def _threads() -> Iterator[ThreadPoolExecutor | None]:
    """Start the threads that count while this one reads. Without one, this thread does everything."""
    threads = startable(os.cpu_count() or 1)
    if not threads:
        yield None
        return
    with ThreadPoolExecutor(threads) as counters:
        yield counters


def _counted(
    files: Sequence[str],
    refused: dict[int, str],
    watch: Watch,
    of: Callable[[str], Iterator[Counted]],
) -> Iterator[tuple[int, Counted]]:
    """Count the inputs, each as far as it can be read, and record why it cannot."""
    for number, name in enumerate(files):
        watch.begin(name)
        try:
            for counted in of(name):
                yield number, counted
        except AuditError as error:
            refused[number] = str(error)


@contextmanager
def _writing(
    out: Out | None, files: Sequence[str], options: Options
) -> Iterator[tuple[Judge | None, Write]]:
    """Yield the maker of rows from the values of a block and their writer, if there is `out`."""
    if out is None:
        yield None, lambda _, __: None
        return
    # These also take long to import.
    from iriform.audit.batches import values
    from iriform.audit.judge import judge
    from iriform.audit.out import writing

    def rows(block: Block, part: str | None) -> pa.RecordBatch:
        return judge(values(block, part)[2], options)

    with writing(*out, files) as write:
        yield rows, write
