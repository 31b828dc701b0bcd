"""`iriform audit`: the contents of a data set, and its faults."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.exceptions import Exit

from iriform._display import escape

from .chosen import say_chosen
from .fail_on import counts_of, fail_on_option, failures, refuse_unknown
from .help import Verb
from .hidden import hidden
from .inputs import (
    baseline_option,
    column_option,
    files_argument,
    find_option,
    format_found,
    format_option,
    path_option,
    unpack_option,
)
from .options import (
    BASE_DECIDES,
    PRODUCTION_HELP,
    Status,
    as_option,
    base_of,
    base_option,
    file_option,
    flag,
    kind_of,
    profile_option,
    word_option,
)
from .policies import policy_of, policy_option
from .prefixes import PREFIXES_HELP, WELL_KNOWN, prefixes_of
from .signals import standing
from .terminal import InputError, complain, console, ending_well, print_json, show
from .terminal import report as tell

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Literal

    from rich.text import Text

    from iriform.findings import Profile

    from .options import Kind

# The largest number of schemes and hosts in a report, which can be searched.
_IN_REPORT = 1000


def _settings(_: click.Context, __: click.Parameter, given: Sequence[str]) -> dict[str, str]:
    settings = {}
    for setting in given:
        name, equals, value = setting.partition("=")
        if not name or not equals:
            raise click.BadParameter(f"{escape(setting)} is not KEY=VALUE")
        settings[name] = value
    return settings


@click.command(cls=Verb, no_args_is_help=True)
@files_argument
@as_option(
    help=PRODUCTION_HELP + BASE_DECIDES,
)
@base_option(
    help="Resolve relative references, and those of --prefixes, against this before counting."
)
@column_option
@path_option
@format_option
@find_option
@unpack_option
@profile_option
@policy_option
@baseline_option
@file_option(
    "--prefixes",
    help=f"Count the namespaces of these prefixes, and list those that need one: {PREFIXES_HELP}",
)
@flag(
    "--look-alikes",
    help="List the hosts that look like another host of the data that is ten times as common.",
)
@flag("--unknown-domains", help="List the hosts under a top-level domain that does not exist.")
@word_option(
    "--engine",
    words=("local", "spark"),
    default="local",
    help="What runs the audit: local (this process) or spark.",
)
@click.option(
    "--master",
    metavar="URL",
    help="With --engine spark: the cluster; by default that of spark-submit or of Spark's"
    " configuration, or else this machine.",
)
@click.option(
    "--conf",
    metavar="KEY=VALUE",
    multiple=True,
    callback=_settings,
    help="With --engine spark: a setting of Spark's, such as spark.executor.memory=4g.",
)
@flag(
    "--rows-are-lines",
    help="With --engine spark: no field of CSV has a line break, so many tasks may read a file.",
)
@click.option(
    "--top",
    type=click.IntRange(min=0),
    default=10,
    show_default=True,
    metavar="N",
    help="How many schemes and hosts to list.",
)
@file_option(
    "--out", help="Write a row for each value, with all its parts: .parquet, .csv or .jsonl."
)
@file_option("--report", help="Write the result as one HTML page that needs nothing else.")
@fail_on_option
@flag("--json", help="The result as one JSON document.")
def audit(  # noqa: C901, PLR0912, PLR0913, PLR0915 - the arguments are the options of the verb
    files: Sequence[str],
    *,
    kind: Kind | None,
    base: str | None,
    column: str | None,
    path: str | None,
    format_: str | None,
    find: bool,
    unpack: float,
    profile: Profile,
    policy: str | None,
    baseline: str | None,
    prefixes: str | None,
    look_alikes: bool,
    unknown_domains: bool,
    engine: Literal["local", "spark"],
    master: str | None,
    conf: dict[str, str],
    rows_are_lines: bool,
    top: int,
    out: str | None,
    report: str | None,
    fail_on: Sequence[str],
    json: bool,
) -> None:
    """Audit a data set: how many identifiers are valid, what they are, what is wrong and where.

    By default a value must be an IRI, which has a scheme: most data sets mean absolute identifiers,
    and www.example.org without http:// is a mistake in them. Use --as IRI-reference if relative
    references are meant. Empty values are counted, and are neither valid nor invalid.

    Exit status: 0 when the work is done, whatever it found; 1 if it found what --fail-on names or
    what --policy refuses; 2 if an input cannot be read, though the others are, or an output cannot
    be written.
    """
    # Arrow would import them, which takes longer than everything else.
    unused = ("numpy", "pandas") if engine == "local" else ()
    with ending_well(), hidden(*unused):
        # The modules that read and count take long to import, so only this verb imports them.
        from iriform import ParseError
        from iriform._io.output_files import keep_apart, outputs
        from iriform._io.streams import expanded
        from iriform.audit import audit as audited
        from iriform.audit.formats.known import FORMATS
        from iriform.audit.options import Options
        from iriform.audit.wording import advice

        from .progress import metered

        # A missing extra is reported before the reading.
        if not json:
            import iriform.cli.summary
        if report is not None:
            import iriform.audit.report  # noqa: F401
        refuse_unknown(fail_on)
        decided_by = policy_of(policy, [] if profile == "default" else ["--profile"])
        known = None
        if baseline is not None:
            from .baseline import Baseline

            known = Baseline(baseline)
        given: dict[str, Any] = {
            "column": column,
            "path": path,
            "format": format_found(format_, column, find=find),
            "unpack": unpack,
            "profile": profile,
            "policy": decided_by,
        }
        if known is not None and ("-" in files or engine == "spark"):
            raise InputError(
                "--baseline reads the files twice, which standard input and Spark do not allow"
            )
        try:
            names = expanded(files, with_remote=engine == "spark")
            map_ = None if prefixes is None else prefixes_of(prefixes, base)
            keep_apart(
                [*names, *([] if prefixes in {None, WELL_KNOWN} else [str(prefixes)])], out, report
            )
            show_summary = _beside(out, report, json=json)
            form = None
            if out is not None:
                from iriform.audit.out import form_of

                form = form_of(out)
            with outputs() as begin, metered(names) as meter, standing(meter.standing):
                # Outputs are opened before the reading, so an error is known early.
                file = None if report is None else begin(report)
                found = audited(
                    names,
                    as_=None if kind is None else kind.value,
                    base=base,
                    **given,
                    prefixes=map_,
                    engine=engine,
                    master=master,
                    rows_are_lines=rows_are_lines,
                    conf=conf,
                    look_alikes=look_alikes,
                    unknown_domains=unknown_domains,
                    top=max(top, _IN_REPORT if report else 0),
                    # Spark itself writes a directory.
                    out=out if out is None or engine == "spark" else begin(out),
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

            show_summary(summary(found, console().width))
        lines = [file for file in found.files if FORMATS[file.format].is_lines]
        if said := advice(sum(f.in_text for f in lines), sum(f.judged for f in lines)):
            complain(said)
        counts = counts_of(found)
        if known is not None:
            from .new_faults import new_faults, said_of

            options = Options(kind=kind_of(kind, base).value, base=base_of(base), **given)
            counts = new_faults(names, options, known)
            complain(said_of(counts))
        if failed := failures(counts, fail_on):
            complain(f"found {failed}")
        # A policy defines what is refused.
        if decided_by is not None and (counts["invalid"] or counts["findings"]):
            failed = failed or "what the policy refuses"
        for input_ in found.refused:
            complain(input_.refused or "")
        if found.refused or failed:
            raise Exit(Status.FAILED if found.refused else Status.FOUND)


def _beside(*files: str | None, json: bool) -> Callable[[Text], None]:
    """Choose where the summary goes: not to the stream of a file."""
    from iriform._io.output_files import is_stdout

    if not any(is_stdout(file) for file in files if file is not None):
        return show
    if json:
        raise InputError("--json goes to standard output: --out and --report must name files")
    return tell
