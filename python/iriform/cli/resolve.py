"""`iriform resolve`: the targets of references."""

from __future__ import annotations

import click

from iriform import IRIReference
from iriform._core import masked
from iriform.steps import Step
from iriform.steps import resolve as of_resolution

from .bases import base_argument, parsed_base
from .options import flag
from .transform import Transformation, on_column, value_verb


@value_verb(
    first=base_argument,
    metavar="REF...",
    help="References; - reads them from standard input, by line. With --out: one file.",
)
@click.option(
    "--strict/--no-strict",
    default=True,
    show_default=True,
    help="--no-strict reads http:x against http://a/b as x, as RFC 1630 did.",
)
@flag("--steps", help="Show each step of RFC 3986 §5.2, with its clause.")
def resolve(*, base: str, strict: bool, steps: bool) -> Transformation:
    """Resolve references against a base: what a link means on a page (RFC 3986 §5.2).

    `iriform resolve http://example.org/a/b ../c` prints `http://example.org/c`.

    With --steps, the steps are printed before the result, with secrets masked.
    """
    against = parsed_base(base)

    def taken(text: str) -> tuple[Step, ...]:
        return of_resolution(masked(against), masked(IRIReference(text)), strict=strict)

    return Transformation(
        lambda text: against.resolve(IRIReference(text), strict=strict),
        on_column("resolve", against, strict=strict, as_=IRIReference),
        steps=taken if steps else None,
    )
