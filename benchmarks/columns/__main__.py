"""`python -m benchmarks.columns [GROUP …]`: run groups of benchmarks; all but `spark` by default.

pip install -r benchmarks/columns/requirements.txt
"""

import os
from collections.abc import Iterator
from functools import partial
from importlib import import_module

from benchmarks.harness import ColumnTable, run

GROUPS = (
    "plain", "links", "findings", "policies", "prefixes", "engines", "threads", "extension", "spark"
)  # fmt: skip


def tables(group: str) -> Iterator[ColumnTable]:
    """Yield the tables of a group."""
    for make in import_module(f"benchmarks.columns.{group}").tables():
        yield make()


if __name__ == "__main__":
    # One thread for all libraries with such a setting; Polars reads this when it is imported.
    os.environ["POLARS_MAX_THREADS"] = "1"
    groups = {name: partial(tables, name) for name in GROUPS}
    for command in run("benchmarks.columns", groups, left_out=("spark",)):
        print(f"recorded: {command}")
