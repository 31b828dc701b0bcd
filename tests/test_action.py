"""The action of `action.yml`: its steps run like on a forge.

The step that installs iriform runs with a Python that only prints what it would install; the step
that checks runs with this iriform.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="the stand-in is a script of a shell"
)


def run(folder: Path, **inputs: str) -> "subprocess.CompletedProcess[str]":
    """Run the step that checks in the folder, like the forge."""
    stand_in = folder / "temporary" / "iriform" / "bin" / "python"
    stand_in.parent.mkdir(parents=True)
    stand_in.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    stand_in.chmod(0o755)
    given = {
        name: inputs.get(name, about.get("default", "")) for name, about in ACTION["inputs"].items()
    }
    (step,) = (step for step in ACTION["runs"]["steps"] if step["name"] == "Check")
    env = {name: given[name.lower()] for name in step["env"]}
    return subprocess.run(  # noqa: S603
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],  # noqa: S607
        cwd=folder,
        env={**os.environ, **env, "RUNNER_TEMP": str(folder / "temporary")},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("version", "installed"), [("", "/its/revision[cli]"), ("==1.2.3", "iriform[cli]==1.2.3")]
)
def test_its_own_revision_is_installed_or_a_published_version(
    tmp_path: Path, version: str, installed: str
) -> None:
    stand_in = tmp_path / "python3"
    # The environment that it creates contains the stand-in again.
    stand_in.write_text(
        '#!/bin/sh\n[ "$2" = venv ] || exec echo "$@"\nmkdir -p "$3/bin"; cp "$0" "$3/bin/python"\n'
    )
    stand_in.chmod(0o755)
    (step,) = (step for step in ACTION["runs"]["steps"] if step["name"] == "Install iriform")
    ended = subprocess.run(  # noqa: S603
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],  # noqa: S607
        env={
            "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
            "RUNNER_TEMP": str(tmp_path),
            "GITHUB_ACTION_PATH": "/its/revision",
            "VERSION": version,
        },
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout.split()[-1] == installed


def test_check_names_what_is_not_valid_and_writes_a_document(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text("http://a.example/\n")
    (tmp_path / "two words.txt").write_text("http://a.example/a b\n")
    ended = run(tmp_path, files="good.txt\n\ntwo words.txt\n", options="--as=URI\n")
    assert ended.returncode == 1
    assert (
        "two words.txt:1:19: not a URI: U+0020 SPACE is not allowed" in ended.stdout + ended.stderr
    )
    document = json.loads((tmp_path / "iriform.sarif").read_text())
    (result,) = document["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert place == "two%20words.txt"


def test_literals_of_source_are_checked_without_options(tmp_path: Path) -> None:
    (tmp_path / "home.py").write_text('from iriform import IRI\nhome = IRI("http://a.example/")\n')
    ended = run(tmp_path, verb="literals", files="home.py", sarif="found.sarif")
    assert ended.returncode == 0, ended.stderr
    assert json.loads((tmp_path / "found.sarif").read_text())["runs"][0]["results"] == []


def test_an_input_is_never_run(tmp_path: Path) -> None:
    ended = run(tmp_path, files="$(touch ran)", options="--column=$(touch ran)")
    assert ended.returncode == 2
    assert not list(tmp_path.glob("**/ran"))


def test_another_verb_is_refused(tmp_path: Path) -> None:
    ended = run(tmp_path, verb="check; touch ran", files="x")
    assert ended.returncode == 2
    assert ended.stderr == "verb is check or literals, not check; touch ran\n"
    assert not list(tmp_path.glob("**/ran"))
