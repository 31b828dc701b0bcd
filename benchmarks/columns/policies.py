"""`columns.allows` and `columns.refusals` compared with `columns.is_valid`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.columns import data
from benchmarks.harness import ColumnTable, Goal, Work
from iriform import Policy

if TYPE_CHECKING:
    from collections.abc import Callable

    import pyarrow as pa

LISTED = Policy(
    schemes={"http", "https"}, hosts={"*.com", "*.org", "example.net"}, profile="default"
)
OTHER = Policy(hosts={"example.org", "*.example.org", "example.net"}, profile="none")


def policies(title: str, column: pa.Array, most: float = 0) -> ColumnTable:
    """Measure the check of each value by a policy, with and without reasons."""
    subjects: dict[str, Work] = {
        "columns.is_valid": data.ask("is_valid", column),
        "allows, WEB": data.ask("allows", column, Policy.WEB),
        "allows, a list of hosts": data.ask("allows", column, LISTED),
        "allows, a list that refuses most": data.ask("allows", column, OTHER),
        "allows, PUBLIC_WEBHOOK": data.ask("allows", column, Policy.PUBLIC_WEBHOOK),
        "refusals, WEB": data.ask("refusals", column, Policy.WEB),
    }
    asked = [name for name in subjects if name.startswith("allows")] if most else []
    goals = [Goal(name, ("columns.is_valid",), 5 if "WEBHOOK" in name else most) for name in asked]
    return data.table(title, column, subjects, goals)


def tables() -> list[Callable[[], ColumnTable]]:
    """List what is measured."""
    return [
        lambda: policies("Policies, web links", data.web(), 3),
        lambda: policies("Policies, non-ASCII", data.dbpedia()),
        lambda: policies("Policies, a port in every row", data.ports()),
    ]
