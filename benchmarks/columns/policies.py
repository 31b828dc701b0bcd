"""`columns.allows` and `columns.refusals` beside `columns.is_valid`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from benchmarks.columns import data
from benchmarks.columns.harness import Table, Work
from benchmarks.python.harness import Goal
from iriform import Policy, columns

if TYPE_CHECKING:
    from collections.abc import Callable

    import pyarrow as pa

LISTED = Policy(
    schemes={"http", "https"}, hosts={"*.com", "*.org", "example.net"}, profile="default"
)
OTHER = Policy(hosts={"example.org", "*.example.org", "example.net"}, profile="none")


def policies(title: str, column: pa.Array, most: float | None = None) -> Table:
    """Judge each value by a policy, with and without reasons."""
    subjects: dict[str, Work] = {
        "columns.is_valid": partial(columns.is_valid, column, threads=1),
        "allows, WEB": partial(columns.allows, column, Policy.WEB, threads=1),
        "allows, a list of hosts": partial(columns.allows, column, LISTED, threads=1),
        "allows, a list that refuses most": partial(columns.allows, column, OTHER, threads=1),
        "allows, PUBLIC_WEBHOOK": partial(columns.allows, column, Policy.PUBLIC_WEBHOOK, threads=1),
        "refusals, WEB": partial(columns.refusals, column, Policy.WEB, threads=1),
    }
    asked = [name for name in subjects if name.startswith("allows") and "WEBHOOK" not in name]
    goals = [Goal(name, ("columns.is_valid",), most) for name in asked] if most else []
    return Table(title, len(column), data.size(column), subjects, goals)


def tables() -> list[Callable[[], Table]]:
    """List what is measured."""
    return [
        lambda: policies("Policies, web links", data.web(), 3),
        lambda: policies("Policies, non-ASCII", data.dbpedia()),
        lambda: policies("Policies, a port in every row", data.ports()),
    ]
