"""`iriform expand`: a URI from a template and values; with `--prefixes`, IRIs from compact ones."""

from __future__ import annotations

import shlex
import sys
from json import JSONDecodeError, loads
from os.path import isfile
from typing import TYPE_CHECKING, Any

import click

from iriform import ParseError
from iriform._display import escape

from .compress import syntax_option
from .copying import Copying, copying_options
from .help import Verb, several
from .options import KINDS, base_of, base_option, file_option, flag
from .prefixes import PREFIXES_HELP, prefixes_of
from .templates import parsed_template, template_argument
from .terminal import InputError, ending_well, print_json
from .transform import Transformation, on_column, transform

if TYPE_CHECKING:
    from collections.abc import Sequence

    from iriform.columns import Syntax


@click.command(cls=Verb, no_args_is_help=True)
@template_argument
@several(
    "values",
    "[NAME=VALUE]...",
    "Values of variables; a name that is given several times gets a list.",
    required=False,
)
@file_option(
    "--prefixes",
    help=f"Read the arguments as compact IRIs, and expand their prefixes: {PREFIXES_HELP}",
)
@base_option(help="What relative namespaces of --prefixes are resolved against.")
@syntax_option
@copying_options
@click.option(
    "--values",
    "more",
    metavar="JSON",
    default="{}",
    show_default=True,
    help="More values, as a JSON object: lists, mappings, null.",
)
@flag("--iri", help="Do not percent-encode characters beyond ASCII.")
@flag("--partial", help="Keep variables without a value: the result is a template.")
@flag("--lenient", help="Ignore values that the template has no variable for.")
@flag("--json", help="One JSON object.")
def expand(  # noqa: PLR0913 - an option each
    template: str,
    values: Sequence[str],
    *,
    more: str,
    iri: bool,
    partial: bool,
    lenient: bool,
    prefixes: str | None,
    base: str | None,
    syntax: Syntax,
    copying: Copying,
    json: bool,
) -> None:
    """Expand a URI template (RFC 6570) with values, or the prefixes of compact IRIs.

    `iriform expand '/{user}{?q}' user=anna 'q=a b'` prints `/anna?q=a%20b`.

    `iriform expand --prefixes well-known dbr:Paris` prints `http://dbpedia.org/resource/Paris`.

    `--out` reads the argument as a file and writes a copy with the results in place of the values:
    `iriform expand --prefixes map.ttl terms.csv --column term --out new.csv`.

    Exit status: 0 if it is done, 1 if a compact IRI has no result, 2 if the template, a value, the
    prefixes or the input cannot be used.
    """
    if prefixes is not None:
        with ending_well():
            map_ = prefixes_of(prefixes, base_of(base))
        transform(
            [template, *values],
            Transformation(
                lambda text: map_.expand(text, syntax=syntax),
                on_column("expand", map_, syntax=syntax),
                KINDS["IRI"],
            ),
            copying,
            json=json,
        )
        return
    with ending_well(data=not json):
        if "{" not in template and ":" in template and not values:
            raise InputError(
                f"{template} has no variable; if it is a compact IRI, --prefixes expands it:"
                f" iriform expand --prefixes well-known {shlex.quote(template)}"
            )
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
            raise InputError(f"with these values the result is {error.message}") from None
        except (TypeError, ValueError) as error:
            raise InputError(str(error)) from None
        if json:
            print_json({"template": template, "result": result})
        else:
            # An escape is for people; a file or pipe gets the text itself.
            sys.stdout.write(f"{escape(result) if sys.stdout.isatty() else result}\n")


def _pairs(arguments: Sequence[str]) -> dict[str, Any]:
    """Read `name=value`; a name may be repeated."""
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
        values = None
    if not isinstance(values, dict):
        of_file = f'; of a file: --values "$(cat {shlex.quote(text)})"' if isfile(text) else ""  # noqa: PTH113
        raise InputError(f"--values must be a JSON object, as in '{{\"id\": 5}}'{of_file}")
    return values
