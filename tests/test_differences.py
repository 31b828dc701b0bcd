"""The figures of docs/differences.md about the peers are the measured ones, each with a reason."""

import json

import pytest
from lab.differential.report import DOCUMENT, PARTS, RESULTS, part


@pytest.mark.parametrize("name", PARTS)
def test_document_is_written_from_the_results(name: str) -> None:
    assert part(name) in DOCUMENT.read_text("utf-8")


def test_every_difference_is_explained() -> None:
    results = json.loads(RESULTS.read_text("utf-8"))
    for tallies in results["operations"].values():
        for tally in tallies.values():
            assert "unexplained" not in tally["classes"]
            assert tally["same"] + sum(tally["classes"].values()) == tally["asked"]
