"""Check that the native module and the other packages share their crates: `scripts/features.py`.

Cargo compiles a crate, and everything that depends on it, once for each set of features. DuckDB's
extension and the program of `make instructions` need fewer features than the native module, so they
would compile the core again, a minute each. Therefore they request the same features.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
FIRST = "iriform-python"
BESIDE = ("iriform-duckdb", "iriform-instructions")


def features(package: str) -> set[tuple[str, str]]:
    """Return the crates that a package is built from, each with its features."""
    command = ["cargo", "tree", "--locked", "--package", package, "--edges", "normal,build"]
    command += ["--prefix", "none", "--no-dedupe", "--format", "{p}\t{f}"]
    answer = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603
    pairs = (line.partition("\t") for line in answer.stdout.splitlines())
    return {(crate, asked) for crate, _, asked in pairs}


def main() -> None:
    """Fail if anything differs, and report it."""
    native = features(FIRST)
    shared = {crate for crate, _ in native}
    differs = [
        f"{package}: {crate} has other features than for {FIRST}: {asked!r}"
        for package in BESIDE
        for crate, asked in sorted(features(package) - native)
        if crate in shared
    ]
    if differs:
        sys.exit("\n".join(differs))


if __name__ == "__main__":
    main()
