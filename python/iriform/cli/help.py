"""The program and its verbs, for Click: finding them, and reading their options."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from iriform._display import escape

from .arguments import as_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .options import Decorator

# The names of the verbs in other programs.
_USUAL = {
    "validate": "check",
    "lint": "check",
    "test": "check",
    "parse": "explain",
    "show": "explain",
    "format": "normalize",
    "canonicalize": "normalize",
    "join": "resolve",
    "fix": "repair",
    "clean": "repair",
    "extract": "find",
    "convert": "to-uri",
    "mend": "repair",
    "encode": "to-uri",
    "decode": "to-iri",
    "stats": "audit",
    "profile": "audit",
    "version": "--version",
}


class Argument(click.Argument):
    """An argument of a verb with a help text, which Click supports since 8.5."""

    help: str | None

    def __init__(self, *given: Any, help: str, **named: Any) -> None:  # noqa: A002, ANN401 - as Click has them
        super().__init__(*given, **named)
        self.help = help


def several(
    name: str,
    metavar: str,
    help: str,  # noqa: A002 - Click's
    *,
    required: bool = True,
    of_files: bool = False,
) -> Decorator:
    """Make an argument of a verb that may be repeated."""
    type_ = click.Path() if of_files else None
    return click.argument(
        name, cls=Argument, metavar=metavar, nargs=-1, required=required, type=type_, help=help
    )


class Verb(click.Command):
    """A verb of the program."""

    ending = ""
    """The end of the help, after the docstring."""

    def get_help(self, ctx: click.Context) -> str:
        """Draw the help."""
        from .rich_help import help_of

        return help_of(self, ctx)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuse a second value for an option with one value: Click would take the last, silently."""
        if args and not ctx.resilient_parsing:
            given: Sequence[Any] = self.make_parser(ctx).parse_args(args=[*args])[2]
            for parameter in given:
                if given.count(parameter) > 1 and not (
                    parameter.multiple or getattr(parameter, "is_flag", False)
                ):
                    raise click.BadParameter("it is given more than once", ctx, parameter)
        rest = super().parse_args(ctx, args)
        for parameter in self.params:
            if parameter.name and not isinstance(parameter.type, click.Path):
                ctx.params[parameter.name] = _as_text(ctx.params.get(parameter.name))
        options = (
            is_given(ctx, parameter) for parameter in self.params if parameter.opts[0][0] == "-"
        )
        if not ctx.resilient_parsing and any(options):
            from .needs import complaint  # which a verb without options does not need

            if (said := complaint(ctx)) is not None:
                sys.stderr.write(f"iriform: {escape(said)}\n")
                ctx.exit(2)
        return rest


class Verbs(click.Group):
    """The program. Each verb is the command of that name, in the module of that name."""

    def __init__(self, *given: Any, verbs: Sequence[str] = (), **named: Any) -> None:  # noqa: ANN401 - as Click has them
        super().__init__(*given, **named)
        self._verbs = verbs

    def get_help(self, ctx: click.Context) -> str:
        """Draw the help."""
        from .rich_help import help_of

        return help_of(self, ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - Click passes it
        """List the verbs in their order."""
        return [*self._verbs]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - Click passes it
        """Import a verb."""
        if cmd_name not in self._verbs:
            return None
        name = cmd_name.replace("-", "_")
        command: click.Command = getattr(import_module(f".{name}", __package__), name)
        command.name = cmd_name
        if command.help is None and sys.flags.optimize > 1:
            command.help = _from_source(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a verb by name, or suggest a similar one."""
        if args and args[0] == "help" and not ctx.resilient_parsing:
            args = [*args[1:], "--help"]  # as in git
            if len(args) == 1:
                click.echo(ctx.get_help(), color=ctx.color)
                ctx.exit()
        if args and args[0] not in self._verbs and not ctx.resilient_parsing:
            ctx.fail(self._no_verb(args[0]))
        return super().resolve_command(ctx, args)

    def _no_verb(self, word: str) -> str:
        import shlex
        from difflib import get_close_matches
        from os.path import isfile

        lower = word.lower()
        near = get_close_matches(lower, [*self._verbs, *_USUAL])
        meant = dict.fromkeys(_USUAL.get(each, each) for each in near)
        if isfile(word):  # noqa: PTH113 - false, too, for what no file can be called
            said = f"for a file: iriform audit {shlex.quote(word)}"
        elif any(mark in word for mark in ":/."):
            said = f"for a value: iriform explain {shlex.quote(word)}"
        elif meant:
            said = f"did you mean {' or '.join(meant)}?"
        else:
            said = "iriform --help lists them"
        return f"there is no verb {escape(word)}; {escape(said)}"


def is_given(ctx: click.Context, parameter: click.Parameter) -> bool:
    """Return True if an option or argument was given, rather than its default."""
    return ctx.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE


def verb_of_run() -> str:
    """Return the name of the current verb."""
    return click.get_current_context().info_name or ""


def _from_source(command: click.Command) -> str | None:
    """Return the docstring of a verb from its source, because Python runs without them (`-OO`)."""
    import ast
    from inspect import cleandoc, getsource

    with suppress(OSError):  # there is no source
        definition: Any = ast.parse(getsource(command.callback)).body[0]  # type: ignore[arg-type]  # a verb has one
        return cleandoc(ast.get_docstring(definition) or "")
    return None


def _as_text(value: Any) -> Any:  # noqa: ANN401 - whatever an option is
    """Apply `as_text` to a text, or to the texts of a collection."""
    if type(value) is str:
        return as_text(value)
    if isinstance(value, (list, tuple)):
        return type(value)(map(_as_text, value))
    return value
