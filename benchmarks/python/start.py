"""`python -m benchmarks.python.start`: the cost of an import."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from statistics import median

from benchmarks import record

RUNS = 15

Environment = dict[str, str]
IMPORTS = {
    "iriform": "import iriform",
    "iriform, first ParseError shown": "import iriform\n"
    "try: iriform.IRI('a b')\nexcept iriform.ParseError as e: str(e)",
    "url-py": "import url",
    "can_ada": "import can_ada",
    "pyoxigraph": "import pyoxigraph",
    "urllib.parse": "import urllib.parse",
    "rfc3987": "import rfc3987",
    "uritools": "import uritools",
    "ada_url": "import ada_url",
    "hyperlink": "import hyperlink",
    "yarl": "import yarl",
    "rfc3986": "import rfc3986",
    "pydantic": "from pydantic import AnyUrl",
    "httpx": "import httpx",
    "rdflib": "import rdflib",
    "rfc3987_syntax": "import rfc3987_syntax",
}

CLOCK = "from time import process_time\nstart = process_time()\n{}\nprint(process_time() - start)"


def in_turn(
    what: str, programs: dict[str, list[str]], cost: Callable[[list[str], Environment], float]
) -> list[dict[str, object]]:
    """Measure the cost of each program in milliseconds, in fresh processes, in turn.

    The first round does not count. It compiles the modules, as `pip` does when it installs them; if
    PYTHONDONTWRITEBYTECODE is set, each import compiles them again. A program that fails is left
    out.
    """
    times: dict[str, list[float]] = {name: [] for name in programs}
    with tempfile.TemporaryDirectory() as compiled:
        surroundings = os.environ | {"PYTHONPYCACHEPREFIX": compiled}
        surroundings.pop("PYTHONDONTWRITEBYTECODE", None)
        for run in range(RUNS + 1):
            for name, arguments in programs.items():
                with suppress(subprocess.CalledProcessError):
                    spent = cost([sys.executable, *arguments], surroundings) * 1000
                    times[name] += [spent] if run > 0 else []
    print(f"| {what} | ms, median | ms, best |\n|---|---:|---:|")
    rows: list[dict[str, object]] = []
    for name, runs in times.items():
        if runs:
            print(f"| {name} | {median(runs):.1f} | {min(runs):.1f} |")
            rows.append({what: name, "median": median(runs), "best": min(runs)})
    return rows


def printed(command: list[str], surroundings: Environment) -> float:
    """Read the cost that a program prints."""
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=surroundings)  # noqa: S603 - ours
    return float(done.stdout)


def measure() -> dict[str, object]:
    """Measure the processor time of each import."""
    programs = {name: ["-c", CLOCK.format(code)] for name, code in IMPORTS.items()}
    return {"imports": in_turn("import", programs, printed)}


if __name__ == "__main__":
    record.program("start", measure)
