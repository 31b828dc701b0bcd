"""The program and its verbs, for Typer: their help, and how they read their options.

Help goes without the names of Python's types. The placeholder and the sentence describe the value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand, TyperGroup

from .arguments import as_text

if TYPE_CHECKING:
    from collections.abc import Sequence


# What the arguments are called that are files; all others are text.
_NAMES_OF_FILES = {"FILE", "SRC"}


class Verb(TyperCommand):
    """A verb of the program."""

    def get_params(self, ctx: Any) -> list[Any]:  # noqa: ANN401 - a context of Click's
        """List the parameters, those of help included."""
        return _without_types(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - a context of Click's
        """Refuse a second value of an option that has one: Click would take the last, silently."""
        if args and not ctx.resilient_parsing:
            given: list[Any] = self.make_parser(ctx).parse_args(args=[*args])[2]
            for parameter in given:
                if given.count(parameter) > 1 and not (parameter.multiple or parameter.is_flag):
                    raise typer.BadParameter("it is given more than once", ctx, parameter)
        rest = super().parse_args(ctx, args)
        for parameter in self.params:
            if parameter.metavar not in _NAMES_OF_FILES:
                ctx.params[parameter.name] = _as_text(ctx.params.get(parameter.name))
        return rest


class Verbs(TyperGroup):
    """The program."""

    def get_params(self, ctx: Any) -> list[Any]:  # noqa: ANN401 - a context of Click's
        """List the parameters, those of help included."""
        return _without_types(super().get_params(ctx))


def _without_types(parameters: Sequence[Any]) -> list[Any]:
    for parameter in parameters:
        if parameter.param_type_name == "argument":
            # Beside its name it would have `<list[str]>`.
            parameter.display_type_rich = _nothing
        elif getattr(parameter, "is_flag", False):
            parameter.metavar = ""  # in place of `<bool>`
    return list(parameters)


def _as_text(value: Any) -> Any:  # noqa: ANN401 - whatever an option is
    """Read what is text, or is made of texts, as `as_text` does."""
    if type(value) is str:
        return as_text(value)
    if isinstance(value, (list, tuple)):
        return type(value)(map(_as_text, value))
    return value


def _nothing(**_: object) -> None:
    return None
