"""Statements timed side by side.

Every round runs each statement once over the same items, one statement after the other, so that
the machine's moods, which last longer than a round, hit all of them alike. They come in another
order each time: whoever follows a big library finds the caches full of it. The garbage collector
is off, and the clock is that of the thread: it stands while others have the machine. A time is
the median over the rounds, the cost of the bare loop taken off; a ratio is the median of the
rounds' own ratios.
"""

from __future__ import annotations

import gc
from dataclasses import dataclass, field
from random import Random
from statistics import median
from time import thread_time_ns
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

# A run of one statement over its items should not take longer; slow ones get fewer items.
RUN = 20_000_000
LOOP = "for x in items: pass"


@dataclass(frozen=True)
class Subject:
    """A statement about the item `x`, and the imports that it needs."""

    name: str
    statement: str
    setup: str = ""

    def loop(self, clock: Callable[[], int] = thread_time_ns) -> Callable[[Sequence[Any]], int]:
        """Compile a function that runs the statement over items and tells the nanoseconds."""
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


@dataclass
class Table:
    """Statements over the same items; ratios are to the first of them."""

    title: str
    subjects: Sequence[Subject]
    items: Sequence[Any]
    goals: Sequence[Goal] = ()
    note: str = ""
    rounds: int = 41
    missing: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Row:
    """The result for one statement."""

    name: str
    nanoseconds: float
    ratio: float


@dataclass(frozen=True)
class Result:
    """The results of a table."""

    title: str
    note: str
    items: int
    rows: list[Row]
    goals: list[Goal]
    missing: list[str]

    def __str__(self) -> str:
        lines = [f"### {self.title}", "", self.note, ""] if self.note else [f"### {self.title}", ""]
        lines += [f"| | ns | × {self.rows[0].name} |", "|---|---:|---:|"]
        lines += [f"| {r.name} | {r.nanoseconds:,.0f} | {r.ratio:.2f} |" for r in self.rows]
        lines += [""] + [f"* {goal}" for goal in self.goals]
        if self.missing:
            lines.append(f"* left out: {', '.join(self.missing)}")
        return "\n".join(lines) + "\n"


def least(
    call: Callable[[], object], rounds: int = 5, clock: Callable[[], int] = thread_time_ns
) -> int:
    """Return the nanoseconds of the fastest of several calls."""
    times = []
    for _ in range(rounds):
        start = clock()
        call()
        times.append(clock() - start)
    return min(times)


def measure(table: Table) -> Result:
    """Run a table."""
    bare = Subject("", "pass").loop()
    loops: dict[str, Callable[[Sequence[Any]], int]] = {}
    items: dict[str, Sequence[Any]] = {}
    missing = list(table.missing)
    for subject in table.subjects:
        try:
            loop = subject.loop()
            items[subject.name] = _affordable(loop, table.items)
            loops[subject.name] = loop
        except Exception as error:  # noqa: BLE001 - whatever a peer raises
            missing.append(f"{subject.name} ({type(error).__name__}: {error})"[:120])
    times: dict[str, list[float]] = {name: [] for name in loops}
    rng = Random(0)  # noqa: S311 - only an order
    gc.collect()
    gc.disable()
    try:
        for _ in range(table.rounds):
            cost = bare(table.items) / len(table.items)
            for name, loop in rng.sample(list(loops.items()), len(loops)):
                times[name].append(loop(items[name]) / len(items[name]) - cost)
    finally:
        gc.enable()

    first = next(iter(loops))
    rows = [
        Row(s.name, median(times[s.name]), ratio(times, s.name, first))
        for s in table.subjects
        if s.name in loops
    ]
    goals = reached(table.goals, times)
    return Result(table.title, table.note, len(table.items), rows, goals, missing)


def ratio(times: Mapping[str, Sequence[float]], name: str, other: str) -> float:
    """Compare the times of two subjects, by name: the median of the rounds' ratios."""
    return median(a / b for a, b in zip(times[name], times[other], strict=True))


def reached(goals: Iterable[Goal], times: Mapping[str, Sequence[float]]) -> list[Goal]:
    """Tell how far the goals are reached whose subject and whose rivals have times."""
    found = []
    for goal in goals:
        rivals = [name for name in goal.against if name in times]
        if rivals and goal.subject in times:
            fastest = min(rivals, key=lambda name: median(times[name]))
            factor = ratio(times, goal.subject, fastest)
            found.append(Goal(goal.subject, goal.against, goal.factor, factor, fastest))
    return found


def _affordable(loop: Callable[[Sequence[Any]], int], items: Sequence[Any]) -> Sequence[Any]:
    """Return as many of `items` as the loop can do in one `RUN`, at least one, and warm it up."""
    count = 1
    while count < len(items):
        spent = loop(items[:count])
        if spent > RUN:
            break
        count = min(len(items), count * 4)
    if count == len(items):
        spent = loop(items)
    return items[: max(1, min(count, int(count * RUN / max(spent, 1))))]
