"""Rows of facts: those carried in `data/`, and the whole collection where it lies at hand."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]

# Beside the clone, or beside the directory of its work trees.
_COLLECTIONS = [ROOT.parents[i] / "shared" / "vectors" for i in range(2)]


def rows(name: str) -> Iterator[dict[str, Any]]:
    """Read every row of the table `name`."""
    for directory in (ROOT / "tests" / "data", *_COLLECTIONS):
        table = directory / f"{name}.jsonl"
        if table.exists():
            with table.open(encoding="utf-8") as lines:
                yield from map(json.loads, lines)
