"""`python -m benchmarks.columns [GROUP …]`: run groups of benchmarks; all but `spark` by default.

pip install -r benchmarks/columns/requirements.txt
"""

from __future__ import annotations

import argparse
import os
from importlib import import_module

from benchmarks import record
from benchmarks.columns.harness import measure

GROUPS = (
    "plain",
    "links",
    "findings",
    "policies",
    "prefixes",
    "engines",
    "threads",
    "extension",
    "spark",
)


def main() -> None:
    """Run the requested groups."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.columns", description=__doc__)
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=", ".join(GROUPS))
    parser.add_argument("--rounds", type=int, help="rounds of each table")
    parser.add_argument("--record", action="store_true", help="write to benchmarks/record")
    arguments = parser.parse_args()
    unknown = set(arguments.groups) - set(GROUPS)
    if unknown:
        parser.error(f"no such group: {', '.join(sorted(unknown))}")
    # One thread, for all that have a say in it; Polars reads this when it is imported.
    os.environ["POLARS_MAX_THREADS"] = "1"
    for name in arguments.groups or GROUPS[:-1]:
        results = []
        for make in import_module(f"benchmarks.columns.{name}").tables():
            table = make()
            table.rounds = arguments.rounds or table.rounds
            result = measure(table)
            print(result, flush=True)
            results.append(result)
        if arguments.record:
            command = f"python -m benchmarks.columns {name}"
            record.save(f"columns-{name}", command, record.tables(results))


if __name__ == "__main__":
    main()
