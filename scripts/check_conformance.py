"""Check docs/conformance.md: every ID has existing tests or sections, or says "planned".

It exits with status 1 and prints a line for each fault.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "conformance.md"

# The number of requirements of each letter. R13 and TP12 to TP14 are our own.
COUNTS = {
    "C": 10,
    "P": 15,
    "H": 11,
    "K": 5,
    "R": 13,
    "S": 4,
    "N": 11,
    "E": 7,
    "I": 7,
    "U": 7,
    "V": 8,
    "D": 6,
    "G": 2,
    "X": 7,
    "A": 6,
    "SC": 9,
    "Q": 28,
    "PU": 8,
    "TP": 14,
    "L": 14,
}
IDS = [f"{letter}{number + 1}" for letter, count in COUNTS.items() for number in range(count)]

ROW = re.compile(r"^\| ([A-Z]+[0-9]+) \| .* \| ([^|]*) \|$", re.MULTILINE)
SECTION = re.compile(r"\]\(([^)#]+)#([^)]+)\)")
TEST = re.compile(r"`([^`:]+)::([^`]+)`")


def problems(page: str) -> list[str]:
    """Return the faults of the page, one line each."""
    rows = ROW.findall(page)
    names = [name for name, _ in rows]
    found = [f"{name}: no row" for name in IDS if name not in names]
    found += [f"{name}: no such requirement" for name in names if name not in IDS]
    found += [f"{name}: more than one row" for name in {*names} if names.count(name) > 1]
    for name, shown in rows:
        tests = TEST.findall(shown)
        sections = SECTION.findall(shown)
        if not tests and not sections and shown != "planned":
            found.append(f"{name}: neither a test nor planned")
        found += [f"{name}: no section {p}#{a}" for p, a in sections if a not in anchors(p)]
        found += [
            f"{name}: no test {file}::{test}" for file, test in tests if not exists(file, test)
        ]
    return found


def anchors(page: str) -> list[str]:
    """Return the anchors of the headings of a page in docs, as forges and the site make them."""
    path = PAGE.parent / page
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return [re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings]


def exists(file: str, test: str) -> bool:
    """Return True if the file, of Python or Rust, defines a test of that name."""
    path = ROOT / file
    definition = rf"#\[test\]\n *fn {test}\(" if path.suffix == ".rs" else rf"def {test}\("
    return path.is_file() and bool(re.search(definition, path.read_text(encoding="utf-8")))


if __name__ == "__main__":
    wrong = problems(PAGE.read_text(encoding="utf-8"))
    sys.stdout.writelines(f"{line}\n" for line in wrong)
    sys.exit(bool(wrong))
