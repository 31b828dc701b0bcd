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
from iriform._io.pieces import WHOLE, Piece

from .batches import moved, values
from .examples import EXAMPLE, Examples
from .sources import source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Executor, Future
    from threading import Event

    from iriform._core import Block

    from .batches import Found, Source
    from .formats.format import Format
    from .options import Options

    T = TypeVar("T")
    R = TypeVar("R")

PARTIAL = pa.schema(
    {
        # What is counted: `status`, `reason`, `finding`, `script`, `scheme`, `host`, `length`, `prefix`
        # or `namespace`; of a piece, `places` and `lines`; or `example`, which is not counted but kept;
        # or `refused`, of an input that a task could not read, with the reason for a name.
        "what": pa.string(),
        # The number of the input, of a status, a piece and an example; the column or position.
        "file": pa.int32(),
        "part": pa.string(),
        # The piece of the input, of itself and of an example: its file, if the input has several, and
        # where it starts.
        "path": pa.string(),
        "start": pa.int64(),
        # The status, code, script, scheme, host, prefix, or namespace without one; of a length, the
        # component.
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
    piece: Piece | None = None,
) -> Iterator[Counted]:
    """Count an input, which is the `number`th, or a piece of it, block by block.

    An executor counts some ahead. `rows` makes something of each batch of `VALUES`, with a column
    `place` that stays the same.
    """
    with source(name, options, stop, piece or WHOLE) as opened:
        format_ = options.format_of(name)
        yield from count_source(number, opened, format_, options, executor, rows=rows, piece=piece)


def count_source(  # noqa: PLR0913 - as what it passes on
    number: int,
    opened: Source,
    format_: Format,
    options: Options,
    executor: Executor | None = None,
    *,
    rows: Callable[[pa.RecordBatch], pa.RecordBatch] | None = None,
    piece: Piece | None = None,
) -> Iterator[Counted]:
    """Count what has been opened. Of a piece, places begin anew, and it says how many it has.

    Where reading fails, what was read until then is counted before that is raised.
    """
    tallies = _Tallies(options)
    examples = Examples(format_, options)
    part = opened.part

    def counted(item: tuple[Block, float]) -> _Block:
        block, progress = item
        made = None if rows is None else rows(values(block, part)[2])
        return _Block(progress, made, *tallies.count(block))

    failed: list[Exception] = []

    def blocks() -> Iterator[tuple[Block, float]]:
        try:
            for block in opened.blocks:
                yield block, opened.progress()
        except Exception as error:  # noqa: BLE001 - raised in the end
            failed.append(error)

    places = lines = 0
    for progress, made, found, taken in _ahead(counted, blocks(), executor):
        partials = [] if taken is None else _partials(taken, number, part)
        partials += _examples(examples.of(found, part), number, piece)
        if made is not None:
            made = moved(made, places)  # noqa: PLW2901 - the same rows
        places, lines = places + found[0], lines + found[2]
        yield Counted(partials, found[1], progress, made)
    rest = [p for taken in tallies.rest() for p in _partials(taken, number, part)]
    if piece is not None:
        where = {"file": number, "path": piece.path, "start": piece.start}
        rest += [_batch("places", 1, n=places, **where), _batch("lines", 1, n=lines, **where)]
    yield Counted(rest, 0, opened.progress(), None)
    if failed:
        raise failed[0]


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
            asked = self._options
            tally = Tally(asked.kind, asked.base, asked.profile, asked.prefixes, asked.policy)
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
    name, n = _columns(taken["prefixes"], 2)
    found.append(_batch("prefix", len(n), name=name, n=n))
    for what in ("scheme", "host", "namespace"):
        count, *buffers = taken[f"{what}s"]
        offsets, text, counts = map(pa.py_buffer, buffers)
        names = pa.Array.from_buffers(pa.string(), count, [None, offsets, text])
        numbers = pa.Array.from_buffers(pa.int64(), count, [None, counts])
        found.append(_batch(what, count, name=names, n=numbers))
    return [batch for batch in found if len(batch)]


def _columns(rows: list[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [[row[i] for row in rows] for i in range(width)]


def _examples(
    examples: list[dict[str, Any]], number: int, piece: Piece | None
) -> list[pa.RecordBatch]:
    if not examples:
        return []
    path, start = (None, None) if piece is None else (piece.path, piece.start)
    names = [example["about"] for example in examples]
    columns = {"file": number, "path": path, "start": start, "name": names, "example": examples}
    return [_batch("example", len(examples), **columns)]


def refusal(number: int, piece: Piece, why: str) -> pa.RecordBatch:
    """Say in partial counts why an input could not be read, or not to the end of a piece."""
    return _batch("refused", 1, file=number, path=piece.path, start=piece.start, name=why, n=1)


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


# How many blocks are counted ahead of the one whose counts are next.
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
