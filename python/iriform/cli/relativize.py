"""`iriform relativize`: the shortest references that resolve to the values."""

from __future__ import annotations

from typing import get_args

import click

from iriform import IRI, IRIReference
from iriform.columns import Form

from .bases import base_argument, parsed_base
from .options import KINDS, word_option
from .transform import Transformation, on_column, value_verb


@value_verb(
    first=base_argument,
    metavar="TARGET...",
    help="IRIs; - reads them from standard input, by line. With --out: one file.",
)
@word_option(
    "--form",
    words=get_args(Form),
    default="shortest",
    help=f"The form of the references: {', '.join(get_args(Form))}.",
)
@click.option(
    "--within",
    metavar="FOLDER",
    help="Make only IRIs in this folder relative. The references do not contain its name.",
)
def relativize(*, base: str, form: Form, within: str | None) -> Transformation:
    """Make IRIs relative to a base: the shortest reference that resolves to each.

    This is the opposite of resolve. Both take the base first: `iriform relativize
    http://example.org/a/b http://example.org/a/c?d` prints `c?d`.

    The base itself, if it has no fragment, is the empty reference.
    """
    against = parsed_base(base)
    root = None if within is None else parsed_base(within, "--within")

    def relative(text: str) -> IRIReference:
        return IRI(text).relative_to(against, form=form, within=root)

    of_column = on_column("relative_to", against, form=form, within=root)
    return Transformation(relative, of_column, KINDS["IRI"])
