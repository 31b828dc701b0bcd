"""Turtle and TriG: each IRI between brackets that is bad changes, wherever it stands.

A statement goes over several lines and may share terms with others, so an IRI is mended where it is
written: in a statement, in the declaration of a prefix, as the base. Only what a parser has taken
completely is mended, because after a mistake nobody can be sure what is an IRI. The copy is read once
more, and what is still bad in it is left: a relative reference without a base, a bad local name.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO

import iriform
from iriform._core import IriRefs, Tally
from iriform._io.errors import AuditError
from iriform._io.plain_text import label
from iriform._io.streams import opened
from iriform.audit.formats.statements import in_order
from iriform.audit.sources import format_of, source

from .edits import Repair
from .events import Event, Left, Looked, Mended, Place
from .spans import Copy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from iriform.audit.formats.known import RDF
    from iriform.audit.options import Options

    from .edits import Edit


def mend_turtle(
    name: str, options: Options, edit: Edit, out: BinaryIO, _: BinaryIO | None
) -> Iterator[Event]:
    """Copy a file, and mend its IRIs."""
    format_: RDF = format_of(name, options)  # type: ignore[assignment]  # it is chosen by this
    if options.column is not None and not options.is_for_tables:
        raise AuditError(
            f"cannot mend one position of {label(name)}: in {format_.name}, statements share terms"
        )
    if isinstance(edit, Repair) and edit.default_scheme is not None:
        raise AuditError(
            f"cannot put a scheme before the IRIs of {label(name)}: in {format_.name}, those without"
            " one are relative"
        )
    _refuse_unreadable(name, format_.name, options)
    yield from _copied(name, options, out)


def _refuse_unreadable(name: str, syntax: str, options: Options) -> None:
    """Read a file, and refuse it if a statement of it cannot be read."""
    tally = Tally(options.kind)
    statements = before = 0
    with opened(name, options.unpack) as input_:
        for block in in_order(input_, syntax, None, options.base):
            places, _, count, examples = block.count(tally)
            for about, place, line, _, why, _ in examples:
                if about == "unreadable":
                    where = f"statement {statements + place:,}"
                    where += "" if line is None else f", line {before + line:,}"
                    raise AuditError(
                        f"cannot mend {label(name)}: {where} cannot be read:"
                        f" {why.decode('utf-8', 'backslashreplace')}. Correct that first;"
                        " iriform check lists all such statements"
                    )
            statements, before = statements + places, before + count


def _copied(name: str, options: Options, out: BinaryIO) -> Iterator[Event]:
    is_uri = issubclass(options.reference, iriform.URIReference)
    # It may be relative, and is then valid or not by its base.
    reference = iriform.URIReference if is_uri else iriform.IRIReference
    repair = Repair(reference)
    irirefs = IriRefs()

    def decide(place: Place, iri: str, start: int) -> Mended | None:
        done = repair.mended(place, iri)
        if not isinstance(done, Mended):
            return None
        # Without a base no relative reference becomes an IRI: it is left as it is.
        declared = irirefs.base is not None and irirefs.base <= start
        has_base = declared or options.base is not None
        return done if has_base or reference(done.after).scheme else None

    with opened(name, options.unpack) as input_:
        copy = Copy(input_, out)
        for block in copy.blocks():
            faults = irirefs.read(block).faults("URI-reference" if is_uri else "IRI-reference")
            yield from copy.write(faults, None, decide)
        copy.write_rest()


def left_in(copy: str, name: str, options: Options) -> Iterator[Event]:
    """Read the copy of a file, and yield what is still bad in it."""
    format_ = format_of(name, options)
    options = replace(options, format=format_.name, unpack=math.inf)
    lines = statements = 0
    with source(copy, options) as input_:
        for block in input_.blocks:
            faults = block.faults(options.kind)
            yield Looked(faults.values)
            if faults.unreadable:
                raise AuditError(f"cannot mend {label(name)}: the copy would not be readable")
            for bad in faults.bad:
                # A mended IRI has no line break, nor had it one before: lines are those of the file.
                line = None if bad.line is None else lines + bad.line
                place = Place("statement", statements + bad.place, bad.position, line=line)
                text = bad.text.decode("utf-8", "surrogateescape")
                try:
                    options.reference(text)
                except iriform.ParseError as error:
                    yield Left(place, text, error)
            statements, lines = statements + faults.places, lines + faults.lines
