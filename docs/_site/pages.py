"""Pages are written for a checkout and for its tests; this is what the site shows otherwise.

Pages link as a checkout has the files. What is a page of the site under another name becomes a link to
that; any other file of the repository becomes its path. The empty line that ends an example for the
tests is left out. Until there is a release, `pip install iriform` is shown as a checkout needs it.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx

DOCS = Path(__file__).parents[1]

# A file of the repository, and the page of the site that shows it.
PAGES = {
    "ARCHITECTURE.md": "project/architecture.md",
    "CHANGELOG.md": "project/changes.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "LICENSE-APACHE": "project/licence.md",
    "LICENSE-MIT": "project/licence.md",
    "README.md": "index.md",
    "SECURITY.md": "project/security-policy.md",
}

# What `make explorer` builds, and where `make docs` puts it.
EXPLORER = ("target/explorer/index.html", "explorer/index.html")

# Whether an index of packages has iriform: `CHANGELOG.md` then has a version.
_RELEASED = re.search(r"^## \d", (DOCS.parent / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)

_FENCE = re.compile(r"(^```.*?^```)", flags=re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s#:]+)(#[^)\s]*)?\)")


def link(page: str, found: re.Match[str], base: str) -> str:
    """Write a link of a page, whose text lies in the folder `base`, as the site needs it."""
    text, target, anchor = found[1], found[2], found[3] or ""
    path = posixpath.normpath(posixpath.join(base, target))
    if path == EXPLORER[0] and (DOCS.parent / path).is_file():
        # Sphinx makes no such page, and would miss it.
        relative = posixpath.relpath(EXPLORER[1], posixpath.dirname(page) or ".")
        return f'<a href="{relative}{anchor}">{text}</a>'
    shown = PAGES.get(path) or (path[len("docs/") :] if path.startswith("docs/") else None)
    if shown is None:
        return text if path in text else f"{text} (`{path}`)"
    relative = posixpath.relpath(shown, posixpath.dirname(page) or ".")
    return f"[{text}]({relative}{anchor})"


def from_a_checkout(text: str) -> str:
    """Rewrite commands that install iriform so that they work in the folder of a checkout."""
    return re.sub(r"(pip install '?)iriform\b", r"\1.", text)


def rewrite(app: Sphinx, docname: str, source: list[str]) -> None:
    """Replace a page that stands for a file of the repository by that file, and its links."""
    del app
    page = f"{docname}.md"
    file = next((f for f, p in PAGES.items() if p == page and f.endswith(".md")), None)
    base = posixpath.join("docs", posixpath.dirname(docname))
    if file and docname != "index":
        source[0] = (DOCS.parent / file).read_text(encoding="utf-8")
        base = ""
    if not _RELEASED:
        source[0] = from_a_checkout(source[0])
    pieces = _FENCE.split(source[0])
    pieces[::2] = [_LINK.sub(lambda m: link(page, m, base), text) for text in pieces[::2]]
    source[0] = "".join(pieces)


def trim(app: Sphinx, doctree: nodes.document) -> None:
    """Leave out the empty lines at the end of each block of code."""
    del app
    for block in doctree.findall(nodes.literal_block):
        block.rawsource = block.rawsource.rstrip()
        block.children = [nodes.Text(block.astext().rstrip())]


def know_anchors(app: Sphinx, doctree: nodes.document) -> None:
    """Let links find the anchors that a page has as HTML, which those of a table have to be."""
    slugs = app.env.metadata[app.env.docname].setdefault("myst_slugs", {})
    for raw in doctree.findall(nodes.raw):
        for anchor in re.findall(r'<a id="([^"]+)">', raw.astext()):
            slugs[anchor] = (raw.line or 0, anchor, anchor)


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx what to do with pages."""
    app.connect("source-read", rewrite)
    app.connect("doctree-read", trim)
    app.connect("doctree-read", know_anchors)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
