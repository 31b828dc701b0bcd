"""The processor time of each test and of the programs it starts; the slowest are recorded.

`pytest --durations-record` writes it. Every run of the whole suite shows which of them take twice
as long as recorded, relative to the others: a slower machine is slower for all.
"""

import json
import os
import statistics
from collections.abc import Generator
from pathlib import Path

import pytest

RECORD = Path(__file__).parent / "durations.json"
KEPT = 50
NAME = "processor time"


def spent() -> float:
    """Seconds of processor time of this process and of the children that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


class Durations:
    """Measures each test in its process, and adds up the times where the results are collected."""

    def __init__(self, config: pytest.Config) -> None:
        """Remember whether the record is to be written."""
        self.recording = config.getoption("--durations-record")
        self.taken: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Measure set-up, test and tear-down together; the report of the tear-down carries it."""
        item.stash[STARTED] = spent()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Put the time into the last report of a test."""
        report = yield
        if call.when == "teardown":
            report.user_properties.append((NAME, spent() - item.stash[STARTED]))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Read the time from the report."""
        if report.when == "teardown":
            for name, seconds in report.user_properties:
                if name == NAME and isinstance(seconds, float):
                    self.taken[report.nodeid] = seconds

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Write the record, or show the tests that became slow."""
        terminalreporter.write_line(f"processor time: {sum(self.taken.values()):.0f} s")
        if self.recording:
            slowest = sorted(self.taken, key=lambda name: -self.taken[name])[:KEPT]
            record = {name: round(self.taken[name], 2) for name in slowest}
            RECORD.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", "utf-8")
        for name, seconds, before in slower(self.taken, recorded()):
            terminalreporter.write_line(
                f"twice as slow: {name}: {seconds:.1f} s, {before:.1f} recorded"
            )


STARTED = pytest.StashKey[float]()


def recorded() -> dict[str, float]:
    """Read the record."""
    found: dict[str, float] = json.loads(RECORD.read_text("utf-8"))
    return found


def slower(taken: dict[str, float], record: dict[str, float]) -> list[tuple[str, float, float]]:
    """List the tests that take twice as long as recorded; the median of the recorded tests is 1."""
    ratios = {name: taken[name] / max(record[name], 0.1) for name in taken.keys() & record.keys()}
    if len(ratios) < KEPT // 2:
        return []  # a few tests are not representative
    usual = max(1.0, statistics.median(ratios.values()))
    return [
        (name, taken[name], record[name])
        for name, ratio in sorted(ratios.items())
        if ratio > 2 * usual
    ]
