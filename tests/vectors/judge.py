"""Judging rows: each agrees with us, or is in the table of differences, or is a failure."""

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

from .differences import DIFFERENCES, Difference
from .rows import ROOT, Place, Row, rows
from .subjects import SUBJECTS

COUNTS = ROOT / "tests" / "vectors" / "counts.json"
AGREES = "agrees"


class Undecided(AssertionError):
    """Rows with another answer than ours that no entry of the table explains."""


def classify(file: str, row: Row, ours: Any) -> Difference | None:
    """Return the first entry of the table that explains the row."""
    entries = (entry for entry in DIFFERENCES if entry.file == file)
    return next((entry for entry in entries if entry.applies(row, ours)), None)


def judge(file: str, place: Place, ask: Callable[[Row], Any]) -> dict[str, int]:
    """Count the rows that agree, and those that differ by class."""
    counts: Counter[str] = Counter()
    undecided = []
    for row in rows(file, place):
        ours = ask(row)
        expected = SUBJECTS[file].expected(row)
        if ours == expected:
            counts[AGREES] += 1
        elif (entry := classify(file, row, ours)) is not None:
            counts[entry.code] += 1
        else:
            undecided.append(f"{ascii(row)}\n    expected {ascii(expected)}, ours {ascii(ours)}")
    if undecided:
        raise Undecided(f"{file}: {len(undecided)} undecided rows\n" + "\n".join(undecided))
    return dict(sorted(counts.items()))


def recorded() -> dict[Place, dict[str, dict[str, int]]]:
    """Return the counts that were found when they were last looked at."""
    found: dict[Place, dict[str, dict[str, int]]] = json.loads(COUNTS.read_text("utf-8"))
    return found
