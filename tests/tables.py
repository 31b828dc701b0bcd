"""Rows of facts: those carried in `data/`, and the whole collection if it is available.

A test that reads the collection has the marker `collection`, for `pytest -m collection`. A test that
cannot run without it has `collection(needed=True)`, and is skipped if it is not available.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


def collection(folder: str) -> Path | None:
    """Find a folder of the whole collection, which is next to the clone or above its work trees."""
    folders = (parent / "shared" / folder for parent in ROOT.parents)
    return next((found for found in folders if found.is_dir()), None)


def collected(folder: str, pattern: str) -> list[Path]:
    """List the files of a folder of the collection; none if it is not available."""
    found = collection(folder)
    return [] if found is None else sorted(found.glob(pattern))


CORPORA = collected("corpora", "*.txt")
# Like `CORPORA`, as the parameters of a test.
EACH_CORPUS = [pytest.param(file, marks=pytest.mark.collection, id=file.stem) for file in CORPORA]


def rows(name: str) -> Iterator[dict[str, Any]]:
    """Read every row of the table `name`."""
    file = f"{name}.jsonl"
    for table in (*(ROOT / "tests" / "data").glob(file), *collected("vectors", file)):
        with table.open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)
