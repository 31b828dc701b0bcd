"""The program, with all its verbs."""

from __future__ import annotations

from typing import Annotated

import typer

from .audit import audit
from .check import check
from .expand import expand
from .explain import explain
from .grammar import grammar
from .help import Verb, Verbs
from .literals import literals
from .match import match
from .normalize import normalize
from .relativize import relativize
from .repair import repair
from .resolve import resolve
from .to_iri import to_iri
from .to_uri import to_uri

app = typer.Typer(
    name="iriform",
    cls=Verbs,
    help="Explain, check, convert and audit URIs and IRIs, exactly by RFC 3986 and RFC 3987.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for verb in (
    explain,
    check,
    audit,
    resolve,
    relativize,
    normalize,
    to_uri,
    to_iri,
    repair,
    expand,
    match,
    literals,
):
    app.command(cls=Verb, no_args_is_help=True)(verb)
app.command(cls=Verb)(grammar)


def _version(wanted: bool) -> None:  # noqa: FBT001 - Typer calls it so
    if wanted:
        from importlib.metadata import version

        typer.echo(f"iriform {version('iriform')}")
        raise typer.Exit


@app.callback()
def options(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Explain, check, convert and audit URIs and IRIs, exactly by RFC 3986 and RFC 3987."""


def run() -> None:
    """Run the program with the arguments of the process."""
    app(prog_name="iriform")
