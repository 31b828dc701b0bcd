"""Bills of materials: package URLs become canonical, and other IRIs are repaired, in place."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, BinaryIO

from iriform import PURL, ParseError
from iriform._core import rewritten
from iriform._io.errors import AuditError
from iriform._io.plain_text import label
from iriform._io.streams import opened
from iriform.audit.formats.json_document import texts, whole
from iriform.audit.formats.sbom import found_in

from .edits import Repair
from .events import NOT_ALONE, Event, Left, Looked, Mended, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from iriform.audit.formats.sbom import Found
    from iriform.audit.options import Options

    from .edits import Edit


def mend_sbom(
    name: str, options: Options, edit: Edit, out: BinaryIO, _: BinaryIO | None
) -> Iterator[Event]:
    """Copy a document, and mend its package URLs."""
    if options.column is not None and not options.is_for_tables:
        raise AuditError(f"{label(name)} is a bill of materials, which has no columns")
    if isinstance(edit, Repair) and edit.default_scheme is not None:
        raise AuditError(
            f"cannot put a scheme before the package URLs of {label(name)}: it is always pkg"
        )
    with opened(name, options.unpack) as input_:
        data = whole(input_)
    found = found_in(data, name)
    if json.detect_encoding(data) not in {"utf-8", "utf-8-sig"}:
        raise AuditError(f"cannot mend {label(name)}: it is not written in UTF-8")
    yield Looked(len(found))
    spans = texts(data)
    changed: list[tuple[int, int, bytes]] = []
    for number, each in enumerate(found, 1):
        path, text = each.path, each.text
        done = _mended(Place("package", number, path), each, options)
        if isinstance(done, Mended):
            start, stop = spans[path]
            changes = [(*change.span, change.replacement) for change in done.changes]
            new = rewritten(data[start:stop], "json-string", text, changes)
            if new is None:
                done = Left(done.place, text, NOT_ALONE)
            else:
                changed.append((start, stop, new))
        if done is not None:
            yield done
    written = 0
    for start, stop, new in sorted(changed):
        out.write(data[written:start] + new)
        written = stop
    out.write(data[written:])


def _mended(place: Place, found: Found, options: Options) -> Mended | Left | None:
    """Mend a value to a canonical package URL or, where none is required, to a reference."""
    text = found.text
    if found.is_hidden:
        return Left(place, text, found.why or "")
    if found.kind != "purl":
        of_kind = options if found.kind == "iri" else options.of_references
        return Repair(of_kind.reference).mended(place, text)
    try:
        repaired = PURL.repair(text)
    except ParseError as error:
        return Left(place, text, error)
    if not repaired.changes:
        return None
    return Mended(place, text, str(repaired.value), repaired.changes)
