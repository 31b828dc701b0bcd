"""How much Hypothesis tries: little, or much with `--hypothesis-profile=deep`. What tests need."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.tables import collection

COLLECTION_IS_HERE = collection("vectors") is not None

settings.register_profile("quick", max_examples=100, deadline=None)
settings.register_profile(
    "deep", max_examples=5_000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("quick")


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
