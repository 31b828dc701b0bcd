"""The counterparts of iref's names exist. The oracle's tests cover iref's faults for any text."""

import importlib
import re
from pathlib import Path
from typing import Any

import pytest

import iriform

PAGE = (Path(__file__).parents[1] / "docs" / "from-iref.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("|") and not line.startswith(("|---", "| iref |"))
]


def exists(name: str) -> bool:
    if name.startswith("iriform."):
        module, _, attribute = name.rpartition(".")
        thing: Any = importlib.import_module(module)
        names = [attribute]
        if module == "iriform":
            return importlib.import_module(name) is not None
    else:
        thing, names = iriform, name.split(".")
    for part in names:
        if not hasattr(thing, part):
            return False
        thing = getattr(thing, part)
    return True


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_each_row_has_a_counterpart_or_a_reason(row: list[str]) -> None:
    _, here, note = row
    names = re.findall("`([^`]*)`", here)

    assert [name for name in names if not exists(name)] == []
    assert names or (here == "none" and note)


def test_the_check_of_names_finds_what_is_missing() -> None:
    assert not exists("IRI.as_str")
    assert not exists("PathMut")
    assert len(ROWS) > 90
