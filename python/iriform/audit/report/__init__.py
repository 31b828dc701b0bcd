"""The report: one HTML page that needs nothing else, and a smaller one for notebooks.

Everything that comes from outside goes through the template engine, which escapes it, and through
`iriform._display`, which shows what cannot be seen. A content security policy allows the page its
own style and its own script, by their hashes, and nothing else: no network, no frames, no forms.
"""

from __future__ import annotations

import base64
import hashlib
from datetime import datetime, timezone
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from typing import TYPE_CHECKING

import jinja2
from markupsafe import Markup

from iriform._display import escape
from iriform.audit.wording import counted, place, plural, share

from .charts import bars, columns

if TYPE_CHECKING:
    from iriform.audit.result import Audit


def page(found: Audit) -> str:
    """Make the whole page."""
    style, script = _text("page.css"), _text("page.js")
    return (
        _templates()
        .get_template("page.html.j2")
        .render(
            found=found,
            charts=_charts(found),
            style=style,
            script=script,
            policy=_policy(style, script),
            made=datetime.now(timezone.utc),
            version=version("iriform"),
        )
    )


def fragment(found: Audit) -> str:
    """Make what a notebook shows: no script, and no style beyond its own elements."""
    return _templates().get_template("fragment.html.j2").render(found=found)


def _policy(style: str, script: str) -> str:
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}';"
        " base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _charts(found: Audit) -> dict[str, Markup]:
    """Draw what there is something to draw of."""
    charts = {
        "schemes": [(_name(c.name), c.count) for c in found.schemes.top[:10]],
        "hosts": [(_name(c.name), c.count) for c in found.hosts.top[:10]],
        "problems": [(group.code, group.count) for group in found.problems],
        "findings": [(group.code, group.count) for group in found.findings],
        "scripts": [(c.name.replace("_", " "), c.count) for c in found.scripts[:15]],
    }
    drawn = {name: bars(rows) for name, rows in charts.items() if rows}
    for lengths in found.lengths:
        rows = [(c.name, c.count) for c in lengths.classes]
        drawn[f"length of {lengths.component}"] = columns(rows)
    return drawn


# A host may be a megabyte long, and a page lists a thousand of them.
_LONGEST = 200


def _name(name: str) -> str:
    """Show a name safely, without its middle if nobody would read it all."""
    if len(name) > _LONGEST:
        name = f"{name[: _LONGEST // 2]}…{name[-_LONGEST // 2 :]}"
    return escape(name) or "(empty)"


def _text(name: str) -> str:
    return files(__name__).joinpath(name).read_text("utf-8")


@cache
def _templates() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(_text),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "shown": _name,
        "number": "{:,}".format,
        "counted": counted,
        "plural": plural,
        "share": share,
        "place": place,
    }
    return environment
