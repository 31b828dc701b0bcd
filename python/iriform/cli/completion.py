"""`--completion`: shell completion of verbs, options and their values."""

from __future__ import annotations

import click

from .options import Decorator, Words

SHELLS = ("bash", "zsh", "fish")


def _print(context: click.Context, _: click.Parameter, shell: str | None) -> None:
    if shell is None or context.resilient_parsing:
        return
    from click.shell_completion import get_completion_class

    if made := get_completion_class(shell):
        click.echo(made(context.command, {}, "iriform", "_IRIFORM_COMPLETE").source())
    context.exit()


completion_option: Decorator = click.option(
    "--completion",
    type=Words(SHELLS),
    metavar="SHELL",
    is_eager=True,
    expose_value=False,
    callback=_print,
    help="Print a script with which a shell completes verbs and options: "
    f"{', '.join(SHELLS)}. In bash, put"
    ' `eval "$(iriform --completion bash)"` into ~/.bashrc.',
)
