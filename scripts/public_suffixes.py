"""Write core's rules of the public suffix list: `python -m scripts.public_suffixes`.

The list comes from the package `publicsuffixlist`, which is released when the list changes: install
the newest version first. Only its rules are used, which are facts, not its comments.
"""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

from publicsuffixlist import PSLFILE

from iriform import Host

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "crates/core/src/parts/public_suffixes.txt"
HEAD = """\
# The rules of the public suffix list of {version}, from publicsuffix.org under the Mozilla Public
# License 2.0, as a tree of labels: made by scripts/public_suffixes.py. A label's children are in
# parentheses. `/` marks a label that is no rule itself, `+` a rule of the private part of the list, and
# `!` an exception.
"""


class Node:
    """A label, the mark of its rule, and the labels below it."""

    def __init__(self) -> None:
        self.mark = "/"
        self.children: dict[str, Node] = {}

    def written(self, label: str) -> str:
        """Return the text of the label and all labels below it."""
        children = " ".join(self.children[name].written(name) for name in sorted(self.children))
        return f"{self.mark}{label}" + (f"({children})" if children else "")


def tree(text: str) -> Node:
    """Read the list."""
    root, mark = Node(), ""
    for line in text.splitlines():
        if "===BEGIN PRIVATE DOMAINS===" in line:
            mark = "+"
        if not line.strip() or line.startswith("//"):
            continue
        rule = line.split()[0]
        node = root
        for label in reversed(rule.removeprefix("!").split(".")):
            label = label if label == "*" else str(Host(label).to_ascii())  # noqa: PLW2901
            node = node.children.setdefault(label, Node())
        if node.mark != "/":
            raise ValueError(f"{rule} occurs twice")
        node.mark = mark + ("!" if rule.startswith("!") else "")
    return root


def written() -> str:
    """Return the expected file."""
    text = Path(PSLFILE).read_text(encoding="utf-8")
    version = re.search(r"^// VERSION: (\d{4}-\d\d-\d\d)", text, re.MULTILINE)
    if version is None:
        raise ValueError("the list does not say its version")
    root = tree(text)
    rows = " ".join(root.children[name].written(name) for name in sorted(root.children))
    lines = textwrap.wrap(rows, 100, break_on_hyphens=False)
    return HEAD.format(version=version[1]) + "\n".join(lines) + "\n"


if __name__ == "__main__":
    RULES.write_text(written(), encoding="utf-8")
