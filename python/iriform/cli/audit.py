"""`iriform audit`: what is in a data set, and what is wrong with it."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer

from iriform._display import escape
from iriform.audit.streams import UNPACK

from .chosen import say_chosen
from .fail_on import FailOn, failures, refuse_unknown
from .hidden import hidden
from .options import (
    ColumnOption,
    FormatOption,
    Kind,
    ProfileOption,
    Status,
    UnpackOption,
    by_value,
    choice,
)
from .prefixes import prefixes_of
from .signals import standing
from .terminal import InputError, complain, console, ending_well, print_json, show

# The most schemes and hosts of a report, in which they can be searched.
_IN_REPORT = 1000


class Engine(str, Enum):
    """What runs the audit."""

    DUCKDB = "duckdb"
    SPARK = "spark"


def _settings(given: list[str] | None) -> list[str] | None:
    for setting in given or ():
        if not setting.partition("=")[0] or "=" not in setting:
            raise typer.BadParameter(f"{escape(setting)} is no KEY=VALUE")
    return given


def audit(  # noqa: PLR0913 - the arguments are the options of the verb
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE",
            help="Text with one identifier per line, CSV, TSV, JSON lines, Parquet, or RDF; compressed"
            " or not; a pattern such as 'data/*.nt.gz'; - is standard input.",
        ),
    ],
    *,
    kind: Annotated[
        Kind | None,
        typer.Option(
            "--as",
            metavar="KIND",
            **choice(by_value(Kind)),
            help="What a value must be: IRI, URI, IRI-reference or URI-reference. By default IRI, and"
            " with --base IRI-reference.",
        ),
    ] = None,
    base: Annotated[
        str | None,
        typer.Option(metavar="IRI", help="Resolve relative references against this, then count."),
    ] = None,
    column: ColumnOption = None,
    format_: FormatOption = None,
    unpack: UnpackOption = UNPACK,
    profile: ProfileOption = "default",
    prefixes: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Count the namespaces of these prefixes, and list those that need one: Turtle, or a"
            " context of JSON-LD (.jsonld, .json).",
        ),
    ] = None,
    engine: Annotated[
        Engine,
        typer.Option(
            metavar="ENGINE",
            **choice(by_value(Engine)),
            help="What runs the audit: duckdb or spark.",
        ),
    ] = Engine.DUCKDB,
    master: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="With --engine spark: the cluster; by default that of spark-submit or of Spark's"
            " configuration, or else this machine.",
        ),
    ] = None,
    conf: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=VALUE",
            callback=_settings,
            help="With --engine spark: a setting of Spark's, such as spark.executor.memory=4g.",
        ),
    ] = None,
    rows_are_lines: Annotated[
        bool,
        typer.Option(
            "--rows-are-lines",
            help="With --engine spark: no field of CSV has a line break, so many tasks may read a file.",
        ),
    ] = False,
    top: Annotated[
        int, typer.Option(min=0, metavar="N", help="How many schemes and hosts to list.")
    ] = 10,
    out: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write a row for each value, with all its parts: .parquet, .csv or .jsonl.",
        ),
    ] = None,
    report: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Write the result as one HTML page that needs nothing else."
        ),
    ] = None,
    fail_on: FailOn = None,
    json: Annotated[bool, typer.Option("--json", help="The result as one JSON document.")] = False,
) -> None:
    """Audit a data set: how many identifiers are valid, what they are, what is wrong and where.

    By default a value must be an IRI, which has a scheme: most data sets mean absolute identifiers,
    and www.example.org without http:// is a mistake in them. Use --as IRI-reference where relative
    references are meant. Empty values are counted, and are neither valid nor invalid.

    Exit status: 0 when the work is done, whatever it found; 1 if it found what --fail-on names;
    2 if an input cannot be read, which ends none of the others, or an output cannot be written.
    """
    # Arrow would import them, if it could, which takes longer than all else.
    unused = ("numpy", "pandas") if engine is Engine.DUCKDB else ()
    with ending_well(), hidden(*unused):
        # What reads and counts takes its time to be imported, which only this verb should pay.
        from iriform import ParseError
        from iriform.audit import audit as audited
        from iriform.audit.output_files import keep_apart, outputs
        from iriform.audit.streams import expanded

        from .progress import metered

        if report is not None:
            import iriform.audit.report  # noqa: F401 - or it is missed only after the reading
        refuse_unknown(fail_on)
        try:
            names = expanded(files, with_remote=engine is Engine.SPARK)
            map_ = None if prefixes is None else prefixes_of(prefixes)
            keep_apart([*names, *([] if prefixes is None else [prefixes])], out, report)
            form = None
            if out is not None:
                from iriform.audit.out import form_of

                form = form_of(out)
            with outputs() as begin, metered(names) as meter, standing(meter.standing):
                # Begun before the reading: what cannot be written is better known then.
                file = None if report is None else begin(report)
                found = audited(
                    names,
                    as_=None if kind is None else kind.value,
                    base=base,
                    column=column,
                    format=format_,
                    unpack=unpack,
                    profile=profile,
                    prefixes=map_,
                    engine=engine.value,
                    master=master,
                    rows_are_lines=rows_are_lines,
                    conf=dict(setting.split("=", 1) for setting in conf or ()),
                    top=max(top, _IN_REPORT if report else 0),
                    # Spark writes a directory by itself.
                    out=out if out is None or engine is Engine.SPARK else begin(out),
                    out_format=form,
                    watch=meter,
                )
                if file is not None:
                    from iriform.audit.report import page

                    file.write(page(found).encode())
        except ParseError as error:
            raise InputError(f"--base: {str(error).partition(chr(10))[0]}") from None
        if column is None:
            say_chosen((file.file, file.column) for file in found.files)
        found = found.cut(top)
        if json:
            print_json(found.record(), indent=2)
        else:
            from .summary import summary

            show(summary(found, console().width))
        if failed := failures(found, fail_on):
            complain(f"found {failed}")
        for input_ in found.refused:
            complain(input_.refused or "")
        if found.refused or failed:
            raise typer.Exit(Status.FAILED if found.refused else Status.FOUND)
