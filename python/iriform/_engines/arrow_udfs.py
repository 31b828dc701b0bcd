"""An operation of the table as a Spark column: a function of Arrow batches that the workers run."""

# pyspark is half a gigabyte, so type checking does not require it.
# pyright: reportMissingImports=false

from __future__ import annotations

from functools import reduce
from operator import and_
from typing import TYPE_CHECKING, Any

from iriform._extras import needed

from . import functions as _engines
from .sql import BoundOperation, type_name
from .table import OPERATIONS

if TYPE_CHECKING:
    from typing import TypeAlias

    from pyspark.sql import Column

    from iriform.columns import Kind

    ColumnOrName: TypeAlias = Column | str


def answer(name: str, column: ColumnOrName, as_: Kind, *arguments: Any) -> Column:  # noqa: ANN401 - of each function
    """Make the column of a function with its arguments."""
    of, options = _engines.check(name, as_, arguments, _is_column, "F.col")
    if policies := _engines.policies_of(name, as_):
        base = _engines.NAMED[_engines.class_name(as_)]
        return reduce(and_, (answer("allows", column, base, policy) for policy in policies))
    others: list[Any] = []
    for argument in OPERATIONS[name]["arguments"]:
        given = options.get(argument["name"])
        if argument["type"] == "pairs" and _has_column(given):
            del options[argument["name"]]
            others += turns_of(_engines.plain(given, _column))
        elif _is_column(given):
            del options[argument["name"]]
            # The name precedes an argument that a call may omit.
            others += [_lit(argument["name"]), given] if "default" in argument else [given]
    bound = BoundOperation(name, (*options.items(), ("as_", as_)))
    result: Column = function(bound, of)(column, *others)
    return result


def _is_column(argument: object) -> bool:
    return type(argument).__module__.startswith("pyspark.sql")


def _column(argument: Any) -> Any:  # noqa: ANN401 - Spark's class, or none
    return argument if _is_column(argument) else None


def _has_column(pairs: Any) -> bool:  # noqa: ANN401 - a mapping, or pairs
    written = _engines.plain(pairs, lambda value: {} if _is_column(value) else None)
    return any({} in (values if isinstance(values, list) else [values]) for _, values in written)


def turns_of(pairs: list[Any]) -> list[Any]:
    """Return alternating names and values, as in SQL."""
    turns: list[Any] = []
    for name, values in pairs:
        # A comparison with a column is a column, not a bool.
        several = values if isinstance(values, list) else [values]
        if not several:
            raise ValueError("a name without values cannot be given together with columns")
        for value in several:
            turns += [_lit(name), value if _is_column(value) else _lit(value)]
    return turns


def _lit(value: Any) -> Any:  # noqa: ANN401 - plain data, Spark's class
    from pyspark.sql import functions

    if isinstance(value, bool):
        value = str(value).lower()
    return functions.lit(None if value is None else str(value)).cast("string")


def function(bound: BoundOperation, of: Any) -> Any:  # noqa: ANN401 - a type of the table, Spark's class
    """Make the Spark function that calls a bound operation, whose answer has a given type."""
    with needed("spark", "iriform.spark"):
        import pandas as pd  # noqa: F401 - Spark wants it for functions in Python
        from pyspark.sql import functions

    # It needs `getattr`, because Spark's types only declare it as a decorator of a function; it is
    # new in Spark 4.1.
    arrow_udf: Any = getattr(functions, "arrow_udf", None)
    if arrow_udf is None:
        raise ImportError("iriform.spark needs Spark 4.1 or later, which has arrow_udf")
    return arrow_udf(bound, type_name(of, "STRUCT<{}>", "`{}`: {}", "ARRAY<{}>", text="STRING"))
