"""How much Hypothesis tries: little by default, much with `--hypothesis-profile=deep`. A browser."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("quick", max_examples=100, deadline=None)
settings.register_profile(
    "deep", max_examples=5_000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("quick")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Start the system's Chromium."""
    from .browser import started

    yield from started()
