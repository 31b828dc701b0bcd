"""A link below each example that opens its reference in the explorer.

The first reference that an example of Python makes of a literal is taken, with the base that it is
resolved against. The links are there if the explorer has been built.
"""

from __future__ import annotations

import ast
import doctest
import posixpath
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import quote

from docutils import nodes

from _site.pages import DOCS, EXPLORER

if TYPE_CHECKING:
    from sphinx.application import Sphinx

REFERENCES = {"IRI", "URI", "IRIReference", "URIReference", "HTTPIRI", "HTTPURI"}


def shown(source: str) -> tuple[str, str] | None:
    """Find the text and the base of an example; the base is empty if there is none.

    >>> shown('>>> IRI("http://a/b").resolve("../c")')
    ('../c', 'http://a/b')
    """
    values: dict[str, str] = {}
    found: list[tuple[str, str]] = []
    for line in doctest.DocTestParser().get_examples(source):
        try:
            tree = ast.parse(line.source)
        except SyntaxError:
            continue
        for statement in tree.body:
            if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
                made = _reference(statement.value, values)
                if made is not None:
                    values[statement.targets[0].id] = made
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
        for node in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
            resolved = _resolved(node, values)
            if resolved is not None:
                return resolved
            made = _reference(node, values)
            if made is not None:
                found.append((made, ""))
    return found[0] if found else None


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _reference(node: ast.expr, values: dict[str, str]) -> str | None:
    """Read the text of a reference: `IRI("…")`, or a name that was given to one."""
    if isinstance(node, ast.Name):
        return values.get(node.id)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1:
        return _literal(node.args[0]) if node.func.id in REFERENCES else None
    return None


def _resolved(node: ast.Call, values: dict[str, str]) -> tuple[str, str] | None:
    """Read text and base of `base.resolve("…")` or `resolve("base", "…")`."""
    base: str | None = None
    text: str | None = None
    if isinstance(node.func, ast.Attribute) and node.func.attr == "resolve" and node.args:
        base, text = _reference(node.func.value, values), _literal(node.args[0])
    elif isinstance(node.func, ast.Name) and node.func.id == "resolve" and len(node.args) > 1:
        base, text = _literal(node.args[0]), _literal(node.args[1])
    if base is None or text is None:
        return None
    return text, base


def fragment(text: str, base: str) -> str:
    """Write the fragment that holds a text and a base, as `site/explorer/link.js` reads it."""

    def written(value: str) -> str:
        escaped = value.replace("\\", "\\\\")
        return quote("".join(f"\\u{ord(c):x}" if _is_lone(c) else c for c in escaped), safe="")

    pairs = [("text", text), ("base", base)]
    return "#" + "&".join(f"{name}={written(value)}" for name, value in pairs if value)


def _is_lone(c: str) -> bool:
    return "\ud800" <= c <= "\udfff"


def link_examples(app: Sphinx, doctree: nodes.document) -> None:
    """Put the link below each block of code that has a reference."""
    if not (DOCS.parent / EXPLORER[0]).is_file():
        return
    folder = posixpath.dirname(app.env.docname) or "."
    page = posixpath.relpath(EXPLORER[1], folder)
    for block in list(doctree.findall(nodes.literal_block)):
        example = shown(block.astext())
        if example is not None:
            address = escape(page + fragment(*example))
            html = f'<p class="explore"><a href="{address}">Open in the explorer</a></p>'
            parent = block.parent
            parent.insert(parent.index(block) + 1, nodes.raw("", html, format="html"))


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx to link the examples."""
    app.connect("doctree-read", link_examples)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
