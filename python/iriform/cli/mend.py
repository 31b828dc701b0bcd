"""`iriform VERB FILE --out COPY`: a copy of a file with results in the places of its values."""

from __future__ import annotations

import json as json_
import sys
from typing import TYPE_CHECKING, Any

from click.exceptions import Exit

from iriform import ParseError
from iriform._display import counted, escape
from iriform._io.output_files import keep_apart, outputs
from iriform._io.plain_text import label
from iriform.audit.formats.known import SBOM, Terse
from iriform.audit.mending import mend
from iriform.audit.mending.edits import Repair
from iriform.audit.mending.events import Changed, Chosen, Left, Mended
from iriform.audit.options import Options
from iriform.audit.wording import placed

from .chosen import say_chosen
from .fit import Fitting
from .options import Status
from .problems import Problem
from .schemes import lacks_scheme, say_schemes
from .signals import standing
from .terminal import complain, print_json, show

if TYPE_CHECKING:
    from typing import BinaryIO

    from rich.text import Text

    from iriform.audit.mending import Edit
    from iriform.audit.mending.events import Place

    from .copying import Copying
    from .options import Kind


def mend_file(name: str, copying: Copying, kind: Kind, edit: Edit, *, json: bool) -> None:
    """Write a copy, and the list of its changes; print what is left, and exit accordingly."""
    out, changes, rejects = copying.out or "", copying.changes, copying.rejects
    options = Options(
        kind=kind.value, column=copying.column, format=copying.format, unpack=copying.unpack
    )
    keep_apart([name], out, changes, rejects)
    total = changed = left = schemes = 0
    column = None
    shown = label(name)
    takes_scheme = not isinstance(options.format_of(name), (SBOM, Terse))
    with outputs() as begin, standing(lambda: f" in {shown}; nothing is written"):
        file = None if changes is None else begin(changes)
        for event in mend(name, out, options, begin, edit, rejects):
            if isinstance(event, (Mended, Changed)):
                changed += _recorded(file, name, event)
            elif isinstance(event, Left):
                left += 1
                schemes += takes_scheme and _lacks_scheme(event, edit)
                if json:
                    print_json(_record(name, event, options))
                else:
                    show(_drawn(shown, event, options))
            elif isinstance(event, Chosen):
                column = event.column
            else:
                total += event.at
        sys.stdout.flush()  # the copy may go there, too
    if options.column is None and options.format_of(name).is_table:
        say_chosen([(name, column)])
    complain(f"{counted(total, 'value')} read, {_done(changed, left, edit, rejects)}")
    say_schemes(schemes)
    if left:
        raise Exit(Status.FOUND)


def _done(changed: int, left: int, edit: Edit, rejects: str | None) -> str:
    """Say what became of the values."""
    done = f"{changed:,} {'mended' if isinstance(edit, Repair) else 'changed'}"
    if not left:
        return done
    they = "it is" if left == 1 else "they are"
    if rejects is None:
        return f"{done}, {left:,} left as {they}"
    return f"{done}, {left:,} rejected: {they} in {label(rejects)}"


def _lacks_scheme(left: Left, edit: Edit) -> bool:
    """Tell whether a value would be mended, if a scheme were put before it."""
    if left.text is None or not isinstance(edit, Repair) or edit.default_scheme is not None:
        return False
    return lacks_scheme(left.text, edit.reference)


def _recorded(file: BinaryIO | None, name: str, event: Mended | Changed) -> int:
    """Record mended values, if there is a file for it, and count them."""
    values = [event] if isinstance(event, Mended) else event
    if file is not None:
        for value in values:
            _write(file, name, value)
    return len(values)


def _write(file: BinaryIO, name: str, event: Mended) -> None:
    """Record a mended value."""
    record = {**_place(name, event.place), "before": event.before, "after": event.after}
    if event.changes:
        record["steps"] = [change._asdict() for change in event.changes]
    file.write(json_.dumps(record).encode() + b"\n")


def _place(name: str, place: Place) -> dict[str, Any]:
    found: dict[str, Any] = {"file": name, place.unit: place.number}
    if place.unit == "statement":
        found["line"] = place.line
    if place.column is not None:
        found["column"] = place.column
    if place.part is not None:
        found["part"] = place.part
    return found


def _problem(left: Left, options: Options) -> Problem | None:
    if isinstance(left.why, ParseError):
        return Problem.of(left.why, options.reference)
    return None


def _drawn(shown: str, left: Left, options: Options) -> Text:
    place = left.place
    problem = _problem(left, options)
    column = place.column
    if problem is not None and column is not None and options.format_of(shown).is_lines:
        column += problem.start
    where = placed(shown, place.unit, place.number, place.part, column, place.line)
    if problem is not None:
        return problem.drawn(where)
    why = "" if left.text is not None else " [unreadable]"
    return Fitting.assemble((where, "bold"), ": ", (escape(str(left.why)), "red"), why)


def _record(name: str, left: Left, options: Options) -> dict[str, Any]:
    """Return the record of what is left."""
    place = _place(name, left.place)
    problem = _problem(left, options)
    if problem is None:
        reason = "unreadable" if left.text is None else "no-result"
        return {**place, "reason": reason, "message": str(left.why)}
    record = problem.record()
    del record["column"]
    return place | record
