"""`iriform match`: the values that URIs were expanded from."""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING, Annotated

import typer

from iriform import IRIReference

from .templates import TemplateArgument, parsed_template
from .terminal import ending_well
from .transform import Run
from .values import JsonOption

if TYPE_CHECKING:
    from iriform import Match


def match(
    template: TemplateArgument,
    uris: Annotated[
        list[str],
        typer.Argument(metavar="URI", help="References; - reads them from standard input."),
    ],
    *,
    allow: Annotated[
        bool,
        typer.Option(
            "--allow-encoded-separators",
            help="Let %2F be a slash in a value that stands within a segment of the path.",
        ),
    ] = False,
    json: JsonOption = False,
) -> None:
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
