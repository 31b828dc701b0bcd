"""Bills of materials in JSON: the package URLs of CycloneDX and SPDX, by their JSON paths.

A document is read as a whole: it is no format of lines, and its parser is Python's.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from iriform._core import Block
from iriform._io.errors import AuditError
from iriform._io.plain_text import label

from .format import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyarrow as pa

    from iriform._io.streams import Input
    from iriform.audit.options import Options

# CycloneDX; SPDX 3.
_MEMBERS = ("purl", "software_packageUrl")

# The members of an object that say what another of its members is: SPDX 2, SPDX 3.
_TOLD = (
    ("referenceType", ("purl",), "referenceLocator"),
    ("externalIdentifierType", ("packageUrl", "purl"), "identifier"),
)


@dataclass
class Document(Source):
    """An opened bill of materials."""

    paths: list[str] = field(default_factory=list)
    """Where in the document each value stands, in their order."""

    def batches(self) -> Iterator[pa.RecordBatch]:
        """Yield batches of `VALUES`, whose parts are the JSON paths."""
        import pyarrow as pa

        for batch in super().batches():
            parts = pa.array([self.paths[place - 1] for place in batch["place"].to_pylist()])
            number = batch.schema.get_field_index("part")
            yield batch.set_column(number, batch.schema.field(number), parts)


def sbom(input_: Input, options: Options) -> Document:
    """Read a document."""
    if options.column is not None and not options.is_for_tables:
        raise AuditError(f"{label(input_.name)} is a bill of materials, which has no columns")
    found = found_in(whole(input_), input_.name)
    paths, texts = [path for path, _ in found], [text for _, text in found]
    blocks = iter([Block.values([text.encode("utf-8", "surrogatepass") for text in texts])])
    return Document(blocks, lambda: 1.0, None, paths)


def whole(input_: Input) -> bytes:
    """Read all of an input."""
    return b"".join(iter(lambda: input_.stream.read(2**20), b""))


def found_in(data: bytes, name: str) -> list[tuple[str, str]]:
    """Find the package URLs of what an input of that name has, with their JSON paths."""
    try:
        return list(packages(json.loads(data)))
    except RecursionError:
        raise AuditError(f"cannot read {label(name)}: JSON in too many levels") from None
    except ValueError as error:  # of JSON, or of UTF-8
        raise AuditError(f"cannot read {label(name)}: not JSON: {error}") from None


def packages(document: object) -> Iterator[tuple[str, str]]:
    """Find the package URLs of a document, in its order, with their JSON paths (RFC 9535).

    >>> list(packages({"components": [{"name": "a", "purl": "pkg:npm/a"}]}))
    [('$.components[0].purl', 'pkg:npm/a')]
    """
    waiting: list[tuple[str, object]] = [("$", document)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, list):
            waiting.extend((f"{path}[{i}]", item) for i, item in reversed([*enumerate(value)]))
        elif isinstance(value, dict):
            names = _named(value)
            yield from ((_member(path, n), value[n]) for n in value if n in names)
            waiting.extend((_member(path, n), value[n]) for n in reversed(value) if n not in names)


def _named(members: dict[str, Any]) -> set[str]:
    """Tell which members of an object are package URLs."""
    names = {*_MEMBERS} | {told for by, kinds, told in _TOLD if members.get(by) in kinds}
    return {name for name in names if isinstance(members.get(name), str)}


# The tokens of JSON that say where a value stands: strings, and what is around members and items.
_TOKENS = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]')


def texts(data: bytes) -> dict[str, tuple[int, int]]:
    r"""Tell by their JSON paths where the characters of texts stand in a document, JSON in UTF-8.

    >>> texts(b'{"a": ["b", "\\u0063"]}')
    {'$.a[0]': (8, 9), '$.a[1]': (13, 19)}
    """
    found: dict[str, tuple[int, int]] = {}
    # What is around: its path; the number of its item, if it is an array; the name of its member.
    around: list[tuple[str, int | None, str | None]] = []
    path, index, name = "$", None, None
    for token in _TOKENS.finditer(data):
        kind = token[0][:1]
        if kind in b"]}":
            path, index, name = around.pop()
        elif kind == b",":
            index, name = (index + 1, None) if index is not None else (None, None)
        elif kind == b'"' and around and index is None and name is None:
            name = json.loads(token[0])
        elif kind != b":":
            here = path
            if around:
                here = _member(path, name or "") if index is None else f"{path}[{index}]"
            if kind == b'"':
                # Of two members with one name, the last one counts.
                found[here] = token.start() + 1, token.end() - 1
            else:
                around.append((path, index, name))
                path, index, name = here, 0 if kind == b"[" else None, None
    return found


def _member(path: str, name: str) -> str:
    is_plain = name.isascii() and name.isidentifier()
    return f"{path}.{name}" if is_plain else f"{path}[{json.dumps(name)}]"
