"""`python -m benchmarks.python.start`: what an import costs, and what an installation weighs."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from zipfile import ZipFile

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
    """Time each import by the processor's time, in fresh processes, in turn."""
    times: dict[str, list[float]] = {name: [] for name in IMPORTS}
    for _ in range(RUNS):
        for name, statement in IMPORTS.items():
            command = [sys.executable, "-c", CLOCK.format(statement)]
            done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603
            if done.returncode == 0:
                times[name].append(float(done.stdout) * 1000)
    rows: list[dict[str, object]] = []
    print("| import | ms, median | ms, best |\n|---|---:|---:|")
    for name, runs in times.items():
        if runs:
            print(f"| {name} | {median(runs):.1f} | {min(runs):.1f} |")
            rows.append({"import": name, "median": median(runs), "best": min(runs)})
    return rows


def weight() -> dict[str, int] | None:
    """Build a wheel and tell its bytes, packed and installed; None without maturin."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "maturin", "build", "--release", "--quiet", "-o", folder]
        if subprocess.run(command, check=False, capture_output=True).returncode:  # noqa: S603
            return None
        (wheel,) = Path(folder).glob("*.whl")
        with ZipFile(wheel) as archive:
            files = {info.filename: info.file_size for info in archive.infolist()}
        native = sum(size for name, size in files.items() if name.endswith((".so", ".pyd")))
        sizes = {
            "wheel": wheel.stat().st_size,
            "installed": sum(files.values()),
            "native": native,
        }
    print(f"\nWheel {sizes['wheel'] / 1024:.0f} KB, installed {sizes['installed'] / 1024:.0f} KB,")
    print(f"of which the native module {native / 1024:.0f} KB.")
    return sizes


def main() -> None:
    """Measure both."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.python.start", description=__doc__)
    parser.add_argument("--record", action="store_true", help="write to benchmarks/record")
    arguments = parser.parse_args()
    results = {"imports": imports(), "sizes": weight()}
    if arguments.record:
        record.save("start", "python -m benchmarks.python.start", results)


if __name__ == "__main__":
    main()
