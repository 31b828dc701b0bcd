"""An operation of the table as an expression of Polars: by the native plugin, or by batches in Python."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
from polars.plugins import register_plugin_function

from . import _core, _engines, _table, columns
from ._core import PrefixMap, Query

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeAlias

    from .columns import Kind

    Column: TypeAlias = str | pl.Expr

UNCHANGED = pl.Struct({"iriform: unchanged": pl.String})
"""The type of the argument for a part that stays as it is."""

OTHER = "iriform.polars: "
"""The prefix of the names of arguments' columns, which no other column has."""


def expression(name: str, column: Column, as_: Kind, *arguments: Any) -> pl.Expr:  # noqa: ANN401 - of each function
    """Make the expression of a function with its arguments, by the plugin if there is one."""
    answer, options = _engines.check(name, as_, arguments, "pl.col")
    if policies := _engines.policies_of(name, as_):
        base = _engines.NAMED[_engines.class_name(as_)]
        return pl.all_horizontal(expression("allows", column, base, p) for p in policies)
    operation = _table.OPERATIONS[name]
    column = pl.col(column) if isinstance(column, str) else column
    kind = _engines.class_name(as_)
    if not HAS_PLUGIN:
        return _batches(name, column, as_, options, _dtype(answer))
    words = [
        word
        for argument in operation["arguments"]
        for word in _words(argument["type"], options[argument["name"]])
    ]
    return _plugin(name, [column, pl.lit(kind), *words])


def _words(of: str, value: Any) -> Iterator[pl.Expr]:  # noqa: ANN401 - see `_word`
    """Make an argument expressions, as the native module reads them."""
    if of != "pairs":
        yield _word(of, value)
        return
    pairs = [(name, [*_values(values)]) for name, values in _items(value)]
    yield pl.lit(_packed(text for name, values in pairs for text in (name, str(len(values)))))
    yield from (_cell(value) for _, values in pairs for value in values)


def _items(pairs: Any) -> Iterable[tuple[str, Any]]:  # noqa: ANN401 - of a mapping, or themselves
    items: Iterable[tuple[str, Any]] = pairs.items() if hasattr(pairs, "items") else pairs
    return items


def _values(values: Any) -> Iterable[Any]:  # noqa: ANN401 - one value, or several
    return values if isinstance(values, (list, tuple)) else [values]


def _cell(value: Any) -> pl.Expr:  # noqa: ANN401 - of a name, of a part
    """Make a value an expression: what is no text, as a query writes it."""
    if isinstance(value, pl.Expr):
        return value
    if isinstance(value, pl.Series):
        return pl.lit(value)
    text = None if value is None else Query.from_pairs({"": value}).get("")
    return pl.lit(text, dtype=pl.String)


def _word(of: str, value: Any) -> pl.Expr:  # noqa: ANN401, PLR0911 - a line for each type
    """Make an argument a literal, as the native module reads it."""
    if of in ("fields", "template"):
        # Types are all that is known when a query is planned. So such an argument is one: of a struct
        # whose fields have these names.
        names = [value] if of == "template" else value
        return pl.lit(None, dtype=pl.Struct(dict.fromkeys(names, pl.String)))
    if of == "flag":
        return pl.lit("true" if value else "false")
    if of in ("texts", "protected"):
        return pl.lit(_packed(value))
    if of == "words":
        return pl.lit(_packed(text for pair in (value or {}).items() for text in pair))
    if of == "prefixes":
        return pl.lit(_packed(_prefixes(PrefixMap(value))))
    if of == "policy":
        return pl.lit(json.dumps(value.to_dict()))
    if of == "number":
        return pl.lit(str(value))
    if of == "part":
        # A part that stays unchanged has a type that no column has.
        return pl.lit(None, dtype=UNCHANGED) if value is ... else _cell(value)
    return value if isinstance(value, pl.Expr) else pl.lit(value)


def _packed(texts: Iterable[str]) -> str:
    """Write texts in one: of each its length in bytes, a colon, and the text."""
    return "".join(f"{len(text.encode())}:{text}" for text in texts)


def _prefixes(prefixes: PrefixMap) -> Iterator[str]:
    """Yield the name of each prefix, its namespace, and whether it is declared."""
    declared = frozenset(prefixes.declared)
    for name, namespace in prefixes.items():
        yield from (name, namespace, "@prefix" if name in declared else "")


def _plugin(name: str, arguments: list[pl.Expr]) -> pl.Expr:
    return register_plugin_function(
        plugin_path=Path(_core.__file__), function_name=name, args=arguments, is_elementwise=True
    )


def _batches(
    name: str, column: pl.Expr, as_: Kind, options: dict[str, Any], dtype: pl.DataType
) -> pl.Expr:
    """Make an expression that calls Python for every batch, which is nearly as fast."""
    others: list[pl.Expr] = []

    def put(other: pl.Expr | pl.Series) -> _Place:
        other = other if isinstance(other, pl.Expr) else pl.lit(other)
        others.append(other.alias(f"{OTHER}{len(others)}"))
        return _Place(len(others))

    places = {name: _replaced(value, (pl.Expr, pl.Series), put) for name, value in options.items()}
    if others:
        # A struct is called as its first field is, which is what the answer is called, too.
        column = pl.struct([column, *others])

    # Polars calls this from several threads at once, so it changes nothing that they share.
    def work(batch: pl.Series) -> pl.Series:
        all_ = batch.struct.unnest().get_columns() if others else [batch]
        # As the plugin does: categories are read as text.
        all_ = [_text(each) for each in all_]
        batch = all_[0]
        given = {n: _replaced(v, _Place, lambda place: all_[place.of]) for n, v in places.items()}
        answer = _core.column(name, batch, as_, 1, *_table.filled(name, given))
        series: pl.Series = columns.own(batch, answer)
        # Answers for bytes are valid UTF-8, and Polars was told that they are text.
        return series if series.dtype == dtype else series.cast(dtype)

    return column.map_batches(work, return_dtype=dtype, is_elementwise=True)


def _text(series: pl.Series) -> pl.Series:
    """Make categories text."""
    is_category = series.dtype in (pl.Categorical, getattr(pl, "Enum", pl.Categorical))
    return series.cast(pl.String) if is_category else series


@dataclass(frozen=True)
class _Place:
    """The place of an argument's column."""

    of: int


def _replaced(value: Any, of: Any, change: Callable[[Any], Any]) -> Any:  # noqa: ANN401 - of any argument
    """Change what is of a class in an argument: it may be one, or be the value of a name."""
    if isinstance(value, of):
        return change(value)
    if isinstance(value, (list, tuple)):
        return [_replaced(item, of, change) for item in value]
    if isinstance(value, dict):
        return {name: _replaced(item, of, change) for name, item in value.items()}
    return value


def _dtype(answer: Any) -> Any:  # noqa: ANN401 - a type of Polars, of a type of the table
    """Say of which type an answer is, for a column of text."""
    if isinstance(answer, dict):
        return pl.Struct({name: _dtype(of) for name, of in answer.items()})
    if isinstance(answer, list):
        return pl.List(_dtype(*answer))
    return {"bool": pl.Boolean, "uint16": pl.UInt16, "int64": pl.Int64, "text": pl.String}[answer]


def _plugin_works() -> bool:
    """Whether this Polars can load expressions from the native module."""
    try:
        return pl.select(_plugin("is_valid", [pl.lit("a:"), pl.lit("IRI")])).item() is True
    except BaseException as error:
        if isinstance(error, (KeyboardInterrupt, SystemExit)):
            raise
        return False


HAS_PLUGIN = _plugin_works()
"""Whether expressions run without Python; else they are `map_batches`."""
