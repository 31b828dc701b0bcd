"""`iriform match`: the values that URIs were expanded from."""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING

import rich_click as click

from iriform import IRIReference

from .help import Verb
from .templates import parsed_template, template_argument
from .terminal import ending_well
from .transform import Run
from .values import json_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from iriform import Match


@click.command(cls=Verb, no_args_is_help=True)
@template_argument
@click.argument(
    "uris",
    metavar="URI...",
    nargs=-1,
    required=True,
    help="References; - reads them from standard input.",
)
@click.option(
    "--allow-encoded-separators",
    "allow",
    is_flag=True,
    help="Let %2F be a slash in a value that stands within a segment of the path.",
)
@json_option
def match(template: str, uris: Sequence[str], *, allow: bool, json: bool) -> None:
    """Match URIs against a template (RFC 6570): the values of its variables.

    `iriform match '/{user}{?q}' '/anna?q=a%20b'` prints `user="anna" q="a b"`: names, and values as
    JSON.

    Output line N is the result of value N; it is empty where there is no match, and standard error
    says so.

    Exit status: 0 if all match, 1 if one does not, 2 if the template is not valid or the input
    cannot be read.
    """
    with ending_well(data=not json):
        parsed = parsed_template(template)
        run = Run(IRIReference, json=json)

        def found(text: str) -> Match:
            match = parsed.match(IRIReference(text), allow_encoded_separators=allow)
            if match is None:
                raise ValueError("no match")
            return match

        for value in run.values(uris):
            if (match := run.attempt(value, found)) is not None:
                values = match.values
                shown = (f"{name}={dumps(v, ensure_ascii=False)}" for name, v in values.items())
                run.print(value, " ".join(shown), values=values, spans=match.spans)
        run.end()
