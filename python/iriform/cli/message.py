"""Messages with their colours. A file or pipe gets the plain text, without Rich."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from rich.text import Text

Part: TypeAlias = "str | tuple[str, str]"
"""Text, or text and its style, as Rich names it."""


class Message:
    """A message, optionally with a picture below it."""

    def __init__(self, *parts: Part) -> None:
        self._parts = parts

    @property
    def plain(self) -> str:
        """The text without colours."""
        return "".join(part if isinstance(part, str) else part[0] for part in self._parts)

    @property
    def text(self) -> Text:
        """The text with its colours."""
        from rich.text import Text

        return Text.assemble(*self._parts)

    def at(self, width: int) -> Text:
        """Lay it out for the width of a terminal. Elsewhere it is one line, for programs."""
        from .fit import laid_out

        return laid_out(self.text, width)
