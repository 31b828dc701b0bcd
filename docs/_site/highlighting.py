"""The colours of examples: two styles of Pygments, changed where an example of identifiers needs it.

Pygments takes `%20l` in a string for a format, and would show a piece of an identifier in another colour.
An answer is to be read, and a prompt is not. Of a session at a shell, only `$ ` begins a command: `http://h/a%20b`
is an answer, though a prompt may end with `%`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from pygments.lexers.shell import BashSessionLexer
from pygments.styles.friendly import FriendlyStyle
from pygments.styles.monokai import MonokaiStyle
from pygments.token import Generic, String

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class Session(BashSessionLexer):
    """Commands and what they print."""

    name = "iriform session"
    aliases: ClassVar = ["console"]
    _ps1rgx = re.compile(r"^(\$ )(.*\n?)")


class Light(FriendlyStyle):
    """On a light page."""

    styles: ClassVar = FriendlyStyle.styles | {
        String.Interpol: FriendlyStyle.styles[String],
        Generic.Output: "#5a5c63",
        Generic.Prompt: "#c65d09",
    }


class Dark(MonokaiStyle):
    """On a dark page."""

    styles: ClassVar = MonokaiStyle.styles | {
        String.Interpol: MonokaiStyle.styles[String],
        Generic.Output: "#b5b8bd",
        Generic.Prompt: "#ff4689",
    }


def setup(app: Sphinx) -> dict[str, bool]:
    """Read sessions by the lexer above."""
    app.add_lexer("console", Session)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
