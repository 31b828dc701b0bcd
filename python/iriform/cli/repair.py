"""`iriform repair`: make identifiers of text that almost is, and say what was changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from iriform._display import MASK, escape
from iriform.audit.wording import counted

from .options import AsOption, Kind
from .terminal import complain, ending_well
from .transform import Run
from .values import JsonOption, warn_of_files

if TYPE_CHECKING:
    from iriform import Change, IRIReference


def repair(
    values: Annotated[
        list[str],
        typer.Argument(metavar="IRI", help="Texts; - reads them from standard input, by line."),
    ],
    kind: AsOption = Kind.IRI,
    *,
    changes: Annotated[
        bool,
        typer.Option("--changes", help="Name each change and what allows it on standard error."),
    ] = False,
    json: JsonOption = False,
) -> None:
    """Repair what is almost an IRI: trim what is around it, encode what may be encoded.

    `iriform repair '<http://example.org/a b>'` prints `http://example.org/a%20b`.

    What would be a guess about who is meant is refused: anything wrong in scheme, host or port.
    What is valid is left as it is. Output line N is the result of value N; it is empty where there
    is none, and standard error says why.

    Exit status: 0 if all have a result, 1 if one has none, 2 if the input cannot be read.
    """
    with ending_well(data=not json):
        warn_of_files(values)
        run = Run(kind.type, json=json)
        repaired = 0
        for value in run.values(values):
            done = run.attempt(value, kind.type.repair)
            if done is None:
                continue
            repaired += bool(done.changes)
            run.print(value, done.value, changes=[_record(change) for change in done.changes])
            for change in done.changes if changes and not json else ():
                secret = _is_secret(change, value.text, done.value)
                complain(f"{value.place}:{change.span[0] + 1}: {_sentence(change, secret=secret)}")
        if repaired:
            complain(f"{repaired:,} of {counted(run.total, 'value')} repaired")
        run.end()


def _sentence(change: Change, *, secret: bool) -> str:
    found = MASK if secret else escape(change.found)
    replacement = MASK if secret else change.replacement
    done = f"becomes “{replacement}”" if replacement else "is left out"
    return f"“{found}” {done} [{change.cause}; {change.clause}]"


def _is_secret(change: Change, text: str, value: IRIReference) -> bool:
    """Tell whether a change may be one of a secret: what is trimmed is not, all else may."""
    has_secret = value.redacted() != value
    return has_secret and change.cause != "trimmed" and change.span[0] < text.index("@")


def _record(change: Change) -> dict[str, Any]:
    return change._asdict()
