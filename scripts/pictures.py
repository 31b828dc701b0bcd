"""Make the pictures of the documentation from the real program: `python scripts/pictures.py`.

Captures of the terminal are SVG by Rich; the report is photographed in Chromium. Run it from the root
of a checkout, with iriform[cli] and playwright installed, and the system's Chromium.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.text import Text

IMAGES = Path("docs/images")
WIDTH = 88
SAMPLE = "examples/identifiers.csv"

CAPTURES = {
    "explain": ["explain", "https://anna:secret@例え.jp:8042/over/%E9%81%93?name=ferret#nose"],
    "check": ["check", "examples/identifiers.txt"],
    "audit": ["audit", SAMPLE, "--top", "5"],
}
LINES = 32

VIEWS = {
    "report-light": {"viewport": {"width": 1100, "height": 800}, "color_scheme": "light"},
    "report-dark": {"viewport": {"width": 1100, "height": 800}, "color_scheme": "dark"},
    "report-phone": {"viewport": {"width": 375, "height": 800}, "color_scheme": "light"},
}


def capture(name: str, arguments: list[str]) -> None:
    """Run the program as in a terminal, and draw what it prints."""
    colours = {"FORCE_COLOR": "1", "TERM": "xterm-256color", "COLUMNS": str(WIDTH)}
    done = subprocess.run(  # noqa: S603 - it is ours
        [sys.executable, "-m", "iriform.cli", *arguments],
        capture_output=True,
        env=os.environ | colours | {"PYTHONUTF8": "1"},
        check=False,
    )
    lines = done.stdout.decode().splitlines()
    shown = [*lines[:LINES], "…"] if len(lines) > LINES else lines
    quoted = [f"'{a}'" if set(a) & set("?#&") else a for a in arguments]
    console = Console(record=True, width=WIDTH, file=Path(os.devnull).open("w"))  # noqa: SIM115
    console.print(Text(f"$ iriform {' '.join(quoted)}", "bold"))
    console.print(Text.from_ansi("\n".join(shown)))
    # Rich would name a font to be fetched; the reader's own will do.
    svg = console.export_svg(title=f"iriform {name}", unique_id=name)
    start, end = svg.index("@font-face"), svg.rindex("@font-face")
    end = svg.index("}", end) + 1
    svg = svg[:start] + svg[end:]
    (IMAGES / f"{name}.svg").write_text(svg.replace("Fira Code", "monospace"), encoding="utf-8")


def photographs() -> None:
    """Make a report, and photograph it."""
    with tempfile.TemporaryDirectory() as directory:
        report = Path(directory, "report.html")
        command = [sys.executable, "-m", "iriform.cli", "audit", SAMPLE, "--report", str(report)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - it is ours
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            for name, view in VIEWS.items():
                page = chromium.new_page(**view)  # type: ignore[arg-type]
                page.goto(report.as_uri())
                page.screenshot(path=IMAGES / f"{name}.png")
            chromium.close()


if __name__ == "__main__":
    IMAGES.mkdir(exist_ok=True)
    for name, arguments in CAPTURES.items():
        capture(name, arguments)
    photographs()
