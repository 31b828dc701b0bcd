"""The report: one self-contained HTML page, and a smaller one for notebooks.

All text from outside is escaped by the template engine, and made visible by `iriform._display`. A
content security policy only allows the page its own style and script, by their hashes: no network,
no frames, no forms.
"""

from __future__ import annotations

import base64
import hashlib
from datetime import datetime, timezone
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import jinja2

from iriform import __version__
from iriform._display import counted, escape, plural
from iriform._drawing import drawing
from iriform._io.plain_text import label
from iriform.audit.wording import place, share, unit, unreadable_in, unwritten

if TYPE_CHECKING:
    from iriform.audit.figures import Figures


def page(found: Figures) -> str:
    """Make the whole page."""
    style, script = _text("page.css"), _text("page.js")
    return (
        _templates()
        .get_template("page.html.j2")
        .render(
            found=found,
            sections=_sections(found),
            read=found.read,
            unit=unit(found),
            unwritten=unwritten(found),
            unreadable=unreadable_in(found),
            # A single bad value among millions must stay visible.
            valid_width=_share_of_valid(found),
            style=style,
            script=script,
            policy=_policy(style, script),
            made=datetime.now(timezone.utc),
            version=__version__,
        )
    )


def fragment(found: Figures) -> str:
    """Make the fragment for a notebook, without scripts, and without styles beyond its own elements."""
    return (
        _templates()
        .get_template("fragment.html.j2")
        .render(found=found, unreadable=unreadable_in(found))
    )


def _policy(style: str, script: str) -> str:
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}';"
        " base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _share_of_valid(found: Figures) -> str:
    judged = found.valid + found.invalid
    shown = min(100 * found.valid / judged, 100 - bool(found.invalid) * 0.5) if judged else 0.0
    return f"{shown:.2f}"


def _sections(found: Figures) -> dict[str, str]:
    """Return the sections, in order: faults come first."""
    sections = {
        "wrong": ("What is wrong", found.problems or found.unreadable),
        "findings": ("Valid, but suspicious", found.findings),
        "look-alikes": ("Hosts that look like a more common one", found.look_alikes),
        "unknown-domains": (
            "Hosts under a top-level domain that does not exist",
            found.unknown_domains,
        ),
        "read": ("What was read", True),
        "names": (
            "Schemes and hosts",
            found.schemes.top or found.hosts.top or found.authorities.top,
        ),
        "prefixes": ("Prefixes", found.prefixes),
        "scripts": ("Scripts", found.scripts),
        "lengths": ("Lengths", found.lengths),
    }
    return {key: title for key, (title, is_there) in sections.items() if is_there}


# A host may be a megabyte long, and a page lists a thousand of them.
_LONGEST = 200


def _name(name: str) -> str:
    """Show a name safely; the middle of a long one is elided."""
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
        "label": label,
        "number": "{:,}".format,
        "counted": counted,
        "plural": plural,
        "share": share,
        "place": place,
        "drawing": drawing,
    }
    return environment
