"""`iriform to-uri`: IRIs in ASCII."""

from __future__ import annotations

from typing import Annotated

import typer

from iriform import IRIReference

from .terminal import ending_well
from .transform import transform
from .values import JsonOption, warn_of_files


def to_uri(
    values: Annotated[
        list[str],
        typer.Argument(metavar="IRI", help="Identifiers; - reads them from standard input."),
    ],
    *,
    idna: Annotated[
        bool,
        typer.Option(
            "--idna", help="Write the host as DNS has it, xn--…, instead of percent-encoded."
        ),
    ] = False,
    json: JsonOption = False,
) -> None:
    """Write IRIs as URIs, which are ASCII: for software that takes nothing else (RFC 3987 §3.1).

    `iriform to-uri --idna http://résumé.example.org/é` prints
    `http://xn--rsum-bpad.example.org/%C3%A9`.

    Output line N is the result of value N; it is empty where there is none, and standard error
    says why.

    Exit status: 0 if all have a result, 1 if one has none, 2 if the input cannot be read.
    """
    with ending_well():
        warn_of_files(values)
    transform(values, IRIReference, lambda text: IRIReference(text).to_uri(idna=idna), json=json)
