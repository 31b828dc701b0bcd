"""`docs/cli.md` shows the output that the program prints."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from iriform.cli.app import VERBS
from tests.cli.program import environment

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
# A command, and its output before the next one.
SESSION = re.compile(r"^\$ (.*<<'END'\n(?:.*\n)*?END|.*?)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)

PAGES = [ROOT / "docs" / "cli.md", ROOT / "docs" / "audit.md", ROOT / "examples" / "README.md"]
SESSIONS = [
    pytest.param(command, output, id=f"{page.name}: {command}")
    for page in PAGES
    for block in BLOCK.findall(page.read_text(encoding="utf-8"))
    for command, output in SESSION.findall(block)
]


def test_there_is_a_session_for_each_verb() -> None:
    commands = " ".join(str(session.values[0]) for session in SESSIONS)
    assert [verb for verb in VERBS if f"iriform {verb}" not in commands] == []


@pytest.mark.skipif(sys.platform == "win32", reason="the sessions are those of a POSIX shell")
@pytest.mark.parametrize(("command", "output"), SESSIONS)
def test_a_session_shows_what_is_printed(command: str, output: str) -> None:
    assert printed(command, ROOT) == output


@pytest.mark.skipif(sys.platform == "win32", reason="the sessions are those of a POSIX shell")
def test_a_session_with_files_shows_what_is_printed(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "repair.md").read_text(encoding="utf-8")
    session = [each for block in BLOCK.findall(page) for each in SESSION.findall(block)]
    assert len(session) == 10
    assert [(command, printed(command, tmp_path)) for command, _ in session] == session


def printed(command: str, directory: Path) -> str:
    """Return the output of a command on both streams."""
    program = f'python() {{ "{sys.executable}" "$@"; }}\niriform() {{ python -m iriform "$@"; }}\n'
    done = subprocess.run(  # noqa: S603 - it is our own page
        ["/bin/sh", "-c", program + command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment(),
        cwd=directory,
        check=False,
    )
    return done.stdout.decode()


def text_of(svg: str) -> str:
    """Return the text of a picture without its spaces."""
    root = ET.fromstring(svg)  # noqa: S314 - it is ours
    texts = ["".join(element.itertext()) for element in root.iter() if element.tag.endswith("text")]
    return "".join(" ".join(texts).split())


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal")
def test_a_picture_shows_what_is_printed() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "pictures.py"))
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    for name, command in script["COMMANDS"].items():
        assert f"(pictures/{name}.svg)" in page
        kept = (ROOT / "docs" / "pictures" / f"{name}.svg").read_text(encoding="utf-8")
        assert text_of(kept) == text_of(script["picture"](*command))
        assert "secret" not in kept.replace("anna:secret@例え", "")  # but where it is typed
        assert "url(http" not in kept.replace('"', "")
