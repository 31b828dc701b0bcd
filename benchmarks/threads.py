"""The gain from a second thread: `PYTHON_GIL=0 python -m benchmarks.threads [--record]`.

Two threads each do the work that one thread did: a gain of 2 is the most that two cores allow, 1 is
the result with a GIL. Both threads start together, and each has its own texts. The work is short,
and a sample counts only if neither thread waited for a core, because other processes may use the
machine. The controls show what the interpreter allows: the first only computes, the others call
types of Python's own.
"""

from __future__ import annotations

import gc
import itertools
import os
import statistics
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from benchmarks import record
from iriform import IRI, columns

Work = Callable[[], object]

TEXTS = [f"http://user@example.org:8042/over/{n}/there?name=ferret#nose" for n in range(300)]
SAMPLES = 20  # number of valid samples
ATTEMPTS = 1_000
TOGETHER = 0.9  # the minimum share of the time in which both work
LENGTH = 0.001  # seconds of a sample, by one thread
BUSY = 0.97  # the minimum share of its time in which a thread has a core


class Text(str):
    """A class of Python without behaviour of its own."""

    __slots__ = ()


class Mine(IRI):
    """A user's class."""

    __slots__ = ()


def computing() -> Work:
    """Compute, with nothing shared with another thread."""

    def work() -> int:
        x = 1
        for _ in range(4_000):
            x = x * 5 % 251
        return x

    return work


def calling(make: Callable[[list[str]], Work]) -> Callable[[], Work]:
    """Return a function that makes a work with its own texts."""
    return lambda: make([str(text.encode(), "ascii") for text in TEXTS])


def text(texts: list[str]) -> Work:
    """Construct a subclass of `str` without any work of its own."""
    return lambda: [Text(each) for each in texts]


def repeat(texts: list[str]) -> Work:
    """Construct a type of C."""
    return lambda: [itertools.repeat(each) for each in texts]


def construct(texts: list[str]) -> Work:
    """Construct references."""
    return lambda: [IRI(each) for each in texts]


def construct_known(texts: list[str]) -> Work:
    """Construct references with a class that the thread has looked up once."""
    return lambda: list(map(IRI, texts))


def subclass(texts: list[str]) -> Work:
    """Construct instances of a user's class."""
    return lambda: [Mine(each) for each in texts]


def is_valid(texts: list[str]) -> Work:
    """Check if texts are valid."""
    return lambda: [IRI.is_valid(each) for each in texts]


def host(texts: list[str]) -> Work:
    """Read a component."""
    iris = [IRI(each) for each in texts]
    return lambda: [iri.host for iri in iris]


def resolve(texts: list[str]) -> Work:
    """Resolve references against a base."""
    base = IRI(texts[0])
    return lambda: [base.resolve("../g") for _ in texts]


def hashing(texts: list[str]) -> Work:
    """Look references up, by the hash that each has cached."""
    iris = {IRI(each): each for each in texts}
    keys = list(iris)
    return lambda: [iris[key] for key in keys]


def column(_: list[str]) -> Work:
    """Read the hosts of a column, on the calling thread."""
    try:
        import pyarrow as pa
    except ImportError:
        return lambda: None
    array = pa.array(TEXTS * 10)
    return lambda: columns.host(array, threads=1)


TASKS: dict[str, Callable[[], Work]] = {
    "control: only computing": computing,
    "control: a `str` subclass of Python": calling(text),
    "control: a type of C, `itertools.repeat`": calling(repeat),
    "`IRI(text)`": calling(construct),
    "`IRI(text)`, by `map`": calling(construct_known),
    "`class Mine(IRI)`, `Mine(text)`": calling(subclass),
    "`IRI.is_valid(text)`": calling(is_valid),
    "`iri.host`": calling(host),
    "`base.resolve(reference)`": calling(resolve),
    "a `dict` with `IRI`s as keys": calling(hashing),
    "`columns.host(column)`": calling(column),
}


def measured(works: list[Work], rounds: int) -> float | None:
    """Return the seconds of `rounds` of each work, all at once; None if one waited."""
    spans: list[tuple[float, float, float]] = []
    start: list[float] = []
    barrier = threading.Barrier(len(works), lambda: start.append(time.perf_counter() + 100e-6))

    def run(work: Work) -> None:
        work()
        barrier.wait()
        while time.perf_counter() < start[0]:
            pass
        used, began = time.thread_time(), time.perf_counter()
        for _ in range(rounds):
            work()
        spans.append((began, time.perf_counter(), time.thread_time() - used))

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    longest = max(end - began for began, end, _ in spans)
    whole = max(end for _, end, _ in spans) - min(began for began, _, _ in spans)
    has_waited = any(used < BUSY * (end - began) for began, end, used in spans)
    return None if has_waited or longest < TOGETHER * whole else longest


def rounds_of(work: Work) -> int:
    """Return the number of repetitions of a work that make a sample of the right length."""
    used = time.thread_time()
    for _ in range(10):
        work()
    return max(1, round(10 * LENGTH / (time.thread_time() - used)))


def worth(make: Callable[[], Work]) -> dict[str, Any]:
    """Compare one thread with two."""
    works = [make(), make()]
    rounds = rounds_of(works[0])
    one: list[float] = []
    two: list[float] = []
    attempts = 0
    while min(len(one), len(two)) < SAMPLES and attempts < ATTEMPTS:
        attempts += 1
        for seconds, some in ((one, works[:1]), (two, works)):
            if (taken := measured(some, rounds)) is not None:
                seconds.append(taken)
    samples = min(len(one), len(two))
    ratio = 2 * statistics.median(one) / statistics.median(two) if samples else None
    return {"worth": ratio, "samples": samples, "attempts": attempts}


def measure() -> dict[str, object]:
    """Measure every task."""
    gc.disable()
    with_gil = getattr(sys, "_is_gil_enabled", lambda: True)()
    print(f"{sys.version}, {'with' if with_gil else 'without'} the GIL")
    rows = []
    for name, make in TASKS.items():
        found = worth(make)
        rows.append({"task": name, **found})
        shown = "-" if found["worth"] is None else f"{found['worth']:.2f}"
        print(
            f"{name:45} {shown:>5}  ({found['samples']} of {found['attempts']} samples)", flush=True
        )
    return {"gil": with_gil, "load": os.getloadavg()[0], "rows": rows}


if __name__ == "__main__":
    record.program("threads", measure, before="PYTHON_GIL=0 ")
