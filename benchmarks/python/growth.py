"""`python -m benchmarks.python.growth`: time and memory as the text grows, to 1 GB and hostile.

Linear means that the nanoseconds per character stay constant, except at the limits of caches.
"""

from __future__ import annotations

from collections.abc import Callable

from benchmarks import record
from benchmarks.harness import least
from iriform import IRI, IRIReference

KB, MB, GB = 1 << 10, 1 << 20, 1 << 30
SIZES = {"1 KB": KB, "32 KB": 32 * KB, "1 MB": MB, "32 MB": 32 * MB, "1 GB": GB}

# The repeated part of the text, and the number of bytes that CPython stores per character.
STORAGES = {
    "ASCII": ("segment/", 1),
    "Latin-1": ("segmént/", 1),
    "BMP": ("道/の例/え/日", 2),
    "astral": ("🚀/𐌀𐌁/x/", 4),
}

HOSTILE_SIZES = {"1 KB": KB, "32 KB": 32 * KB, "1 MB": MB, "32 MB": 32 * MB}

# Hostile shapes: the start, the repeated part, the end.
SHAPES = {
    "a long scheme": ("a", "b+-.", ":"),
    "nearly a scheme": ("a", "b+-.", "/"),
    "escapes": ("http://h/", "%41", ""),
    "escapes, the last one broken": ("http://h/", "%41", "%4"),
    "userinfo": ("http://", "u", "@h/"),
    "userinfo without @": ("http://u:", "p", "/"),
    "digits after the colon": ("http://h:", "80", "/"),
    "digits, then no port": ("http://h:", "80", "x/"),
    "digits, then userinfo": ("http://h:", "80", "x@h/"),
    "colons in the authority": ("http://h", ":", ""),
    "colons, then @": ("http://h", ":", "@h"),
    "@ in the authority": ("http://h", "@", ""),
    "[ and colons": ("http://[", ":", "]"),
    "[ and groups": ("http://[", "1:", "]"),
    "[ and zeros": ("http://[", "0", "]"),
    "[ many": ("http://", "[", "]"),
    "[v": ("http://[v1.", "a:", "]"),
    "../": ("http://h/", "../", ""),
    "./ without a scheme": ("", "./", ""),
    "slashes": ("http://h", "/", ""),
    "question marks": ("http://h", "?", ""),
    "number signs": ("http://h", "#", ""),
    "a blank at the end": ("http://h/", "a", " "),
    "combining marks in the host": ("http://a", "\u0301", "/"),
    "lone surrogate at the end": ("http://h/", "道", "\ud800"),
}


def _repeat(first: str, middle: str, last: str, size: int) -> str:
    return first + middle * max(1, (size - len(first) - len(last)) // len(middle)) + last


def _best(function: Callable[[str], object], text: str) -> float:
    """Return nanoseconds per character, the best of several runs."""
    runs = 200 if len(text) < 100_000 else 20 if len(text) < 10_000_000 else 3
    return least(lambda: function(text), runs) / len(text)


def _attempt(text: str) -> object:
    """Parse as a reference and read all parts, or fail and explain it."""
    try:
        return IRIReference(text).parts
    except ValueError as error:
        return str(error)


class S(str):
    """A trivial subclass of `str`: the cost of a copy by CPython."""

    __slots__ = ()


TASKS: dict[str, Callable[[str], object]] = {
    "IRI.is_valid(x)": IRI.is_valid,
    "IRI(x)": IRI,
    "IRI(x).fragment": lambda x: IRI(x).fragment,
    "S(x)": S,
}


def sizes() -> list[dict[str, object]]:
    """Measure the time per character from 1 KB to 1 GB."""
    rows: list[dict[str, object]] = []
    print("### Nanoseconds a character\n")
    print(f"| | {' | '.join(SIZES)} |\n|---|{'---:|' * len(SIZES)}")
    for storage, (piece, width) in STORAGES.items():
        columns: dict[str, list[float]] = {task: [] for task in TASKS}
        for size in SIZES.values():
            text = _repeat("http://example.org/", piece, "#end", size // width)
            for task, times in columns.items():
                times.append(_best(TASKS[task], text))
        for task, times in columns.items():
            cells = " | ".join(f"{t:.3f}" for t in times)
            print(f"| {storage}, `{task}` | {cells} |", flush=True)
            rows.append({"storage": storage, "task": task, "times": times})
    return rows


def hostile() -> list[dict[str, object]]:
    """Measure the time per character of hostile shapes, parsed, split or explained."""
    rows: list[dict[str, object]] = []
    print("\n### Nanoseconds a character: parse and split, or fail and explain\n")
    print(f"| | {' | '.join(HOSTILE_SIZES)} | |\n|---|{'---:|' * len(HOSTILE_SIZES)}---|")
    for shape, pieces in SHAPES.items():
        texts = [_repeat(*pieces, size) for size in HOSTILE_SIZES.values()]
        times = [_best(_attempt, text) for text in texts]
        kind = "valid" if IRIReference.is_valid(texts[0]) else "not valid"
        print(f"| {shape} | {' | '.join(f'{t:.2f}' for t in times)} | {kind} |", flush=True)
        rows.append({"shape": shape, "times": times, "kind": kind})
    return rows


def peaks() -> list[dict[str, object]]:
    """Measure the memory that each task needs in addition to a text of 1 GB."""
    rows: list[dict[str, object]] = []
    print("\n### Peak memory beyond a text of 1 GB, in GB\n")
    print(f"| | {' | '.join(STORAGES)} |\n|---|{'---:|' * len(STORAGES)}")
    for task in TASKS:
        grown = [record.of_fresh_process(task, storage)[0] for storage in STORAGES]
        print(f"| `{task}` | {' | '.join(f'{g:.2f}' for g in grown)} |", flush=True)
        rows.append({"task": task, **dict(zip(STORAGES, grown, strict=True))})
    return rows


def _peak(task: str, storage: str) -> list[float]:
    piece, width = STORAGES[storage]
    text = _repeat("http://example.org/", piece, "#end", GB // width)
    TASKS[task]("http://example.org/#")
    record.begin_peak()
    before = record.memory("VmHWM")
    TASKS[task](text)
    return [(record.memory("VmHWM") - before) / GB]


def measure() -> dict[str, object]:
    """Measure everything."""
    results = {"sizes": sizes(), "hostile": hostile(), "peaks": peaks()}
    columns = {"sizes": list(SIZES), "hostile": list(HOSTILE_SIZES), "peaks": list(STORAGES)}
    return {**results, "columns": columns}


if __name__ == "__main__":
    record.program("growth", measure, _peak)
