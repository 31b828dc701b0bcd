"""Help without the names of Python's types. The placeholder and the sentence describe the value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typer.core import TyperCommand, TyperGroup

if TYPE_CHECKING:
    from collections.abc import Sequence


class Verb(TyperCommand):
    """A verb of the program."""

    def get_params(self, ctx: Any) -> list[Any]:  # noqa: ANN401 - a context of Click's
        """List the parameters, those of help included."""
        return _without_types(super().get_params(ctx))


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
