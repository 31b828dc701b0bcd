"""`iriform normalize`: one spelling for equivalent references."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

import click

from iriform.findings import masked
from iriform.steps import Step
from iriform.steps import normalize as of_normalization

from .copying import Copying, copying_options
from .help import Argument, Verb
from .options import Kind, Words, as_option, themselves
from .transform import on_column, transform
from .values import IDENTIFIERS, json_option

if TYPE_CHECKING:
    from collections.abc import Sequence

Level = Literal["syntax", "scheme"]


@click.command(cls=Verb, no_args_is_help=True)
@click.argument("values", cls=Argument, metavar="IRI...", nargs=-1, required=True, help=IDENTIFIERS)
@click.option(
    "--level",
    metavar="LEVEL",
    type=Words(themselves(get_args(Level))),
    default="syntax",
    show_default=True,
    help="syntax: what RFC 3986 says of all schemes (case, percent-encoding, dot segments)."
    " scheme: also what the scheme says, such as its default port.",
)
@as_option(default="IRI-reference")
@click.option(
    "--steps", is_flag=True, help="Show each step that changes anything, with its clause."
)
@copying_options
@json_option
def normalize(  # noqa: PLR0913 - the options of a command
    values: Sequence[str], *, level: Level, kind: Kind, steps: bool, copying: Copying, json: bool
) -> None:
    """Bring identifiers into their normal form, in which equivalent ones are equal (RFC 3986 §6.2).

    `iriform normalize HTTP://Example.org/%7Eanna/./a` prints `http://example.org/~anna/a`.

    Output line N is the result of value N; it is empty where there is none, and standard error
    says why. With --steps, the steps that lead to the result stand before it, secrets masked.

    `--out` takes the argument for a file and writes a copy, in which the results take the places of
    the values: `iriform normalize links.csv --column url --out new.csv`.

    Exit status: 0 if all have a result, 1 if one has none, 2 if the input cannot be read.
    """

    def taken(text: str) -> tuple[Step, ...]:
        return of_normalization(masked(kind.type(text)), level)

    transform(
        values,
        kind,
        lambda text: kind.type(text).normalized(level),
        on_column("normalize", level, as_=kind.type),
        copying,
        json=json,
        steps=taken if steps else None,
    )
