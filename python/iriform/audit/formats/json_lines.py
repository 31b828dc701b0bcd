"""JSON lines: an object per line, whose values may be nested."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from iriform._core import Block, json_members
from iriform._io.errors import AuditError
from iriform._io.plain_text import HEAD, label

from .choose import SAMPLE, beginning, choose, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from iriform._io.streams import Input
    from iriform.audit.options import Options


# A line with nothing but an opening bracket begins a value that goes over several lines.
_OVER_LINES = re.compile(rb"(?:\xef\xbb\xbf)?\s*[\[{][ \t\r]*\n")


def refuse_document(input_: Input) -> None:
    """Refuse one JSON document over several lines."""
    if _OVER_LINES.match(input_.stream.peek(HEAD)):
        raise AuditError(
            f"cannot read {label(input_.name)}: a JSON document over several lines, not a value per"
            " line; jq -c '.[]' writes the items of an array so, and --format sbom reads a bill of"
            " materials"
        )


def json_lines(whole: Iterator[bytes], name: str, options: Options) -> tuple[Iterator[Block], str]:
    """Read one member of the objects, by its path, and tell which.

    `page.links` is `links` in `page`. A list gives each of its values.
    """
    first: list[bytes] = []
    path = b""
    if options.column is not None:
        path = options.column.encode("utf-8", "surrogateescape")
    else:
        first, _ = beginning(whole)
        columns: dict[str, list[str]] = {}
        paths: dict[str, bytes] = {}
        for line in b"".join(first).split(b"\n")[:SAMPLE]:
            for found, value in json_members(line):
                column = shown(found)
                paths[column] = found
                columns.setdefault(column, []).append(shown(value))
        if columns:
            path = paths[choose(columns, options, label(name), columns.__getitem__)]
    read = (Block.json_lines(block, path) for block in chain(first, whole))
    return read, shown(path)
