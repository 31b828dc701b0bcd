"""What of the time of a function of `iriform.columns` the system takes, for the memory of its answer.

`python -m benchmarks.columns.pages`: the processor's nanoseconds a value in the program and in the
system, and how often the system had to find and clear memory, for a thousand values: the mean of many
calls, each of which frees its answer before the next. The system counts time by its clock's ticks, so
that only the mean of many calls tells something. PyArrow's copy of the same column is beside them, whose
allocator keeps what is freed.
"""

from __future__ import annotations

import resource
from functools import partial
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from benchmarks.columns import data
from iriform import columns

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 30


def measure(work: Callable[[], object]) -> tuple[float, float, float]:
    """Time in the program and in the system, in seconds, and the system's faults, of a call."""
    work()
    before = resource.getrusage(resource.RUSAGE_SELF)
    for _ in range(ROUNDS):
        work()
    after = resource.getrusage(resource.RUSAGE_SELF)
    return (
        (after.ru_utime - before.ru_utime) / ROUNDS,
        (after.ru_stime - before.ru_stime) / ROUNDS,
        (after.ru_minflt - before.ru_minflt) / ROUNDS,
    )


def main() -> None:
    """Print a table."""
    column = data.web()
    views = column.cast(pa.string_view())
    base = "http://example.org/a/b/c?d"
    one: dict[str, Callable[[], object]] = {
        "pyarrow.compute.take, every row": partial(pc.take, column, pa.array(range(len(column)))),
        "is_valid": partial(columns.is_valid, column, threads=1),
        "is_valid, of string_view": partial(columns.is_valid, views, threads=1),
        "host": partial(columns.host, column, threads=1),
        "components": partial(columns.components, column, threads=1),
        "components, of string_view": partial(columns.components, views, threads=1),
        "normalize": partial(columns.normalize, column, threads=1),
        "normalize, of string_view": partial(columns.normalize, views, threads=1),
        "repair": partial(columns.repair, column, threads=1),
        "without_query": partial(columns.without_query, column, threads=1),
        "without_fragment": partial(columns.without_fragment, column, threads=1),
        "relative_to": partial(columns.relative_to, column, base, threads=1),
    }
    print(
        "| a million web links | ns in the program | ns in the system | faults a thousand values |"
    )
    print("|---|---:|---:|---:|")
    for name, work in one.items():
        program, system, faults = measure(work)
        per = 1e9 / len(column)
        cells = [
            name,
            f"{program * per:.1f}",
            f"{system * per:.1f}",
            f"{faults * 1e3 / len(column):.2f}",
        ]
        print("|", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    main()
