"""Slow tests run in shares, which together contain all of them."""

import os
import re
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from . import effort

ROOT = Path(__file__).parents[1]
FILES = ["crates/core/src/lib.rs", "README.md"]


class Item:
    """An item of pytest for a test with these marks."""

    def __init__(self, number: int, *marks: pytest.Mark) -> None:
        """Name the test by its number."""
        self.nodeid = f"tests/test_a.py::test_b[{number}]"
        self.marks = marks

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        """Find the mark of this name."""
        return next((mark for mark in self.marks if mark.name == name), None)


def chosen(tests: list[Any], **options: str) -> list[str]:
    """List the tests that run with these options, and check that the others are reported."""
    items, reported = list(tests), list[Any]()

    def reported_too(items: list[Any]) -> None:
        reported.extend(items)

    hook = SimpleNamespace(pytest_deselected=reported_too)
    asked = {"--slow": "none", "--slow-share": "0/1", **options}
    config: Any = SimpleNamespace(getoption=asked.__getitem__, hook=hook)
    effort.select(config, items)
    assert {item.nodeid for item in (*items, *reported)} == {test.nodeid for test in tests}
    return [item.nodeid for item in items]


@pytest.mark.parametrize(("slow", "count"), [("all", 300), ("changed", 200)])
def test_shares_leave_nothing_out(slow: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IRIFORM_CHANGED", "\n".join(FILES))
    tests = [Item(number, pytest.mark.slow("crates/core").mark) for number in range(200)]
    tests += [Item(number, pytest.mark.slow("crates/audit").mark) for number in range(200, 300)]
    whole = chosen(tests, **{"--slow": slow})
    assert len(whole) == count
    shares = [chosen(tests, **{"--slow": slow, "--slow-share": f"{share}/4"}) for share in range(4)]
    assert sorted(whole) == sorted(name for share in shares for name in share)
    assert min(map(len, shares)) > count / 8


def test_where_nobody_knows_what_changed_all_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """CI on a forge clones only the last commit by default, so the changes are unknown."""
    monkeypatch.setenv("IRIFORM_CHANGED", "all")
    tests = [Item(number, pytest.mark.slow("crates/core/src").mark) for number in range(9)]
    assert len(chosen(tests, **{"--slow": "changed"})) == 9


def test_a_share_of_few_is_not_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IRIFORM_CHANGED", "crates/core/src/lib.rs")
    test = Item(1, pytest.mark.slow("crates/core/src").mark)
    shares = [chosen([test], **{"--slow": "changed", "--slow-share": f"{i}/4"}) for i in range(4)]
    assert shares == [[test.nodeid]] * 4


def function_of_ci(name: str, root: Path) -> str:
    """Run a function of `.ci/run` for the tree at `root`."""
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    found = re.search(rf"^{name}\(\) \{{\n.*?^\}}$", script, re.MULTILINE | re.DOTALL)
    assert found is not None
    program = f"set -euo pipefail\nroot={root} work={root.parent}\n{found[0]}\n{name}"
    run = subprocess.run(  # noqa: S603 - our own script
        ["bash", "-c", program],  # noqa: S607
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.strip()


def test_ci_knows_what_changed_or_that_it_does_not(tmp_path: Path) -> None:
    whole, shallow = tmp_path / "whole", tmp_path / "shallow"

    def git(*words: str, day: int = 1) -> None:
        when = f"2026-01-{day:02d}T00:00:00"
        names = {f"GIT_{who}_NAME": "a" for who in ("AUTHOR", "COMMITTER")}
        mails = {f"GIT_{who}_EMAIL": "a" for who in ("AUTHOR", "COMMITTER")}
        dates = {f"GIT_{who}_DATE": when for who in ("AUTHOR", "COMMITTER")}
        subprocess.run(  # noqa: S603 - in a folder of its own
            ["git", *words],  # noqa: S607
            check=True,
            env={**os.environ, **names, **mails, **dates},
        )

    git("init", "--quiet", str(whole))
    for day, file in ((1, "old"), (3, "new")):
        (whole / file).write_text("")
        git("-C", str(whole), "add", file)
        git("-C", str(whole), "commit", "--quiet", "--message", file, day=day)
    assert function_of_ci("changed", whole) == "new"
    git("clone", "--quiet", "--depth", "1", f"file://{whole}", str(shallow))
    assert function_of_ci("changed", shallow) == "all"
    assert function_of_ci("changed", tmp_path / "nowhere") == "all"
    assert function_of_ci("seed", whole).isdecimal()
    assert function_of_ci("seed", tmp_path / "nowhere") == "0"


def test_what_is_not_slow_runs_in_each_share() -> None:
    tests = [Item(number) for number in range(50)]
    for share in range(4):
        assert len(chosen(tests, **{"--slow": "all", "--slow-share": f"{share}/4"})) == 50


def test_slow_tests_are_left_out_unless_asked_for() -> None:
    assert chosen([Item(1, pytest.mark.slow("crates").mark)]) == []
