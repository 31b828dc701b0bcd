"""`python -m benchmarks.python.template_sizes`: time and memory as templates grow.

Each size is twice the one before it. Where time grows with the square of the size, a row has four times
the time of the row before.
"""

from __future__ import annotations

from collections.abc import Callable

from benchmarks import record
from benchmarks.harness import least
from iriform import Router, URITemplate

SIZES = (100, 200, 400, 800)


def query(count: int) -> str:
    """Return a query with `count` variables, whose names begin with the same letter."""
    return "{?" + ",".join(f"v{i}" for i in range(count)) + "}"


def segments(count: int) -> str:
    """Return a path with `count` optional segments."""
    return "".join(f"{{/v{i}}}" for i in range(count))


def chain(count: int) -> str:
    """Return variables that can each match the whole text, with a letter after each."""
    return "".join(f"{{+v{i}}}a" for i in range(count))


def is_invertible(template: str, _: int) -> object:
    """Return `is_invertible`, or None if the template is too complex."""
    try:
        return URITemplate(template).is_invertible
    except ValueError:
        return None


def match(template: str, count: int) -> object:
    """Match a text of `2 * count` characters, each of which leads to its own states."""
    return URITemplate(template).match("a" * 2 * count + template[-1])


def route(template: str, count: int) -> object:
    """Match such a text against three such templates."""
    routes = {first: first + template for first in ("", "b", "bb")}
    return Router(routes).match("a" * 2 * count + template[-1])


Task = Callable[[str, int], object]
TASKS: dict[str, tuple[Task, Callable[[int], str]]] = {
    "is_invertible, a query": (is_invertible, query),
    "is_invertible, segments": (is_invertible, segments),
    "match, in doubt": (match, chain),
    "Router, three in doubt": (route, chain),
}


def seconds(task: Task, template: str, count: int) -> float:
    """Return the minimum time of three runs."""
    # A new template each time, so nothing about it is cached.
    fresh = (f"{template}{run}" for run in range(3))
    return least(lambda: task(next(fresh), count), 3) / 1e9


def peak(name: str, count: str) -> list[float]:
    """Return the memory that a task adds to this process, in MB."""
    task, make = TASKS[name]
    task(make(1) + "0", 1)
    before = record.memory("VmHWM")
    task(make(int(count)) + "0", int(count))
    return [(record.memory("VmHWM") - before) / 2**20]


def measure() -> dict[str, object]:
    """Measure everything."""
    rows: list[dict[str, object]] = []
    print("| | variables | bytes | seconds | × | MB |\n|---|---:|---:|---:|---:|---:|")
    for name, (task, make) in TASKS.items():
        before = None
        for count in SIZES:
            template = make(count)
            time, (memory,) = seconds(task, template, count), record.of_fresh_process(name, count)
            ratio = time / before if before else None
            print(
                f"| {name} | {count} | {len(template)} | {time:.4f} |"
                f" {f'{ratio:.1f}' if ratio else ''} | {memory:.1f} |",
                flush=True,
            )
            rows.append({
                "task": name, "variables": count, "bytes": len(template), "seconds": time,
                "ratio": ratio, "megabytes": memory,
            })  # fmt: skip
            before = time
    return {"rows": rows}


if __name__ == "__main__":
    record.program("template-sizes", measure, peak)
