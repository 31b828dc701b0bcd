"""Write identifiers.txt and identifiers.parquet from identifiers.csv, which is edited by hand."""

# ruff: noqa: INP001 - a script, not a package

from __future__ import annotations

import csv
from pathlib import Path

import duckdb

HERE = Path(__file__).parent


def main() -> None:
    """Write both files beside the table."""
    table = HERE / "identifiers.csv"
    with table.open(encoding="utf-8", newline="") as file:
        values = [row["identifier"] for row in csv.DictReader(file)]
    (HERE / "identifiers.txt").write_text("".join(f"{value}\n" for value in values), "utf-8")
    duckdb.read_csv(str(table), header=True, all_varchar=True).write_parquet(
        str(HERE / "identifiers.parquet"), compression="zstd"
    )


if __name__ == "__main__":
    main()
