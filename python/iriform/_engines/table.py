"""The table of the operations of columns, as the native module has it.

Every module that has a function for each operation is made from it: `columns.py`, `polars.py`,
`spark.py` and `docs/reference/columns.md` by `scripts/generate.py`, the others when they are imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

from iriform import _core

if TYPE_CHECKING:
    from types import EllipsisType

    from iriform._core import IRIReference


class _Argument(TypedDict):
    name: str
    type: str
    """The name of an argument type: `argument_type.rs` of the crate has them all."""
    annotation: str
    """Braces mark a text or a column."""
    by_name: bool
    most_in_sql: int
    """The largest number of arguments that it takes in an SQL call."""


class Argument(_Argument, total=False):
    """An argument after the column; it has a `default` unless it is required."""

    default: bool | str | tuple[()] | EllipsisType | None


class Operation(TypedDict):
    """A row of the table."""

    name: str
    arguments: list[Argument]
    as_: str
    answer: Any
    """A name (`bool`, `uint16`, `int64`, `text`), a dict of fields, or a list of the items' type."""
    is_of_values: bool
    """True for a column of structs."""
    reads_lists: bool
    """True if the answer depends on lists that a process may reload, or on policies with names."""
    summary: str
    doc: str


_table = _core.column_table()

OPERATIONS: dict[str, Operation] = {row["name"]: row for row in _table["operations"]}
"""The operations by name, in the order of the documentation."""

SQL_PREFIX: str = _table["sql_prefix"]
"""The prefix of the names of functions in SQL."""

KINDS: list[tuple[str, str]] = _table["kinds"]
"""The productions that rows can be validated against, narrowest first: the name of the class, and
that of the RFC."""

CLASSES: dict[str, type[IRIReference]] = {name: getattr(_core, name) for name, _ in KINDS}
"""The classes of these productions, by name."""

PRODUCTIONS: dict[str, type[IRIReference]] = {rfc: CLASSES[name] for name, rfc in KINDS}
"""The classes of these productions by the RFCs' names."""

CHOICES: dict[str, list[str]] = _table["choices"]
"""The allowed words of an argument, by the name of its type."""

COMPONENTS: list[str] = CHOICES["Component"]
"""The names of the components."""
