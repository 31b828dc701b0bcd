"""From an input to counts: native code judges and counts values as they are read.

The result is small for every input: tallies, and a few examples. Rows for the values are only made
for `--out`.
"""

from __future__ import annotations

from collections import deque
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from iriform._core import Tally
from iriform._io.pieces import WHOLE, Piece

from .examples import Examples
from .sources import format_of, source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Executor, Future

    import pyarrow as pa

    from iriform._core import Block

    from .examples import Found
    from .formats.format import Format, Source
    from .options import Options

    T = TypeVar("T")
    R = TypeVar("R")


class Counted(NamedTuple):
    """The result of a block of values, or the rest at the end of an input."""

    part: str | None
    """The name of the column that is read."""
    tallies: list[Tally]
    """The tables that are full, or all tables at the end: the caller takes their contents."""
    examples: list[dict[str, Any]]
    values: int
    progress: float
    """The share of the input read so far, from 0 to 1."""
    rows: pa.RecordBatch | None = None
    """The results for each value, if requested."""
    size: tuple[int, int] | None = None
    """At the end: the numbers of places and lines that were read."""


def count(
    name: str,
    options: Options,
    executor: Executor | None = None,
    *,
    rows: Callable[[Block, str | None], pa.RecordBatch] | None = None,
    piece: Piece = WHOLE,
) -> Iterator[Counted]:
    """Count an input, or a piece of it, block by block.

    An executor counts some blocks ahead. `rows` makes a row from each value of a block, with a
    column `place` that counts within the block.
    """
    with source(name, options, piece) as opened:
        yield from count_source(opened, format_of(name, options), options, executor, rows=rows)


def count_source(
    opened: Source,
    format_: Format,
    options: Options,
    executor: Executor | None = None,
    *,
    rows: Callable[[Block, str | None], pa.RecordBatch] | None = None,
) -> Iterator[Counted]:
    """Count an open input.

    If reading fails, the values read so far are counted before the error is raised.
    """
    tallies = _Tallies(options)
    examples = Examples(format_, options, opened)
    part = opened.part

    def counted(item: tuple[Block, float]) -> _Block:
        block, progress = item
        made = None if rows is None else rows(block, part)
        return _Block(progress, made, *tallies.count(block))

    failed: list[Exception] = []

    def blocks() -> Iterator[tuple[Block, float]]:
        try:
            for block in opened.blocks:
                yield block, opened.progress()
        except Exception as error:  # noqa: BLE001 - raised in the end
            failed.append(error)

    places = lines = 0
    for progress, made, found, full in _ahead(counted, blocks(), executor):
        if made is not None and places:
            from .batches import moved

            made = moved(made, places)  # noqa: PLW2901 - the same rows
        places, lines = places + found[0], lines + found[2]
        yield Counted(part, full, examples.of(found, part), found[1], progress, made)
    yield Counted(part, tallies.rest(), [], 0, opened.progress(), size=(places, lines))
    if failed:
        raise failed[0]


class _Block(NamedTuple):
    """The result of a thread for a block."""

    progress: float
    rows: pa.RecordBatch | None
    found: Found
    full: list[Tally]


class _Tallies:
    """The tallies of an input: one for each block that is counted at the same time."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._free: SimpleQueue[Tally] = SimpleQueue()

    def count(self, block: Block) -> tuple[Found, list[Tally]]:
        """Count a block, and pass the tally on if it is full."""
        try:
            tally = self._free.get_nowait()
        except Empty:
            asked = self._options
            tally = Tally(asked.kind, asked.base, asked.profile, asked.prefixes, asked.policy)
        found = block.count(tally)
        if tally.is_full:
            return found, [tally]
        self._free.put(tally)
        return found, []

    def rest(self) -> list[Tally]:
        """Pass all tallies on."""
        return [self._free.get() for _ in range(self._free.qsize())]


# The number of blocks that are counted ahead of the next one in order.
_AHEAD = 4


def _ahead(
    function: Callable[[T], R], items: Iterable[T], executor: Executor | None
) -> Iterator[R]:
    """Map in order, working some items ahead."""
    if executor is None:
        yield from map(function, items)
        return
    waiting: deque[Future[R]] = deque()
    for item in items:
        waiting.append(executor.submit(function, item))
        if len(waiting) > _AHEAD:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
