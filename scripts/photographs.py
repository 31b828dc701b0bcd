"""Photograph a report of the audit for docs/pictures: `python scripts/photographs.py`.

Run it from the root of a checkout, with iriform[cli] and playwright installed, and the system's Chromium.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

PICTURES = Path("docs/pictures")
SAMPLE = "examples/identifiers.csv"

VIEWS = {
    "report-light": {"viewport": {"width": 1100, "height": 800}, "color_scheme": "light"},
    "report-dark": {"viewport": {"width": 1100, "height": 800}, "color_scheme": "dark"},
    "report-phone": {"viewport": {"width": 375, "height": 800}, "color_scheme": "light"},
}


def main() -> None:
    """Make a report, and photograph it."""
    with tempfile.TemporaryDirectory() as directory:
        report = Path(directory, "report.html")
        command = [sys.executable, "-m", "iriform", "audit", SAMPLE, "--report", str(report)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - it is ours
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            for name, view in VIEWS.items():
                page = chromium.new_page(**view)  # type: ignore[arg-type]
                page.goto(report.as_uri())
                page.screenshot(path=PICTURES / f"{name}.png")
            chromium.close()


if __name__ == "__main__":
    main()
