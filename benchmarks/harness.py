"""Work timed side by side: statements for each of several items, and functions over a whole column.

Every round times each subject once, in turn, so slow phases of the machine, which last longer than
a round, affect all of them the same way. The order changes each time, because a large library
leaves the caches full for the next subject. The garbage collector is off. A time is the median over
the rounds; a ratio is the median of the rounds' own ratios.

Statements use the clock of the thread, which stops while other processes run, and the cost of the
bare loop is subtracted. Columns use the processor time of the whole process, including threads;
comparisons of several threads use wall time.
"""

from __future__ import annotations

import argparse
import gc
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from statistics import median
from time import process_time_ns, thread_time_ns
from typing import TYPE_CHECKING, Any

from benchmarks import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

# A run of one statement over its items should not take longer; slow ones get fewer items.
RUN = 20_000_000

Clock = Callable[[], int]
Work = Callable[[], object]
Timer = Callable[[], float]
"""Returns nanoseconds per value."""


@dataclass(frozen=True)
class Subject:
    """A statement about the item `x`, and the imports that it needs."""

    name: str
    statement: str
    setup: str = ""

    def loop(self, clock: Clock = thread_time_ns) -> Callable[[Sequence[Any]], int]:
        """Compile a function that runs the statement over items and returns the nanoseconds."""
        body = self.statement.replace("\n", "\n        ")
        source = (
            "def run(items):\n"
            "    start = clock()\n"
            f"    for x in items:\n        {body}\n"
            "    return clock() - start\n"
        )
        names: dict[str, Any] = {"clock": clock}
        exec(self.setup, names)  # noqa: S102 - our own text
        exec(source, names)  # noqa: S102
        run: Callable[[Sequence[Any]], int] = names["run"]
        return run


@dataclass(frozen=True)
class Goal:
    """`subject` takes at most `factor` times as long as the fastest of `against`."""

    subject: str
    against: tuple[str, ...]
    factor: float
    reached: float = 0.0
    fastest: str = ""

    def __str__(self) -> str:
        verdict = "met" if self.reached <= self.factor else "MISSED"
        return (
            f"{self.subject} at most {self.factor:.2f} × {self.fastest}: "
            f"{self.reached:.2f}, {verdict}"
        )


@dataclass(frozen=True)
class Limit:
    """A function takes at most this number of nanoseconds per value."""

    subject: str
    nanoseconds: float
    reached: float

    def __str__(self) -> str:
        verdict = "met" if self.reached <= self.nanoseconds else "MISSED"
        return f"{self.subject} at most {self.nanoseconds:.0f} ns: {self.reached:.1f}, {verdict}"


@dataclass
class Table:
    """Statements over the same items; ratios are relative to the first statement."""

    title: str
    subjects: Sequence[Subject]
    items: Sequence[Any]
    goals: Sequence[Goal] = ()
    note: str = ""
    rounds: int = 41
    missing: list[str] = field(default_factory=list)

    def timers(self) -> dict[str, Callable[[], Timer]]:
        """Return, for each statement, a function that prepares its timer."""
        return {subject.name: partial(self._timer, subject) for subject in self.subjects}

    def _timer(self, subject: Subject) -> Timer:
        loop, bare = subject.loop(), Subject("", "pass").loop()
        items = _affordable(loop, self.items)
        return lambda: (loop(items) - bare(items)) / len(items)


@dataclass
class ColumnTable:
    """Functions over the same column.

    `limits` has the limits of some functions, in nanoseconds per value.
    """

    title: str
    values: int
    bytes: int
    subjects: Mapping[str, Work]
    goals: Sequence[Goal] = ()
    limits: Mapping[str, float] = field(default_factory=dict)
    note: str = ""
    rounds: int = 9
    clock: Clock = process_time_ns
    missing: list[str] = field(default_factory=list)

    def timers(self) -> dict[str, Callable[[], Timer]]:
        """Return, for each function, a function that prepares its timer."""
        return {name: partial(self._timer, work) for name, work in self.subjects.items()}

    def _timer(self, work: Work) -> Timer:
        work()

        def timer() -> float:
            start = self.clock()
            work()
            return (self.clock() - start) / self.values

        return timer


@dataclass(frozen=True)
class Row:
    """The result for one subject; its ratio is relative to the first subject of the table."""

    name: str
    nanoseconds: float
    ratio: float
    gigabytes: float = 0.0
    """The gigabytes of a column per second."""


@dataclass(frozen=True)
class Result:
    """The results of a table. `values` and `bytes` are those of a column."""

    title: str
    note: str
    rows: list[Row]
    goals: list[Goal]
    limits: list[Limit]
    missing: list[str]
    values: int = 0
    bytes: int = 0

    def __str__(self) -> str:
        first = self.rows[0].name
        lines = [f"### {self.title}", "", self.note, ""] if self.note else [f"### {self.title}", ""]
        if self.bytes:
            lines += [f"| | ns a value | GB/s | × {first} |", "|---|---:|---:|---:|"]
        else:
            lines += [f"| | ns | × {first} |", "|---|---:|---:|"]
        for row in self.rows:
            speed = f" {row.gigabytes:.2f} |" if self.bytes else ""
            lines.append(f"| {row.name} | {row.nanoseconds:,.1f} |{speed} {row.ratio:.2f} |")
        lines += ["", *(f"* {goal}" for goal in (*self.goals, *self.limits))]
        lines += [f"* left out: {name}" for name in self.missing]
        return "\n".join(lines) + "\n"


def least(call: Work, rounds: int = 5, clock: Clock = thread_time_ns) -> int:
    """Return the nanoseconds of the fastest of several calls."""
    times = []
    for _ in range(rounds):
        start = clock()
        call()
        times.append(clock() - start)
    return min(times)


def measure(table: Table | ColumnTable) -> Result:
    """Run a table."""
    timers: dict[str, Timer] = {}
    missing = list(table.missing)
    for name, prepared in table.timers().items():
        try:
            timers[name] = prepared()
        except Exception as error:  # noqa: BLE001 - whatever a peer raises
            missing.append(f"{name} ({type(error).__name__}: {error})"[:160])
    times: dict[str, list[float]] = {name: [] for name in timers}
    rng = Random(0)  # noqa: S311 - only an order
    gc.collect()
    gc.disable()
    try:
        for _ in range(table.rounds):
            for name, timer in rng.sample(list(timers.items()), len(timers)):
                times[name].append(timer())
    finally:
        gc.enable()

    first = next(iter(timers))
    columns = (table.values, table.bytes) if isinstance(table, ColumnTable) else (0, 0)
    limits = table.limits if isinstance(table, ColumnTable) else {}
    a_value = columns[1] / columns[0] if columns[0] else 0
    rows = [
        Row(name, (time := median(spent)), ratio(times, name, first), a_value / time)
        for name, spent in times.items()
    ]
    return Result(
        table.title,
        table.note,
        rows,
        reached(table.goals, times),
        [Limit(r.name, limits[r.name], r.nanoseconds) for r in rows if r.name in limits],
        missing,
        *columns,
    )


def ratio(times: Mapping[str, Sequence[float]], name: str, other: str) -> float:
    """Compare the times of two subjects, by name: the median of the rounds' ratios."""
    return median(a / b for a, b in zip(times[name], times[other], strict=True))


def reached(goals: Iterable[Goal], times: Mapping[str, Sequence[float]]) -> list[Goal]:
    """Return the results of the goals whose subject and rivals have times."""
    found = []
    for goal in goals:
        rivals = [name for name in goal.against if name in times]
        if rivals and goal.subject in times:
            fastest = min(rivals, key=lambda name: median(times[name]))
            factor = ratio(times, goal.subject, fastest)
            found.append(Goal(goal.subject, goal.against, goal.factor, factor, fastest))
    return found


def _affordable(loop: Callable[[Sequence[Any]], int], items: Sequence[Any]) -> Sequence[Any]:
    """Return the items that the loop can process in one `RUN`, at least one, and warm it up."""
    count = 1
    while count < len(items):
        spent = loop(items[:count])
        if spent > RUN:
            break
        count = min(len(items), count * 4)
    if count == len(items):
        spent = loop(items)
    return items[: max(1, min(count, int(count * RUN / max(spent, 1))))]


def run(
    module: str,
    groups: Mapping[str, Callable[[], Iterator[Table | ColumnTable]]],
    left_out: tuple[str, ...] = (),
) -> Iterator[str]:
    """Run the groups that the command line names, or all except `left_out`.

    Yield the command of each recorded group.
    """
    command = f"python -m {module}"
    parser = argparse.ArgumentParser(prog=command)
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=", ".join(groups))
    parser.add_argument("--rounds", type=int, help="rounds of each table")
    parser.add_argument("--record", action="store_true", help="write to benchmarks/record")
    arguments = parser.parse_args()
    unknown = set(arguments.groups) - set(groups)
    if unknown:
        parser.error(f"no such group: {', '.join(sorted(unknown))}")
    for name in arguments.groups or [name for name in groups if name not in left_out]:
        results = []
        for table in groups[name]():
            table.rounds = arguments.rounds or table.rounds
            result = measure(table)
            print(result, flush=True)
            results.append(result)
        if arguments.record:
            prefix = "columns-" if results[0].bytes else ""
            record.save(f"{prefix}{name}", f"{command} {name}", record.tables(results))
            yield f"{command} {name}"
