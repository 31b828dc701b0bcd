"""Two threads compared with one, and with a control that only does arithmetic.

Times are wall time. If the control does not double, the machine does not have two free cores.
"""

from __future__ import annotations

import hashlib
from functools import partial
from threading import Thread
from time import perf_counter_ns
from typing import TYPE_CHECKING

from benchmarks.columns import data
from benchmarks.harness import ColumnTable, Goal, Work
from iriform import columns

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 200_000


def digest(rounds: int) -> None:
    """Compute, without Python and without access to memory."""
    hashlib.pbkdf2_hmac("sha256", b"iriform", b"control", rounds)


def in_two() -> None:
    """Compute half in another thread."""
    other = Thread(target=digest, args=(ROUNDS // 2,))
    other.start()
    digest(ROUNDS // 2)
    other.join()


def tables() -> list[Callable[[], ColumnTable]]:
    """List what is measured."""
    column = data.web(4 * data.ROWS)

    def table(name: str, one: Work, two: Work) -> ColumnTable:
        subjects = {f"{name}, one thread": one, f"{name}, two threads": two}
        title = f"Threads, {name}"
        first, second = subjects
        goals = [Goal(second, (first,), 1 / 1.6)] if name == "columns.components" else []
        return data.table(title, column, subjects, goals, clock=perf_counter_ns, rounds=15)

    def of(name: str) -> Callable[[], ColumnTable]:
        function = getattr(columns, name)
        one, two = (partial(function, column, threads=threads) for threads in (1, 2))
        return lambda: table(f"columns.{name}", one, two)

    control = partial(table, "the control", partial(digest, ROUNDS), in_two)
    return [control, *(of(name) for name in ("is_valid", "host", "components", "normalize"))]
