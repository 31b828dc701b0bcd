"""Removal of dot segments: three laws by induction, and tests of the program with all short paths."""

from __future__ import annotations

import pytest

from iriform import IRI
from tests.oracle.resolution import dot_segment_states, guard
from tests.oracle.syntax import Parts, recompose

from .dots import DOT, EMPTY, NAME, STEPS, TWO_DOTS, Step, View, failures, loop, paths

TESTED = pytest.mark.slow("crates/core/src/parts/path.rs", "tests/proof")


def test_no_dot_segment_remains_and_what_has_none_stays() -> None:
    """So the operation is idempotent. A path that begins with a slash still does."""
    assert len(STEPS) == 14
    assert list(failures()) == []


@TESTED
def test_the_steps_are_the_rfc_s() -> None:
    """§5.2.4, transcribed on buffers of text: the same label and the same buffers after each step."""
    checked = 0
    for path in paths(5):
        assert list(loop(path)) == list(dot_segment_states(path))[1:]
        checked += 1
    assert checked > 70_000


@TESTED
def test_iriform_takes_those_steps() -> None:
    checked = 0
    for path in paths(5):
        if not path.startswith("//"):
            expected = [output for _, output, _ in loop(path)][-1] if path else ""
            parts = Parts("s", None, expected, None, None)
            assert IRI("s:" + path).normalize() == recompose(guard(parts))
        if path.startswith("/"):
            expected = [output for _, output, _ in loop(path)][-1]
            assert IRI("s://h" + path).normalize() == "s://h" + expected
            checked += 1
    assert checked > 30_000


@pytest.mark.parametrize(
    ("view", "step"),
    [
        (View("/", DOT, "/"), Step("2E", "push", "rest")),
        (View("/", DOT, ""), Step("2E", "push", "rest")),
        (View("", TWO_DOTS, ""), Step("2E", "push", "rest")),
        (View("/", TWO_DOTS, "/"), Step("2C", "pop", "after")),
        (View("/", TWO_DOTS, ""), Step("2C", "pop", "rest")),
        (View("/", EMPTY, "/"), Step("2B", "keep", "rest")),
        (View("/", EMPTY, ""), Step("2B", "keep", "slash")),
        (View("/", NAME, "/"), Step("2C", "pop", "rest")),
        (View("", NAME, "/"), Step("2E", "push", "after")),
    ],
)
def test_a_wrong_step_is_found(view: View, step: Step) -> None:
    assert STEPS[view] != step
    assert list(failures({**STEPS, view: step}))
