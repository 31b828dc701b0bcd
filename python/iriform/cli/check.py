"""`iriform check`: name every value that is not valid."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from rich.text import Text

from iriform import ParseError
from iriform._display import escape
from iriform._plain_text import label
from iriform.audit.lines import text_lines
from iriform.audit.options import Options
from iriform.audit.streams import expanded, opened
from iriform.audit.wording import counted, placed

from .options import AsOption, ColumnOption, FormatOption, Kind, ProfileName, Status
from .problems import Problem
from .terminal import complain, ending_well, print_json, show

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from iriform import Finding
    from iriform.audit.formats.format import Format

    from .options import Reference


class Checked(NamedTuple):
    """A value, and what is wrong with it, if anything is."""

    place: int
    """The line, row or statement, counted from 1."""
    part: str | None
    """The column of a table, or the position in an RDF statement."""
    problem: Problem | None
    unreadable: str | None = None
    """Why there is no value."""
    findings: Sequence[Finding] = ()
    """What is to be known of a value that is valid."""


def check(  # noqa: PLR0913 - the options of a command
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE",
            help="Text with one identifier per line, CSV, TSV, JSON lines, Parquet, or RDF; compressed"
            " or not; a pattern such as 'data/*.nt.gz'; - is standard input.",
        ),
    ],
    kind: AsOption = Kind.IRI,
    *,
    column: ColumnOption = None,
    format_: FormatOption = None,
    findings: Annotated[
        bool, typer.Option("--findings", help="Name what is to be known of valid values, too.")
    ] = False,
    profile: Annotated[
        ProfileName,
        typer.Option("--profile", help="Which findings: see docs/findings.md. Implies --findings."),
    ] = ProfileName.DEFAULT,
    json: Annotated[
        bool, typer.Option("--json", help="One JSON object per bad value, one per line.")
    ] = False,
) -> None:
    """Check files of identifiers, and name each that is not valid.

    What is found is printed as FILE:LINE:COLUMN, in Parquet as FILE row N, in RDF as FILE statement N
    and the position, with a picture of the place. Blank lines and empty values are skipped.

    Exit status: 0 if all are valid, 1 if something was found, 2 if an input cannot be read.
    """
    with ending_well():
        total = found = 0
        names = expanded(files)
        options = Options(kind=kind.value, column=column, format=format_).among(names)
        asked = profile if findings or profile is not ProfileName.DEFAULT else None
        for name in names:
            checked, bad = _check(name, options, asked, json=json)
            total, found = total + checked, found + bad
        if found:
            what = "not valid" if asked is None else "not valid or with findings"
            complain(f"{found:,} of {counted(total, 'value')} {what} as {kind.value}")
            raise typer.Exit(Status.FOUND)


def _check(
    name: str, options: Options, profile: ProfileName | None, *, json: bool
) -> tuple[int, int]:
    """Check one input: how many values it has, and how many are bad."""
    format_ = options.format_of(name)
    checked = found = place = 0
    try:
        for each in _values(name, options, profile):
            checked, place = checked + 1, each.place
            if each.problem is None and each.unreadable is None and not each.findings:
                continue
            found += 1
            for finding in each.findings:
                if json:
                    print_json(_record_of_finding(name, format_, each, finding))
                else:
                    show(_drawn_finding(name, format_, each, finding))
            if each.findings:
                continue
            if json:
                print_json(_record(name, format_, each))
            else:
                show(_drawn(name, format_, each))
    except KeyboardInterrupt:
        where = f"in {label(name)} after {format_.unit} {place}"
        raise KeyboardInterrupt(f" {where}, {found} found") from None
    return checked, found


def _values(name: str, options: Options, profile: ProfileName | None) -> Iterator[Checked]:
    """Check the values of an input, those that are empty left out."""
    if options.format_of(name).is_lines and (options.column is None or options.is_for_tables):
        # Without Arrow, which takes longer to import than most files to be checked.
        with opened(name) as input_:
            for line, text in enumerate(text_lines(input_), 1):
                if text:
                    problem, findings = _asked(text, options.reference, profile)
                    yield Checked(line, None, problem, None, findings)
        return
    from iriform.audit.sources import source

    with source(name, options, rows=True) as opened_:
        for batch in opened_.blocks:
            columns = (column.to_pylist() for column in batch.columns)  # type: ignore[union-attr]
            # What cannot be read comes after the values of a batch.
            rows = sorted(zip(*columns, strict=True), key=itemgetter(0))
            for place, part, shown, data, unreadable in rows:
                text = shown if data is None else data.decode("utf-8", "surrogateescape")
                if unreadable:
                    yield Checked(place, part, None, unreadable)
                elif text:
                    problem, findings = _asked(text, options.reference, profile)
                    yield Checked(place, part, problem, None, findings)


def _asked(
    text: str, reference: Reference, profile: ProfileName | None
) -> tuple[Problem | None, Sequence[Finding]]:
    """What is wrong with a value, or what is to be known of it."""
    try:
        value = reference(text)
    except ParseError as error:
        return Problem.of(error, reference), ()
    return None, () if profile is None else value.check(profile.value)


def _drawn(name: str, format_: Format, each: Checked) -> Text:
    column = each.problem.column if each.problem and format_.is_lines else None
    place = placed(label(name), format_.unit, each.place, each.part, column)
    if each.problem is not None:
        return each.problem.drawn(place)
    return Text.assemble(
        (place, "bold"), ": ", (escape(each.unreadable or ""), "red"), " [unreadable]"
    )


def _record(name: str, format_: Format, each: Checked) -> dict[str, Any]:
    """Say the same for machines."""
    place: dict[str, Any] = {"file": name, format_.unit: each.place}
    if not format_.is_lines:
        place["part"] = each.part
    if each.problem is None:
        return {**place, "reason": "unreadable", "message": each.unreadable}
    record = each.problem.record()
    if not format_.is_lines:
        del record["column"]  # which would be one of the value, and not of the line
    return place | record


_STYLES = {"error": "red", "warning": "yellow", "info": "blue"}


def _drawn_finding(name: str, format_: Format, each: Checked, finding: Finding) -> Text:
    column = finding.span[0] + 1 if format_.is_lines else None
    place = placed(label(name), format_.unit, each.place, each.part, column)
    evidence = f": {escape(finding.evidence)}" if finding.evidence else ""
    return Text.assemble(
        (place, "bold"),
        ": ",
        (finding.severity, _STYLES[finding.severity]),
        f": {finding.message}{evidence} ({finding.clause}) [{finding.code}]",
    )


def _record_of_finding(
    name: str, format_: Format, each: Checked, finding: Finding
) -> dict[str, Any]:
    """Say the same for machines. A suggestion has no password."""
    start, stop = finding.span
    suggestion = finding.suggestion
    record: dict[str, Any] = {"file": name, format_.unit: each.place}
    if format_.is_lines:
        record["column"] = start + 1
    else:
        record["part"] = each.part
    return record | {
        "code": finding.code,
        "severity": finding.severity,
        "span": [start, stop],
        "message": finding.message,
        "clause": finding.clause,
        "evidence": finding.evidence,
        "suggestion": None if suggestion is None else suggestion.redacted(),
    }
