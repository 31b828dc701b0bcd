"""`make instructions`: the core's operations in instructions, a cost without noise.

Each operation of `lab/instructions` runs under `valgrind --tool=callgrind`, and its count of
instructions is compared with the one in `benchmarks/record/instructions.json`. More than 3 % above
it is a failure. `make instructions-record` rewrites the file: do so in the commit that changes a
count on purpose, so that its diff shows what it costs or saves.

The counts depend on the compiler, the features of the processor, and the C library, whose `memcpy`
and `malloc` are counted. The limit is 3 % if all of these are as recorded. Otherwise a difference
may come from the compiler: the limit is 25 %, more than a compiler explains, and the program says
so first and last. On another kind of processor it only shows the counts. A change of CI's compiler
needs a new record.
"""

from __future__ import annotations

import argparse
import math
import os
import platform
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks import record

REPOSITORY = Path(__file__).parents[1]
ROUNDS = 100
LIMIT, ELSEWHERE = 1.03, 1.25


def surroundings() -> dict[str, Any]:
    """Return the other facts on which the counts depend."""
    rustc = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True)  # noqa: S607
    flags = Path("/proc/cpuinfo")
    has_avx2 = flags.exists() and " avx2 " in flags.read_text(encoding="utf-8")
    return {
        "rustc": rustc.stdout.strip(),
        "machine": platform.machine(),
        "avx2": has_avx2,
        "libc": " ".join(platform.libc_ver()),
    }


def built() -> Path:
    """Build the program that is counted, as the wheel is built."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target"))
    package = ["--package", "iriform-instructions"]
    command = ["cargo", "build", "--release", "--locked", "--quiet", *package]
    subprocess.run(command, cwd=REPOSITORY, check=True)  # noqa: S603
    return target / "release" / "iriform-instructions"


def count(program: Path, name: str, rounds: int) -> int:
    """Count the instructions of a run."""
    with TemporaryDirectory() as folder:
        command = [
            "valgrind",
            "--tool=callgrind",
            "--callgrind-out-file=out",
            str(program),
            name,
            str(rounds),
        ]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or not found:
        raise SystemExit(f"valgrind failed on {name}:\n{done.stderr}")
    return int(found[1])


def counts() -> dict[str, float]:
    """Count the instructions of every operation, for one text."""
    program = built().resolve()
    listed = subprocess.run([program], capture_output=True, text=True, check=True).stdout  # noqa: S603
    texts = {name: int(n) for n, _, name in (line.partition(" ") for line in listed.splitlines())}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        # Fewer rounds for a column, because its rows count as texts.
        rounds = {name: max(1, ROUNDS * 8 // n) for name, n in texts.items()}
        totals = dict(
            zip(texts, pool.map(lambda n: count(program, n, rounds[n]), texts), strict=True)
        )
    nothing = totals.pop("nothing")
    return {
        name: round((n - nothing) / rounds[name] / texts[name], 1) for name, n in totals.items()
    }


def compare(old: dict[str, Any], here: dict[str, Any], new: dict[str, float]) -> int:
    """Print old and new counts; return the number of counts above the limit."""
    different = [
        f"{what}: {old[what]}, here {here[what]}" for what in here if old[what] != here[what]
    ]
    limit, fails = (ELSEWHERE, "Only what is above 25 % fails.") if different else (LIMIT, "")
    if any(old[what] != here[what] for what in ("machine", "avx2")):
        limit, fails = math.inf, "Nothing fails for its count."
    recorded = f"the counts were recorded elsewhere ({'; '.join(different)})"
    warning = f"NOT COMPARED WITHIN 3 %: {recorded}. {fails}"
    if different:
        print(f"{warning}\n")
    failed = 0
    print(f"{'':32}{'recorded':>10}{'now':>10}{'now / recorded':>16}")
    for name, now in new.items():
        before = old["counts"].get(name)
        if before is None:
            print(f"{name:32}{'–':>10}{now:10,.0f}   not recorded: make instructions-record")
            failed += 1
            continue
        verdict = "  MORE THAN ALLOWED" if now > before * limit else ""
        verdict = verdict or ("  less: record it" if now < before / LIMIT and not different else "")
        failed += now > before * limit
        print(f"{name:32}{before:10,.0f}{now:10,.0f}{now / before:16.3f}{verdict}")
    for name in old["counts"].keys() - new.keys():
        print(f"{name}: recorded, and there no more: make instructions-record")
        failed += 1
    if different:
        print("\n" + warning)
    return failed


def main() -> None:
    """Count, and compare or record."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.count_instructions")
    parser.add_argument("--record", action="store_true", help="write benchmarks/record")
    arguments = parser.parse_args()
    if which("valgrind") is None:
        raise SystemExit("valgrind is not here: apt-get install valgrind")
    here, new = surroundings(), counts()
    if arguments.record:
        results = {**here, "counts": new}
        record.save("instructions", "make instructions-record", results)
        return
    failed = compare(record.load("instructions")["results"], here, new)
    if failed:
        sys.exit(f"{failed} counts are not as they were recorded")


if __name__ == "__main__":
    main()
