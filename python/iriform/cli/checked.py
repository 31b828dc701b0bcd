"""The reports of `iriform check` on bad values, for people and as JSON: `sarif` has the third form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from iriform._core import masked, picture
from iriform._display import escape
from iriform._io.plain_text import label
from iriform.audit.wording import placed

from .message import Message
from .terminal import print_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from iriform import Finding, IRIReference
    from iriform.audit.formats.format import Format

    from .problems import Problem


class Checked(NamedTuple):
    """A checked value, with its fault or its findings."""

    place: int
    """The line, row or statement, counted from 1."""
    part: str | None
    """The column of a table, or the position in an RDF statement."""
    line: int | None = None
    """The line on which a statement ends, if it is known."""
    value: IRIReference | None = None
    """The value, if it is valid."""
    problem: Problem | None = None
    """The error if it is not valid."""
    unreadable: str | None = None
    """The reason if there is no value."""
    findings: Sequence[Finding] = ()
    """The findings of a valid value."""
    offset: int | None = None
    """The position in its line of the value, or of an error without a value; None for a whole line
    or if unknown."""

    def column(self, format_: Format, place: int) -> int | None:
        """Return the column of a position in the value, counted from 1; None if unknown."""
        if self.offset is not None:
            return self.offset + place + 1
        return place + 1 if format_.is_lines else None

    @property
    def is_bad(self) -> bool:
        """Return True if there is something to report."""
        return bool(self.problem or self.unreadable is not None or self.findings)


class Passed(NamedTuple):
    """Values of a batch without a report."""

    values: int
    place: int
    """The position of the last one."""


class Face(Protocol):
    """A form of report."""

    def __call__(self, file: str, format_: Format, checked: Checked, /) -> None:
        """Report one bad value."""


def pictures(show: Callable[[Message], None]) -> Face:
    """Report to people, like a compiler."""

    def say(file: str, format_: Format, checked: Checked, /) -> None:
        for text in _drawn(file, format_, checked):
            show(text)

    return say


def records(file: str, format_: Format, checked: Checked, /) -> None:
    """Print one JSON object per line."""
    for record in recorded(file, format_, checked):
        print_json(record)


_STYLES = {"error": "red", "warning": "yellow", "info": "blue"}


def _drawn(file: str, format_: Format, checked: Checked) -> Iterator[Message]:
    problem = checked.problem

    def place(start: int | None) -> str:
        column = None if start is None else checked.column(format_, start)
        return placed(label(file), format_.unit, checked.place, checked.part, column, checked.line)

    if problem is not None:
        yield problem.drawn(place(problem.start))
    elif checked.unreadable is not None:
        said = (escape(checked.unreadable), "red")
        yield Message((place(0), "bold"), ": ", said, " [unreadable]")
    for finding in checked.findings:
        # A line of the file need not be shown.
        value = None if format_.is_lines else checked.value
        yield drawn_finding(place(finding.span[0]), finding, value)


def drawn_finding(place: str, finding: Finding, value: IRIReference | None = None) -> Message:
    """Draw a finding in one line, and the value below it, if wanted."""
    from .clauses import linked

    said = escape(finding.sentence)
    # For a package URL, only the form matters.
    if finding.suggestion is not None and finding.code.startswith("purl-"):
        said += f"; write {escape(masked(finding.suggestion))}"
    return Message(
        (place, "bold"),
        ": ",
        (finding.severity, _STYLES[finding.severity]),
        f": {said} ",
        linked(finding.code, finding.clause),
        *([] if value is None else ["\n", picture(value, *finding.span)]),
    )


def recorded(file: str, format_: Format, checked: Checked) -> Iterator[dict[str, Any]]:
    """Return a JSON object for each fault and each finding."""
    place: dict[str, Any] = {"file": file, format_.unit: checked.place}
    if format_.unit == "statement":
        place["line"] = checked.line
    if checked.unreadable is not None or checked.column(format_, 0) is None:
        place["part"] = checked.part
    if checked.unreadable is not None:
        if (column := checked.column(format_, 0)) is not None:
            place["column"] = column
        yield {**place, "reason": "unreadable", "message": checked.unreadable}
    if checked.problem is not None:
        record = checked.problem.record()
        record["column"] = checked.column(format_, checked.problem.start)
        if record["column"] is None:
            del record["column"]  # which would be that of the value, not of the line
        yield place | record
    for finding in checked.findings:
        if (column := checked.column(format_, finding.span[0])) is not None:
            place["column"] = column
        text = None if checked.value is None else masked(checked.value)
        yield place | finding_record(finding) | {"text": text}


def finding_record(finding: Finding) -> dict[str, Any]:
    """Return a finding as a JSON object, with secrets in the suggestion masked."""
    suggestion = finding.suggestion
    return finding._asdict() | {
        "span": list(finding.span),
        "suggestion": None if suggestion is None else masked(suggestion),
    }
