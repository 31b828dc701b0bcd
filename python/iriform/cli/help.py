"""The program and its verbs, for Typer: their help, and how they read their options.

Help goes without the names of Python's types. The placeholder and the sentence describe the value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand, TyperGroup

if TYPE_CHECKING:
    from collections.abc import Sequence


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
        return super().parse_args(ctx, args)


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


def _nothing(**_: object) -> None:
    return None
