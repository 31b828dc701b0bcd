"""Slow tests run in shares, and nothing is lost between them."""

from types import SimpleNamespace
from typing import Any

import pytest

from . import effort

FILES = ["crates/core/src/lib.rs", "README.md"]


class Item:
    """What pytest has collected for a test with these marks."""

    def __init__(self, number: int, *marks: pytest.Mark) -> None:
        """Name the test by its number."""
        self.nodeid = f"tests/test_a.py::test_b[{number}]"
        self.marks = marks

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        """Find the mark of this name."""
        return next((mark for mark in self.marks if mark.name == name), None)


def chosen(tests: list[Any], **options: str) -> list[str]:
    """List the tests that run with these options, and see that the others are reported."""
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


def test_what_is_not_slow_runs_in_each_share() -> None:
    tests = [Item(number) for number in range(50)]
    for share in range(4):
        assert len(chosen(tests, **{"--slow": "all", "--slow-share": f"{share}/4"})) == 50


def test_slow_tests_are_left_out_unless_asked_for() -> None:
    assert chosen([Item(1, pytest.mark.slow("crates").mark)]) == []
