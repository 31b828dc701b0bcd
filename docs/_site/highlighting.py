"""The colours of examples: those of two styles of Pygments, in which a string has one colour.

Pygments takes `%20l` in a string for a format, and would show a piece of an identifier in another colour.
"""

from __future__ import annotations

from typing import ClassVar

from pygments.styles.friendly import FriendlyStyle
from pygments.styles.monokai import MonokaiStyle
from pygments.token import String


class Light(FriendlyStyle):
    """On a light page."""

    styles: ClassVar = FriendlyStyle.styles | {String.Interpol: FriendlyStyle.styles[String]}


class Dark(MonokaiStyle):
    """On a dark page."""

    styles: ClassVar = MonokaiStyle.styles | {String.Interpol: MonokaiStyle.styles[String]}
