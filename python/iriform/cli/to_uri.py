"""`iriform to-uri`: IRIs in ASCII."""

from __future__ import annotations

from typing import TYPE_CHECKING

import rich_click as click

from iriform import IRIReference

from .help import Verb
from .terminal import ending_well
from .transform import transform
from .values import IDENTIFIERS, json_option, warn_of_files

if TYPE_CHECKING:
    from collections.abc import Sequence


@click.command("to-uri", cls=Verb, no_args_is_help=True)
@click.argument("values", metavar="IRI...", nargs=-1, required=True, help=IDENTIFIERS)
@click.option(
    "--idna",
    is_flag=True,
    help="Write the host as DNS has it, xn--…, instead of percent-encoded.",
)
@json_option
def to_uri(values: Sequence[str], *, idna: bool, json: bool) -> None:
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
