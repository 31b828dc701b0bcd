"""Threads for tests: all begun at once, or kept at their work for a while.

`IRIFORM_SECONDS=60` makes that while longer, for each test.
"""

import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

SECONDS = float(os.environ.get("IRIFORM_SECONDS", "0.2"))
THREADS = 4


def at_once(*works: Callable[[], object]) -> list[Any]:
    """Do each work in a thread of its own, all begun together, and give their answers."""
    barrier = Barrier(len(works))

    def begin(work: Callable[[], object]) -> object:
        barrier.wait()
        return work()

    # An interpreter with a GIL changes threads as often as it can.
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(len(works)) as pool:
            return list(pool.map(begin, works))
    finally:
        sys.setswitchinterval(interval)


def for_a_while(*works: Callable[[], object]) -> None:
    """Do each work again and again, each in a thread of its own."""
    end = time.monotonic() + SECONDS

    def again(work: Callable[[], object]) -> None:
        work()
        while time.monotonic() < end:
            work()

    at_once(*[lambda work=work: again(work) for work in works])


def answer(question: Callable[[], object]) -> Any:
    """Give the answer, or the error."""
    try:
        return question()
    except (ValueError, TypeError) as error:
        return type(error), str(error)
