"""Bills of materials in JSON: the package URLs and links of CycloneDX and SPDX, by their JSON paths.

A document is read as a whole: it is no format of lines, and its parser is Python's.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from iriform import IRI, PURL, ParseError
from iriform._core import Block
from iriform._io.errors import AuditError
from iriform._io.plain_text import label

from .format import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyarrow as pa

    from iriform._io.streams import Input
    from iriform.audit.options import Options

# Package URLs: CycloneDX; SPDX 3.
_PURLS = ("purl", "software_packageUrl")

# Other IRIs, SPDX 2 and 3, and what SPDX says where there is none.
_IRIS = ("downloadLocation", "software_downloadLocation")
_NONE = {"NONE", "NOASSERTION"}

# The members of an object that say what another of its members is: SPDX 2, SPDX 3.
_TOLD = (
    ("referenceType", ("purl",), "referenceLocator"),
    ("externalIdentifierType", ("packageUrl", "purl"), "identifier"),
)

# The list in which CycloneDX has where else it leads, and the member of each item.
_REFERENCES, _URL = "externalReferences", "url"


class Found(NamedTuple):
    """An identifier of a document."""

    path: str
    """Where it stands (RFC 9535)."""
    text: str
    is_purl: bool = True
    """Whether it must be a package URL."""
    is_hidden: bool = False
    """Whether another member of its object has the same name, and is the one that counts."""

    @property
    def why(self) -> str | None:
        """Say why it is none, if that is so and it is an IRI all the same."""
        if self.is_hidden:
            return "the member is there more than once, and others read the last one"
        if self.is_purl and (not self.text or IRI.is_valid(self.text)):
            try:
                PURL.repair(self.text)
            except ParseError as error:
                shown = str(error).partition("\n")[0] if self.text else "the text is empty"
                begins = self.text[:4].lower() == "pkg:"
                return shown if begins else f"not a package URL, which begins with pkg: {shown}"
        return None


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
    texts = [(each.text.encode("utf-8", "surrogatepass"), each.why) for each in found]
    blocks = iter([Block.values(texts)])
    return Document(blocks, lambda: 1.0, None, [each.path for each in found])


def whole(input_: Input) -> bytes:
    """Read all of an input."""
    return b"".join(iter(lambda: input_.stream.read(2**20), b""))


class _Repeated(dict[str, Any]):
    """An object in which a name is there more than once."""

    hidden: list[tuple[str, Any]]
    """The members that others of the same name hide."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) == len(pairs):
        return made
    last = {name: i for i, (name, _) in enumerate(pairs)}
    repeated = _Repeated(made)
    repeated.hidden = [pair for i, pair in enumerate(pairs) if i < last[pair[0]]]
    return repeated


def found_in(data: bytes, name: str) -> list[Found]:
    """Find the identifiers of what an input of that name has, with their JSON paths."""
    try:
        return list(identifiers(json.loads(data, object_pairs_hook=_object)))
    except RecursionError:
        raise AuditError(f"cannot read {label(name)}: JSON in too many levels") from None
    except ValueError as error:  # of JSON, or of UTF-8
        raise AuditError(f"cannot read {label(name)}: not JSON: {error}") from None


def identifiers(document: object) -> Iterator[Found]:
    """Find the package URLs of a document, and its other IRIs, in its order, with their JSON paths.

    >>> [each[:2] for each in identifiers({"components": [{"name": "a", "purl": "pkg:npm/a"}]})]
    [('$.components[0].purl', 'pkg:npm/a')]
    """
    # With each value whether it is an item of references.
    waiting: list[tuple[str, object, bool]] = [("$", document, False)]
    while waiting:
        path, value, is_reference = waiting.pop()
        if isinstance(value, list):
            items = reversed([*enumerate(value)])
            waiting.extend((f"{path}[{i}]", item, is_reference) for i, item in items)
        elif isinstance(value, dict):
            purls, iris = _named(value, is_reference=is_reference)
            for name, text in [*getattr(value, "hidden", ()), *value.items()]:
                if name in purls | iris and isinstance(text, str) and not _is_none(name, text):
                    is_hidden = text is not value[name]
                    yield Found(_member(path, name), text, name in purls, is_hidden)
            waiting.extend(
                (_member(path, n), value[n], n == _REFERENCES)
                for n in reversed(value)
                if n not in purls | iris
            )


def _is_none(name: str, text: str) -> bool:
    return name in _IRIS and text in _NONE


def _named(members: dict[str, Any], *, is_reference: bool) -> tuple[set[str], set[str]]:
    """Tell which members of an object are package URLs, and which are other IRIs."""
    purls = {*_PURLS} | {told for by, kinds, told in _TOLD if members.get(by) in kinds}
    iris = {*_IRIS, _URL} if is_reference else {*_IRIS}
    texts = {name for name in members if isinstance(members[name], str)}
    return purls & texts, iris & texts


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
