"""`python -m benchmarks.python.jsonschema_start`: what `import jsonschema` costs, by its extras.

Each environment is made anew, by pip. The last one has docs/jsonschema.patch, and this iriform.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

import iriform
from benchmarks import record

JSONSCHEMA = "4.26.0"
PATCH = Path(__file__).parents[2] / "docs" / "jsonschema.patch"
RUNS = 5
# By its name, the extra of an environment, and whether it is patched.
ENVIRONMENTS = {
    "with no extra": ("", False),
    "with `format-nongpl`": ("[format-nongpl]", False),
    "with `format-nongpl` and the patch": ("[format-nongpl]", True),
}
CLOCK = "import time, jsonschema; print(time.process_time())"


def made(folder: Path, extra: str, is_patched: bool) -> Path:  # noqa: FBT001
    """Make an environment, and return its interpreter."""
    python = folder / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)  # noqa: S603
    install = [python, "-m", "pip", "install", "--quiet", f"jsonschema{extra}=={JSONSCHEMA}"]
    subprocess.run(install, check=True)  # noqa: S603
    if is_patched:
        (packages,) = folder.glob("lib/python*/site-packages")
        (packages / "iriform").symlink_to(Path(iriform.__file__).parent)
        command = ["patch", "--quiet", "--strip=1", f"--input={PATCH}"]
        subprocess.run(command, cwd=packages, check=True)  # noqa: S603
    return python


def main() -> None:
    """Measure the environments in turn."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.python.jsonschema_start")
    parser.add_argument("--record", action="store_true", help="write to benchmarks/record")
    arguments = parser.parse_args()
    surroundings = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    times: dict[str, list[float]] = {name: [] for name in ENVIRONMENTS}
    with tempfile.TemporaryDirectory() as folder:
        pythons = {
            name: made(Path(folder, str(i)), *environment)
            for i, (name, environment) in enumerate(ENVIRONMENTS.items())
        }
        # The first round does not count: it compiles the modules.
        for run in range(RUNS + 1):
            for name, python in pythons.items():
                clock = [python, "-c", CLOCK]
                done = subprocess.run(  # noqa: S603
                    clock, check=True, capture_output=True, text=True, env=surroundings
                )
                if run:
                    times[name].append(float(done.stdout))
    rows = [{"environment": name, "seconds": median(runs)} for name, runs in times.items()]
    for row in rows:
        print(f"| {row['environment']} | {row['seconds']:.2f} |")
    if arguments.record:
        command = "python -m benchmarks.python.jsonschema_start"
        record.save("jsonschema_start", command, {"jsonschema": JSONSCHEMA, "rows": rows})


if __name__ == "__main__":
    main()
