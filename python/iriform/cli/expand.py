"""`iriform expand`: a URI of a template and values."""

from __future__ import annotations

import sys
from json import JSONDecodeError, loads
from typing import Annotated, Any

import typer

from iriform import ParseError
from iriform._display import escape

from .templates import TemplateArgument, parsed_template
from .terminal import InputError, ending_well, print_json


def expand(  # noqa: PLR0913 - an option each
    template: TemplateArgument,
    values: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME=VALUE",
            show_default=False,
            help="Values of variables; a name that is given more than once has a list.",
        ),
    ] = None,
    *,
    more: Annotated[
        str,
        typer.Option(
            "--values", metavar="JSON", help="More values, as a JSON object: lists, mappings, null."
        ),
    ] = "{}",
    iri: Annotated[bool, typer.Option("--iri", help="Leave characters beyond ASCII.")] = False,
    partial: Annotated[
        bool,
        typer.Option("--partial", help="Leave other variables: the result is a template."),
    ] = False,
    lenient: Annotated[
        bool, typer.Option("--lenient", help="Ignore values that the template has no variable for.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Expand a URI template (RFC 6570) with values.

    `iriform expand '/{user}{?q}' user=anna 'q=a b'` prints `/anna?q=a%20b`.

    Exit status: 0 if it is done, 2 if the template or a value cannot be used.
    """
    with ending_well(data=not json):
        parsed = parsed_template(template)
        given = _mapping(more) | _pairs(values or [])
        try:
            if partial:
                result: str = parsed.partial(given, strict=not lenient)
            elif iri:
                result = parsed.expand_iri(given, strict=not lenient)
            else:
                result = parsed.expand(given, strict=not lenient)
        except ParseError as error:
            raise InputError(f"of these values the result is {error.message}") from None
        except (TypeError, ValueError) as error:
            raise InputError(str(error)) from None
        if json:
            print_json({"template": template, "result": result})
        else:
            # An escape is for people; a file or pipe gets the text itself.
            sys.stdout.write(f"{escape(result) if sys.stdout.isatty() else result}\n")


def _pairs(arguments: list[str]) -> dict[str, Any]:
    """Read `name=value`, where a name may come more than once."""
    found: dict[str, list[str]] = {}
    for argument in arguments:
        name, equals, value = argument.partition("=")
        if not equals:
            raise InputError(f"{argument!r} is not NAME=VALUE")
        found.setdefault(name, []).append(value)
    return {name: value if len(value) > 1 else value[0] for name, value in found.items()}


def _mapping(text: str) -> dict[str, Any]:
    try:
        values = loads(text)
    except (JSONDecodeError, RecursionError):
        raise InputError("--values must be JSON") from None
    if not isinstance(values, dict):
        raise InputError("--values must be a JSON object")
    return values
