"""From an input to partial counts: values are judged and counted natively, where they are read.

What leaves is small whatever the input is: rows of `PARTIAL`, which the engines add up by the SQL of
`plan`. The rows of the values themselves are made for `--out` only.
"""

# Arrow makes the functions of its compute module when it is loaded.
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

from collections import deque
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import pyarrow as pa

from iriform._core import Tally

from .batches import moved, values
from .examples import EXAMPLE, Examples
from .sources import source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Executor, Future
    from threading import Event

    from iriform._core import Block

    from .batches import Found
    from .options import Options

    T = TypeVar("T")
    R = TypeVar("R")

PARTIAL = pa.schema(
    {
        # What is counted: `status`, `reason`, `finding`, `script`, `scheme`, `host` or `length`; or
        # `example`, which is not counted but kept.
        "what": pa.string(),
        # The number of the input and the column or position, of a status and an example.
        "file": pa.int32(),
        "part": pa.string(),
        # The status, code, script, scheme or host; of a length, the component.
        "name": pa.string(),
        # The class of a length: its number of bits.
        "size": pa.int32(),
        "n": pa.int64(),
        # Of a status, how many are valid and ASCII; of a length, the longest of the component.
        "ascii": pa.int64(),
        "longest": pa.int64(),
        # Of a reason, how many of the values can be mended.
        "mendable": pa.int64(),
        "example": EXAMPLE,
    }
)


class Counted(NamedTuple):
    """The result of a block of values."""

    partials: list[pa.RecordBatch]
    values: int
    progress: float
    """How much of the input had been read by then, from 0 to 1."""
    rows: pa.RecordBatch | None
    """What has been made of each value, if that was asked for."""


def count(  # noqa: PLR0913 - as what it passes on
    number: int,
    name: str,
    options: Options,
    executor: Executor | None = None,
    stop: Event | None = None,
    *,
    rows: Callable[[pa.RecordBatch], pa.RecordBatch] | None = None,
) -> Iterator[Counted]:
    """Count an input, which is the `number`th, block by block. An executor counts some ahead.

    `rows` makes something of each batch of `VALUES`, whose first column stays the place.
    """
    tallies = _Tallies(options)
    examples = Examples(options.format_of(name), options)
    with source(name, options, stop) as opened:
        part = opened.part

        def counted(item: tuple[Block, float]) -> _Block:
            block, progress = item
            made = None if rows is None else rows(values(block, part)[1])
            return _Block(progress, made, *tallies.count(block))

        blocks = ((block, opened.progress()) for block in opened.blocks)
        before = 0
        for progress, made, found, taken in _ahead(counted, blocks, executor):
            partials = [] if taken is None else _partials(taken, number, part)
            partials += _examples(examples.of(found, part), number)
            if made is not None:
                made = moved(made, before)  # noqa: PLW2901 - the same rows
            before += found[0]
            yield Counted(partials, found[1], progress, made)
        rest = [p for taken in tallies.rest() for p in _partials(taken, number, part)]
        yield Counted(rest, 0, opened.progress(), None)


class _Block(NamedTuple):
    """The result of a thread for a block."""

    progress: float
    rows: pa.RecordBatch | None
    found: Found
    taken: dict[str, Any] | None


class _Tallies:
    """The tallies of an input: as many as blocks are counted at once."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._free: SimpleQueue[Tally] = SimpleQueue()

    def count(self, block: Block) -> tuple[Found, dict[str, Any] | None]:
        """Count a block, and take the counts if there are many."""
        try:
            tally = self._free.get_nowait()
        except Empty:
            tally = Tally(self._options.kind, self._options.base, self._options.profile)
        found = block.count(tally)
        taken = tally.take() if tally.is_full else None
        self._free.put(tally)
        return found, taken

    def rest(self) -> Iterator[dict[str, Any]]:
        """Take all counts."""
        while not self._free.empty():
            yield self._free.get().take()


def _partials(taken: dict[str, Any], number: int, part: str | None) -> list[pa.RecordBatch]:
    """Turn the counts of a tally into rows."""
    position, status, n, ascii_ = _columns(taken["statuses"], 4)
    parts = [part if p is None else p for p in position]
    found = [_batch("status", len(n), file=number, part=parts, name=status, n=n, ascii=ascii_)]
    name, n, mendable = _columns(taken["reasons"], 3)
    found.append(_batch("reason", len(n), name=name, n=n, mendable=mendable))
    for what in ("finding", "script"):
        name, n = _columns(taken[f"{what}s"], 2)
        found.append(_batch(what, len(n), name=name, n=n))
    name, size, n, longest = _columns(taken["lengths"], 4)
    found.append(_batch("length", len(n), name=name, size=size, n=n, longest=longest))
    for what in ("scheme", "host"):
        count, *buffers = taken[f"{what}s"]
        offsets, text, counts = map(pa.py_buffer, buffers)
        names = pa.Array.from_buffers(pa.string(), count, [None, offsets, text])
        numbers = pa.Array.from_buffers(pa.int64(), count, [None, counts])
        found.append(_batch(what, count, name=names, n=numbers))
    return [batch for batch in found if len(batch)]


def _columns(rows: list[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [[row[i] for row in rows] for i in range(width)]


def _examples(examples: list[dict[str, Any]], number: int) -> list[pa.RecordBatch]:
    return [_batch("example", len(examples), file=number, example=examples)] if examples else []


def _batch(what: str, count: int, **columns: Any) -> pa.RecordBatch:  # noqa: ANN401 - of any type
    """Make rows of `PARTIAL`: a column is an array, a list, one value for all rows, or null."""

    def column(field: pa.Field) -> pa.Array:
        values = what if field.name == "what" else columns.get(field.name)
        if isinstance(values, (list, pa.Array)):
            return pa.array(values, field.type)
        if values is None:
            return pa.nulls(count, field.type)
        return pa.repeat(pa.scalar(values, field.type), count)

    return pa.record_batch([column(field) for field in PARTIAL], schema=PARTIAL)


# So many blocks are under way: one for each of some cores, and what they wait for.
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
