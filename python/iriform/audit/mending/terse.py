"""Turtle and TriG: each IRI between brackets that is bad changes, wherever it stands.

A statement goes over several lines and may share terms with others, so an IRI is mended where it is
written: in a statement, in the declaration of a prefix, as the base. Only what a parser has taken
completely is mended, because after a mistake nobody can be sure what is an IRI. The copy is read once
more, and what is still bad in it is left: a relative reference without a base, a bad local name.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO

import iriform
from iriform._core import Tally
from iriform._plain_text import label
from iriform.audit.errors import AuditError
from iriform.audit.formats.statements import in_order
from iriform.audit.sources import source
from iriform.audit.streams import opened

from .by_line import blocks
from .escapes import IRI_OF_RDF, changed
from .events import Event, Left, Looked, Mended, Place, mended
from .rows import bad_of
from .tokens import TOKEN, unescaped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from iriform.audit.formats.known import RDF
    from iriform.audit.options import Options

# What stands before the IRI of a base.
_BASE = re.compile(r"(?:^|[\s.])@?base\s*$", re.IGNORECASE)

# No token but one of these lengths ends where the text that has been read so far ends.
_AHEAD = 3


def mend_terse(name: str, options: Options, out: BinaryIO) -> Iterator[Event]:
    """Copy a file, and mend its IRIs."""
    format_: RDF = options.format_of(name)  # type: ignore[assignment]  # it is chosen by this
    if options.column is not None and not options.is_for_tables:
        raise AuditError(
            f"cannot mend one position of {label(name)}: in {format_.name}, statements share terms"
        )
    if options.default_scheme is not None:
        raise AuditError(
            f"cannot put a scheme before the IRIs of {label(name)}: in {format_.name}, those without"
            " one are relative"
        )
    refuse_unreadable(name, format_.name, options)
    yield from _copied(name, options, out)


def refuse_unreadable(name: str, syntax: str, options: Options) -> None:
    """Read a file, and refuse it if a statement of it cannot be read."""
    tally = Tally(options.kind)
    statements = before = 0
    with opened(name, options.unpack) as input_:
        for block in in_order(input_, syntax, None, None):
            places, _, count, examples = block.count(tally)
            for about, place, line, _, why in examples:
                if about == "unreadable":
                    where = f"statement {statements + place:,}"
                    where += "" if line is None else f", line {before + line:,}"
                    raise AuditError(
                        f"cannot mend {label(name)}: {where} cannot be read:"
                        f" {why.decode('utf-8', 'backslashreplace')}"
                    )
            statements, before = statements + places, before + count


def _copied(name: str, options: Options, out: BinaryIO) -> Iterator[Event]:
    is_uri = issubclass(options.reference, iriform.URIReference)
    # It may be relative, and is then valid or not by its base.
    reference = iriform.URIReference if is_uri else iriform.IRIReference
    with opened(name, options.unpack) as input_:
        text, at, line, column = "", 0, 1, 1
        has_base = False
        source_ = (block.decode("utf-8", "surrogateescape") for _, block in blocks(input_, out))
        is_ended = False
        while not is_ended or at < len(text):
            if not is_ended:
                # As much again as is there: a string may be long, and is looked at from its beginning.
                pieces, size = [text[at:]], 0
                while size <= len(pieces[0]) and not is_ended:
                    piece = next(source_, None)
                    is_ended = piece is None
                    pieces.append(piece or "")
                    size += len(piece or "")
                text, at = "".join(pieces), 0
            written: list[str] = []
            last = len(text) if is_ended else len(text) - _AHEAD
            while at < len(text):
                token = TOKEN.match(text, at)
                if token is None or (token.end() > last and not is_ended):
                    if is_ended:  # it is not a token: the parser would have said so
                        raise AuditError(
                            f"cannot mend {label(name)}: line {line} is not understood"
                        )
                    break
                raw = token["iri"]
                here = token[0]
                if raw is not None:
                    place = Place("line", line, None, column + 1)
                    done = mended(place, unescaped(raw), reference)
                    # Without a base no relative reference becomes an IRI: it is left as it is.
                    if isinstance(done, Mended) and (has_base or reference(done.after).scheme):
                        here = f"<{changed(raw, IRI_OF_RDF, done.changes)}>"
                        yield done
                has_base = has_base or _BASE.search(here) is not None
                written.append(here)
                at = token.end()
                breaks = token[0].count("\n")
                line += breaks
                column = len(token[0]) - token[0].rfind("\n") if breaks else column + len(token[0])
            out.write("".join(written).encode("utf-8", "surrogateescape"))


def left_in(copy: str, name: str, options: Options) -> Iterator[Event]:
    """Read the copy of a file, and yield what is still bad in it."""
    options = replace(options, format=options.format_of(name).name, unpack=math.inf)
    with source(copy, options) as input_:
        for batch in input_.batches():
            yield Looked(len(batch))
            for place, part, text, unreadable, line in bad_of(batch, options):
                # A mended IRI has no line break, nor had it one before: lines are those of the file.
                where = Place("statement", place, part, line=line)
                if text is None or unreadable is not None:
                    raise AuditError(f"cannot mend {label(name)}: the copy would not be readable")
                try:
                    options.reference(text)
                except iriform.ParseError as error:
                    yield Left(where, text, error)
