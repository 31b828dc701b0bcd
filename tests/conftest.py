"""The effort of Hypothesis: small, or large with `--hypothesis-profile=deep`, and fixtures."""

import gc
import os
import secrets
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests import effort
from tests.durations import Durations
from tests.tables import collection

COLLECTION_IS_HERE = collection("vectors") is not None

# If `CI` is set, Hypothesis tries the same examples each time by default.
EXPLORING = settings(deadline=None, derandomize=False, database=None, print_blob=True)
settings.register_profile("quick", EXPLORING, max_examples=effort.USUAL)
settings.register_profile(
    "deep", EXPLORING, max_examples=effort.DEEP, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("quick")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the whole suite."""
    parser.addoption(
        "--durations-record", action="store_true", help="keep the times of the slowest tests"
    )
    parser.addoption(
        "--slow", choices=["none", "changed", "all"], default="none", help="which slow tests run"
    )
    parser.addoption("--slow-share", default="0/1", help="which share of them, the first being 0")


def pytest_collection_finish() -> None:
    """Exclude imported objects from garbage collection, which took a second in some tests."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip slow tests, unless `--slow` selects them."""
    effort.select(config, items)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Measure each test, and choose the seed of random tests for all workers."""
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = os.environ.get("IRIFORM_SEED") or str(secrets.randbits(32))
    config.pluginmanager.register(Durations(config), "iriform-durations")


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Report how to repeat this run."""
    terminalreporter.write_line(f"random tests: --hypothesis-seed={config.option.hypothesis_seed}")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip tests that need the collection if it is not available."""
    mark = item.get_closest_marker("collection")
    if mark is not None and mark.kwargs.get("needed") and not COLLECTION_IS_HERE:
        pytest.skip("the collection of public vectors is not at hand")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Start the system's Chromium."""
    from .browser import started

    yield from started()
