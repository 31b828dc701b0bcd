"""Make the pictures of docs/pictures from the real program: `python scripts/pictures.py`.

Each is what a terminal shows of a command, as SVG. With names of pictures, only these are made.
"""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from html import unescape
from pathlib import Path

from rich.cells import cell_len
from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
WIDTH = 84

# Each picture: its name, what is typed, and how many lines of the output are shown. One more line
# here is one more picture.
COMMANDS = {
    "explain": (
        "iriform explain 'https://anna:secret@例え.jp:8042/over/%E9%81%93?name=ferret#nose'",
        99,
    ),
    "check": ("iriform check examples/identifiers.txt", 12),
    "audit": ("iriform audit examples/identifiers.csv --top 5 2>/dev/null", 32),
}


def main() -> None:
    """Make the pictures that are named, or all."""
    PICTURES.mkdir(exist_ok=True)
    for name in sys.argv[1:] or COMMANDS:
        target = PICTURES / f"{name}.svg"
        target.write_text(picture(*COMMANDS[name]), encoding="utf-8")
        sys.stdout.write(f"{target.relative_to(ROOT)}\n")


def picture(command: str, lines: int) -> str:
    """Draw the terminal after a command."""
    output = on_a_terminal(command).rstrip().split("\n")
    shown = "\n".join([*output[:lines], "…"] if len(output) > lines else output)
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        console = Console(record=True, width=WIDTH, file=nowhere, force_terminal=True)
        console.print(Text.assemble(("$ ", "green"), (command, "bold")), soft_wrap=False)
        console.print(Text.from_ansi(shown))
        svg = console.export_svg(title="iriform", theme=MONOKAI, unique_id="iriform")
    # A picture that fetches nothing: the fonts of whoever looks at it.
    svg = re.sub(r"@font-face \{[^}]*\}\s*", "", svg).replace("Fira Code", "ui-monospace")
    svg = re.sub(r'textLength="([0-9.]+)"([^>]*)>([^<]*)<', _as_wide_as_its_cells, svg)
    return "".join(f"{line.rstrip()}\n" for line in svg.splitlines())


def _as_wide_as_its_cells(found: re.Match[str]) -> str:
    """Give text the width of its cells, where Rich counts characters."""
    text = unescape(found[3])
    width = float(found[1]) / len(text) * cell_len(text)
    return f'textLength="{width:g}"{found[2]}>{found[3]}<'


def on_a_terminal(command: str) -> str:
    """Run a command with a terminal as its output, and return what it wrote, colours included."""
    terminal, side = pty.openpty()
    program = f'iriform() {{ "{sys.executable}" -m iriform.cli "$@"; }}\n'
    environment = os.environ | {
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
    except OSError:  # how Linux says that the other side is closed
        return b""


if __name__ == "__main__":
    main()
