"""The sources of the rows: the whole suites if available, otherwise the included ones."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

from tests.tables import ROOT, collection

Row = dict[str, Any]
Place = Literal["shared", "carried"]

CARRIED = ROOT / "tests" / "vectors" / "data"


def shared() -> Path | None:
    """Return the folder of the whole suites, if it is at hand."""
    return collection("vectors")


# As the parameters of a test.
PLACES = [pytest.param("shared", marks=pytest.mark.collection(needed=True)), "carried"]


def folder(place: Place) -> Path:
    """Return the folder where the suites of that place lie."""
    found = shared() if place == "shared" else CARRIED
    assert found is not None
    return found


def rows(file: str, place: Place) -> Iterator[Row]:
    """Yield the rows of a file."""
    with (folder(place) / f"{file}.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def options(row: Row) -> str:
    """Return what the suite says of how it came to its answer, as text to search."""
    return json.dumps(row.get("options", ""), ensure_ascii=False)
