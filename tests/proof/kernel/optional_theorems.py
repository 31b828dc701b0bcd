"""The theorems about the kernel, proved by two solvers: `make prove-kernel`, which installs them."""

from __future__ import annotations

import pytest

from .faults import FAULTS, Fault, seeded
from .processors import Terms
from .solvers import model_of
from .theorems import PARTS, Theorem

THEOREMS = [theorem for part in PARTS for theorem in part(Terms())]


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.name)
def test_a_theorem_has_no_counterexample(theorem: Theorem) -> None:
    assert model_of(theorem.claim) is None


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_is_found(fault: Fault) -> None:
    with seeded(fault) as module:
        if fault.found_by == "decisions":
            assert module("decisions").failures()
            return
        part = getattr(module("theorems"), fault.found_by)
        terms = module("processors").Terms()
        assert any(model_of(theorem.claim) is not None for theorem in part(terms))
