"""How much Hypothesis tries: little, or much with `--hypothesis-profile=deep`. What tests need."""

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

# Hypothesis tries the same examples each time where `CI` is set, unless it is told otherwise.
EXPLORING = settings(deadline=None, derandomize=False, database=None, print_blob=True)
settings.register_profile("quick", EXPLORING, max_examples=effort.USUAL)
settings.register_profile(
    "deep", EXPLORING, max_examples=effort.DEEP, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("quick")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what is asked of the whole suite."""
    parser.addoption(
        "--durations-record", action="store_true", help="keep the times of the slowest tests"
    )
    parser.addoption(
        "--slow", choices=["none", "changed", "all"], default="none", help="which slow tests run"
    )
    parser.addoption("--slow-share", default="0/1", help="which share of them, the first being 0")


def pytest_collection_finish() -> None:
    """Keep what is imported out of each later search for garbage: it took a second in some tests."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave slow tests out, unless `--slow` names them."""
    effort.select(config, items)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Measure each test, and choose the seed of random ones: each worker gets it from here."""
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = os.environ.get("IRIFORM_SEED") or str(secrets.randbits(32))
    config.pluginmanager.register(Durations(config), "iriform-durations")


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say how to run the same again."""
    terminalreporter.write_line(f"random tests: --hypothesis-seed={config.option.hypothesis_seed}")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what cannot run without the collection, where it is not at hand."""
    mark = item.get_closest_marker("collection")
    if mark is not None and mark.kwargs.get("needed") and not COLLECTION_IS_HERE:
        pytest.skip("the collection of public vectors is not at hand")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Start the system's Chromium."""
    from .browser import started

    yield from started()
