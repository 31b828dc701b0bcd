"""Pages as plain text: a Markdown twin of each, and `llms.txt`, which lists them in a sentence each."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from . import pages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

# What Sphinx makes of code, not of text, and what only leads to other pages.
_NO_TWIN = re.compile(r"^reference/|^index$|^genindex$")


def text_of(app: Sphinx, docname: str) -> str:
    """Read a page with the links that the site has."""
    source = [Path(app.env.doc2path(docname)).read_text(encoding="utf-8")]
    pages.rewrite(app, docname, source)
    return source[0]


def in_order(env: BuildEnvironment, docname: str) -> Iterator[str]:
    """List a page and those below it, as the menu has them."""
    yield docname
    for below in env.toctree_includes.get(docname, []):
        yield from in_order(env, below)


def first_sentence(text: str) -> str:
    """Find the first sentence that a page says of itself."""
    blocks = re.split(r"\n\s*\n", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))
    plain = (block for block in blocks if re.match(r"\n?[\w`*\[]", block))
    paragraph = " ".join(next(plain, "").split())
    paragraph = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", paragraph)
    return re.split(r"(?<=\.)\s", paragraph, maxsplit=1)[0].rstrip(":")


def write(app: Sphinx, exception: Exception | None) -> None:
    """Write the twins and their list into the built site."""
    if exception or app.builder.format != "html":
        return
    out = Path(app.outdir)
    lines = [
        f"# {app.config.project}",
        "",
        f"> {first_sentence(text_of(app, 'index'))}",
        "",
        "## Pages",
        "",
    ]
    for docname in in_order(app.env, "index"):
        if docname == "index":
            continue
        text = text_of(app, docname)
        target = f"{docname}.html"
        if not _NO_TWIN.search(docname):
            target = f"{docname}.md"
            (out / target).write_text(text, encoding="utf-8")
        said = first_sentence(text)
        lines.append(
            f"- [{app.env.titles[docname].astext()}]({target})" + (f": {said}" if said else "")
        )
    (out / "llms.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Write them when the site is built."""
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
