"""Functions over a whole column, timed side by side.

As in `benchmarks.python.harness`, every round runs each function once, in another order each time,
and a ratio is the median of the rounds' own ratios. The clock is the processor time of the whole
process, threads included, which stands while others have the machine; where it is about several
threads, it is the wall's.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from statistics import median
from time import process_time_ns
from typing import TYPE_CHECKING

from benchmarks.python.harness import Goal, ratio, reached

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Work = Callable[[], object]


@dataclass(frozen=True)
class Limit:
    """A function takes at most so many nanoseconds a value."""

    subject: str
    nanoseconds: float
    reached: float

    def __str__(self) -> str:
        verdict = "met" if self.reached <= self.nanoseconds else "MISSED"
        return f"{self.subject} at most {self.nanoseconds:.0f} ns: {self.reached:.1f}, {verdict}"


@dataclass
class Table:
    """Functions over the same column of so many values and bytes.

    `limits` says of some of them how many nanoseconds a value they may take.
    """

    title: str
    values: int
    bytes: int
    subjects: dict[str, Work]
    goals: Sequence[Goal] = ()
    limits: Mapping[str, float] = field(default_factory=dict)
    note: str = ""
    rounds: int = 9
    clock: Callable[[], int] = process_time_ns


@dataclass(frozen=True)
class Row:
    """The result for one function; its ratio is to the first of the table."""

    name: str
    nanoseconds: float
    gigabytes: float
    ratio: float


@dataclass(frozen=True)
class Result:
    """The results of a table."""

    title: str
    note: str
    values: int
    bytes: int
    rows: list[Row]
    goals: list[Goal]
    limits: list[Limit]
    missing: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        first = self.rows[0].name
        lines = [f"### {self.title}", "", self.note, ""] if self.note else [f"### {self.title}", ""]
        lines += [f"| | ns a value | GB/s | × {first} |", "|---|---:|---:|---:|"]
        lines += [
            f"| {r.name} | {r.nanoseconds:.1f} | {r.gigabytes:.2f} | {r.ratio:.2f} |"
            for r in self.rows
        ]
        lines += ["", *(f"* {goal}" for goal in (*self.goals, *self.limits))]
        lines += [f"* left out: {name}" for name in self.missing]
        return "\n".join(lines) + "\n"


def measure(table: Table) -> Result:
    """Run a table."""
    subjects, missing = {}, []
    for name, work in table.subjects.items():
        try:
            work()
            subjects[name] = work
        except Exception as error:  # noqa: BLE001 - whatever an engine raises
            missing.append(f"{name} ({type(error).__name__}: {error})"[:160])
    times: dict[str, list[int]] = {name: [] for name in subjects}
    rng = Random(0)  # noqa: S311 - only an order
    gc.collect()
    gc.disable()
    try:
        for _ in range(table.rounds):
            for name, work in rng.sample(list(subjects.items()), len(subjects)):
                start = table.clock()
                work()
                times[name].append(table.clock() - start)
    finally:
        gc.enable()

    first = next(iter(subjects))
    rows = []
    for name, spent in times.items():
        time = median(spent)
        rows.append(Row(name, time / table.values, table.bytes / time, ratio(times, name, first)))
    goals = reached(table.goals, times)
    limits = [
        Limit(row.name, table.limits[row.name], row.nanoseconds)
        for row in rows
        if row.name in table.limits
    ]
    return Result(table.title, table.note, table.values, table.bytes, rows, goals, limits, missing)
