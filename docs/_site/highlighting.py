"""The colours of examples: two styles of Pygments, changed where an example of identifiers needs it.

Pygments takes `%20l` in a string for a format, and would show a piece of an identifier in another colour.
An answer is to be read, and a prompt is not.
"""

from __future__ import annotations

from typing import ClassVar

from pygments.styles.friendly import FriendlyStyle
from pygments.styles.monokai import MonokaiStyle
from pygments.token import Generic, String


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
