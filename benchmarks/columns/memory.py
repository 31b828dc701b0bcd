"""The memory that a call of each function of `iriform.columns` allocates, in bytes per row.

`python -m benchmarks.columns.memory`, on Linux: the growth of a process's memory during the call,
including the result. Each figure has its own process.
"""

from typing import Any

import pyarrow as pa

from benchmarks import record
from iriform import columns

ROWS = 1_000_000
FUNCTIONS: dict[str, Any] = {
    "is_valid": columns.is_valid,
    "errors": columns.errors,
    "check": columns.check,
    "host": columns.host,
    "port": columns.port,
    "components, all": columns.components,
    "components, three": lambda c, **o: columns.components(c, ["scheme", "host", "path"], **o),
    "resolve": lambda c, **o: columns.resolve(c, "http://example.org/a/b", **o),
    "relative_to": lambda c, **o: columns.relative_to(c, "https://www.example7.org/a", **o),
    "normalize": columns.normalize,
    "comparison_key": columns.comparison_key,
    "to_uri": columns.to_uri,
    "to_iri": columns.to_iri,
    "repair": columns.repair,
    "query_value": lambda c, **o: columns.query_value(c, "id", **o),
    "without_query": columns.without_query,
    "without_fragment": columns.without_fragment,
}


def column(layout: str) -> Any:  # noqa: ANN401 - pyarrow has no types
    """A million links; every hundredth is invalid."""
    links = [
        f"https://www.example{i % 1000}.org:8080/path/of/{i}/page?id={i % 999}&x=%41#part"
        if i % 100
        else "not a link"
        for i in range(ROWS)
    ]
    return pa.array(links, pa.string()).cast(getattr(pa, layout)())


def grow(name: str, layout: str, threads: str) -> list[float]:
    """Return one figure."""
    rows = column(layout)
    FUNCTIONS[name](rows[:1000], threads=int(threads))
    record.begin_peak()
    before = record.memory("VmRSS")
    answer = FUNCTIONS[name](rows, threads=int(threads))
    assert len(answer) == ROWS
    return [(record.memory("VmHWM") - before) / ROWS]


def measure() -> dict[str, object]:
    """Measure all functions, and print a table."""
    size = column("string").nbytes / ROWS
    print(f"{ROWS:,} rows of {size:.0f} bytes, offsets included")
    heads = [("string", 1), ("string", 2), ("string_view", 1)]
    print("| |", " | ".join(f"`{layout}`, {n} thread{'s' * (n > 1)}" for layout, n in heads), "|")
    print("|---" * 4 + "|")
    rows = {}
    for name in FUNCTIONS:
        rows[name] = [record.of_fresh_process(name, *head)[0] for head in heads]
        print(
            f"| `{name}` |", " | ".join(f"{figure:.0f}" for figure in rows[name]), "|", flush=True
        )
    return {"rows": rows}


if __name__ == "__main__":
    record.program("columns-memory", measure, grow)
