"""`iriform compress`: compact IRIs, by prefixes."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import click

from iriform.columns import Syntax

from .copying import Copying, copying_options
from .help import Argument, Verb
from .options import KINDS, Decorator, Words, base_of, base_option, themselves
from .prefixes import PREFIXES_HELP, WELL_KNOWN, prefixes_of
from .terminal import complain, ending_well
from .transform import on_column, transform
from .values import IDENTIFIERS, json_option

if TYPE_CHECKING:
    from collections.abc import Sequence

syntax_option: Decorator = click.option(
    "--syntax",
    metavar="SYNTAX",
    type=Words(themselves(get_args(Syntax))),
    default="plain",
    show_default=True,
    help=f"The language of the compact IRIs: {', '.join(get_args(Syntax))}.",
)


@click.command(cls=Verb, no_args_is_help=True)
@click.argument("values", cls=Argument, metavar="IRI...", nargs=-1, required=True, help=IDENTIFIERS)
@click.option(
    "--prefixes",
    metavar="FILE",
    type=click.Path(),
    default=WELL_KNOWN,
    show_default=True,
    help=PREFIXES_HELP,
)
@base_option(help="What relative namespaces of --prefixes are resolved against.")
@syntax_option
@copying_options
@json_option
def compress(  # noqa: PLR0913 - the options of a command
    values: Sequence[str],
    *,
    prefixes: str,
    base: str | None,
    syntax: Syntax,
    copying: Copying,
    json: bool,
) -> None:
    """Compress IRIs: a prefix stands for the longest namespace with which each begins.

    `iriform compress http://dbpedia.org/resource/Paris` prints `dbr:Paris`.

    An IRI without a prefix stays whole, and is counted. `iriform expand --prefixes` is the opposite.

    `--out` takes the argument for a file and writes a copy, in which the results take the places of
    the values: `iriform compress links.csv --column url --out new.csv`.

    Exit status: 0 if all are IRIs, 1 if one is not, 2 if the input or the prefixes cannot be read.
    """
    with ending_well():
        map_ = prefixes_of(prefixes, base_of(base))
    kind, whole = KINDS["IRI"], 0

    def compact(text: str) -> str:
        nonlocal whole
        iri = kind.type(text)
        found = map_.compress(iri, syntax=syntax)
        whole += found is None
        return iri if found is None else found

    of_column = on_column("compress", map_, syntax=syntax)
    try:
        transform(values, kind, compact, of_column, copying, json=json)
    finally:
        if whole:
            complain(f"{whole:,} without a prefix")
