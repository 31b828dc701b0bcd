"""The program, with all its verbs."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import typer

from iriform import __version__

from .help import Verb, Verbs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# As help lists them. Each is the function of that name in the module of that name.
VERBS = (
    "explain",
    "check",
    "audit",
    "resolve",
    "relativize",
    "normalize",
    "to-uri",
    "to-iri",
    "repair",
    "expand",
    "match",
    "literals",
    "grammar",
)

# What can be done without an argument.
_ALONE = {"grammar"}


def app(verbs: Sequence[str] = VERBS) -> typer.Typer:
    """Make the program, with these verbs."""
    made = typer.Typer(
        name="iriform",
        cls=Verbs,
        help="Explain, check, convert and audit URIs and IRIs, exactly by RFC 3986 and RFC 3987.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode="markdown",
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    made.callback()(options)
    for verb in verbs:
        name = verb.replace("-", "_")
        function = getattr(import_module(f".{name}", __package__), name)
        made.command(verb, cls=Verb, no_args_is_help=verb not in _ALONE, help=_doc(function))(
            function
        )
    return made


def _doc(function: Callable[..., Any]) -> str | None:
    """Return the docstring of a function, from its source if Python runs without them (`-OO`)."""
    if function.__doc__ is None and sys.flags.optimize > 1:
        import ast
        from inspect import getsource

        with suppress(OSError):  # there is no source
            definition: Any = ast.parse(getsource(function)).body[0]
            return ast.get_docstring(definition)
    return function.__doc__


def _version(wanted: bool) -> None:  # noqa: FBT001 - Typer calls it so
    if wanted:
        typer.echo(f"iriform {__version__}")
        raise typer.Exit


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
    # The other verbs take longer to be made than most runs of this one.
    asked = [verb for verb in sys.argv[1:2] if verb in VERBS]
    app(asked or VERBS)(prog_name="iriform")
