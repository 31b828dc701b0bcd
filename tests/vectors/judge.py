"""Judging rows: each agrees with us, or is in the table of differences, or is a failure."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.tables import ROOT

from .differences import DIFFERENCES
from .rows import Place, Row, rows
from .subjects import SUBJECTS

COUNTS = ROOT / "tests" / "vectors" / "counts.json"
AGREES = "agrees"
UNDECIDED = "undecided"

Counts = dict[Place, dict[str, dict[str, int]]]


def verdict(file: str, row: Row, ours: Any) -> str:
    """Return whether a row agrees, or the code of the one entry that explains it."""
    if ours == SUBJECTS[file].expected(row):
        return AGREES
    entries = (entry for entry in DIFFERENCES if entry.file == file)
    codes = [entry.code for entry in entries if entry.covers(row, ours)]
    assert len(codes) <= 1, f"{row!a} is of several classes: {codes}"
    return codes[0] if codes else UNDECIDED


def judged(file: str, place: Place) -> Iterator[tuple[Row, Any, str]]:
    """Yield the rows of a file, each with our answer and the verdict."""
    for row in rows(file, place):
        ours = SUBJECTS[file].iriform(row)
        yield row, ours, verdict(file, row, ours)


def judge(file: str, place: Place) -> dict[str, int]:
    """Count the rows that agree, and those that differ by class. None is left undecided."""
    counts: Counter[str] = Counter()
    for row, ours, found in judged(file, place):
        assert found != UNDECIDED, f"{row!a}: ours is {ours!a}"
        counts[found] += 1
    return dict(sorted(counts.items()))


def recorded() -> Counts:
    """Return the counts that were found when somebody last looked at them."""
    found: Counts = json.loads(COUNTS.read_text("utf-8"))
    return found
