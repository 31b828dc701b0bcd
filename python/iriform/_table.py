"""The table of the operations of columns, as the native module has it.

Every module that has a function for each operation is made from it: `columns.py`, `polars.py`,
`spark.py` and `docs/columns.md` by `scripts/generate.py`, the others when they are imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

from . import _core

if TYPE_CHECKING:
    from types import EllipsisType

    from ._core import IRIReference


class _Argument(TypedDict):
    name: str
    type: str
    """The name of an argument type: `argument_type.rs` of the crate has them all."""
    by_name: bool
    most_in_sql: int
    """How many places it has at most in a call in SQL."""


class Argument(_Argument, total=False):
    """An argument beside the column; it has a `default` unless every call gives it."""

    default: bool | str | tuple[()] | EllipsisType | None


class Operation(TypedDict):
    """A row of the table."""

    name: str
    arguments: list[Argument]
    as_: str
    answer: Any
    """A name (`bool`, `uint16`, `int64`, `text`), a dict of fields, or a list of the items' type."""
    is_of_values: bool
    """Whether the column is of structs."""
    summary: str
    doc: str


_table = _core.column_table()

OPERATIONS: dict[str, Operation] = {row["name"]: row for row in _table["operations"]}
"""The operations by their names, in the order of the documentation."""

SQL_PREFIX: str = _table["sql_prefix"]
"""The prefix of the names of functions in SQL."""

KINDS: list[tuple[str, str]] = _table["kinds"]
"""The productions that rows can be validated against, the narrowest first: the class's name, and the
RFC's."""

CLASSES: dict[str, type[IRIReference]] = {name: getattr(_core, name) for name, _ in KINDS}
"""The classes of these productions by their names."""

PRODUCTIONS: dict[str, type[IRIReference]] = {rfc: CLASSES[name] for name, rfc in KINDS}
"""The classes of these productions by the RFCs' names."""

LEVELS: list[str] = _table["levels"]
"""The names of the levels of normalization."""

SYNTAXES: list[str] = _table["syntaxes"]
"""The names of the syntaxes of compact IRIs."""

FORMS: list[str] = _table["forms"]
"""The names of the forms of relative references."""

ORDERS: list[str] = _table["orders"]
"""How a query may be matched."""

EXTRAS: list[str] = _table["extras"]
"""The choices for pairs that a template does not have."""

SAFE_SETS: list[str] = _table["safe_sets"]
"""The names of the sets of characters that `quote` leaves as they are."""

COMPONENTS: list[str] = list(OPERATIONS["components"]["answer"])
"""The names of the components."""


def filled(name: str, options: dict[str, Any]) -> list[Any]:
    """List the arguments of an operation in their order, those that are not given by default."""
    return [
        options.get(argument["name"], argument.get("default"))
        for argument in OPERATIONS[name]["arguments"]
    ]
