"""`columns.check` and `columns.has_finding` beside `columns.is_valid`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from benchmarks.columns import data
from benchmarks.columns.harness import Table, Work
from benchmarks.python.harness import Goal
from iriform import columns

if TYPE_CHECKING:
    from collections.abc import Callable

    import pyarrow as pa


def findings(title: str, column: pa.Array, most: float | None = None) -> Table:
    """Measure the findings of each value."""
    subjects: dict[str, Work] = {
        "columns.is_valid": partial(columns.is_valid, column, threads=1),
        "columns.check": partial(columns.check, column, threads=1),
        "columns.check, untrusted": partial(columns.check, column, "untrusted", threads=1),
        "columns.has_finding": partial(columns.has_finding, column, "not-nfc", threads=1),
    }
    goals = [Goal("columns.check", ("columns.is_valid",), most)] if most else []
    return Table(title, len(column), data.size(column), subjects, goals)


def tables() -> list[Callable[[], Table]]:
    """List what is measured."""
    return [
        lambda: findings("Findings, web links", data.web(), 3),
        lambda: findings("Findings, non-ASCII", data.dbpedia()),
        lambda: findings("Findings, a port in every row", data.ports()),
    ]
