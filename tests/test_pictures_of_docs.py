"""The pictures in the documentation show the current program and its report.

If they do not, `python scripts/pictures.py` regenerates them.
"""

import re
from html import unescape
from pathlib import Path

import pytest

pytest.importorskip("termios", reason="pictures are of a POSIX terminal")
from scripts import pictures


def words(svg: str) -> list[str]:
    """Read the text of a picture of a terminal, regardless of line breaks."""
    texts = re.findall(r"<text[^>]*>([^<]*)<", svg)
    return unescape("".join(texts)).replace("\xa0", " ").split()


@pytest.mark.parametrize("name", pictures.COMMANDS)
def test_a_picture_of_a_terminal_says_what_the_program_says(name: str) -> None:
    shown = (pictures.PICTURES / f"{name}.svg").read_text("utf-8")
    assert words(shown) == words(pictures.picture(*pictures.COMMANDS[name]))


def test_the_pictures_of_the_report_are_of_its_last_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(pictures.ROOT)
    report = tmp_path / "report.html"
    pictures.write_report(report)
    assert pictures.digest(report) == pictures.DIGEST.read_text("utf-8").strip()
