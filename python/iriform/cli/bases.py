"""The base of `resolve` and `relativize`: a required argument."""

from __future__ import annotations

import click
from click.exceptions import Exit

from iriform import IRI, ParseError

from .help import Argument
from .options import Decorator, Named, Status
from .problems import Problem
from .terminal import ending_well, report

base_argument: Decorator = click.argument(
    "base",
    cls=Argument,
    metavar="BASE",
    type=Named("base"),
    help="The IRI that the others are relative to, such as the address of a page. It must have a "
    "scheme.",
)


def parsed_base(text: str, name: str = "BASE") -> IRI:
    """Parse the argument of this name, or end the run with a message."""
    with ending_well():
        try:
            return IRI(text)
        except ParseError as error:
            problem = Problem.of(error, IRI)
            report(problem.drawn(f"{name}:{problem.column}"))
            raise Exit(Status.FAILED) from None
