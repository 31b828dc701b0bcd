"""Compact IRIs compared with `curies` and rdflib: `python -m benchmarks.python.prefixes`.

Nanoseconds per value, the median of interleaved rounds, with maps of 200 and 3 000 prefixes. Each
library gets the same map and IRIs, and must return the same results, which is checked first.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence

from benchmarks import record
from iriform import IRI, PrefixMap

ROUNDS = 15
VALUES = 500
SIZES = (200, 3000)

Call = Callable[[str], object]


def prefixes(count: int) -> dict[str, str]:
    """Return namespaces like those of data sets: many below one host, some within others."""
    made = {}
    for i in range(count):
        host = (
            "http://purl.obolibrary.org/obo",
            "http://dbpedia.org",
            f"https://host{i}.example.org",
        )
        made[f"p{i}"] = (f"{host[0]}/NS{i}_", f"{host[1]}/resource{i}/", f"{host[2]}/vocab#")[i % 3]
    return made


def subjects(made: dict[str, str]) -> list[tuple[str, Call, Call]]:
    """Return each library's name, and its functions to compress and expand."""
    import curies
    import rdflib

    ours = PrefixMap(made)
    converter = curies.Converter.from_prefix_map(made)
    graph = rdflib.Graph(bind_namespaces="none")
    for name, namespace in made.items():
        graph.bind(name, namespace)
    manager = graph.namespace_manager

    # Each IRI is new to rdflib only once, because it keeps all of them: its first time counts.
    def rdflib_compress(iri: str) -> object:
        manager._NamespaceManager__cache.clear()  # type: ignore[attr-defined] # noqa: SLF001
        return manager.curie(iri, generate=False)

    return [
        ("iriform", ours.compress, ours.expand),
        ("curies", converter.compress, converter.expand),
        ("rdflib", rdflib_compress, manager.expand_curie),
    ]


def nanoseconds(call: Call, values: Sequence[str]) -> float:
    """Time a call for each value."""
    start = time.perf_counter_ns()
    for value in values:
        call(value)
    return (time.perf_counter_ns() - start) / len(values)


def medians(count: int) -> list[dict[str, object]]:
    """Time each library with a map of `count` prefixes."""
    made = prefixes(count)
    names = list(made)
    compact = [f"{names[i * 7 % count]}:name{i}" for i in range(VALUES)]
    iris = [IRI(made[text.split(":")[0]] + text.split(":")[1]) for text in compact]
    found = subjects(made)
    for _, compress, expand in found[:2]:
        assert [compress(iri) for iri in iris] == compact
        assert [expand(text) for text in compact] == iris
    times: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name, *_ in found}
    for _ in range(ROUNDS):
        for name, compress, expand in found:
            # expand of curies is slow: a part of the values is enough.
            part = slice(None) if name == "iriform" else slice(0, VALUES // 10)
            times[name][0].append(nanoseconds(compress, iris[part]))
            times[name][1].append(nanoseconds(expand, compact[part]))
    print(f"\n| {count} prefixes | compress, ns | expand, ns |\n|---|---:|---:|")
    rows: list[dict[str, object]] = []
    for name, measured in times.items():
        compressing, expanding = map(statistics.median, measured)
        print(f"| {name} | {compressing:,.0f} | {expanding:,.0f} |")
        row = {"name": name, "prefixes": count, "compress": compressing, "expand": expanding}
        rows.append(row)
    return rows


def measure() -> dict[str, object]:
    """Print a table for each size of the map."""
    return {"rows": [row for count in SIZES for row in medians(count)]}


if __name__ == "__main__":
    record.program("prefixes", measure)
