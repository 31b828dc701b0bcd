"""The template of `expand` and `match`: a required argument."""

from __future__ import annotations

import click
from click.exceptions import Exit

from iriform import ParseError, URITemplate

from .help import Argument
from .options import Decorator, Named, Status
from .problems import Problem
from .terminal import report

template_argument: Decorator = click.argument(
    "template",
    cls=Argument,
    metavar="TEMPLATE",
    type=Named("template"),
    help="A URI template (RFC 6570), such as /{user}{?page}.",
)


def parsed_template(text: str) -> URITemplate:
    """Parse the template, or end the run with a message."""
    try:
        return URITemplate(text)
    except ParseError as error:
        problem = Problem.of(error, URITemplate)
        report(problem.drawn(f"TEMPLATE:{problem.column}"))
        raise Exit(Status.FAILED) from None
