"""A signal at any moment: `moments` tries more of them."""

from __future__ import annotations

import signal
import sys

import pytest

from .moments import RUNS, SIGNALS, tried


@pytest.mark.slow("crates/audit", "python/iriform/audit", "python/iriform/cli")
@pytest.mark.skipif(sys.platform == "win32", reason="there are no signals for a child")
@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("verb", RUNS)
def test_a_signal_ends_a_run_as_promised(verb: str, number: signal.Signals) -> None:
    ends = tried(verb, number, moments=4, lines=20_000)
    assert not [end for end in ends if end.startswith("not as promised")], ends
