"""The template of `expand` and `match`: a required argument."""

from __future__ import annotations

from typing import Annotated

import typer

from iriform import ParseError, URITemplate

from .options import Status
from .problems import Problem
from .terminal import report

TemplateArgument = Annotated[
    str,
    typer.Argument(metavar="TEMPLATE", help="A URI template (RFC 6570), such as /{user}{?page}."),
]


def parsed_template(text: str) -> URITemplate:
    """Parse the template, or end the run with a message."""
    try:
        return URITemplate(text)
    except ParseError as error:
        problem = Problem.of(error, URITemplate)
        report(problem.drawn(f"TEMPLATE:{problem.column}"))
        raise typer.Exit(Status.FAILED) from None
