"""The rehearsal of a release runs a job's steps as the forge does, and says what became of each."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from scripts import rehearse_release
from scripts.rehearse_release import LACKING, Rehearsal, Runner, git, lacking
from scripts.workflows import Job

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the steps are scripts of a shell")


@pytest.fixture
def rehearsal(tmp_path: Path) -> Rehearsal:
    """A rehearsal of a tree that has one file."""
    made = Rehearsal(tmp_path, ["3.13"])
    made.clone.mkdir(parents=True)
    git(made.clone, "init", "--quiet")
    (made.clone / "file").write_text("of the tree\n")
    git(made.clone, "add", "file")
    who = ["-c", "user.name=us", "-c", "user.email=us@forge.example"]
    git(made.clone, *who, "commit", "--quiet", "--message", "A file")
    return made


def run(rehearsal: Rehearsal, *steps: dict[str, Any], **matrix: str) -> dict[str, str]:
    """Run a job of these steps; give what became of each."""
    folder = rehearsal.work / "jobs" / "job"
    folder.mkdir(parents=True, exist_ok=True)
    env = {**rehearsal.environment, "GITHUB_REF_NAME": "v1.2.3", "PATH": os.environ["PATH"]}
    Runner(rehearsal, Job("release", "job", matrix, {"steps": steps}), folder, env).run()
    return {step.name: step.how for step in rehearsal.steps}


def uses(action: str, **options: str) -> dict[str, Any]:
    return {"uses": f"actions/{action}@0123 # v1", "with": options}


def test_a_step_has_what_the_ones_before_it_made(rehearsal: Rehearsal) -> None:
    became = run(
        rehearsal,
        uses("checkout"),
        {"id": "first", "name": "first", "run": 'echo "word=it has=two" >> "$GITHUB_OUTPUT"'},
        {
            "name": "second, ${{ matrix.libc }}",
            "env": {"WORD": "${{ steps.first.outputs.word }}"},
            "run": 'mkdir dist\necho "$WORD, $CI, $GITHUB_REF_NAME" | cat - file > dist/out',
        },
        {"name": "of another platform", "if": "matrix.libc == 'musl'", "run": "exit 1"},
        uses("upload-artifact", name="made", path="dist"),
        libc="gnu",
    )
    assert became == {
        "actions/checkout": "simulated",
        "first": "run",
        "second, gnu": "run",
        "actions/upload-artifact": "simulated",
    }
    kept = rehearsal.artefacts / "made" / "out"
    assert kept.read_text() == "it has=two, true, v1.2.3\nof the tree\n"
    assert rehearsal.failed == []


def test_a_job_begins_with_what_was_committed(rehearsal: Rehearsal) -> None:
    tree = rehearsal.work / "tree"
    run(rehearsal, uses("checkout"), {"name": "first", "run": "mkdir left; echo more > left/over"})
    before = (tree / "file").stat().st_mtime_ns
    assert (
        run(rehearsal, uses("checkout"), {"name": "second", "run": "test ! -e left"})["second"]
        == "run"
    )
    # cargo compiles again what is newer than before.
    assert (tree / "file").stat().st_mtime_ns == before
    run(rehearsal, uses("checkout"), {"name": "third", "run": "echo changed > file"})
    changed = {"name": "fourth", "run": "grep -x 'of the tree' file"}
    assert run(rehearsal, uses("checkout"), changed)["fourth"] == "run"
    # Without a checkout, a job has an empty folder.
    assert run(rehearsal, {"name": "fifth", "run": "test ! -e file"})["fifth"] == "run"


def test_a_step_that_fails_is_the_last_of_its_job(
    rehearsal: Rehearsal, capsys: pytest.CaptureFixture[str]
) -> None:
    became = run(
        rehearsal,
        {"name": "fails", "run": "echo why >&2; false | cat\necho 'went on'"},
        {"name": "never", "run": "true"},
    )
    assert became == {"fails": "FAILED: status 1"}
    assert [step.name for step in rehearsal.failed] == ["fails"]
    printed = capsys.readouterr().out
    assert "why" in printed
    assert "went on" not in printed


def test_a_step_that_takes_too_long_is_stopped(rehearsal: Rehearsal) -> None:
    rehearsal.limit = 0.2
    assert run(rehearsal, {"name": "waits", "run": "sleep 60 | cat"}) == {
        "waits": "FAILED: took too long"
    }


def test_what_this_machine_lacks_is_said_and_not_run(
    rehearsal: Rehearsal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LACKING, "moonshot", ("a rocket", ["false"]))
    monkeypatch.setitem(LACKING, "walk", ("legs", ["true"]))
    lacking.cache_clear()
    became = run(
        rehearsal,
        {"name": "far", "run": "moonshot; exit 1"},
        {"name": "near", "run": "true walk"},
    )
    lacking.cache_clear()
    assert became == {"far": "not: needs a rocket", "near": "run"}


def test_a_job_has_the_python_that_it_asks_for(
    rehearsal: Rehearsal, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    monkeypatch.setattr(rehearse_release, "interpreter", lambda version: f"/opt/{version}/python")
    monkeypatch.setattr(subprocess, "run", lambda command, **_: made.append(command[0]))
    rehearsal.pythons = ["3.10", "3.13"]
    for asked in ("3.13", "2.7"):
        step = uses("setup-python", **{"python-version": asked})
        assert run(rehearsal, step) == {"actions/setup-python": "simulated"}
    # In place of one that is not here, another one.
    assert made == ["/opt/3.13/python", "/opt/3.10/python"]


def test_what_goes_wrong_in_a_job_is_kept_and_the_next_one_is_run(rehearsal: Rehearsal) -> None:
    with rehearsal.goes_on("job", "the job"):
        raise LookupError("no CPython 2.7 here")
    assert [step.how for step in rehearsal.failed] == ["FAILED: LookupError: no CPython 2.7 here"]
