"""Bills of materials in JSON: the package URLs of CycloneDX and SPDX, by their JSON paths.

A document is read as a whole: it is no format of lines, and its parser is Python's.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from iriform._core import Block
from iriform._io.errors import AuditError
from iriform._io.plain_text import label
from iriform.audit.batches import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

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
        for batch in super().batches():
            parts = pa.array([self.paths[place - 1] for place in batch["place"].to_pylist()])
            number = batch.schema.get_field_index("part")
            yield batch.set_column(number, batch.schema.field(number), parts)


def sbom(input_: Input, options: Options) -> Document:
    """Read a document."""
    if options.column is not None and not options.is_for_tables:
        raise AuditError(f"{label(input_.name)} is a bill of materials, which has no columns")
    data = b"".join(iter(lambda: input_.stream.read(2**20), b""))
    try:
        found = list(packages(json.loads(data)))
    except RecursionError:
        raise AuditError(f"cannot read {label(input_.name)}: JSON in too many levels") from None
    except ValueError as error:  # of JSON, or of UTF-8
        raise AuditError(f"cannot read {label(input_.name)}: not JSON: {error}") from None
    paths, texts = [path for path, _ in found], [text for _, text in found]
    values = pa.array([text.encode("utf-8", "surrogatepass") for text in texts], pa.large_binary())
    blocks = iter([Block.column(values)])
    return Document(blocks, lambda: 1.0, None, paths)


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


def _member(path: str, name: str) -> str:
    is_plain = name.isascii() and name.isidentifier()
    return f"{path}.{name}" if is_plain else f"{path}[{json.dumps(name)}]"
