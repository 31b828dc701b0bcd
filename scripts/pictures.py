"""Make the pictures of docs/pictures from the real program: `python scripts/pictures.py`.

Each shows a terminal after a command, as SVG, or the report or the explorer in a browser, as PNG,
which needs `chromium` and the output of `make explorer`. With names of pictures, only these are
made. `tests/test_pictures_of_docs.py` checks that they are up to date.
"""

from __future__ import annotations

import hashlib
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
from html import unescape
from pathlib import Path
from urllib.parse import quote

from rich.cells import cell_len
from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
WIDTH = 84

# Each picture: its name, its command, and its number of lines of output. A new line adds a picture.
COMMANDS = {
    "explain": (
        "iriform explain 'https://anna:secret@例え.jp:8042/over/%E9%81%93?name=ferret#nose'",
        99,
    ),
    "check": ("iriform check examples/identifiers.txt", 12),
    "audit": ("iriform audit examples/identifiers.csv --top 5 2>/dev/null", 28),
}


# The digest of the report that the pictures show.
DIGEST = PICTURES / "report.sha256"
# The settings of the browser: the width and height of its window, and its colours.
VIEWS = {
    "report-light": (1000, 900, "light"),
    "report-dark": (1000, 900, "dark"),
    "report-phone": (360, 740, "light"),
    "explorer-light": (800, 760, "light"),
    "explorer-dark": (800, 760, "dark"),
    "explorer-phone": (390, 740, "light"),
}
# The input of the explorer: it looks like a well-known name.
DISGUISED = "https://p\u0430ypal.com/login?next=/cart"


def main() -> None:
    """Make the named pictures, or all."""
    PICTURES.mkdir(exist_ok=True)
    names = sys.argv[1:] or [*COMMANDS, *VIEWS]
    for name in names:
        if name in COMMANDS:
            target = PICTURES / f"{name}.svg"
            target.write_text(picture(*COMMANDS[name]), encoding="utf-8")
            sys.stdout.write(f"{target.relative_to(ROOT)}\n")
    if views := [name for name in names if name in VIEWS]:
        photograph(views)


def photograph(names: list[str]) -> None:
    """Make pictures of the report and of the explorer in a browser."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as directory, sync_playwright() as playwright:
        report = Path(directory) / "report.html"
        write_report(report)
        if any(name.startswith("report") for name in names):
            DIGEST.write_text(digest(report) + "\n", encoding="utf-8")
        explorer = (
            ROOT / "target/explorer/index.html"
        ).as_uri() + f"#text={quote(DISGUISED, safe='')}"
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for name in names:
            width, height, colours = VIEWS[name]
            page = browser.new_page(
                viewport={"width": width, "height": height},
                color_scheme="dark" if colours == "dark" else "light",
            )
            page.goto(explorer if name.startswith("explorer") else report.as_uri())
            page.wait_for_load_state("networkidle")
            target = PICTURES / f"{name}.png"
            page.screenshot(path=target)
            sys.stdout.write(f"{target.relative_to(ROOT)}\n")
        browser.close()


def write_report(report: Path) -> None:
    """Write the report that the pictures show."""
    from iriform.audit import audit

    os.chdir(ROOT)
    audit(["examples/identifiers.csv"], top=1000).write_report(str(report))


def digest(report: Path) -> str:
    """Return the hash of a report, without its time."""
    text = re.sub("<time>.*?</time>", "", report.read_text(encoding="utf-8"))
    return hashlib.sha256(text.encode()).hexdigest()


def picture(command: str, lines: int) -> str:
    """Return a picture of the terminal after a command."""
    output = on_a_terminal(command).rstrip().split("\n")
    shown = "\n".join([*output[:lines], "…"] if len(output) > lines else output)
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        console = Console(record=True, width=WIDTH, file=nowhere, force_terminal=True)
        console.print(Text.assemble(("$ ", "green"), (command, "bold")), soft_wrap=False)
        console.print(Text.from_ansi(shown))
        svg = console.export_svg(title="iriform", theme=MONOKAI, unique_id="iriform")
    # The picture fetches nothing: it uses the fonts of the viewer.
    svg = re.sub(r"@font-face \{[^}]*\}\s*", "", svg).replace("Fira Code", "ui-monospace")
    svg = re.sub(r'textLength="([0-9.]+)"([^>]*)>([^<]*)<', _as_wide_as_its_cells, svg)
    return "".join(f"{line.rstrip()}\n" for line in svg.splitlines())


def _as_wide_as_its_cells(found: re.Match[str]) -> str:
    """Set the width of text from its cells, because Rich counts characters."""
    text = unescape(found[3])
    width = float(found[1]) / len(text) * cell_len(text)
    return f'textLength="{width:g}"{found[2]}>{found[3]}<'


def on_a_terminal(command: str) -> str:
    """Run a command with a terminal as its output, and return the output, including colours."""
    terminal, side = pty.openpty()
    program = f'iriform() {{ "{sys.executable}" -m iriform "$@"; }}\n'
    # A picture has colours, regardless of the user's `NO_COLOR`.
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {
        "COLUMNS": str(WIDTH),
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "PYTHONUTF8": "1",
    }
    with subprocess.Popen(  # noqa: S603 - the commands are those above
        ["/bin/sh", "-c", program + command],
        stdin=subprocess.DEVNULL,
        stdout=side,
        stderr=side,
        env=environment,
        cwd=ROOT,
    ):
        os.close(side)
        data = b"".join(iter(lambda: _read(terminal), b""))
    os.close(terminal)
    return data.decode().replace("\r\n", "\n")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # on Linux, the other side is closed
        return b""


if __name__ == "__main__":
    main()
