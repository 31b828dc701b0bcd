"""`iriform VERB FILE --out COPY`: a copy of a file with results in place of its values."""

from __future__ import annotations

import json as json_
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from click.exceptions import Exit

from iriform import ParseError
from iriform._core import masked
from iriform._display import counted, escape
from iriform._io.output_files import is_stdout, keep_apart, outputs, shown
from iriform._io.plain_text import label
from iriform.audit.mending import changes_of, mend, packed
from iriform.audit.mending.edits import Repair
from iriform.audit.mending.events import Changed, Chosen, Left, Looked, Mended
from iriform.audit.options import Options
from iriform.audit.sources import format_of
from iriform.audit.wording import placed

from .causes import Causes
from .chosen import say_chosen
from .merged import Merged
from .message import Message
from .options import Status
from .problems import Problem
from .schemes import lacks_scheme, say_schemes
from .signals import standing
from .terminal import InputError, complain, print_json, report, show

if TYPE_CHECKING:
    from typing import BinaryIO

    from iriform.audit.mending.edits import Edit
    from iriform.audit.mending.events import Place

    from .inputs import CopyOptions
    from .options import Kind


def mend_file(  # noqa: PLR0913 - as the options of a verb
    name: str,
    copying: CopyOptions,
    kind: Kind,
    edit: Edit,
    *,
    json: bool,
    base: str | None = None,
    fails_if_merged: bool = False,
) -> None:
    """Write a copy and the list of its changes, print the unmended values, and exit accordingly."""
    out, changes, rejects = copying.out or "", copying.changes, copying.rejects
    options = Options(
        kind=kind.value,
        column=copying.column,
        format=copying.format,
        unpack=copying.unpack,
        base=base,
    )
    keep_apart([name], out, changes, rejects)
    left = _List(name, copying, options, edit, json=json)
    total = changed = not_meant = 0
    merged, causes = Merged(), Causes()
    column = None
    where = label(name)
    with (
        outputs() as begin,
        ExitStack() as stack,
        standing(lambda: f" in {where}; nothing is written"),
    ):
        file = None if changes is None else stack.enter_context(packed(changes, begin(changes)))
        for event in mend(name, out, options, begin, edit, rejects):
            if isinstance(event, (Mended, Changed)):
                changed += _recorded(file, name, event)
                for value in _values(event) if isinstance(edit, Repair) else ():
                    merged.add(value)
                    causes.add(value.changes)
            elif isinstance(event, Left):
                left.add(event)
            elif isinstance(event, Chosen):
                column = event.column
            else:
                total += event.at
                not_meant += event.not_meant
    merged.look_into(name, options)
    is_merged = merged.say() > 0 if not copying.quiet or fails_if_merged else False
    if not copying.quiet:
        left.say_how_many_more()
        if options.column is None and format_of(name, options).is_table:
            say_chosen([(name, column)])
        complain(f"{counted(total, 'value')} read, {_done(changed, left.count, edit, rejects)}")
        causes.say()
        _say_not_meant(not_meant)
        say_schemes(left.schemes)
    if left.count or (is_merged and fails_if_merged):
        raise Exit(Status.FOUND)


def list_changes(
    name: str, kind: Kind, edit: Repair, *, json: bool, base: str | None = None
) -> bool:
    """List the changes of a repair to a document, and return whether values would remain unmended."""
    options = Options(kind=kind.value, base=base)
    total = changed = left = not_meant = 0
    causes = Causes()
    for event in changes_of(name, options, edit):
        if isinstance(event, Mended):
            changed += 1
            causes.add(event.changes)
            if json:
                print_json(_change(name, event))
            else:
                show(_becomes(label(name), event))
        elif isinstance(event, Left):
            left += 1
            if json:
                print_json(_record(name, event, options))
            else:
                show(_drawn(label(name), event, options))
        elif isinstance(event, Looked):
            total += event.at
            not_meant += event.not_meant
    format_ = format_of(name, options).name
    can = f"{changed:,} can be mended, {left:,} cannot"
    complain(f"{counted(total, 'value')} read, {can}; {format_} is not written")
    causes.say()
    _say_not_meant(not_meant)
    return left > 0


def _say_not_meant(count: int) -> None:
    if count:
        those = "1 valid value is" if count == 1 else f"{count:,} valid values are"
        complain(f"{those} surely not what was meant; iriform check --findings says why")


def _becomes(shown: str, event: Mended) -> Message:
    place = event.place
    where = placed(shown, place.unit, place.number, place.part, place.column, place.line)
    causes = ", ".join(dict.fromkeys(change.cause for change in event.changes))
    before, after = escape(masked(event.before)), escape(masked(event.after))
    return Message((where, "bold"), f": “{before}” becomes “{after}” [{causes}]")


class _List:
    """The unmended values, which are printed up to a limit."""

    def __init__(
        self, name: str, copying: CopyOptions, options: Options, edit: Edit, *, json: bool
    ) -> None:
        files = (copying.out, copying.changes, copying.rejects)
        is_apart = not any(is_stdout(file) for file in files if file is not None)
        if json and not is_apart:
            raise InputError(
                "--json prints the values that are left on standard output, so --out must name a file"
            )
        self._name, self._options, self._edit, self._json = name, options, edit, json
        self._most = 0 if copying.quiet else copying.most
        self._show = show if is_apart else report
        self._takes_scheme = not format_of(name, options).is_document
        self.count = 0
        self.schemes = 0
        """The values that a default scheme would repair."""

    def add(self, left: Left) -> None:
        """Count a value, and print it."""
        self.count += 1
        self.schemes += self._takes_scheme and _lacks_scheme(left, self._edit)
        if self._most is not None and self.count > self._most:
            return
        if self._json:
            print_json(_record(self._name, left, self._options))
        else:
            self._show(_drawn(label(self._name), left, self._options))

    def say_how_many_more(self) -> None:
        """Report the number of values that are not printed."""
        if self._most is not None and self.count > self._most:
            complain(f"{self.count - self._most:,} more, which --max {self._most} leaves out")


def _done(changed: int, left: int, edit: Edit, rejects: str | None) -> str:
    """Summarize the values."""
    done = f"{changed:,} {'mended' if isinstance(edit, Repair) else 'changed'}"
    if not left:
        return done
    they = "it is" if left == 1 else "they are"
    if rejects is None:
        return f"{done}, {left:,} left as {they}"
    return f"{done}, {left:,} rejected: {they} in {shown(rejects)}"


def _lacks_scheme(left: Left, edit: Edit) -> bool:
    """Return True if a scheme in front would mend a value."""
    if left.text is None or not isinstance(edit, Repair) or edit.default_scheme is not None:
        return False
    return lacks_scheme(left.text, edit.reference)


def _recorded(file: BinaryIO | None, name: str, event: Mended | Changed) -> int:
    """Record mended values, if there is a file for it, and count them."""
    values = _values(event)
    if file is not None:
        for value in values:
            _write(file, name, value)
    return len(values)


def _values(event: Mended | Changed) -> list[Mended] | Changed:
    """Return the values of an event."""
    return [event] if isinstance(event, Mended) else event


def _write(file: BinaryIO, name: str, event: Mended) -> None:
    """Record a mended value."""
    file.write(json_.dumps(_change(name, event)).encode() + b"\n")


def _change(name: str, event: Mended) -> dict[str, Any]:
    """Return the record of a mended value."""
    record = {**_place(name, event.place), "before": event.before, "after": event.after}
    if event.changes:
        record["steps"] = [change._asdict() for change in event.changes]
    return record


def _place(name: str, place: Place) -> dict[str, Any]:
    found: dict[str, Any] = {"file": name, place.unit: place.number}
    if place.unit == "statement" or (place.unit == "value" and place.line is not None):
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


def _drawn(shown: str, left: Left, options: Options) -> Message:
    place = left.place
    problem = _problem(left, options)
    column = place.column
    if problem is not None and column is not None and format_of(shown, options).is_lines:
        column += problem.start
    where = placed(shown, place.unit, place.number, place.part, column, place.line)
    if problem is not None:
        return problem.drawn(where)
    why = "" if left.text is not None else " [unreadable]"
    return Message((where, "bold"), ": ", (escape(str(left.why)), "red"), why)


def _record(name: str, left: Left, options: Options) -> dict[str, Any]:
    """Return the record of an unmended value."""
    place = _place(name, left.place)
    problem = _problem(left, options)
    if problem is None:
        reason = "unreadable" if left.text is None else "no-result"
        return {**place, "reason": reason, "message": str(left.why)}
    record = problem.record()
    del record["column"]
    return place | record
