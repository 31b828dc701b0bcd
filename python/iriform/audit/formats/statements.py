"""Turtle and TriG: the IRIs of every statement, with their positions.

The parser is Oxigraph's, in lenient mode: it does not change IRIs, so a bad one is found and does
not end the reading. It reads no other document, whatever this one refers to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from iriform._core import Statements
from iriform._io.lines import blocks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from iriform._core import Block
    from iriform._io.streams import Input


def in_order(input_: Input, syntax: str, wanted: str | None, base: str | None) -> Iterator[Block]:
    """Read statements, which may span many lines."""
    # The parser does not check the IRIs that it makes of its base.
    parser = Statements(syntax, wanted, base)
    before = b""
    for block in blocks(input_):
        yield from parser.read(before, False)  # noqa: FBT003 - not the last one
        before = block
    yield from parser.read(before, True)  # noqa: FBT003 - the last one
