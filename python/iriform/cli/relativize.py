"""`iriform relativize`: the shortest references that mean the same against a base."""

from __future__ import annotations

from typing import Annotated

import typer

from iriform import IRI

from .bases import BaseArgument, parsed_base
from .transform import transform
from .values import JsonOption


def relativize(
    base: BaseArgument,
    targets: Annotated[
        list[str],
        typer.Argument(metavar="TARGET", help="IRIs; - reads them from standard input."),
    ],
    *,
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
    transform(targets, IRI, lambda text: IRI(text).relative_to(against), json=json)
