"""`iriform match`: the values that URIs were expanded from."""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING, Any, Literal

import click

from iriform import IRIReference, Router

from .help import Verb, several
from .options import flag
from .templates import parsed_template, template_argument
from .terminal import InputError, ending_well
from .transform import Run
from .values import json_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from iriform import Match


@click.command(cls=Verb, no_args_is_help=True)
@template_argument
@several("uris", "URI...", "References; - reads them from standard input.")
@flag(
    "--allow-encoded-separators",
    "allow",
    help="Also decode %2F in a value within a segment of the path.",
)
@click.option(
    "--query",
    "order",
    type=click.Choice(["exact", "any-order"]),
    default="exact",
    help="any-order: the pairs of the query may have any order, and others may be among them.",
)
@click.option(
    "--extra",
    type=click.Choice(["allow", "refuse"]),
    default="allow",
    help="With --query any-order: whether pairs that the template does not have are allowed.",
)
@flag("--plus", help="With --query any-order: read a + as a space, as forms do.")
@click.option(
    "--type",
    "types",
    metavar="NAME=TYPE",
    multiple=True,
    help="What the values of a variable may be: int, float or a regular expression.",
)
@json_option
def match(  # noqa: PLR0913 - the options of a command
    template: str,
    uris: Sequence[str],
    *,
    allow: bool,
    order: Literal["exact", "any-order"],
    extra: Literal["allow", "refuse"],
    plus: bool,
    types: Sequence[str],
    json: bool,
) -> None:
    """Match URIs against a template (RFC 6570): the values of its variables.

    `iriform match '/{user}{?q}' '/anna?q=a%20b'` prints `user="anna" q="a b"`: names, and values as
    JSON.

    `iriform match '/s{?q,page}' '/s?page=2&utm=x&q=a' --query any-order --type page=int` prints
    `q="a" page=2`.

    Output line N is the result of value N; it is empty if there is no match, and standard error
    says so.

    Exit status: 0 if all match, 1 if one does not, 2 if the template is not valid or the input
    cannot be read.
    """
    with ending_well(data=not json):
        parsed = parsed_template(template)
        known = _types(types)
        try:
            # Types that the template cannot have, and an ordered query, end the command.
            Router({"": (parsed, known or {})})
            parsed.match("", query=order)
        except ValueError as error:
            raise InputError(str(error)) from None
        run = Run(IRIReference, json=json)

        def found(text: str) -> Match:
            match = parsed.match(
                IRIReference(text),
                allow_encoded_separators=allow,
                query=order,
                extra=extra,
                plus=plus,
                types=known,
            )
            if match is None:
                raise ValueError("no match")
            return match

        for value in run.values(uris):
            if (match := run.attempt(value, found)) is not None:
                values = match.values
                shown = (f"{name}={dumps(v, ensure_ascii=False)}" for name, v in values.items())
                more = {} if order == "exact" else {"extra": match.extra}
                run.print(value, " ".join(shown), values=values, spans=match.spans, **more)
        run.end()


def _types(given: Sequence[str]) -> dict[str, Any] | None:
    """Read the types of variables."""
    if not given:
        return None
    named: dict[str, type] = {"int": int, "float": float}
    types: dict[str, Any] = {}
    for text in given:
        name, equals, type_ = text.partition("=")
        if not equals or name in types:
            raise InputError(f"--type takes NAME=TYPE, each name once, not {text}")
        types[name] = named.get(type_, type_)
    return types
