"""Packages: EPUB, DOCX, XLSX and PPTX, which are ZIP archives whose parts refer to each other.

An archive is read within bounds, and never extracted to disk.
"""

from __future__ import annotations

import zipfile
import zlib
from posixpath import dirname
from typing import TYPE_CHECKING, NamedTuple

from iriform import IRIReference
from iriform._core import Block
from iriform._io.errors import AuditError
from iriform._io.plain_text import label
from iriform._io.streams import HARMLESS
from iriform.storage import member

from .format import Source
from .markup import of_formulas, of_html, of_xml

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from iriform.audit.options import Options

    from .markup import Link

# The largest number of parts of a package.
_MOST_PARTS = 10_000

# The parts that have links.
_MARKUP = (".opf", ".ncx", ".xhtml", ".svg", ".smil")
_PAGES = (".html", ".htm")


class _Found(NamedTuple):
    """A reference in a package."""

    part: str
    """The part that contains it."""
    link: Link
    base: str
    """The part that it is resolved against."""


def package(file: str, options: Options) -> Source:
    """Read the references of a package's parts."""
    shown = label(file)
    try:
        archive = zipfile.ZipFile(file)
    except zipfile.BadZipFile as error:
        raise AuditError(f"cannot read {shown}: not a ZIP archive: {error}") from None
    with archive:
        entries = archive.infolist()
        if len(entries) > _MOST_PARTS:
            raise AuditError(f"cannot read {shown}: a package of more than {_MOST_PARTS:,} parts")
        there = {entry.filename for entry in entries}
        packed = sum(entry.compress_size for entry in entries)
        room = max(HARMLESS, packed * options.unpack)
        found: list[_Found] = []
        for entry in entries:
            reader = _reader(entry.filename)
            if reader is None:
                continue
            data = _unpacked(archive, entry, int(room), shown)
            room -= len(data)
            found += reader(entry.filename, data, f"{shown}, {label(entry.filename)}")
    block = Block.values([_judged(each, there) for each in found], may_be_relative=True)
    paths = [f"{each.part}:{each.link.line} {each.link.where}" for each in found]
    return Source(iter([block]), lambda: 1.0, paths=paths)


def _unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, room: int, shown: str) -> bytes:
    """Unpack a part; the size in its header cannot be trusted."""
    if entry.flag_bits & 1:
        raise AuditError(f"cannot read {shown}: it is encrypted")
    try:
        with archive.open(entry) as stream:
            data = stream.read(room + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError) as error:
        raise AuditError(f"cannot read {shown}: {label(entry.filename)}: {error}") from None
    if len(data) > room:
        raise AuditError(
            f"cannot read {shown}: it unpacks to more than its size allows; --unpack allows more"
        )
    return data


def _reader(part: str) -> Callable[[str, bytes, str], Iterator[_Found]] | None:
    lower = part.lower()
    if lower.endswith(".rels"):
        return _relationships
    if lower == "meta-inf/container.xml":
        return _container
    if lower.endswith(_MARKUP):
        return _markup
    if lower.startswith("xl/worksheets/") and lower.endswith(".xml"):
        return _formulas
    return _pages if lower.endswith(_PAGES) else None


def _markup(part: str, data: bytes, shown: str) -> Iterator[_Found]:
    return (_Found(part, link, part) for link in of_xml(data, shown))


def _pages(part: str, data: bytes, _: str) -> Iterator[_Found]:
    return (_Found(part, link, part) for link in of_html(data.decode("utf-8", "replace")))


def _formulas(part: str, data: bytes, shown: str) -> Iterator[_Found]:
    return (_Found(part, link, part) for link in of_formulas(data, shown))


def _container(part: str, data: bytes, shown: str) -> Iterator[_Found]:
    # A path from the root of the package (EPUB 3.3 §4.2.6.3.1).
    links = of_xml(data, shown, attributes={"full-path"})
    return (_Found(part, link, "") for link in links)


def _relationships(part: str, data: bytes, shown: str) -> Iterator[_Found]:
    """Read the relationships of a part, whose targets are relative to it (ECMA-376-2 §6.5)."""
    folder = dirname(dirname(part))
    source = part.rpartition("/")[2].removesuffix(".rels")
    base = f"{folder}/{source}" if folder else source
    for link in of_xml(data, shown, attributes={"Target"}):
        yield _Found(part, link, base)


def _judged(found: _Found, there: set[str]) -> tuple[bytes, str | None]:
    link = found.link
    data = link.value.encode("utf-8", "surrogatepass")
    # A base itself does not name a part.
    if link.is_external or link.where == "base href" or not IRIReference.is_valid(link.value):
        return data, None
    base = found.base if link.base is None else member(found.base, link.base)
    # References relative to a base outside the package lead outside.
    name = None if base is None else member(base, link.value)
    if name is None or name in there:
        return data, None
    return data, f"the package has no part {label(name)}"
