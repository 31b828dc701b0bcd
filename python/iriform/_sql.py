"""The functions of `columns` in SQL: names, arguments and types, the same for every engine.

A function is called `iri_` and its name. Its first argument is the column; the others follow by
position, in the order in which the function of `columns` has them: `iri_host(url)`,
`iri_resolve(url, base)`, `iri_normalize(url, 'scheme')`, `iri_is_valid(url, 'URI')`.
"""

# No `from __future__ import annotations`: Spark and DuckDB look at those of `Kernel.__call__`.

import inspect
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pyarrow as pa

from . import columns
from ._engines import KINDS

PREFIX = "iri_"

REQUIRED = {"base", "name"}
"""Arguments without a default."""


@dataclass(frozen=True)
class Kernel:
    """A function of `columns` as engines call it: with arrays of pyarrow, on one thread.

    It has no state and pickles as the few words that it is made of.
    """

    name: str
    options: tuple[tuple[str, Any], ...] = ()
    """What is known beforehand; the rest are arguments."""

    @property
    def __name__(self) -> str:
        """What engines show."""
        return PREFIX + self.name

    def __call__(self, *arguments: pa.Array) -> pa.Array:
        """Ask every row of the first; what is not a base must be the same for all rows."""
        column, *others = arguments
        options = dict(self.options)
        open_ = [name for name in parameters(self.name) if name not in options]
        if len(others) > len(open_):
            raise TypeError(f"{self.__name__} takes at most {1 + len(open_)} arguments")
        missing = [name for name in open_[len(others) :] if name in REQUIRED]
        if missing:
            call = ", ".join(["column", *open_[: open_.index(missing[-1]) + 1]])
            raise TypeError(f"{self.__name__} needs {missing[0]}: {self.__name__}({call})")
        for name, argument in zip(open_, others, strict=False):
            if name == "base":
                options[name] = argument
            elif len(column):
                options[name] = _only(name, argument)
            elif name == "name":
                options[name] = ""  # no row asks for it, but the function does
        return getattr(columns, self.name)(column, **options, threads=1)


@lru_cache
def parameters(name: str) -> tuple[str, ...]:
    """Name the arguments after the column, in their order."""
    _, *others = inspect.signature(getattr(columns, name)).parameters
    return tuple(other for other in others if other not in {"fields", "threads"})


def _only(name: str, argument: pa.Array) -> Any:  # noqa: ANN401 - a text, a class, a truth value
    """Read an argument that is the same in every row."""
    values = argument.unique().to_pylist()
    if len(values) != 1 or values[0] is None:
        raise ValueError(f"{name.rstrip('_')} must be one value, not a column")
    (value,) = values
    if name == "as_":
        if value not in KINDS:
            raise ValueError(f"as must be one of {', '.join(KINDS)}, not {value!r}")
        return KINDS[value]
    return value


def fields(name: str, wanted: tuple[str, ...] = columns.COMPONENTS) -> dict[str, str] | str:
    """Tell the type of an answer in SQL that engines have in common; a struct by its fields."""
    if name == "components":
        return {field: str(fields(field)) for field in wanted}
    if name == "errors":
        numbers = dict.fromkeys(("position", "start", "stop"), "BIGINT")
        return {**numbers, **dict.fromkeys(("production", "rule", "reason"), "STRING")}
    return {"is_valid": "BOOLEAN", "port": "INTEGER", "check": "STRING[]"}.get(name, "STRING")
