"""`iriform audit`: what is in a data set, and what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .options import AsOption, Format, Kind
from .terminal import console, ending_well, print_json, show

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .report import Report


def audit(  # noqa: PLR0913 - the arguments are the options of the verb
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE",
            help="Text with one identifier per line, CSV, TSV or Parquet; - is standard input.",
        ),
    ],
    kind: AsOption = Kind.IRI,
    *,
    column: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The column of a table that holds the identifiers; needed only if it is not clear"
            " which one that is.",
        ),
    ] = None,
    format_: Annotated[
        Format | None,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="text, csv, tsv or parquet, if the name of the file does not say it.",
        ),
    ] = None,
    top: Annotated[
        int, typer.Option(min=0, metavar="N", help="How many schemes and hosts to list.")
    ] = 10,
    json: Annotated[bool, typer.Option("--json", help="The report as one JSON document.")] = False,
) -> None:
    """Audit a data set: how many identifiers are valid, what they are, what is wrong and where.

    By default a value must be an IRI, which has a scheme: most data sets mean absolute identifiers,
    and www.example.org without http:// is a mistake in them. Use --as IRI-reference where relative
    references are meant. Empty values are counted, and are neither valid nor invalid.

    Exit status: 0 when the work is done, whatever it found; 2 if an input cannot be read.
    """
    with ending_well():
        report = _audit(files, kind, column, format_, top)
        if json:
            print_json(report.record(), indent=2)
        else:
            from .summary import summary

            show(summary(report, console().width))


def _audit(
    files: Sequence[str], kind: Kind, column: str | None, format_: Format | None, top: int
) -> Report:
    # DuckDB takes its time to be imported, which only this verb should pay.
    from .engine import engine
    from .judge import judge
    from .progress import metered
    from .report import Findings
    from .sources import source

    with engine(files) as connection, metered(files) as meter:
        findings = Findings(kind, connection)
        try:
            for name in files:
                meter.begin(name)
                with source(name, format_, column, connection) as opened:
                    findings.begin(opened)
                    for batch in opened.batches:
                        findings.add(opened, batch, judge(batch.values, kind.type))
                        meter.advance(opened.progress(), len(batch.values))
            return findings.report(top)
        except KeyboardInterrupt:
            raise KeyboardInterrupt(f" in {meter.file} after {meter.values:,} values") from None
