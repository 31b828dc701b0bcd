"""`iriform repair`: repair text that is almost an identifier, and report the changes.

For arguments and lines it prints the results; for a file it writes a mended copy.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click
from click.exceptions import Exit

from iriform import Scheme
from iriform._core import secrets
from iriform._display import MASK, counted, escape

from .arguments import as_name
from .causes import Causes
from .copying import copying_options
from .help import Verb, several
from .options import (
    BASE_DECIDES,
    PRODUCTION_HELP,
    Status,
    as_option,
    base_of,
    base_option,
    flag,
    kind_of,
)
from .schemes import lacks_scheme, say_schemes
from .terminal import InputError, complain, ending_well
from .transform import Run
from .values import IDENTIFIERS, is_document, json_option, warn_of_files

if TYPE_CHECKING:
    from collections.abc import Sequence

    from iriform import Change
    from iriform.audit.mending.edits import Repair

    from .copying import Copying
    from .options import Kind


@click.command(cls=Verb, no_args_is_help=True)
@several("values", "IRI...", IDENTIFIERS)
@as_option(help=PRODUCTION_HELP + BASE_DECIDES)
@base_option(help="With --out: the base of relative references in the file, which are then valid.")
@click.option(
    "--default-scheme",
    metavar="SCHEME",
    help="Put this scheme before text that begins with a host: www.example.org/a, example.org:8080.",
)
@copying_options
@click.option(
    "--fail-on",
    metavar="CODE",
    type=click.Choice(["merged"]),
    help="With --out: exit with 1 if a mended value equals another value of the file (merged).",
)
@flag("--show-changes", help="Print each change, and what allows it, on standard error.")
@json_option
def repair(  # noqa: PLR0913 - the options of a command
    values: Sequence[str],
    *,
    kind: Kind | None,
    base: str | None,
    default_scheme: str | None,
    copying: Copying,
    fail_on: str | None,
    show_changes: bool,
    json: bool,
) -> None:
    """Repair text that is almost an IRI: trim the ends, percent-encode characters.

    `iriform repair '<http://example.org/a b>'` prints `http://example.org/a%20b`.

    `iriform repair links.csv --out mended.csv` writes a copy of text, CSV, JSON lines, Parquet,
    N-Triples, N-Quads, Turtle, TriG, JSON-LD or a bill of materials in which the identifiers are
    mended, and nothing else is changed. It lists the values that it cannot mend; --rejects moves
    them to another file. It reports mended values that equal another value of the file, so two
    names became one.

    `iriform repair page.html` lists what would change of a document, HTML, JSON, EPUB, DOCX, XLSX,
    PPTX or a feed, each with its place. Nothing is written.

    Faults in the scheme, host or port are refused, because mending them would be a guess. Valid
    values do not change. Without --out, output line N is the result of value N; it is empty if
    there is none, and standard error says why.

    Exit status: 0 if all have a result, 1 if one has none, 2 if the input cannot be read.
    """
    with ending_well(data=not json):
        if default_scheme is not None and not Scheme.is_valid(default_scheme):
            raise InputError(f"--default-scheme {default_scheme}: not a scheme")

        meant = kind_of(kind, base)

        def edit() -> Repair:
            from iriform.audit.mending.edits import Repair

            return Repair(meant.type, default_scheme)

        fails = fail_on is not None
        if copying.copied(
            values, meant, edit, json=json, base=base_of(base), fails_if_merged=fails
        ):
            return
        if any(map(is_document, values)):
            _list_documents(values, meant, edit(), json=json, base=base_of(base))
            return
        warn_of_files(values)
        repairing = partial(meant.type.repair, default_scheme=default_scheme)
        run = Run(meant.type, json=json)
        repaired = schemes = 0
        causes = Causes()
        for value in run.values(values):
            done = run.attempt(value, repairing)
            if done is None:
                schemes += default_scheme is None and lacks_scheme(value.text, meant.type)
                continue
            repaired += bool(done.changes)
            causes.add(done.changes)
            run.print(value, done.value, changes=[_record(change) for change in done.changes])
            for change in done.changes if show_changes and not json else ():
                secret = _is_secret(change, value.text)
                complain(f"{value.place}:{change.span[0] + 1}: {_sentence(change, secret=secret)}")
        if repaired:
            complain(f"{repaired:,} of {counted(run.total, 'value')} repaired")
            if repaired > 1:
                causes.say()
        say_schemes(schemes)
        run.end()


def _list_documents(
    values: Sequence[str], kind: Kind, edit: Repair, *, json: bool, base: str | None
) -> None:
    """List the changes to documents."""
    from .mend import list_changes

    for value in values:
        if not is_document(value):
            raise InputError(f"{value} is not a document, but the others are")
    left = 0
    for value in values:
        left += list_changes(as_name(value), kind, edit, json=json, base=base)
    if left:
        raise Exit(Status.FOUND)


def _sentence(change: Change, *, secret: bool) -> str:
    found = MASK if secret else escape(change.found)
    replacement = MASK if secret else change.replacement
    if not change.found:
        return f"“{replacement}” is put before it [{change.cause}; {change.clause}]"
    done = f"becomes “{replacement}”" if replacement else "is left out"
    return f"“{found}” {done} [{change.cause}; {change.clause}]"


def _is_secret(change: Change, text: str) -> bool:
    """Return True if a change is within a secret."""
    start, stop = change.span
    return any(a < stop and start < b for a, b in secrets("IRI-reference", text, 0))


def _record(change: Change) -> dict[str, Any]:
    return change._asdict()
