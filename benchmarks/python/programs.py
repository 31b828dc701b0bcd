"""`python -m benchmarks.python.programs`: the cost of a command line with one value."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from benchmarks import record
from benchmarks.python.start import Environment, in_turn

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


def spent(command: list[str], surroundings: Environment) -> float:
    """Run a program, and return its processor time."""
    before = used()
    subprocess.run(command, check=True, capture_output=True, env=surroundings)  # noqa: S603 - ours
    return used() - before


def measure() -> dict[str, object]:
    """Measure the processor time of each program."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "one.txt")
        file.write_text("http://a/\n", encoding="ascii")
        programs = {
            name: [str(file) if argument == "FILE" else argument for argument in arguments]
            for name, arguments in PROGRAMS.items()
        }
        return {"programs": in_turn("program", programs, spent)}


if __name__ == "__main__":
    record.program("programs", measure)
