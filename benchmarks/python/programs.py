"""`python -m benchmarks.python.programs`: what a run of the command line costs that has one value."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

from benchmarks import record

RUNS = 15
PROGRAMS = {
    "python -c pass": ["-c", "pass"],
    "import click": ["-c", "import click"],
    "import pyarrow.parquet": ["-c", "import pyarrow.parquet"],
    "iriform --version": ["-m", "iriform", "--version"],
    "iriform normalize": ["-m", "iriform", "normalize", "http://a/"],
    "iriform resolve": ["-m", "iriform", "resolve", "http://a/", "b"],
    "iriform check": ["-m", "iriform", "check", "FILE"],
    "iriform explain": ["-m", "iriform", "explain", "http://a/"],
    "iriform check --help": ["-m", "iriform", "check", "--help"],
    "iriform audit": ["-m", "iriform", "audit", "FILE"],
}


def used() -> float:
    """Return the processor time of the processes that have ended."""
    times = getrusage(RUSAGE_CHILDREN)
    return times.ru_utime + times.ru_stime


def programs() -> list[dict[str, object]]:
    """Time each program by the processor's time, in turn. The first round compiles the modules."""
    times: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "one.txt")
        file.write_text("http://a/\n", encoding="ascii")
        surroundings = os.environ | {"PYTHONPYCACHEPREFIX": folder}
        surroundings.pop("PYTHONDONTWRITEBYTECODE", None)
        for run in range(RUNS + 1):
            for name, arguments in PROGRAMS.items():
                command = [sys.executable, *(str(file) if a == "FILE" else a for a in arguments)]
                before = used()
                subprocess.run(command, check=True, capture_output=True, env=surroundings)  # noqa: S603 - ours
                if run > 0:
                    times[name].append((used() - before) * 1000)
    rows: list[dict[str, object]] = []
    print("| program | ms, median | ms, best |\n|---|---:|---:|")
    for name, runs in times.items():
        print(f"| {name} | {median(runs):.0f} | {min(runs):.0f} |")
        rows.append({"program": name, "median": median(runs), "best": min(runs)})
    return rows


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.python.programs", description=__doc__
    )
    parser.add_argument("--record", action="store_true", help="write to benchmarks/record")
    arguments = parser.parse_args()
    results = {"programs": programs()}
    if arguments.record:
        record.save("programs", "python -m benchmarks.python.programs", results)


if __name__ == "__main__":
    main()
