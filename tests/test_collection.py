"""Tests that read the collection of public vectors are marked: CI runs with and without it."""

import ast
from pathlib import Path

from tests.tables import ROOT

TESTS = ROOT / "tests"
READERS = {"CORPORA", "EACH_CORPUS", "PLACES", "collected", "collection", "public_rows", "rows"}
HOMES = {"tests.tables", "tests.vectors.rows", "tables", "rows"}


def reads(tree: ast.Module) -> bool:
    """Return True if the module imports a reader of the collection, or uses its fixture."""
    imported = {
        alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module in HOMES
        for alias in node.names
    }
    asked = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)} & {"public_rows"}
    return bool((imported | asked) & READERS)


def says_so(path: Path, text: str) -> bool:
    """Return True if the test or one of its parameters has the marker."""
    return any(
        mark in text
        for mark in (
            "pytest.mark.collection",
            "EACH_CORPUS)",
            "EACH_CORPUS]",
            "PLACES)",
            "public_rows:",
        )
    ) or not path.name.startswith(("test_", "optional_"))


def test_readers_of_the_collection_have_the_marker() -> None:
    found = {}
    for path in sorted(TESTS.rglob("*.py")):
        text = path.read_text("utf-8")
        if any(reader in text for reader in READERS) and reads(ast.parse(text)):
            found[path.relative_to(TESTS).as_posix()] = says_so(path, text)
    assert len(found) > 15
    assert [name for name, marked in found.items() if not marked] == []
