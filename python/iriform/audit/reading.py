"""From an input to the rows that the engines count: read, judge, and pick examples."""

# Arrow makes the functions of its compute module when it is loaded.
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import pyarrow as pa
import pyarrow.compute as pc

from .examples import EXAMPLES, Examples
from .judge import PARTS, judge
from .options import Format
from .sources import source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Executor, Future
    from threading import Event

    from .options import Options

    T = TypeVar("T")
    R = TypeVar("R")

# What an engine counts: the parts of each value, the number of its input, the names by which it is
# counted, and a few examples. Schemes and hosts that differ only in the case of ASCII letters are
# one name, as they compare by RFC 3986 §6.2.2.1 and RFC 3987 §5.3.2.1.
ROWS = pa.schema(
    [
        pa.field("file", pa.int32()),
        *PARTS,
        pa.field("scheme_name", pa.string()),
        pa.field("host_name", pa.string()),
        pa.field("examples", EXAMPLES),
    ]
)


class Read(NamedTuple):
    """A batch of `ROWS`, and how much of the input had been read by then, from 0 to 1."""

    rows: pa.RecordBatch
    progress: float


def read(
    number: int,
    name: str,
    options: Options,
    executor: Executor | None = None,
    stop: Event | None = None,
) -> Iterator[Read]:
    """Read an input, which is the `number`th, in order. An executor judges ahead."""

    def judged(item: tuple[pa.RecordBatch, float]) -> tuple[pa.RecordBatch, pa.RecordBatch, float]:
        values, progress = item
        return values, judge(values, options), progress

    examples = Examples(options.format or Format.of(name), options)
    for values, parts, progress in _ahead(judged, _values(name, options, stop), executor):
        file = pa.array([number], pa.int32()).take(pa.nulls(len(parts), pa.int32()).fill_null(0))
        names = (pc.ascii_lower(parts[component]) for component in ("scheme", "host"))
        columns = [file, *parts.columns, *names, examples.of(values, parts)]
        yield Read(pa.record_batch(columns, schema=ROWS), progress)


def _values(
    name: str, options: Options, stop: Event | None
) -> Iterator[tuple[pa.RecordBatch, float]]:
    with source(name, options, stop) as opened:
        for batch in opened.batches:
            yield batch, opened.progress()


# So many batches are under way: one for each of some cores, and what they wait for.
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
