"""Help and error messages, drawn by rich-click.

It is only imported to show one, because that takes longer than judging a value.
"""

from __future__ import annotations

import sys
from inspect import cleandoc
from typing import Any

import click
import rich_click

from .pages import addressed, where

_CONFIG: dict[str, Any] = {
    "show_arguments": True,
    "text_markup": "markdown",
    "text_emojis": False,
    "padding_helptext_first_line": (0, 0, 1, 0),
}


class _Verbs(rich_click.RichGroup):
    """The program, with its verbs in order."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - Click passes it
        return [*self.commands]


def help_of(command: click.Command, context: click.Context) -> str:
    """Draw the help of the program or of a verb."""
    for parameter in command.params:
        if about := getattr(parameter, "help", None):
            parameter.help = addressed(about)
    said, epilog = command.help, command.epilog
    if ending := getattr(command, "ending", ""):
        said = f"{cleandoc(said or '')}\n\n{ending.strip()}"
    if isinstance(command, click.Group):
        epilog = f"{epilog}\n\n{where()}"
    shown: dict[str, Any] = {
        "name": command.name,
        "callback": command.callback,
        "params": command.params,
        "help": said,
        "epilog": epilog,
    }
    drawn: rich_click.RichCommand
    if isinstance(command, click.Group):
        commands = (command.get_command(context, verb) for verb in command.list_commands(context))
        verbs = {verb.name or "": verb for verb in commands if verb is not None}
        drawn = _Verbs(commands=verbs, **shown)
    else:
        columns = ["required", "metavar", "help"]
        arguments = rich_click.RichOptionPanel("Arguments", column_types=columns)
        drawn = rich_click.RichCommand(panels=[arguments], **shown)
    return drawn.get_help(
        rich_click.RichContext(
            drawn,
            info_name=context.info_name,
            parent=context.parent,
            help_option_names=context.help_option_names,
            rich_help_config=_CONFIG,
        )
    )


def complain(error: click.ClickException) -> None:
    """Report on standard error why the arguments cannot be used."""
    if isinstance(error, click.NoSuchOption) and error.option_name in {"-o", "--output"}:
        options = error.ctx.command.params if error.ctx else ()
        known = {name for option in options for name in option.opts}
        meant = " or ".join(name for name in ("--out", "--report") if name in known)
        if meant:
            error = click.UsageError(f"{error.message} Did you mean {meant}?", error.ctx)
    config = rich_click.RichHelpConfiguration.load_from_globals(**_CONFIG)
    formatter = rich_click.RichHelpFormatter(config=config)
    formatter.write_error(error)
    sys.stderr.write(formatter.getvalue())
