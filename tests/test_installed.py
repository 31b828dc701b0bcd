"""Missing programs are installed: by root, or by the user of a forge's machine, who has sudo."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a script of a shell")


def installed(
    folder: Path, *names: str, user: int, there: str = ""
) -> "tuple[int, list[str], str]":
    """Run the script on a system with a few programs; return its status, actions and output."""
    log = folder / "log"
    stand_ins = {
        "id": f"echo {user}",
        "sudo": f'echo "sudo $1" >>{log}; exec "$@"',
        "apt-get": f'echo "apt-get $1 ${{@: -1}}" >>{log}; test "$1" = update -o -z "$BROKEN"',
    }
    if there:
        stand_ins[there] = "true"
    for name, text in stand_ins.items():
        (folder / name).write_text(f"#!/bin/bash\n{text}\n")
        (folder / name).chmod(0o755)
    ended = subprocess.run(  # noqa: S603
        ["/bin/bash", ROOT / "scripts/installed", *names],
        env={"PATH": str(folder), "BROKEN": "yes" if "broken" in names else ""},
        capture_output=True,
        text=True,
        check=False,
    )
    return ended.returncode, log.read_text().splitlines() if log.exists() else [], ended.stderr


def test_root_installs_it(tmp_path: Path) -> None:
    assert installed(tmp_path, "tool", user=0) == (
        0,
        ["apt-get update -qq", "apt-get install tool"],
        "",
    )


def test_another_user_installs_it_by_sudo(tmp_path: Path) -> None:
    status, done, _ = installed(tmp_path, "tool", user=1000)
    assert (status, done) == (
        0,
        ["sudo apt-get", "apt-get update -qq", "sudo apt-get", "apt-get install tool"],
    )


@pytest.mark.parametrize("there", ["tool", "other"])
def test_what_is_there_by_one_of_its_names_is_not_installed(tmp_path: Path, there: str) -> None:
    assert installed(tmp_path, "tool", "other", user=1000, there=there) == (0, [], "")


def test_what_cannot_be_installed_is_named(tmp_path: Path) -> None:
    status, _, said = installed(tmp_path, "broken", user=0)
    assert (status, said) == (1, "broken is not here, and apt-get cannot install it\n")


def test_no_other_place_installs_by_itself() -> None:
    """A recipe that calls apt-get fails for the user of a forge's machine."""
    for file in ["Makefile", "platforms.mk", ".ci/run"]:
        recipes = re.sub(r"##?.*", "", (ROOT / file).read_text(encoding="utf-8"))
        assert "apt-get" not in recipes, file
