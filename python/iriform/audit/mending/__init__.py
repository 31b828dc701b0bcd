"""Copies of files in which only repaired identifiers, or those that an operation changes, differ.

The readers of the audit find the values. The copy keeps all other characters byte for byte,
including quotes and escapes. (Parquet is compressed, so its other values stay, but not its bytes.)
Records with an unmended value can go to another file.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from iriform._io.errors import AuditError
from iriform._io.plain_text import STDIN, label
from iriform._io.streams import readable
from iriform.audit.formats.known import FORMATS
from iriform.audit.formats.known import format_of as format_by_name
from iriform.audit.sources import format_of, source

from .edits import Operation, Repair
from .events import Left, Looked, Mended, Place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from iriform._io.output_files import Begin
    from iriform.audit.formats.format import Format
    from iriform.audit.options import Options

    from .edits import Edit
    from .events import Event

    Run = Callable[[str, Options, Edit, BinaryIO, BinaryIO | None], Iterator[Event]]


_AS_LINES = "It can be written as N-Quads first, by pyoxigraph: docs/repair.md#rdfxml says how"
# Equivalent formats, and further names of formats.
_ALSO = {
    *(("n-triples", "n-quads"), ("n-triples", "turtle"), ("n-triples", "trig")),
    *(("turtle", "trig"), ("sbom", "jsonl")),
}
_TAKEN = "--rejects takes text, CSV, TSV, JSON lines, N-Triples, N-Quads and Parquet"


def mend(  # noqa: PLR0913, PLR0917 - of a file, to a file
    name: str,
    out: str,
    options: Options,
    begin: Begin,
    edit: Edit | None = None,
    rejects: str | None = None,
) -> Iterator[Event]:
    """Write a copy of a file with its values changed; yield the changed and the unmended values.

    By default values are repaired. `begin` opens the copy, and finally renames it. An unmended
    value stays unchanged; with a file for `rejects`, its record is written there instead of into
    the copy. Raises `AuditError` if the file cannot be read or changed, or the copy cannot be
    written.
    """
    edit = Repair(options.reference) if edit is None else edit
    format_ = format_of(name, options)
    run = _runs(format_, name, edit, has_rejects=rejects is not None)
    for written in (out, rejects):
        if written is not None:
            _refuse_other_suffix(written, name, format_)
    if format_.copied_as != "lines":
        with readable(name):
            if name == STDIN or not S_ISREG(Path(name).stat().st_mode):
                raise AuditError(
                    f"cannot mend {label(name)}: a file is needed, because it is read more than once"
                )
    if format_.copied_as in {"turtle", "json-ld"}:
        _refuse_of_shared_terms(format_, name, options, edit)
    file = begin(out)
    other = None if rejects is None else begin(rejects)
    rejected = nullcontext() if rejects is None or other is None else packed(rejects, other)
    with packed(out, file) as copy, rejected as copied_rejects:
        yield from run(name, options, edit, copy, copied_rejects)
    file.flush()
    if format_.copied_as == "turtle":
        from .turtle import left_in

        yield from left_in(file.name, name, options)


def _refuse_other_suffix(out: str, name: str, format_: Format) -> None:
    """Refuse a copy whose name implies another format than it will have."""
    said = format_by_name(out)
    if said in {format_, format_by_name(name), FORMATS["text"]}:
        return
    if (format_.name, said.name) in _ALSO:
        return
    raise AuditError(
        f"cannot write {label(out)}: a copy of {label(name)} is {format_.name}, but that name is for"
        f" {said.name}"
    )


def _refuse_of_shared_terms(format_: Format, name: str, options: Options, edit: Edit) -> None:
    """Refuse an operation that cannot apply to one use of a shared IRI, or to a relative one."""
    if options.column is not None and not options.is_for_tables:
        raise AuditError(
            f"cannot mend one position of {label(name)}: in {format_.name}, statements share terms"
        )
    if isinstance(edit, Repair) and edit.default_scheme is not None:
        raise AuditError(
            f"cannot put a scheme before the IRIs of {label(name)}: in {format_.name}, those without"
            " one are relative"
        )


def _runs(format_: Format, name: str, edit: Edit, *, has_rejects: bool) -> Run:
    """Choose the function that changes a format. It is imported on demand."""
    if has_rejects and format_.is_document:
        raise AuditError(
            f"cannot reject what is wrong in {label(name)}: in {format_.name} a record is not a"
            " line of its own."
            f" {_AS_LINES if format_.unit == 'statement' else _TAKEN}"
        )
    if isinstance(edit, Operation) and format_.names_things:
        raise AuditError(
            f"cannot change {label(name)}: only `iriform repair` writes copies of RDF and bills of"
            " materials, because other verbs would change what is named"
        )
    if format_.copied_as == "lines":
        from .spans import mend_lines

        return mend_lines
    if format_.copied_as == "turtle":
        from .turtle import mend_turtle

        return mend_turtle
    if format_.copied_as == "parquet":
        from .parquet import mend_parquet

        return mend_parquet
    if format_.copied_as == "json-ld":
        from .json_ld import mend_json_ld

        return mend_json_ld
    if format_.copied_as == "sbom":
        from .sbom import mend_sbom

        return mend_sbom
    instead = "iriform repair without --out lists what it would change"
    raise AuditError(
        f"cannot mend {label(name)}: {format_.name} is read, but not written."
        f" {_AS_LINES if format_.unit == 'statement' else instead}"
    )


def changes_of(name: str, options: Options, edit: Repair) -> Iterator[Event]:
    """Yield the values of a document that would be changed, and those that would stay unmended."""
    with source(name, options) as input_:
        for block in input_.blocks:
            asked = options.of_references if block.may_be_relative else options
            edit = replace(edit, reference=asked.reference)
            faults = block.faults(asked.kind)
            yield Looked(faults.values, faults.not_meant)

            def place(number: int) -> Place:
                line = input_.lines[number - 1] if input_.lines else None
                return Place("value", number, input_.paths[number - 1], None, line)

            left: list[Mended | Left] = [
                Left(place(number), None, why) for number, _, _, why, _ in faults.unreadable
            ]
            for bad in faults.bad:
                text = bad.text.decode("utf-8", "surrogateescape")
                done = edit.mended(place(bad.place), text)
                left += [] if done is None else [done]
            yield from sorted(left, key=lambda each: each.place.number)


@contextmanager
def packed(name: str, file: BinaryIO) -> Iterator[BinaryIO]:
    """Compress the output, if the name implies it."""
    suffix = Path(name).suffix.lower()
    if suffix == ".gz":
        # It has neither a name nor a time, so the same input gives the same copy.
        with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packing:
            yield cast("BinaryIO", packing)
    elif suffix == ".bz2":
        with bz2.BZ2File(file, "wb") as packing:
            yield cast("BinaryIO", packing)
    elif suffix == ".xz":
        with lzma.LZMAFile(file, "wb") as packing:
            yield cast("BinaryIO", packing)
    elif suffix == ".zst":
        import pyarrow as pa

        with pa.CompressedOutputStream(pa.PythonFile(_Open(file), "w"), "zstd") as packing:
            yield packing
    else:
        yield file


class _Open(io.RawIOBase):
    """A file that stays open after its writer."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:  # noqa: ANN401 - as in io
        return self._file.write(data)
