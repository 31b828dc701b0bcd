"""Matching compared with other projects' suites: a row agrees, or differs by a stated policy."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from iriform import ParseError, URITemplate

HERE = Path(__file__).parent
ROWS = [
    json.loads(line)
    for line in (HERE / "data/template-matching.jsonl").read_text("utf-8").splitlines()
]
PAGE = (HERE.parent / "docs/other-software.md").read_text("utf-8")


def matched(row: dict[str, Any], **how: Any) -> dict[str, Any] | None:
    match = URITemplate(row["template"]).match(row["uri"], **how)
    return None if match is None else dict(match.values)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['template']} {row['uri']:.60}")
def test_a_row_agrees_or_differs_by_policy(row: dict[str, Any]) -> None:
    if row["how"] == "exact":
        assert matched(row) == row["expected"]
    elif row["how"] == "any-order":
        assert matched(row) != row["expected"]
        assert matched(row, query="any-order") == row["expected"]
    elif row["how"] == "syntax":
        with pytest.raises(ParseError):
            URITemplate(row["template"])
    else:
        order = "any-order" if row["how"] in {"names", "twice"} else "exact"
        assert matched(row, query=order) == row["ours"]
        assert row["ours"] != row["expected"]


def test_what_a_slash_differs_by_is_asked_for() -> None:
    for row in ROWS:
        if row["how"] == "slash":
            assert matched(row, allow_encoded_separators=True) == row["expected"]


def test_the_page_states_each_policy_and_how_many_rows_it_is_about() -> None:
    stated = dict(re.findall(r"^\| ([a-z-]+) \| (\d+) \|", PAGE, re.MULTILINE))
    assert stated == {how: str(n) for how, n in Counter(row["how"] for row in ROWS).items()}
    assert f"{len(ROWS)} rows" in PAGE
