"""Growth of time and memory: the least of several measurements, since a busy machine only adds."""

import gc
import time
from collections.abc import Callable
from typing import Any


def seconds(work: Callable[[], object]) -> float:
    """Measure the processor time of this process; the garbage collector waits."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        start = time.process_time()
        work()
        return time.process_time() - start
    finally:
        if was_on:
            gc.enable()


def assert_takes_at_most(limit: float, work: Callable[[], object]) -> None:
    """Measure again if it took longer, up to five times."""
    taken: list[float] = []
    while not taken or (min(taken) > limit and len(taken) < 5):
        taken.append(seconds(work))
    assert min(taken) <= limit, taken


def assert_grows_at_most(
    factor: float, work: Callable[[int], object], short: int, long: int, *, fast: float = 0.02
) -> None:
    """Compare the least times of two sizes, of up to nine measurements.

    If the long size takes less than `fast` seconds, its growth does not matter.
    """
    shorts: list[float] = []
    longs: list[float] = []
    for _ in range(9):
        shorts.append(seconds(lambda: work(short)))
        longs.append(seconds(lambda: work(long)))
        if min(longs) <= max(factor * min(shorts), fast):
            return
    raise AssertionError(
        f"{long} takes more than {factor} times what {short} takes: {shorts}, {longs}"
    )


def assert_stays_flat(measure: Callable[[], int], work: Callable[[], Any], room: int) -> None:
    """Assert that `work` does not add `room` to `measure` every time, as a leak would."""
    work()
    grown = []
    for _ in range(6):
        gc.collect()
        before = measure()
        work()
        gc.collect()
        grown.append(measure() - before)
        if grown[-1] < room:
            return
    raise AssertionError(f"each time it grew by {grown}")
