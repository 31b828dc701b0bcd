"""The program, run as a person runs it: in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any, NamedTuple


class Run(NamedTuple):
    """What a run has left."""

    status: int
    out: str
    err: str

    @property
    def records(self) -> list[dict[str, Any]]:
        """Read the output as JSON Lines."""
        return [json.loads(line) for line in self.out.splitlines()]


def environment(**variables: str) -> dict[str, str]:
    """Make an environment without colours, 80 cells wide, in UTF-8."""
    kept = {k: v for k, v in os.environ.items() if k not in {"FORCE_COLOR", "NO_COLOR", "TERM"}}
    return kept | {"COLUMNS": "80", "PYTHONUTF8": "1", "TERM": "dumb"} | variables


def iriform(*arguments: object, stdin: bytes = b"", **variables: str) -> Run:
    """Run the program to its end."""
    done = subprocess.run(  # noqa: S603 - it is ours
        [sys.executable, "-m", "iriform.cli", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        env=environment(**variables),
        check=False,
        timeout=120,
    )
    run = Run(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in run.err, run.err
    return run
