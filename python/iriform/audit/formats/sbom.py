"""Bills of materials in JSON: the package URLs and links of CycloneDX and SPDX, by their JSON paths.

A document is read as a whole by Python's parser, because it is not a format of lines.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from iriform import IRI, PURL, ParseError
from iriform._core import Block
from iriform._io.errors import AuditError
from iriform._io.plain_text import label

from .format import Source
from .json_document import loaded, member_of, whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from iriform._io.streams import Input
    from iriform.audit.options import Options

# The identifiers in members of these names, or in their lists: a package URL, an IRI, or a
# reference that may be relative, as in `url` and `endpoints` of CycloneDX 1.4 to 1.7.
Kind: TypeAlias = Literal["purl", "iri", "reference"]
KINDS: dict[str, Kind] = {
    **dict.fromkeys(("purl", "software_packageUrl"), "purl"),
    **dict.fromkeys(
        (
            *("downloadLocation", "homepage", "documentNamespace", "seeAlsos"),
            *("software_downloadLocation", "software_homePage"),
        ),
        "iri",
    ),
    **dict.fromkeys(("url", "endpoints"), "reference"),
}

# SPDX's words for an absent IRI.
_NONE = {"NONE", "NOASSERTION"}

# The members of an object that determine the kind of another member: SPDX 2, SPDX 3, CycloneDX.
_TOLD: tuple[tuple[str, tuple[str, ...], str, Kind], ...] = (
    ("referenceType", ("purl",), "referenceLocator", "purl"),
    ("externalIdentifierType", ("packageUrl", "purl"), "identifier", "purl"),
    ("bomFormat", ("CycloneDX",), "serialNumber", "iri"),
)


class Found(NamedTuple):
    """An identifier of a document."""

    path: str
    """Its JSONPath (RFC 9535)."""
    text: str
    kind: Kind = "purl"
    is_hidden: bool = False
    """True if another member of its object has the same name and takes precedence."""

    @property
    def why(self) -> str | None:
        """Say why it is not one, if it is an IRI."""
        if self.is_hidden:
            return "the member occurs more than once, and other software reads the last one"
        if self.kind == "purl" and (not self.text or IRI.is_valid(self.text)):
            try:
                PURL.repair(self.text)
            except ParseError as error:
                shown = str(error).partition("\n")[0] if self.text else "the text is empty"
                begins = self.text[:4].lower() == "pkg:"
                return shown if begins else f"not a package URL, which begins with pkg: {shown}"
        return None


def sbom(input_: Input, options: Options) -> Source:
    """Read a document."""
    if options.column is not None and not options.is_for_tables:
        raise AuditError(f"{label(input_.name)} is a bill of materials, which has no columns")
    found = found_in(whole(input_), input_.name)
    # A policy may require an IRI.
    is_wanted = options.of_references.kind.endswith("-reference")
    runs = groupby(found, key=lambda each: is_wanted and each.kind == "reference")
    blocks = (
        Block.values(
            [(each.text.encode("utf-8", "surrogatepass"), each.why) for each in run],
            may_be_relative=may_be_relative,
        )
        for may_be_relative, run in runs
    )
    return Source(blocks, lambda: 1.0, paths=[each.path for each in found])


def found_in(data: bytes, name: str) -> list[Found]:
    """Find the identifiers in the data of an input, with their JSON paths."""
    return list(identifiers(loaded(data, name)))


def identifiers(document: object) -> Iterator[Found]:
    """Find the package URLs and other IRIs of a document, in order, with their JSON paths.

    >>> [each[:2] for each in identifiers({"components": [{"name": "a", "purl": "pkg:npm/a"}]})]
    [('$.components[0].purl', 'pkg:npm/a')]
    """
    # Each value has the kind of its texts, and whether another member hides it.
    waiting: list[tuple[str, object, Kind | None, bool]] = [("$", document, None, False)]
    while waiting:
        path, value, kind, is_hidden = waiting.pop()
        if isinstance(value, str):
            if kind is not None and not (kind == "iri" and value in _NONE):
                yield Found(path, value, kind, is_hidden)
        elif isinstance(value, list):
            items = reversed([*enumerate(value)])
            waiting.extend((f"{path}[{i}]", item, kind, is_hidden) for i, item in items)
        elif isinstance(value, dict):
            told: dict[str, Kind] = {
                member: each for by, known, member, each in _TOLD if value.get(by) in known
            }
            hidden = [(name, member, True) for name, member in getattr(value, "hidden", ())]
            members = [*hidden, *((name, member, is_hidden) for name, member in value.items())]
            waiting.extend(
                (member_of(path, name), member, told.get(name) or KINDS.get(name), is_hidden)
                for name, member, is_hidden in reversed(members)
            )
