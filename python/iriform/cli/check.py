"""`iriform check`: name every line that is not valid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from iriform import ParseError
from iriform._plain_text import label
from iriform.audit.wording import counted

from .lines import opened, text_lines
from .options import AsOption, Kind, Status
from .problems import Problem
from .terminal import complain, ending_well, print_json, show

if TYPE_CHECKING:
    from .options import Reference


def check(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="Text files in UTF-8; - is standard input."),
    ],
    kind: AsOption = Kind.IRI,
    *,
    json: Annotated[
        bool, typer.Option("--json", help="One JSON object per bad value, one per line.")
    ] = False,
) -> None:
    """Check files with one identifier per line, and name each that is not valid.

    What is found is printed as FILE:LINE:COLUMN, with a picture of the place. Blank lines are
    skipped.

    Exit status: 0 if all are valid, 1 if something was found, 2 if an input cannot be read.
    """
    with ending_well():
        total = found = 0
        for name in files:
            checked, bad = _check(name, kind.type, json=json)
            total, found = total + checked, found + bad
        if found:
            complain(f"{found:,} of {counted(total, 'value')} not valid as {kind.value}")
            raise typer.Exit(Status.FOUND)


def _check(name: str, reference: Reference, *, json: bool) -> tuple[int, int]:
    """Check one file: how many values it has, and how many are bad."""
    line = checked = found = 0
    try:
        with opened(name) as stream:
            for line, text in enumerate(text_lines(stream, name), 1):
                if not text:
                    continue
                checked += 1
                problem = _problem(text, reference)
                if problem is None:
                    continue
                found += 1
                if json:
                    print_json({"file": name, "line": line, **problem.record()})
                else:
                    show(problem.drawn(f"{label(name)}:{line}:{problem.column}"))
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f" in {label(name)} after line {line}, {found} found") from None
    return checked, found


def _problem(text: str, reference: Reference) -> Problem | None:
    try:
        reference(text)
    except ParseError as error:
        return Problem.of(error, reference)
    return None
