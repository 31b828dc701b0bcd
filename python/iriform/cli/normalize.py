"""`iriform normalize`: one spelling for equivalent references."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import typer

from iriform.findings import masked
from iriform.steps import Step
from iriform.steps import normalize as of_normalization

from .options import AsOption, Kind, choice, themselves
from .terminal import ending_well
from .transform import transform
from .values import JsonOption, warn_of_files

Level = Literal["syntax", "scheme"]


def normalize(
    values: Annotated[
        list[str],
        typer.Argument(metavar="IRI", help="Identifiers; - reads them from standard input."),
    ],
    level: Annotated[
        Level,
        typer.Option(
            metavar="LEVEL",
            **choice(themselves(get_args(Level))),
            help="syntax: what RFC 3986 says of all schemes (case, percent-encoding, dot segments)."
            " scheme: also what the scheme says, such as its default port.",
        ),
    ] = "syntax",
    kind: AsOption = Kind.IRI_REFERENCE,
    *,
    steps: Annotated[
        bool, typer.Option("--steps", help="Show each step that changes anything, with its clause.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Bring identifiers into their normal form, in which equivalent ones are equal (§6.2).

    `iriform normalize HTTP://Example.org/%7Eanna/./a` prints `http://example.org/~anna/a`.

    Output line N is the result of value N; it is empty where there is none, and standard error
    says why. With --steps, the steps that lead to the result stand before it, secrets masked.

    Exit status: 0 if all have a result, 1 if one has none, 2 if the input cannot be read.
    """
    with ending_well():
        warn_of_files(values)

    def taken(text: str) -> tuple[Step, ...]:
        return of_normalization(masked(kind.type(text)), level)

    transform(
        values,
        kind.type,
        lambda text: kind.type(text).normalized(level),
        json=json,
        steps=taken if steps else None,
    )
