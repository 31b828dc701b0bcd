"""`iriform resolve`: the targets of references."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from iriform import IRIReference
from iriform.findings import masked
from iriform.steps import Step
from iriform.steps import resolve as of_resolution

from .bases import base_argument, parsed_base
from .copying import Copying, copying_options
from .help import Argument, Verb
from .options import KINDS
from .transform import on_column, transform
from .values import json_option

if TYPE_CHECKING:
    from collections.abc import Sequence


@click.command(cls=Verb, no_args_is_help=True)
@base_argument
@click.argument(
    "references",
    cls=Argument,
    metavar="REF...",
    nargs=-1,
    required=True,
    help="References; - reads them from standard input, by line. With --out: one file.",
)
@click.option(
    "--strict/--no-strict",
    default=True,
    show_default=True,
    help="--no-strict reads http:x against http://a/b as x alone, as RFC 1630 had it.",
)
@click.option("--steps", is_flag=True, help="Show each step of RFC 3986 §5.2, with its clause.")
@copying_options
@json_option
def resolve(  # noqa: PLR0913 - the options of a command
    base: str,
    references: Sequence[str],
    *,
    strict: bool,
    steps: bool,
    copying: Copying,
    json: bool,
) -> None:
    """Resolve references against a base: what a link means on a page (RFC 3986 §5.2).

    `iriform resolve http://example.org/a/b ../c` prints `http://example.org/c`.

    Output line N is the result of value N; it is empty where there is none, and standard error
    says why. With --steps, the steps that lead to the result stand before it, secrets masked.

    `--out` takes the argument for a file and writes a copy, in which the results take the places of
    the values: `iriform resolve http://example.org/ links.csv --column url --out new.csv`.

    Exit status: 0 if all have a result, 1 if one has none, 2 if the base is not valid or the
    input cannot be read.
    """
    against = parsed_base(base)

    def taken(text: str) -> tuple[Step, ...]:
        return of_resolution(masked(against), masked(IRIReference(text)), strict=strict)

    transform(
        references,
        KINDS["IRI-reference"],
        lambda text: against.resolve(IRIReference(text), strict=strict),
        on_column("resolve", against, strict=strict, as_=IRIReference),
        copying,
        json=json,
        steps=taken if steps else None,
    )
