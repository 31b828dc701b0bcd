"""Files that people write have at most 600 lines: a longer one has two topics."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
MOST = 600
ROOMS = [
    "benchmarks/**/*.py",
    "crates/*/src/**/*.rs",
    "docs/_site/*.py",
    "lab/**/*.rs",
    "lab/**/*.py",
    "python/**/*.py",
    "scripts/**/*.py",
    "tests/**/*.py",
    "crates/*/tests/**/*.rs",
]

# Written by scripts/generate.py from the table of operations, except their headers.
GENERATED = {"python/iriform/columns.py", "python/iriform/polars.py", "python/iriform/spark.py"}

# Tables of cases, and tests of one subject in all its forms. This list only shrinks.
TESTS = {
    "crates/kernel/tests/columns.rs",
    "tests/cli/test_mend.py",
    "tests/test_prefixes.py",
    "tests/test_template.py",
    "tests/types/test_mutable.py",
    "tests/types/test_skeleton.py",
    "tests/vectors/differences.py",
}


def test_no_file_has_more_lines_than_one_topic_needs() -> None:
    files = [file for room in ROOMS for file in ROOT.glob(room) if "target" not in file.parts]
    lengths = {file: file.read_bytes().count(b"\n") for file in files}
    assert len(lengths) > 700
    long = {str(file.relative_to(ROOT)) for file, lines in lengths.items() if lines > MOST}
    assert long == GENERATED | TESTS
