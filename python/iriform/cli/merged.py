"""Mended values of a file that equal another value of it, so two names became one."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from iriform._core import masked
from iriform._display import escape
from iriform.audit.sources import source

from .terminal import complain

if TYPE_CHECKING:
    from iriform.audit.mending.events import Mended
    from iriform.audit.options import Options


SHOWN = 3
MOST = 1_000_000
"""The largest number of different results to remember: more would take hundreds of megabytes."""


class Merged:
    """Finds results of a repair that equal another value of the file."""

    def __init__(self) -> None:
        # The results, with the first text of each.
        self._made: dict[str, str] = {}
        self._found: dict[str, None] = {}

    def add(self, value: Mended) -> None:
        """Record a mended value."""
        if value.after in self._made:
            if self._made[value.after] != value.before:
                self._found[value.after] = None
        elif len(self._made) < MOST:
            self._made[value.after] = value.before

    def look_into(self, name: str, options: Options) -> None:
        """Read a file again to find such values. Standard input cannot be read again."""
        if not self._made or name == "-":
            return
        made = {after.encode("utf-8", "surrogateescape"): after for after in self._made}
        with source(name, options) as opened:
            for block in opened.blocks:
                buffers = block.buffers()
                text = buffers.text
                for start, stop in pairwise(memoryview(buffers.offsets).cast("q")):
                    after = made.get(text[start:stop])
                    if after is not None:
                        self._found[after] = None

    def say(self) -> int:
        """Report their number and some examples, and return the number."""
        count = len(self._found)
        if count:
            shown = ", ".join(escape(masked(text)) for text in list(self._found)[:SHOWN])
            more = ", …" if count > SHOWN else ""
            values = "1 mended value equals" if count == 1 else f"{count:,} mended values equal"
            complain(f"{values} another value of the file [merged]: {shown}{more}")
        return count
