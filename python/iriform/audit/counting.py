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
import pyarrow.compute as pc

from iriform._core import RDF_POSITIONS, Tally

from .examples import EXAMPLE, Examples
from .sources import source
from .terms import KEPT, UNREADABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Executor, Future
    from threading import Event

    from .batches import Block, Found
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
    """What has become of a block of values."""

    partials: list[pa.RecordBatch]
    values: int
    progress: float
    """How much of the input had been read by then, from 0 to 1."""
    block: Block | None


def count(  # noqa: PLR0913 - as what it passes on
    number: int,
    name: str,
    options: Options,
    executor: Executor | None = None,
    stop: Event | None = None,
    *,
    rows: bool = False,
) -> Iterator[Counted]:
    """Count an input, which is the `number`th, block by block. An executor counts some ahead.

    With `rows`, each block is a batch of `VALUES`.
    """
    format_ = options.format_of(name)
    tallies = _Tallies(options)
    examples = Examples(format_, options)
    part: str | None = None

    def counted(item: tuple[Block, float]) -> tuple[Block, float, Found, dict[str, Any] | None]:
        block, progress = item
        return block, progress, *tallies.count(block)

    with source(name, options, stop, rows=rows) as opened:
        blocks = ((block, opened.progress()) for block in opened.blocks)
        in_order = _ahead(counted, blocks, None if opened.is_sequential else executor)
        for block, progress, found, taken in in_order:
            partials = [] if taken is None else _partials(taken, number, part)
            if not callable(block):
                if format_.unit != "statement":
                    part = block["part"][0].as_py()
                partials += _unreadable(block, number, part)
            partials += _examples(examples.of(found, part), number)
            yield Counted(partials, found[1], progress, block)
        rest = [p for taken in tallies.rest() for p in _partials(taken, number, part)]
        yield Counted(rest, 0, opened.progress(), None)


class _Tallies:
    """The tallies of an input: as many as blocks are counted at once."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._free: SimpleQueue[Tally] = SimpleQueue()

    def count(self, block: Block) -> tuple[Found, dict[str, Any] | None]:
        """Count a block, and take what has been counted if it is much."""
        try:
            tally = self._free.get_nowait()
        except Empty:
            tally = Tally(self._options.kind, self._options.base)
        found = _of_values(tally, block) if isinstance(block, pa.RecordBatch) else block(tally)
        taken = tally.take() if tally.is_full else None
        self._free.put(tally)
        return found, taken

    def rest(self) -> Iterator[dict[str, Any]]:
        """Take all that has been counted."""
        while not self._free.empty():
            yield self._free.get().take()


def _of_values(tally: Tally, values: pa.RecordBatch) -> Found:
    """Count a batch of `VALUES`. Its places are counted from the beginning of the input."""
    readable = values.filter(values["unreadable"].is_null())
    data = pc.coalesce(readable["bytes"], readable["text"].cast(pa.binary()))
    _, offsets, text = data.fill_null(b"").cast(pa.large_binary()).buffers()
    positions = pc.index_in(readable["part"], pa.array(RDF_POSITIONS)).cast(pa.uint8())
    count = len(readable)
    _, judged, _, examples = tally.values(
        b"" if text is None else text.to_pybytes(),
        offsets[8 : 8 * (count + 1)].to_pybytes(),
        readable["place"].buffers()[1][: 8 * count].to_pybytes(),
        b"" if positions.null_count else positions.buffers()[1][:count].to_pybytes(),
    )
    bad = values.filter(values["unreadable"].is_valid()).slice(0, KEPT)
    why = zip(bad["place"].to_pylist(), bad["part"], bad["unreadable"], strict=True)
    said = [
        (UNREADABLE, place, None, part.as_py(), str(text).encode()) for place, part, text in why
    ]
    return 0, judged + len(values) - count, 0, said + examples


def _unreadable(values: pa.RecordBatch, number: int, part: str | None) -> list[pa.RecordBatch]:
    count = len(values) - values["unreadable"].null_count
    if not count:
        return []
    return [_batch("status", 1, file=number, part=part, name=UNREADABLE, n=count, ascii=0)]


def _partials(taken: dict[str, Any], number: int, part: str | None) -> list[pa.RecordBatch]:
    """Make rows of what a tally has counted."""
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
    """Map in order, some items ahead."""
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
