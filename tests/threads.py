"""Threads for tests: all started at once, or kept running for a while.

`IRIFORM_SECONDS=60` makes each test run longer.
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
    """Run each function in its own thread, all started together, and return their results."""
    barrier = Barrier(len(works))

    def begin(work: Callable[[], object]) -> object:
        barrier.wait()
        return work()

    # An interpreter with a GIL switches threads as often as possible.
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(len(works)) as pool:
            return list(pool.map(begin, works))
    finally:
        sys.setswitchinterval(interval)


def for_a_while(*works: Callable[[], object]) -> None:
    """Call each function repeatedly, each in its own thread."""
    end = time.monotonic() + SECONDS

    def again(work: Callable[[], object]) -> None:
        work()
        while time.monotonic() < end:
            work()

    at_once(*[lambda work=work: again(work) for work in works])


def answer(question: Callable[[], object]) -> Any:
    """Return the result, or the error."""
    try:
        return question()
    except (ValueError, TypeError) as error:
        return type(error), str(error)
