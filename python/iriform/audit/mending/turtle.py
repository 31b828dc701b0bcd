"""Turtle and TriG: every bad IRI in brackets is changed.

A statement may span several lines and share terms with others, so an IRI is mended where it is
written: in a statement, in the declaration of a prefix, as the base. A statement that cannot be
read stays byte for byte. The copy is read again, and the remaining faults are reported: an
unreadable statement, a relative reference without a base, a bad local name.
"""

from __future__ import annotations

import math
from bisect import bisect
from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO

import iriform
from iriform._core import IriRefs
from iriform._io.streams import opened
from iriform.audit.sources import format_of, source

from .edits import Repair
from .events import Event, Left, Looked, Mended, Place
from .spans import Copy

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from iriform.audit.options import Options

    from .edits import Edit


def mend_turtle(
    name: str, options: Options, _: Edit, out: BinaryIO, __: BinaryIO | None
) -> Iterator[Event]:
    """Copy a file, and mend its IRIs."""
    yield from _copied(name, options, out, _unreadable(name, options))


def _unreadable(name: str, options: Options) -> list[tuple[int, int]]:
    """Read a file, and list the bytes of unreadable statements."""
    found: list[tuple[int, int]] = []
    with source(name, options) as input_:
        for block in input_.blocks:
            found += [span for *_, span in block.unreadable if span is not None]
    return found


def _copied(
    name: str, options: Options, out: BinaryIO, unreadable: Sequence[tuple[int, int]]
) -> Iterator[Event]:
    is_uri = issubclass(options.reference, iriform.URIReference)
    # It may be relative, and is then judged with its base.
    reference = iriform.URIReference if is_uri else iriform.IRIReference
    repair = Repair(reference)
    irirefs = IriRefs()

    def decide(place: Place, iri: str, start: int) -> Mended | None:
        before = bisect(unreadable, (start, math.inf)) - 1
        if before >= 0 and start < unreadable[before][1]:
            return None
        done = repair.mended(place, iri)
        if not isinstance(done, Mended):
            return None
        # Without a base, a relative reference cannot become an IRI, so it is unchanged.
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
    """Read the copy of a file, and yield the remaining bad values."""
    format_ = format_of(name, options)
    options = replace(options, format=format_.name, unpack=math.inf)
    lines = statements = 0
    with source(copy, options) as input_:
        for block in input_.blocks:
            faults = block.faults(options.kind)
            yield Looked(faults.values, faults.not_meant)
            left: list[Left] = []
            for number, at, column, why, _ in faults.unreadable:
                line = None if at is None else lines + at
                place = Place("statement", statements + number, None, column, line)
                left.append(Left(place, None, why))
            for bad in faults.bad:
                # IRIs have no line breaks before or after mending, so lines are those of the file.
                line = None if bad.line is None else lines + bad.line
                place = Place("statement", statements + bad.place, bad.position, line=line)
                text = bad.text.decode("utf-8", "surrogateescape")
                try:
                    options.reference(text)
                except iriform.ParseError as error:
                    left.append(Left(place, text, error))
            yield from sorted(left, key=lambda each: each.place.number)
            statements, lines = statements + faults.places, lines + faults.lines
