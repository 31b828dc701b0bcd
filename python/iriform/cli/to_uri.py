"""`iriform to-uri`: IRIs in ASCII."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from iriform import IRIReference

from .copying import Copying, copying_options
from .help import Argument, Verb
from .options import KINDS
from .transform import on_column, transform
from .values import IDENTIFIERS, json_option

if TYPE_CHECKING:
    from collections.abc import Sequence


@click.command("to-uri", cls=Verb, no_args_is_help=True)
@click.argument("values", cls=Argument, metavar="IRI...", nargs=-1, required=True, help=IDENTIFIERS)
@click.option(
    "--idna",
    is_flag=True,
    help="Write the host as DNS has it, xn--…, instead of percent-encoded.",
)
@copying_options
@json_option
def to_uri(values: Sequence[str], *, idna: bool, copying: Copying, json: bool) -> None:
    """Write IRIs as URIs, which are ASCII: for software that takes nothing else (RFC 3987 §3.1).

    `iriform to-uri --idna http://résumé.example.org/é` prints
    `http://xn--rsum-bpad.example.org/%C3%A9`.

    Output line N is the result of value N; it is empty where there is none, and standard error
    says why.

    `--out` takes the argument for a file and writes a copy, in which the results take the places of
    the values: `iriform to-uri links.csv --column url --out new.csv`.

    Exit status: 0 if all have a result, 1 if one has none, 2 if the input cannot be read.
    """
    transform(
        values,
        KINDS["IRI-reference"],
        lambda text: IRIReference(text).to_uri(idna=idna),
        on_column("to_uri", idna=idna, as_=IRIReference),
        copying,
        json=json,
    )
