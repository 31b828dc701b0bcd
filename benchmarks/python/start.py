"""`python -m benchmarks.python.start`: what an import costs."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from statistics import median

from benchmarks import record

RUNS = 15
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


def imports() -> list[dict[str, object]]:
    """Time each import by the processor's time, in fresh processes, in turn.

    The first round does not count. It compiles the modules, as `pip` does when it installs them;
    where PYTHONDONTWRITEBYTECODE is set, each import would compile them again.
    """
    times: dict[str, list[float]] = {name: [] for name in IMPORTS}
    with tempfile.TemporaryDirectory() as compiled:
        surroundings = os.environ | {"PYTHONPYCACHEPREFIX": compiled}
        surroundings.pop("PYTHONDONTWRITEBYTECODE", None)
        for run in range(RUNS + 1):
            for name, statement in IMPORTS.items():
                command = [sys.executable, "-c", CLOCK.format(statement)]
                done = subprocess.run(  # noqa: S603
                    command, check=False, capture_output=True, text=True, env=surroundings
                )
                if run > 0 and done.returncode == 0:
                    times[name].append(float(done.stdout) * 1000)
    rows: list[dict[str, object]] = []
    print("| import | ms, median | ms, best |\n|---|---:|---:|")
    for name, runs in times.items():
        if runs:
            print(f"| {name} | {median(runs):.1f} | {min(runs):.1f} |")
            rows.append({"import": name, "median": median(runs), "best": min(runs)})
    return rows


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.python.start", description=__doc__)
    parser.add_argument("--record", action="store_true", help="write to benchmarks/record")
    arguments = parser.parse_args()
    results = {"imports": imports()}
    if arguments.record:
        record.save("start", "python -m benchmarks.python.start", results)


if __name__ == "__main__":
    main()
