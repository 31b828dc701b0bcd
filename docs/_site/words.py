"""The words of users, by which the search of the site finds a page: `words.txt` lists them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

LIST = Path(__file__).parent / "words.txt"


def read() -> dict[str, list[str]]:
    """Read the list: words by page."""
    lines = LIST.read_text(encoding="utf-8").splitlines()
    pairs = (line.split(": ", 1) for line in lines if not line.startswith("#"))
    return {page: words.split(", ") for page, words in pairs}


def add(app: Sphinx, docname: str, source: list[str]) -> None:
    """Write the words of a page into it as entries of the index, which are not shown there."""
    for word in app.config.words_of_users.get(docname, []):
        source[0] += f"\n\n```{{index}} ! single: {word}\n```\n"


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the words when a page is read."""
    app.add_config_value("words_of_users", read(), "env", [dict])
    app.connect("source-read", add, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
