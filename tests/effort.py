"""The effort of the tests: minutes, or much more with `--hypothesis-profile=deep`.

A test that is slow in any case has the marker `slow` with the folders and files that it tests. It
runs with `--slow=all`, which `make test-all` sets, and with `--slow=changed` if `IRIFORM_CHANGED`
lists one of these files: in CI, those of the last day's commits. `--slow-share=1/4` runs the second
quarter of these. The name of a test determines its share, so four runs, one for each share, omit
nothing.
"""

import os
import zlib
from collections.abc import Iterable
from typing import TypeVar

import pytest
from hypothesis import settings

Effort = TypeVar("Effort")

USUAL = 50
DEEP = 5_000


OF_READING = pytest.mark.slow("crates/audit", "python/iriform/audit", "python/iriform/_io")
"""Tests of large inputs, needed only when the code that reads them changes."""

OF_FINDINGS = pytest.mark.slow("crates/core/src")
OF_GRAMMAR = pytest.mark.slow(
    "python/iriform/grammar", "crates/core/src/syntax", "tests/engines.py", "tests/proof"
)


def rounds(usual: Effort, deep: Effort) -> Effort:
    """Return the number or the list of cases that a test tries."""
    return deep if settings().max_examples == DEEP else usual


ALL = "all"
"""Stands for the list of changed files if it is unknown."""


def changed() -> list[str]:
    """List the changed files that CI reports."""
    return os.environ["IRIFORM_CHANGED"].split("\n")


def tests_one_of(mark: pytest.Mark, files: Iterable[str]) -> bool:
    """Return True if one of the files is within the paths that a slow test tests."""
    return any(file == ALL or file.startswith(mark.args) for file in files)


def share_of(name: str, shares: int) -> int:
    """Choose the share that a test is in."""
    return zlib.crc32(name.encode()) % shares


def select(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip slow tests, unless `--slow` selects them."""
    asked = config.getoption("--slow")
    share, shares = map(int, str(config.getoption("--slow-share")).split("/"))
    files = {"all": [ALL], "changed": changed() if asked == "changed" else []}.get(asked, [])
    slow = {item: mark for item in items if (mark := item.get_closest_marker("slow"))}
    wanted = {item for item, mark in slow.items() if tests_one_of(mark, files)}
    # With few tests, a share can be empty. Then all of them run, so every change is tested.
    shared = {item for item in wanted if share_of(item.nodeid, shares) == share} or wanted
    left_out = slow.keys() - shared
    if left_out:
        config.hook.pytest_deselected(items=[*left_out])
        items[:] = [item for item in items if item not in left_out]
