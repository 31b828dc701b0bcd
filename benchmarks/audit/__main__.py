"""`python -m benchmarks.audit [CORPORA]`: audits of ten million identifiers, on Linux.

The identifiers are those of the corpora, repeated. Every program runs three times in its own
process. The figures are the wall time, processor time and peak memory of the run with the least
processor time. `--rows 100000000 --lines` audits that many lines, and nothing else. `--slow`
compares the figures with those of `tests/audit/slowly.py`, which takes minutes. `--record` writes
to benchmarks/record.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from itertools import cycle, islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from benchmarks import record
from iriform import IRI

STATEMENTS = 1_000_000
RUNS = 3

# The measurements: for each input, its description and the cost of each program.
INPUTS: list[dict[str, Any]] = []

DUCKDB = """
import duckdb
columns = "columns={{'v': 'VARCHAR'}}, header=false, delim='\x01', quote='', escape=''"
query = f"SELECT count(v), sum(length(v)) FROM read_csv(?, {{columns}}, strict_mode=false,"
print(duckdb.execute(f"{{query}} ignore_errors=true)", ["{}"]).fetchall())
"""

COLUMN = """
import duckdb
print(duckdb.execute("SELECT count(url), sum(length(url)) FROM {}", ["{}"]).fetchall())
"""

RDFLIB = """
import rdflib, sys
class Sink:
    bad = n = 0
    def triple(self, *terms):
        Sink.n += 1
        Sink.bad += any(isinstance(t, rdflib.URIRef) and not rdflib.term._is_valid_uri(t) for t in terms)
from rdflib.plugins.parsers.ntriples import W3CNTriplesParser
W3CNTriplesParser(Sink()).parse(open("{}", "rb"))
print(Sink.n, Sink.bad)
"""


def main() -> None:
    """Generate the data and run the measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", nargs="?", default="../shared/corpora")
    parser.add_argument("--rows", type=int, default=10_000_000, metavar="N")
    parser.add_argument("--lines", action="store_true", help="only the lines, without --out")
    parser.add_argument("--slow", action="store_true", help="compare with a slow script")
    parser.add_argument("--record", action="store_true", help="write to benchmarks/record")
    asked = parser.parse_args()
    rows = asked.rows
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as directory:
        # In its own process: a program starts with the memory of its parent.
        made = get_context("fork").Process(
            target=make_data,
            args=(asked.corpora, directory, rows),
            kwargs={"lines_only": asked.lines},
        )
        made.start()
        made.join()
        lines, tenth, statements = (
            Path(directory, name) for name in ("lines.txt", "tenth.txt", "statements.nt")
        )
        audit = [sys.executable, "-m", "iriform", "audit", "--json"]
        print(f"{os.cpu_count()} cores, load {load:.1f}")
        begin("lines", f"{rows:,} lines", lines, rows)
        # Reads the file and adds up the lengths of its lines, nothing else.
        measure("DuckDB reads", [sys.executable, "-c", DUCKDB.format(lines)])
        measure("iriform audit, of a tenth", [*audit, str(tenth)])
        found = measure("iriform audit", [*audit, "--top", "10000000", str(lines)])
        if not asked.lines:
            measure(
                "iriform audit --out", [*audit, str(lines), "--out", f"{directory}/out.parquet"]
            )
            measure_tables(directory, audit, rows // 10)
            measure_links(Path(directory, "prose.txt"), audit)
            measure_statements(statements, audit)
        if asked.slow:
            command = [sys.executable, "-m", "tests.audit.slowly", str(lines)]
            slow = measure("a slow script", command, runs=1)
            agree(json.loads(found), json.loads(slow))
    if asked.record:
        name, options = ("audit-large", f" --rows {rows} --lines") if asked.lines else ("audit", "")
        results = {"load": load, "inputs": INPUTS}
        record.save(name, f"python -m benchmarks.audit{options}", results)


def begin(kind: str, about: str, file: Path, rows: int) -> None:
    """Announce the input of the next measurements."""
    about = f"{about}, {file.stat().st_size >> 20} MiB"
    print(about)
    INPUTS.append({"kind": kind, "about": about, "rows": rows, "programs": []})


LIBRARY = """
from iriform.links import find
text = open("{}", "rb").read()
print(sum(1 for _ in find(text, domains=False, strict=True)))
"""


def measure_links(file: Path, audit: list[str]) -> None:
    """Measure the search for links in text, compared with that of the library."""
    rows = len(file.read_bytes().splitlines())
    begin("links", f"{rows:,} lines of text", file, rows)
    measure("iriform.links", [sys.executable, "-c", LIBRARY.format(file)])
    measure("iriform audit --find", [*audit, "--find", str(file)])
    measure("iriform audit", [*audit, str(file)])


def measure_statements(file: Path, audit: list[str]) -> None:
    """Measure RDF, compared with other programs that check it."""
    begin("statements", f"{STATEMENTS:,} N-Triples, {3 * STATEMENTS:,} IRIs", file, STATEMENTS)
    measure("iriform audit", [*audit, str(file)])
    if shutil.which("rapper"):
        measure("rapper -c", ["rapper", "-q", "-c", "-i", "ntriples", str(file), "x:/"])
    measure("rdflib, its check of IRIs", [sys.executable, "-c", RDFLIB.format(file)], 1)


def make_data(corpora: str, directory: str, rows: int, *, lines_only: bool) -> None:
    """Write the lines, a tenth of them, statements and tables."""
    source = b"".join(f.read_bytes() for f in sorted(Path(corpora).glob("*.txt"))).splitlines()
    for name, count in {"lines.txt": rows, "tenth.txt": rows // 10}.items():
        with Path(directory, name).open("wb") as out:
            out.writelines(line + b"\n" for line in islice(cycle(source), count))
    if lines_only:
        return
    with Path(directory, "prose.txt").open("wb") as out:
        prose = (b"%d see <%s>, and so on\n" % each for each in enumerate(cycle(source)))
        out.writelines(islice(prose, rows // 10))
    iris = [f"<{t}>" for line in source if IRI.is_valid(t := line.decode("utf-8", "replace"))]
    with Path(directory, "statements.nt").open("w", encoding="utf-8") as out:
        three = islice(zip(*[cycle(iris)] * 3, strict=False), STATEMENTS)
        out.writelines(f"{s} {p} {o} .\n" for s, p, o in three)
    write_tables(directory, source, rows // 10)


def write_tables(directory: str, values: list[bytes], rows: int) -> None:
    """Write a tenth of the rows as CSV, JSON lines and Parquet."""
    import pyarrow as pa
    import pyarrow.csv
    import pyarrow.parquet

    texts = [value.decode("utf-8", "replace") for value in islice(cycle(values), rows)]
    table = pa.table({"n": pa.array(range(rows)), "url": pa.array(texts)})
    file = f"{directory}/rows"
    pa.csv.write_csv(table, f"{file}.csv")
    pa.parquet.write_table(table, f"{file}.parquet")
    with Path(f"{file}.jsonl").open("w", encoding="utf-8") as out:
        out.writelines(json.dumps({"n": n, "url": text}) + "\n" for n, text in enumerate(texts))


def measure_tables(directory: str, audit: list[str], rows: int) -> None:
    """Measure a column of each table, compared with DuckDB reading the column."""
    for suffix, read in {
        "csv": "read_csv(?)",
        "jsonl": "read_json(?)",
        "parquet": "read_parquet(?)",
    }.items():
        file = Path(directory, f"rows.{suffix}")
        begin("tables", f"{rows:,} rows of {suffix}", file, rows)
        code = COLUMN.format(read, file)
        measure("DuckDB reads the column", [sys.executable, "-c", code])
        measure("iriform audit", [*audit, "--column", "url", str(file)])


def measure(name: str, command: list[str], runs: int = RUNS) -> bytes:
    """Run a program several times, and print the cost of the run with the least processor time."""
    costs = []
    for _ in range(runs):
        start = time.perf_counter()
        with tempfile.TemporaryFile() as out:
            with subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL) as process:  # noqa: S603 - ours
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
            seconds = time.perf_counter() - start
            out.seek(0)
            said = out.read()
        processor = usage.ru_utime + usage.ru_stime
        costs.append((processor, seconds, usage.ru_maxrss << 10, process.returncode))
    processor, seconds, peak, code = min(costs)
    if code:
        name += f" (status {code})"
    print(
        f"  {name:28} {seconds:8.1f} s  processor {processor:7.1f} s  {peak >> 20:6} MiB",
        flush=True,
    )
    cost = {"seconds": seconds, "processor seconds": processor, "peak": peak}
    INPUTS[-1]["programs"].append({"program": name, **cost})
    return said


def agree(found: dict, slow: dict) -> None:  # type: ignore[type-arg]
    """Compare the figures of an audit with those of the slow script."""
    figures = {
        **{name: found[name] for name in ("valid", "invalid", "empty", "ascii")},
        **{
            kind: {c["name"]: c["count"] for c in found[kind]["top"]}
            for kind in ("schemes", "hosts")
        },
        **{kind: {g["code"]: g["count"] for g in found[kind]} for kind in ("problems", "findings")},
        "longest": {each["component"]: each["longest"] for each in found["lengths"]},
        "lengths": {
            each["component"]: {c["name"]: c["count"] for c in each["classes"]}
            for each in found["lengths"]
        },
    }
    assert figures == slow
    print("  the figures are those of the slow script")


if __name__ == "__main__":
    main()
