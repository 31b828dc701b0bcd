"""`columns.check` and `columns.has_finding` compared with `columns.is_valid`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.columns import data
from benchmarks.harness import ColumnTable, Goal, Work

if TYPE_CHECKING:
    from collections.abc import Callable

    import pyarrow as pa


def findings(title: str, column: pa.Array, most: float | None = None) -> ColumnTable:
    """Measure the findings of each value."""
    subjects: dict[str, Work] = {
        "columns.is_valid": data.ask("is_valid", column),
        "columns.check": data.ask("check", column),
        "columns.check, untrusted": data.ask("check", column, "untrusted"),
        "columns.has_finding": data.ask("has_finding", column, "not-nfc"),
    }
    goals = [Goal("columns.check", ("columns.is_valid",), most)] if most else []
    return data.table(title, column, subjects, goals)


def tables() -> list[Callable[[], ColumnTable]]:
    """List what is measured."""
    return [
        lambda: findings("Findings, web links", data.web(), 3),
        lambda: findings("Findings, non-ASCII", data.dbpedia()),
        lambda: findings("Findings, a port in every row", data.ports()),
    ]
