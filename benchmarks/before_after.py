"""`python -m benchmarks.before_after OLD NEW`: compare two builds of iriform.

`OLD` and `NEW` are folders that contain the package `iriform` with its native module. For example:

    git worktree add ../before COMMIT
    cargo build --release -p iriform-python --features pyo3/extension-module   # in each worktree
    cp target/release/lib_core.so python/iriform/_core.so                      # in each worktree
    python -m benchmarks.before_after ../before/python python

Each process holds one build, and the two processes take turns: every statement runs in both, in a
different order each round. Code has another address in memory in each process, which alone can
change a time by 2 %, so several pairs of processes are started. A time is the minimum of all
rounds, because a difference between minima comes from the builds. Statements that only one build
supports are left out and named.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from time import process_time_ns
from typing import TYPE_CHECKING, Any

from benchmarks import record
from benchmarks.harness import Subject

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

REPOSITORY = Path(__file__).parents[1]
ROWS = 200_000
TYPES = "from iriform import *\n"
COLUMN = "from iriform import columns as c\n"


def _objects() -> dict[str, list[Subject]]:
    subclass = f"{TYPES}class Sub(IRI): pass\n"
    parse = "z = IRI(x); z.host; z.path"
    return {
        "links": [
            Subject("IRI(x)", "IRI(x)", TYPES),
            Subject("URIReference(x)", "URIReference(x)", TYPES),
            Subject("subclass of IRI", "Sub(x)", subclass),
            Subject("IRI.is_valid(x)", "valid(x)", f"{TYPES}valid = IRI.is_valid"),
            Subject("IRI(x), host, path", parse, TYPES),
        ],
        "different hosts": [Subject("IRI(x), host, path, all hosts differ", parse, TYPES)],
        "Japanese": [
            Subject("IRI(x), Japanese", "IRI(x)", TYPES),
            Subject("IRI(x), host, path, Japanese", parse, TYPES),
        ],
        "invalid": [Subject("IRI(x), caught", "try: IRI(x)\nexcept ValueError: pass", TYPES)],
        "IRIs": [
            Subject(f".{name}", f"x.{name}")
            for name in ("scheme", "authority", "host", "port", "path", "query", "parts", "origin")
        ],
        "subclass": [Subject(".host of a subclass", "x.host")],
    }


def _operations() -> dict[str, list[Subject]]:
    base = f"{TYPES}base = IRI('http://example.org/over/there/doc;p?name=ferret')"
    return {
        "pairs": [
            Subject("IRI(b).resolve(r)", "IRI(x[0]).resolve(x[1])", TYPES),
            Subject("resolve(b, r)", "resolve(x[0], x[1])", TYPES),
            Subject("base.resolve(str)", "base.resolve(x[1])", base),
        ],
        "typed pairs": [
            Subject(".resolve(reference)", "x[0].resolve(x[1])"),
            Subject(".relative_to(base)", "x[2].relative_to(x[0])"),
        ],
        "IRIs": [
            Subject(".normalize()", "x.normalize()"),
            Subject(".normalize('scheme')", "x.normalize('scheme')"),
            Subject(".comparison_key()", "x.comparison_key()"),
            Subject(".equivalent(x)", "x.equivalent(x)"),
            Subject(".to_uri()", "x.to_uri()"),
            Subject(".to_iri()", "x.to_iri()"),
            Subject(".without_fragment()", "x.without_fragment()"),
            Subject(".with_parts(path=…)", "x.with_parts(path='/a/b')"),
            Subject("repr(x)", "repr(x)"),
        ],
        "subclass": [Subject(".normalize() of a subclass", "x.normalize()")],
        "edits": [
            Subject(
                f"MutableIRI.path.append, {count} times",
                f"p = MutableIRI(x).path\nfor _ in range({count}): p.append('a')",
                TYPES,
            )
            for count in (4_000, 8_000)
        ],
        "Japanese IRIs": [
            Subject(".normalize(), Japanese", "x.normalize()"),
            Subject(".to_uri(), Japanese", "x.to_uri()"),
        ],
    }


def _columns() -> dict[str, list[Subject]]:
    def of(name: str, argument: str = "") -> Subject:
        return Subject(f"columns.{name}", f"c.{name}(x{argument}, threads=1)", COLUMN)

    base = ", 'http://example.org/a/b/c?d'"
    prefixes = (
        f"{COLUMN}from iriform import PrefixMap\n"
        "m = PrefixMap({'d': 'http://ja.dbpedia.org/resource/'})"
    )
    there_and_back = "c.expand(c.compress(x, m, threads=1), m, threads=1)"
    plain = ("is_valid", "errors", "host", "path", "query", "components", "normalize", "to_uri")
    return {
        "column": [
            *(of(name) for name in plain),
            of("comparison_key"),
            of("resolve", base),
            of("relative_to", base),
            of("repair"),
            of("without_query"),
        ],
        "Japanese column": [
            Subject("columns.is_valid, Japanese", "c.is_valid(x, threads=1)", COLUMN),
            Subject("columns.to_uri, Japanese", "c.to_uri(x, threads=1)", COLUMN),
            Subject("columns.compress, expand, Japanese", there_and_back, prefixes),
        ],
    }


def _engines() -> dict[str, list[Subject]]:
    polars = "import polars as pl, iriform.polars\nurl = pl.col('url').iri\n"
    duckdb = (
        "import duckdb, iriform.duckdb, pyarrow as pa\n"
        "con = duckdb.connect(); con.execute('SET threads = 1'); iriform.duckdb.register(con)\n"
        "seen = []\n"
        "def links(x):\n"
        "    if not seen:\n"
        "        seen.append(x); con.register('arrow', pa.table({'url': x}))\n"
        "        con.execute('CREATE TABLE links AS SELECT * FROM arrow')\n"
        "def count(what): con.execute(f'SELECT count({what}) FROM links').fetchall()\n"
    )
    pandas = "import pandas, iriform.pandas\n"
    return {
        "frame": [
            Subject(f"Polars, url.iri.{name}()", f"x.select(url.{name}())", polars)
            for name in ("is_valid", "host", "components")
        ],
        "column": [
            Subject(
                f"DuckDB, iri_{name}(url)",
                f"links(x); count('iri_{name}(url)')",
                duckdb,
            )
            for name in ("is_valid", "host")
        ],
        "series": [Subject("pandas, series.iri.host()", "x.iri.host(threads=1)", pandas)],
    }


GROUPS: dict[str, Callable[[], dict[str, list[Subject]]]] = {
    "objects": _objects, "operations": _operations, "columns": _columns, "engines": _engines,
}  # fmt: skip


def _items(name: str) -> Sequence[Any]:
    """Return the items of a set of statements, with the types of the build in this process."""
    from benchmarks.python import texts
    from iriform import IRI, IRIReference

    if "olumn" in name or name in {"frame", "series"}:
        from benchmarks.columns import data

        column = data.dbpedia(ROWS) if name.startswith("Japanese") else data.web(ROWS)
        if name == "frame":
            import polars as pl

            return [pl.DataFrame({"url": pl.Series(column)})]
        if name == "series":
            import pandas as pd

            return [pd.Series(column.to_pylist(), dtype="str")]
        return [column]
    pairs = texts.pairs()
    made: dict[str, Callable[[], Sequence[Any]]] = {
        "links": texts.ascii_,
        "different hosts": texts.different_hosts,
        "Japanese": texts.bmp,
        "invalid": texts.invalid,
        "pairs": lambda: pairs,
        "typed pairs": lambda: [
            (IRI(b), IRIReference(r), IRI(b).resolve(r))
            for b, r in pairs
            if _leads(IRI(b), IRI(b).resolve(r))
        ],
        "edits": lambda: ["http://example.org/"],
        "IRIs": lambda: [IRI(text) for text in texts.ascii_()],
        "Japanese IRIs": lambda: [IRI(text) for text in texts.bmp()],
        "subclass": lambda: [type("Sub", (IRI,), {})(text) for text in texts.ascii_(200)],
    }
    return made[name]()


def _leads(base: Any, target: Any) -> bool:  # noqa: ANN401 - of the build that is asked
    try:
        return bool(target.relative_to(base))
    except ValueError:
        return False


def _timed(
    loop: Callable[[Sequence[Any]], int], items: Sequence[Any], values: int
) -> Callable[[], float]:
    """Return a timer of a loop, five runs if it is short: nanoseconds per value."""
    times = 1 if values == ROWS else 5
    return lambda: min(loop(items) for _ in range(times)) / values


def _work(groups: Sequence[str]) -> None:
    """Print the names of the statements that this build supports, then run the requested ones."""
    loops: list[Callable[[], float]] = []
    names: list[str] = []
    for group in groups:
        for kind, subjects in GROUPS[group]().items():
            items = _items(kind)
            for subject in subjects:
                try:
                    loop = subject.loop(process_time_ns)
                    loop(items[:1])
                except Exception:  # noqa: BLE001, S112 - the parent names what one build lacks
                    continue
                is_column = hasattr(items[0], "__len__") and len(items[0]) == ROWS
                loops.append(_timed(loop, items, ROWS if is_column else len(items)))
                names.append(f"{group}: {subject.name}")
    gc.collect()
    gc.disable()
    print(json.dumps(names), flush=True)
    for line in sys.stdin:
        print(loops[names.index(line.rstrip("\n"))](), flush=True)


class _Build:
    """A process that holds a build."""

    def __init__(self, folder: Path, groups: Sequence[str]) -> None:
        paths = [str(folder.resolve()), str(REPOSITORY)]
        # Not in the current folder, which may hold a third build.
        worker = "import benchmarks.before_after as b, sys; b._work(sys.argv[1:])"
        command = [sys.executable, "-c", worker]
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(paths),
            "POLARS_MAX_THREADS": "1",
        }
        self._process = subprocess.Popen(  # noqa: S603 - our own text
            [*command, *groups], cwd="/", env=environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        self.names: list[str] = json.loads(self._line())

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("a build has failed: what it said stands above")
        return line

    def run(self, name: str) -> float:
        """Run a statement over all items, and return nanoseconds per value."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{name}\n")
        self._process.stdin.flush()
        return float(self._line())

    def close(self) -> None:
        self._process.communicate()


def compare(
    old: Path, new: Path, groups: Sequence[str], *, pairs: int, rounds: int
) -> tuple[dict[str, tuple[float, float]], set[str]]:
    """Return the minima of all rounds and pairs of processes, and the names that only one build has."""
    least: dict[str, list[float]] = {}
    lacking: set[str] = set()
    rng = Random(0)  # noqa: S311 - only an order
    for _ in range(pairs):
        builds = [_Build(folder, groups) for folder in (old, new)]
        both = [name for name in builds[1].names if name in builds[0].names]
        lacking |= set(builds[0].names) ^ set(builds[1].names)
        for _ in range(rounds):
            for name in rng.sample(both, len(both)):
                times = least.setdefault(name, [float("inf")] * 2)
                for which in rng.sample([0, 1], 2):
                    times[which] = min(times[which], builds[which].run(name))
        for build in builds:
            build.close()
    order = [name for name in both if name in least]
    return {name: (least[name][0], least[name][1]) for name in order}, lacking


def _rows(found: dict[str, tuple[float, float]]) -> Iterator[dict[str, Any]]:
    for name, (old, new) in found.items():
        group, _, statement = name.partition(": ")
        yield {"group": group, "statement": statement, "old": old, "new": new}


def main() -> None:
    """Compare two builds, and print or record the result."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.before_after")
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=", ".join(GROUPS))
    parser.add_argument("--pairs", type=int, default=4, help="pairs of processes")
    parser.add_argument("--rounds", type=int, default=15, help="rounds of each pair")
    parser.add_argument("--record", metavar="COMMIT", help="record it, OLD being of that commit")
    parser.add_argument(
        "--profile", action="store_true", help="record it: NEW is OLD optimized by a profile"
    )
    arguments = parser.parse_args()
    groups = arguments.groups or list(GROUPS)
    if unknown := set(groups) - set(GROUPS):
        parser.error(f"no such group: {', '.join(sorted(unknown))}")
    found, lacking = compare(
        arguments.old, arguments.new, groups, pairs=arguments.pairs, rounds=arguments.rounds
    )
    print("| | old, ns | new, ns | new / old |\n|---|---:|---:|---:|")
    for row in _rows(found):
        ratio = row["new"] / row["old"]
        print(f"| {row['statement']} | {row['old']:.1f} | {row['new']:.1f} | {ratio:.2f} |")
    for name in sorted(lacking):
        print(f"* only one of them has {name}")
    if arguments.profile:
        command = "python -m benchmarks.before_after PLAIN PROFILED --profile"
        record.save("profile", command, {"rows": list(_rows(found))})
    if arguments.record:
        command = "python -m benchmarks.before_after ../before/python python"
        results = {"before": arguments.record, "rows": list(_rows(found))}
        record.save("before_after", command, results)


if __name__ == "__main__":
    main()
