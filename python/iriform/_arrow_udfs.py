"""An operation of the table as a column of Spark: a function of Arrow batches that its workers run."""

# pyspark is half a gigabyte, so those who check types need not have it.
# pyright: reportMissingImports=false

from __future__ import annotations

from functools import reduce
from operator import and_
from typing import TYPE_CHECKING, Any

from . import _engines
from ._core import Query
from ._extras import needed
from ._sql import BoundOperation
from ._table import OPERATIONS

if TYPE_CHECKING:
    from typing import TypeAlias

    from pyspark.sql import Column

    from .columns import Kind

    ColumnOrName: TypeAlias = Column | str


def answer(name: str, column: ColumnOrName, as_: Kind, *arguments: Any) -> Column:  # noqa: ANN401 - of each function
    """Make the column of a function with its arguments."""
    of, options = _engines.check(name, as_, arguments, "F.col")
    if policies := _engines.policies_of(name, as_):
        base = _engines.NAMED[_engines.class_name(as_)]
        return reduce(and_, (answer("allows", column, base, policy) for policy in policies))
    operation = OPERATIONS[name]
    others = []
    for argument in operation["arguments"]:
        given = options[argument["name"]]
        if argument["type"] == "pairs" and _has_column(given):
            del options[argument["name"]]
            others += _turns(given)
        elif argument["type"] in ("base", "part") and _is_column(given):
            del options[argument["name"]]
            # The name precedes an argument that a call may leave out.
            others += [_lit(argument["name"]), given] if "default" in argument else [given]
    bound = BoundOperation(name, (*options.items(), ("as_", as_)))
    result: Column = function(bound, of)(column, *others)
    return result


def _is_column(argument: object) -> bool:
    return type(argument).__module__.startswith("pyspark.sql")


def _items(pairs: Any) -> list[tuple[str, list[Any]]]:  # noqa: ANN401 - a mapping, or pairs
    items = pairs.items() if hasattr(pairs, "items") else pairs
    return [(n, [*v] if isinstance(v, (list, tuple)) else [v]) for n, v in items]


def _has_column(pairs: Any) -> bool:  # noqa: ANN401 - see `_items`
    return any(_is_column(value) for _, values in _items(pairs) for value in values)


def _turns(pairs: Any) -> list[Any]:  # noqa: ANN401 - see `_items`
    """List names and values in turns, as SQL has them."""
    turns = []
    for name, values in _items(pairs):
        if not values:
            raise ValueError("a name without values cannot be given together with columns")
        for value in values:
            turns += [_lit(name), value if _is_column(value) else _lit(value)]
    return turns


def _lit(value: Any) -> Any:  # noqa: ANN401 - what a query writes, Spark's class
    from pyspark.sql import functions

    text = None if value is None else Query.from_pairs({"": value}).get("")
    return functions.lit(text).cast("string")


def function(bound: BoundOperation, of: Any) -> Any:  # noqa: ANN401 - a type of the table, Spark's class
    with needed("spark", "iriform.spark"):
        import pandas as pd  # noqa: F401 - Spark wants it for functions in Python
        from pyspark.sql import functions

    # `getattr`, since Spark's types declare it only as a decorator of a function; it came with Spark 4.1.
    arrow_udf: Any = getattr(functions, "arrow_udf", None)
    if arrow_udf is None:
        raise ImportError("iriform.spark needs Spark 4.1 or later, which has arrow_udf")
    return arrow_udf(bound, _type(of))


def _type(of: Any) -> str:  # noqa: ANN401 - a type of the table
    """Name the type of an answer."""
    if isinstance(of, dict):
        # The name of a variable has dots and triplets.
        return f"STRUCT<{', '.join(f'`{name}`: {_type(field)}' for name, field in of.items())}>"
    if isinstance(of, list):
        return f"ARRAY<{_type(*of)}>"
    return {"bool": "BOOLEAN", "uint16": "INTEGER", "int64": "BIGINT", "text": "STRING"}[str(of)]
