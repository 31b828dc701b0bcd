"""`iriform repair`: repair text that is almost an identifier, and say what was changed.

For arguments and lines it prints the results; for a file it writes a mended copy.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import rich_click as click

from iriform import Scheme
from iriform._display import MASK, counted, escape
from iriform.audit.options import Options

from .arguments import as_name
from .help import Verb
from .inputs import column_option, format_option, unpack_option
from .options import as_option
from .terminal import InputError, complain, ending_well
from .transform import Run
from .values import json_option, warn_of_files

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from iriform import Change, IRIReference

    from .options import Kind


@click.command(cls=Verb, no_args_is_help=True)
@click.argument(
    "values",
    metavar="IRI...",
    nargs=-1,
    required=True,
    help="Texts; - reads them from standard input, by line. With --out: a file.",
)
@as_option(default="IRI")
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(),
    help="Write a copy of the file that is named, with its identifiers mended.",
)
@click.option(
    "--default-scheme",
    metavar="SCHEME",
    help="Put it before what begins with a host: www.example.org/a, example.org:8080.",
)
@click.option(
    "--changes",
    metavar="FILE",
    type=click.Path(),
    help="With --out: write each change as JSON, one object per value and line.",
)
@column_option
@format_option
@unpack_option
@click.option(
    "--show-changes",
    is_flag=True,
    help="Name each change and what allows it on standard error.",
)
@json_option
def repair(  # noqa: PLR0913 - the options of a command
    values: Sequence[str],
    *,
    kind: Kind,
    out: str | None,
    default_scheme: str | None,
    changes: str | None,
    column: str | None,
    format_: str | None,
    unpack: float,
    show_changes: bool,
    json: bool,
) -> None:
    """Repair what is almost an IRI: trim what is around it, encode what may be encoded.

    `iriform repair '<http://example.org/a b>'` prints `http://example.org/a%20b`.

    `iriform repair links.csv --out mended.csv` writes a copy of text, CSV, JSON lines, Parquet,
    N-Triples, N-Quads, Turtle, TriG or a bill of materials in which the identifiers are mended, and
    nothing else is changed. It lists what cannot be mended.

    What would be a guess about who is meant is refused: anything wrong in scheme, host or port.
    What is valid is left as it is. Without --out, output line N is the result of value N; it is
    empty where there is none, and standard error says why.

    Exit status: 0 if all have a result, 1 if one has none, 2 if the input cannot be read.
    """
    with ending_well(data=not json):
        if default_scheme is not None and not Scheme.is_valid(default_scheme):
            raise InputError(f"--default-scheme {default_scheme}: not a scheme")
        if out is not None:
            if len(values) > 1:
                raise InputError("--out takes the copy of one file")
            from .mend import mend_file

            options = Options(
                kind=kind.value,
                column=column,
                format=format_,
                unpack=unpack,
                default_scheme=default_scheme,
            )
            mend_file(as_name(values[0]), out, changes, options, json=json)
            return
        _refuse({"--changes": changes, "--column": column, "--format": format_})
        warn_of_files(values, "; --out writes a mended copy")
        repairing = partial(kind.type.repair, default_scheme=default_scheme)
        run = Run(kind.type, json=json)
        repaired = 0
        for value in run.values(values):
            done = run.attempt(value, repairing)
            if done is None:
                continue
            repaired += bool(done.changes)
            run.print(value, done.value, changes=[_record(change) for change in done.changes])
            for change in done.changes if show_changes and not json else ():
                secret = _is_secret(change, value.text, done.value)
                complain(f"{value.place}:{change.span[0] + 1}: {_sentence(change, secret=secret)}")
        if repaired:
            complain(f"{repaired:,} of {counted(run.total, 'value')} repaired")
        run.end()


def _refuse(options: Mapping[str, str | None]) -> None:
    """Refuse the options for files where no copy is written."""
    for option, given in options.items():
        if given is not None:
            raise InputError(f"{option} goes with --out, which writes a mended copy of a file")


def _sentence(change: Change, *, secret: bool) -> str:
    found = MASK if secret else escape(change.found)
    replacement = MASK if secret else change.replacement
    if not change.found:
        return f"“{replacement}” is put before it [{change.cause}; {change.clause}]"
    done = f"becomes “{replacement}”" if replacement else "is left out"
    return f"“{found}” {done} [{change.cause}; {change.clause}]"


def _is_secret(change: Change, text: str, value: IRIReference) -> bool:
    """Whether a change may concern a secret: trimming does not, other changes may."""
    has_secret = value.redacted() != value
    return (
        has_secret
        and change.cause not in {"trimmed", "scheme"}
        and change.span[0] < text.index("@")
    )


def _record(change: Change) -> dict[str, Any]:
    return change._asdict()
