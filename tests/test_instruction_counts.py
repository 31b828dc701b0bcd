"""`make instructions` fails if a count has grown, and reports if it cannot compare."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from benchmarks.count_instructions import compare

HERE = {"rustc": "rustc 1.95.0", "machine": "x86_64", "avx2": True, "libc": "glibc 2.36"}


def recorded(**different: object) -> dict[str, Any]:
    return {**HERE, **different, "counts": {"parse": 100.0, "split": 50.0}}


@pytest.mark.parametrize(
    ("different", "now", "failed"),
    [
        ({}, {"parse": 103.0, "split": 50.0}, 0),
        ({}, {"parse": 103.1, "split": 50.0}, 1),
        ({}, {"parse": 50.0, "split": 51.6}, 1),
        # An operation that was not recorded, and one that no longer exists.
        ({}, {"parse": 100.0, "split": 50.0, "resolve": 9.0}, 1),
        ({}, {"parse": 100.0}, 1),
        # Another compiler explains a growth of at most a quarter, another processor any growth.
        ({"rustc": "rustc 1.94.0"}, {"parse": 125.0, "split": 50.0}, 0),
        ({"libc": "musl 1.2"}, {"parse": 125.1, "split": 50.0}, 1),
        ({"machine": "aarch64", "avx2": False}, {"parse": 900.0, "split": 50.0}, 0),
    ],
)
def test_what_fails(different: dict[str, object], now: dict[str, float], failed: int) -> None:
    assert compare(recorded(**different), HERE, now) == failed


def test_what_is_not_compared_is_said_first_and_last(capsys: pytest.CaptureFixture[str]) -> None:
    compare(recorded(rustc="rustc 1.94.0"), HERE, {"parse": 110.0, "split": 50.0})

    lines = capsys.readouterr().out.strip().splitlines()
    assert lines[0] == lines[-1].strip()
    assert lines[0] == (
        "NOT COMPARED WITHIN 3 %: the counts were recorded elsewhere "
        "(rustc: rustc 1.94.0, here rustc 1.95.0). Only what is above 25 % fails."
    )


def test_what_is_compared_is_not_warned_of(capsys: pytest.CaptureFixture[str]) -> None:
    compare(recorded(), HERE, {"parse": 100.0, "split": 50.0})

    assert "NOT COMPARED" not in capsys.readouterr().out


def test_what_is_counted_is_built_with_the_wheel() -> None:
    root = Path(__file__).parents[1]
    members = (root / "Cargo.toml").read_text("utf-8").partition("resolver")[0]
    assert '"lab/instructions"' in members
    assert '"crates/python"' in members


def test_the_laboratory_is_built_as_the_wheel_is() -> None:
    root = Path(__file__).parents[1]
    release = re.compile(r"^\[profile\.release[^\[]*", re.MULTILINE)
    wheel, laboratory = (
        re.sub(r"#.*\n", "", "".join(release.findall((root / path).read_text("utf-8")))).split()
        for path in ("Cargo.toml", "lab/Cargo.toml")
    )
    assert laboratory == wheel
    assert "[profile.release.package.iriform-kernel]" in wheel
