"""`columns.compress` and `columns.expand`, compared with `curies` value by value."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pyarrow as pa

from benchmarks.columns import data
from benchmarks.harness import ColumnTable, Goal, Work
from benchmarks.python.prefixes import prefixes
from iriform import PrefixMap, columns

if TYPE_CHECKING:
    from collections.abc import Callable

VALUES = 20_000
FEW, MANY = 200, 3_000


def rows(count: int) -> tuple[dict[str, str], list[str], list[str]]:
    """Return `count` prefixes, compact IRIs that use them in turn, and the expanded IRIs."""
    made = prefixes(count)
    names = list(made)
    pairs = [(names[i * 7 % count], f"name{i}") for i in range(VALUES)]
    return made, [f"{n}:{rest}" for n, rest in pairs], [made[n] + rest for n, rest in pairs]


def compress(count: int) -> ColumnTable:
    """Measure the compression of IRIs."""
    import curies

    made, compact, iris = rows(count)
    ours, theirs = PrefixMap(made), curies.Converter.from_prefix_map(made)
    column = pa.array(iris)
    assert columns.compress(column, ours).to_pylist() == compact == [*map(theirs.compress, iris)]
    subjects: dict[str, Work] = {
        "columns.compress": data.ask("compress", column, ours),
        "columns.compress, of string_view": data.ask(
            "compress", column.cast(pa.string_view()), ours
        ),
        "columns.is_valid": data.ask("is_valid", column),
        "[converter.compress(x) for x in list], curies": lambda: [*map(theirs.compress, iris)],
    }
    goals = (Goal("columns.compress", ("[converter.compress(x) for x in list], curies",), 0.1),)
    title = f"Compress, {count} prefixes"
    return data.table(title, column, subjects, goals, limits={"columns.compress": 40})


def expand(count: int) -> ColumnTable:
    """Measure the expansion of compact IRIs, without `curies`: it is too slow with many prefixes."""
    made, compact, iris = rows(count)
    ours = PrefixMap(made)
    column = pa.array(compact)
    assert columns.expand(column, ours).to_pylist() == iris
    subjects: dict[str, Work] = {
        "columns.expand": data.ask("expand", column, ours),
        "columns.expand, of string_view": data.ask("expand", column.cast(pa.string_view()), ours),
    }
    return data.table(f"Expand, {count} prefixes", column, subjects)


def tables() -> list[Callable[[], ColumnTable]]:
    """Return the functions that make the tables of this group."""
    return [partial(of, count) for of in (compress, expand) for count in (FEW, MANY)]
