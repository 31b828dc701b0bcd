"""`python -m benchmarks.python.memory`: the size of an object, and what it leaves on its text.

Each kind of object has its own process, and the growth of resident memory is divided by the number
of objects. The texts exist before, and each object is made from another one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from statistics import median
from typing import Any

from benchmarks import record

COUNT = 200_000
RUNS = 3

# The expression of each object, and its imports. `str` is copied from the text, like S.
OBJECTS: dict[str, tuple[str, str]] = {
    "str": ("''.join((x[:1], x[1:]))", ""),
    "S": ("S(x)", "class S(str):\n    __slots__ = ()"),
    "IRI": ("IRI(x)", "from iriform import IRI"),
    "pyoxigraph.NamedNode": ("NamedNode(x)", "from pyoxigraph import NamedNode"),
    "rdflib.URIRef": ("URIRef(x)", "from rdflib import URIRef"),
    "url-py": ("parse(x)", "from url import URL; parse = URL.parse"),
    "can_ada": ("parse(x)", "from can_ada import parse"),
    "pydantic AnyUrl": (
        "validate(x)",
        "from pydantic import *; validate = TypeAdapter(AnyUrl).validate_python",
    ),
    "urllib urlsplit": ("urlsplit(x)", "from urllib.parse import urlsplit"),
    "uritools": ("urisplit(x)", "from uritools import urisplit"),
    "yarl": ("URL(x)", "from yarl import URL"),
    "httpx": ("URL(x)", "from httpx import URL"),
}

TEXTS = {
    "ASCII": "https://www.example.org/path/to/{:08d}?query=value&a=b",
    "BMP": "https://www.example.org/日本語/の/道/{:08d}?query=value",
}


def grow(name: str, storage: str) -> tuple[float, float]:
    """Make `COUNT` objects; return the bytes per object, and the growth of its text in bytes."""
    statement, setup = OBJECTS[name]
    names: dict[str, Any] = {}
    exec(setup, names)  # noqa: S102 - our own text
    exec(f"def make(texts): return [{statement} for x in texts]", names)  # noqa: S102
    make: Callable[[list[str]], list[Any]] = names["make"]
    make([TEXTS[storage].format(-i) for i in range(1, 1000)])  # imports, caches, free lists
    texts = [TEXTS[storage].format(i) for i in range(COUNT)]
    text = texts[COUNT // 2]
    own, before = sys.getsizeof(text), record.memory("VmRSS")
    objects = make(texts)
    after = record.memory("VmRSS")
    assert len(objects) == COUNT
    return (after - before) / COUNT - 8, sys.getsizeof(text) - own


def measure() -> dict[str, object]:
    """Measure every kind in fresh processes."""
    rows = []
    print("| bytes an object | ASCII | BMP | left on a BMP text |\n|---|---:|---:|---:|")
    for name in OBJECTS:
        grown, left = {}, 0.0
        for storage in TEXTS:
            runs = [record.of_fresh_process(name, storage) for _ in range(RUNS)]
            grown[storage] = median(size for size, _ in runs)
            left = runs[0][1]
        print(f"| {name} | {grown['ASCII']:.0f} | {grown['BMP']:.0f} | {left:.0f} |", flush=True)
        rows.append({"object": name, **grown, "left": left})
    lengths = {storage: len(text.format(0)) for storage, text in TEXTS.items()}
    return {"characters": lengths, "objects": COUNT, "rows": rows}


if __name__ == "__main__":
    record.program("memory", measure, grow)
