"""`iriform repair FILE --out MENDED`: a copy of a file with its identifiers mended."""

from __future__ import annotations

import json as json_
from typing import TYPE_CHECKING, Any

from click.exceptions import Exit

from iriform import ParseError
from iriform._display import counted, escape
from iriform._io.output_files import keep_apart, outputs
from iriform._io.plain_text import label
from iriform.audit.options import Options
from iriform.audit.wording import placed

from .chosen import say_chosen
from .fit import Fitting
from .options import Status
from .problems import Problem
from .signals import standing
from .terminal import complain, print_json, show

if TYPE_CHECKING:
    from typing import BinaryIO

    from rich.text import Text

    from iriform.audit.mending.events import Left, Mended, Place


def mend_file(name: str, out: str, changes: str | None, options: Options, *, json: bool) -> None:
    """Write a mended copy, and the list of its changes; print what is left, and exit accordingly."""
    # What reads files takes its time to be imported, and a repair of arguments needs none of it.
    from iriform.audit.mending import mend
    from iriform.audit.mending.events import Left, Mended
    from iriform.audit.sources import column_of

    keep_apart([name], out, changes)
    total = repaired = left = 0
    shown = label(name)
    with outputs() as begin, standing(lambda: f" in {shown}; nothing is written"):
        file = None if changes is None else begin(changes)
        for event in mend(name, out, options, begin):
            if isinstance(event, Mended):
                repaired += 1
                if file is not None:
                    _write(file, name, event)
            elif isinstance(event, Left):
                left += 1
                if json:
                    print_json(_record(name, event, options))
                else:
                    show(_drawn(shown, event, options))
            else:
                total += event.at
    if options.column is None and options.format_of(name).is_table:
        say_chosen([(name, column_of(name, options))])
    said = f", {left:,} left as {'it is' if left == 1 else 'they are'}" if left else ""
    complain(f"{counted(total, 'value')} read, {repaired:,} mended{said}")
    if left:
        raise Exit(Status.FOUND)


def _write(file: BinaryIO, name: str, event: Mended) -> None:
    """Record a mended value."""
    record = {
        **_place(name, event.place),
        "before": event.before,
        "after": event.after,
        "steps": [change._asdict() for change in event.changes],
    }
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
    return Fitting.assemble((where, "bold"), ": ", (escape(str(left.why)), "red"), " [unreadable]")


def _record(name: str, left: Left, options: Options) -> dict[str, Any]:
    """Return the record for `--changes`."""
    place = _place(name, left.place)
    problem = _problem(left, options)
    if problem is None:
        return {**place, "reason": "unreadable", "message": str(left.why)}
    record = problem.record()
    del record["column"]
    return place | record
