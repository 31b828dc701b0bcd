"""Text of any kind: the links that stand in it (UTS #58)."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from iriform._core import Block
from iriform._io.errors import AuditError
from iriform._io.plain_text import label
from iriform._web.links import find

if TYPE_CHECKING:
    from collections.abc import Iterator

    from iriform._web.links import Found
    from iriform.audit.options import Options


def prose(text: Iterator[bytes], name: str, options: Options) -> Iterator[Block]:
    """Read blocks of whole lines. The place of a link is its line."""
    if options.column is not None and not options.is_for_tables:
        raise AuditError(f"{label(name)} is text, which has no columns")
    return map(_block, text)


def links(text: str | bytes) -> Iterator[Found]:
    """Find the links of text as people and programs write it.

    Names without a scheme are rarely links there. A link ends before what no IRI has.
    """
    return find(text, domains=False, strict=True)


def judged(found: Found) -> str:
    """Give what is judged of a link: its text, or the IRI of an address, which has no scheme."""
    return found.text if found.kind == "iri" else str(found.iri)


def _block(text: bytes) -> Block:
    import pyarrow as pa

    values: list[str] = []
    rows = array("q")
    line = end = 0
    for found in links(text):
        start = found.span[0]
        line += text.count(b"\n", end, start)
        end = start
        values.append(judged(found))
        rows.append(line + 1)
    lines = text.count(b"\n") + (not text.endswith(b"\n"))
    return Block.column(pa.array(values, pa.string()), rows.tobytes(), lines)
