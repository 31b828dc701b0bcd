"""An operation of the table as an expression of Polars, which calls the native plugin without Python."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
from polars.plugins import register_plugin_function

from iriform import _core
from iriform._core import PrefixMap

from . import functions as _engines
from .table import OPERATIONS

if TYPE_CHECKING:
    from typing import TypeAlias

    from iriform.columns import Kind

    Column: TypeAlias = str | pl.Expr


def expression(name: str, column: Column, as_: Kind, *arguments: Any) -> pl.Expr:  # noqa: ANN401 - of each function
    """Make the expression of a function with its arguments."""
    _, options = _engines.check(name, as_, arguments, _is_column, "pl.col")
    kind = _engines.class_name(as_)
    if policies := _engines.policies_of(name, as_):
        base = _engines.NAMED[kind]
        return pl.all_horizontal(expression("allows", column, base, p) for p in policies)
    for argument in OPERATIONS[name]["arguments"]:
        if argument["type"] == "prefixes":
            options[argument["name"]] = PrefixMap(options[argument["name"]])
    columns = [pl.col(column) if isinstance(column, str) else column]

    def place(argument: object) -> dict[str, int] | None:
        if not isinstance(argument, (pl.Expr, pl.Series)):
            return None
        columns.append(argument if isinstance(argument, pl.Expr) else pl.lit(argument))
        return {"column": len(columns) - 1}

    return register_plugin_function(
        plugin_path=Path(_core.__file__),
        function_name=name,
        args=columns,
        kwargs={"as_": kind} | {n: _engines.plain(o, place) for n, o in options.items()},
        is_elementwise=True,
    )


def _is_column(argument: object) -> bool:
    return isinstance(argument, (pl.Expr, pl.Series))
