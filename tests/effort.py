"""How much the tests try: little, so that the suite takes minutes; much with `--hypothesis-profile=deep`.

A test that is slow whatever it tries has the marker `slow` with the folders and files that it tests:
it runs with `--slow=all`, as `make test-all` does, and with `--slow=changed` where one of these is
among the files that `IRIFORM_CHANGED` lists: in CI, those of the last day's commits.
`--slow-share=1/4` runs the second quarter of these. The name of a test decides its share, so that
four runs, one of each share, leave nothing out.
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
    """Choose how often, or what, a test tries."""
    return deep if settings().max_examples == DEEP else usual


ALL = "all"
"""In the place of the files that changed: nobody knows which."""


def changed() -> list[str]:
    """List the files that changed, as CI says."""
    return os.environ["IRIFORM_CHANGED"].split("\n")


def tests_one_of(mark: pytest.Mark, files: Iterable[str]) -> bool:
    """Return True if one of the files is below what a slow test tests."""
    return any(file == ALL or file.startswith(mark.args) for file in files)


def share_of(name: str, shares: int) -> int:
    """Choose the share that a test is in."""
    return zlib.crc32(name.encode()) % shares


def select(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave slow tests out, unless `--slow` names them."""
    asked = config.getoption("--slow")
    share, shares = map(int, str(config.getoption("--slow-share")).split("/"))
    files = {"all": [ALL], "changed": changed() if asked == "changed" else []}.get(asked, [])
    slow = {item: mark for item in items if (mark := item.get_closest_marker("slow"))}
    wanted = {item for item, mark in slow.items() if tests_one_of(mark, files)}
    # With few tests, a share can be empty. Then all of them run, so that every change is tested.
    shared = {item for item in wanted if share_of(item.nodeid, shares) == share} or wanted
    left_out = slow.keys() - shared
    if left_out:
        config.hook.pytest_deselected(items=[*left_out])
        items[:] = [item for item in items if item not in left_out]
