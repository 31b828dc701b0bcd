"""`docs/cli.md`: what it shows is what the program prints."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import environment

ROOT = Path(__file__).parents[2]
SESSION = re.compile(
    r"^```console\n\$ (?P<command>.*?)\n(?P<output>.*?)^```$", re.DOTALL | re.MULTILINE
)

PAGES = [ROOT / "docs" / "cli.md", ROOT / "examples" / "README.md"]
SESSIONS = [
    pytest.param(match["command"], match["output"], id=f"{page.name}: {match['command']}")
    for page in PAGES
    for match in SESSION.finditer(page.read_text(encoding="utf-8"))
]


def test_there_is_a_session_for_each_verb() -> None:
    commands = " ".join(str(session.values[0]) for session in SESSIONS)
    assert all(f"iriform {verb}" in commands for verb in ("explain", "check", "audit"))


@pytest.mark.skipif(sys.platform == "win32", reason="the sessions are those of a POSIX shell")
@pytest.mark.parametrize(("command", "output"), SESSIONS)
def test_a_session_shows_what_is_printed(command: str, output: str) -> None:
    program = f'iriform() {{ "{sys.executable}" -m iriform.cli "$@"; }}\n'
    done = subprocess.run(  # noqa: S603 - it is our own page
        ["/bin/sh", "-c", program + command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment(),
        cwd=ROOT,
        check=False,
    )
    assert done.stdout.decode() == output
