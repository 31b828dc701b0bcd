"""Tables on a narrow screen: a row of a wide one is a card, and code is broken between its words.

The style sheet makes the cards; here each cell gets the name of its column, below which it stands, and
code where it may be broken.
"""

from __future__ import annotations

import re
from html import escape, unescape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

WIDE = 3
"""The number of columns that makes a table wide."""


def with_names(table: str) -> str:
    """Tell each cell of a table of HTML the name of its column."""
    heads = re.findall(r"<th\b[^>]*>(.*?)</th>", table, re.DOTALL)
    names = [unescape(re.sub(r"<[^>]*>", "", head)).strip() for head in heads]
    if len(names) < WIDE:
        return table

    def row(found: re.Match[str]) -> str:
        left = iter(names)
        return re.sub(r"<td\b", lambda _: f'<td data-column="{escape(next(left, ""))}"', found[0])

    return re.sub(r"<tr\b.*?</tr>", row, table, flags=re.DOTALL)


def with_breaks(code: str) -> str:
    """Let a line of HTML of code end after what opens or parts, and before the dot of a member."""

    def text(found: re.Match[str]) -> str:
        parted = re.sub(r"(&amp;|[(,=?]|/(?!/))(?=.)", r"\1<wbr>", found[0])
        return re.sub(r"(?<=[\w)\]])\.(?=[a-z_])", "<wbr>.", parted)

    return re.sub(r"(?<=>)[^<]+", text, code)


def shape_tables(
    _app: Sphinx,
    _page: str,
    _template: str,
    context: dict[str, Any],
    _doctree: nodes.document | None,
) -> None:
    """Do so in a page."""

    def table(found: re.Match[str]) -> str:
        broken = re.sub(r"<code\b.*?</code>", lambda code: with_breaks(code[0]), found[0])
        return with_names(broken)

    tables = r'<table class="docutils.*?</table>'
    context["body"] = re.sub(tables, table, context.get("body", ""), flags=re.DOTALL)


def setup(app: Sphinx) -> dict[str, bool]:
    """Let Sphinx ask us before it writes a page."""
    app.connect("html-page-context", shape_tables)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
