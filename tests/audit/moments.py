"""Signals at random moments: the run ends as promised, and leaves nothing behind.

`python -m tests.audit.moments 200` tries 200 moments for each verb and signal; the suite tries a few.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from tests.cli.program import INTERRUPTIBLE, environment

SIGNALS = [signal.SIGINT, signal.SIGTERM]

VALUES = ["http://anna@example.org/a/path?query", "http://b c/", "http://é.example/%zz", "x:y"]

INPUTS = ["a.txt", "a.csv", "a.parquet", "a.nt"]

# The verbs, and the options for the files that they write.
RUNS = {
    "audit": ["audit", "--out", "out/parts", "--report", "out/report"],
    "repair": ["repair", "--out", "out/copy", "--changes", "out/changes"],
    "check": ["check"],
}


class End(NamedTuple):
    """The end of a run."""

    status: int
    """The exit status, as a shell reports it."""
    said: str
    left: list[str]
    """The files in the directories of outputs and of temporary files."""


def inputs(directory: Path, lines: int) -> None:
    """Write the inputs."""
    values = [VALUES[i % len(VALUES)] for i in range(lines)]
    (directory / "a.txt").write_text("".join(f"{value}\n" for value in values))
    (directory / "a.csv").write_text("id,url\n" + "".join(f"1,{value}\n" for value in values))
    pq.write_table(pa.table({"url": values}), directory / "a.parquet")
    (directory / "a.nt").write_text("".join(f"<{value}> <x:p> <{value}> .\n" for value in values))


def ended(
    directory: Path, verb: str, name: str, number: signal.Signals | None = None, after: float = 0
) -> tuple[End, float]:
    """Run a verb, and send it a signal some seconds after its start if it is still running."""
    for kept in ("out", "tmp"):
        (directory / kept).mkdir(exist_ok=True)
        for path in (directory / kept).iterdir():
            path.unlink()
    ready, begun = os.pipe()
    # Before this, the interpreter itself is starting.
    code = (
        f"{INTERRUPTIBLE}; import os, sys, iriform.cli; iriform.cli.signals.install();"
        f" os.write({begun}, b'.'); iriform.cli.main()"
    )
    running = subprocess.Popen(  # noqa: S603 - it is ours
        [sys.executable, "-c", code, *RUNS[verb], str(directory / name)],
        cwd=directory,
        env=environment(TMPDIR=str(directory / "tmp")),
        pass_fds=[begun],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    with running:
        os.close(begun)
        os.read(ready, 1)
        os.close(ready)
        start = time.monotonic()
        try:
            if number is None:
                running.wait(600)
            else:
                time.sleep(after)
                running.send_signal(number)
            _, err = running.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            running.kill()
            raise
        seconds = time.monotonic() - start
    status = running.returncode
    left = sorted(path.name for kept in ("out", "tmp") for path in (directory / kept).iterdir())
    return End(status if status >= 0 else 128 - status, err.decode(), left), seconds


def is_as_promised(end: End, whole: End, number: signal.Signals) -> bool:
    """Return True if a run ended as promised: by the signal, or normally before it."""
    if end.status == 128 + number:
        if end.left == whole.left != []:
            # All outputs are complete: the run had started to print the result of a whole run.
            before = end.said.splitlines()[:-1]
            return before == whole.said.splitlines()[: len(before)]
        # The chosen column may have been reported before.
        lines = [
            line for line in end.said.splitlines() if not line.startswith("iriform: using column ")
        ]
        return len(lines) <= 1 and "Traceback" not in end.said and end.left == []
    return (end.status, end.left) == (whole.status, whole.left)


def tried(verb: str, number: signal.Signals, moments: int, lines: int) -> Counter[str]:
    """Send a signal at random moments of runs over all inputs in turn, and count the kinds of ends."""
    draw = random.Random(f"{verb} {number}")
    ends = Counter[str]()
    with tempfile.TemporaryDirectory() as made:
        directory = Path(made)
        inputs(directory, lines)
        wholes = {name: ended(directory, verb, name) for name in INPUTS}
        for moment in range(moments):
            name = INPUTS[moment % len(INPUTS)]
            whole, seconds = wholes[name]
            end, _ = ended(directory, verb, name, number, draw.uniform(0, 1.1 * seconds))
            if not is_as_promised(end, whole, number):
                ends[f"not as promised: {name} {end}"] += 1
            elif end.status != 128 + number:
                ends["it was done before"] += 1
            else:
                ends["all is written" if end.left else "nothing is written"] += 1
    return ends


if __name__ == "__main__":
    for verb in RUNS:
        for number in SIGNALS:
            ends = tried(verb, number, int(sys.argv[1]), lines=50_000)
            print(verb, number.name, *(f"{n} {end};" for end, n in ends.items()), flush=True)  # noqa: T201
