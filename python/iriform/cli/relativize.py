"""`iriform relativize`: the shortest references that resolve to the values."""

from __future__ import annotations

from typing import Annotated, get_args

import typer

from iriform import IRI, IRIReference
from iriform.columns import Form

from .bases import BaseArgument, parsed_base
from .options import choice, themselves
from .transform import transform
from .values import JsonOption


def relativize(
    base: BaseArgument,
    targets: Annotated[
        list[str],
        typer.Argument(metavar="TARGET", help="IRIs; - reads them from standard input."),
    ],
    *,
    form: Annotated[
        Form,
        typer.Option(
            **choice(themselves(get_args(Form))),
            metavar="|".join(get_args(Form)),
            help="The form of the references.",
        ),
    ] = "shortest",
    within: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="Make only what is in this folder relative, without naming the folder.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Make IRIs relative to a base: the shortest reference that resolves to each.

    The opposite of resolve, with the base first there as here:
    `iriform relativize http://example.org/a/b http://example.org/a/c?d` prints `c?d`.

    Output line N is the result of value N; it is empty where there is none, and standard error
    says why. The base itself, if it has no fragment, is the empty reference.

    Exit status: 0 if all have a result, 1 if one has none, 2 if the base is not valid or the
    input cannot be read.
    """
    against = parsed_base(base)
    root = None if within is None else parsed_base(within, "--within")

    def relative(text: str) -> IRIReference:
        return IRI(text).relative_to(against, form=form, within=root)

    transform(targets, IRI, relative, json=json)
