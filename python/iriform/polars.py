"""The functions of `iriform.columns` as expressions of Polars: `pl.col("url").iri.host()`.

Importing this module registers the namespace `iri` for expressions and for Series. The functions
here make the same expressions of a column's name or an expression, for whoever wants types checked:
`host("url")`. What they take and give is what the functions of that name in `iriform.columns` do;
a `base` may be an expression, too. Of categories, expressions make text.

An expression runs in Polars' own threads, without Python (but for `check`), in the lazy and in the
streaming engine.
The methods of a Series have `threads=` as those of `iriform.columns` do.

>>> import polars as pl
>>> import iriform.polars
>>> df = pl.DataFrame({"url": ["http://example.org/a", "http://例え.jp:8080/", "a b"]})
>>> df.filter(pl.col("url").iri.is_valid()).select(pl.col("url").iri.host())["url"].to_list()
['example.org', '例え.jp']
>>> df["url"].iri.port().to_list()
[None, 8080, None]
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
from polars.plugins import register_plugin_function

from . import _core, columns
from ._core import IRI, IRIReference
from ._engines import NAMES, accessor, checked_level, class_name, valid_base

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    from .columns import Component, Kind, Level

    Column: TypeAlias = str | pl.Expr

__all__ = [
    "authority",
    "check",
    "comparison_key",
    "components",
    "errors",
    "fragment",
    "host",
    "is_valid",
    "normalize",
    "path",
    "port",
    "port_text",
    "query",
    "query_value",
    "relative_to",
    "repair",
    "resolve",
    "scheme",
    "to_iri",
    "to_uri",
    "userinfo",
    "without_fragment",
    "without_query",
]

BASE = "iriform.polars: base"
"""How a column of bases is called in between: as no column is."""


def is_valid(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """Whether each row is valid."""
    return _expression("is_valid", column, as_)


def errors(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """Where and why each row is not valid."""
    return _expression("errors", column, as_)


def check(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The codes of what is found in each row, a list of text; this one runs Python."""
    return _expression("check", column, as_)


def components(
    column: Column, /, fields: Iterable[Component] | None = None, *, as_: Kind = IRI
) -> pl.Expr:
    """Several components of each row at one look: a struct."""
    return _expression("components", column, as_, fields=fields)


def scheme(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The scheme of each row."""
    return _expression("scheme", column, as_)


def authority(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The authority of each row."""
    return _expression("authority", column, as_)


def userinfo(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The userinfo of each row."""
    return _expression("userinfo", column, as_)


def host(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The host of each row."""
    return _expression("host", column, as_)


def port(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The port of each row, a number."""
    return _expression("port", column, as_)


def port_text(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The digits of the port of each row."""
    return _expression("port_text", column, as_)


def path(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The path of each row."""
    return _expression("path", column, as_)


def query(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The query of each row."""
    return _expression("query", column, as_)


def fragment(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The fragment of each row."""
    return _expression("fragment", column, as_)


def resolve(
    column: Column, /, base: str | pl.Expr, *, strict: bool = True, as_: Kind = IRIReference
) -> pl.Expr:
    """The target of each row, a reference in a document at `base`: text, or an expression."""
    return _expression("resolve", column, as_, base=base, strict=strict)


def relative_to(column: Column, /, base: str | pl.Expr, *, as_: Kind = IRI) -> pl.Expr:
    """The shortest reference to each row from `base`: text, or an expression."""
    return _expression("relative_to", column, as_, base=base)


def normalize(column: Column, /, level: Level = "syntax", *, as_: Kind = IRI) -> pl.Expr:
    """The normal form of each row."""
    return _expression("normalize", column, as_, level=level)


def comparison_key(column: Column, /, level: Level = "syntax", *, as_: Kind = IRI) -> pl.Expr:
    """Text that is the same for two rows exactly if they are equivalent."""
    return _expression("comparison_key", column, as_, level=level)


def to_uri(column: Column, /, *, idna: bool = False, as_: Kind = IRI) -> pl.Expr:
    """Each row as a URI."""
    return _expression("to_uri", column, as_, idna=idna)


def to_iri(column: Column, /, *, idna: bool = False, as_: Kind = IRI) -> pl.Expr:
    """Each row as an IRI."""
    return _expression("to_iri", column, as_, idna=idna)


def repair(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """What each row was probably meant to be."""
    return _expression("repair", column, as_)


def query_value(column: Column, /, name: str, *, as_: Kind = IRI) -> pl.Expr:
    """The first value of that name in the query of each row."""
    return _expression("query_value", column, as_, name=name)


def without_query(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """Each row without its query."""
    return _expression("without_query", column, as_)


def without_fragment(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """Each row without its fragment."""
    return _expression("without_fragment", column, as_)


def _expression(name: str, column: Column, as_: Kind, /, **options: Any) -> pl.Expr:  # noqa: ANN401 - of each function
    """Make the expression of a function with its options, by the plugin if there is one."""
    column = pl.col(column) if isinstance(column, str) else column
    if "fields" in options:
        options["fields"] = _checked(options["fields"])
    if isinstance(options.get("base"), str):
        # A ParseError now is better than one when the query runs.
        options["base"] = pl.lit(valid_base(options["base"], as_, "pl.col"))
    if "level" in options:
        checked_level(options["level"])
    class_name(as_)
    if not HAS_PLUGIN or name == "check":  # the rules of `check` are in Python
        return _batches(name, column, as_, options)
    if not options.pop("strict", True):
        name += "_loosely"
    arguments = [_argument(*option) for option in options.items()]
    return _plugin(name, [column, pl.lit(class_name(as_)), *arguments])


def _checked(fields: Iterable[Component] | None) -> list[Component]:
    wanted = list(columns.COMPONENTS if fields is None else fields)
    for field in wanted:
        if field not in columns.COMPONENTS:
            there = ", ".join(columns.COMPONENTS)
            raise ValueError(f'no component "{field}": there are {there}')
    return wanted


def _argument(option: str, value: Any) -> pl.Expr:  # noqa: ANN401 - as the function has it
    """Make an option a literal."""
    if option == "fields":
        # Types are all that is known when a query is planned, and so the fields' names are one.
        return pl.lit(None, dtype=pl.Struct(dict.fromkeys(value, pl.String)))
    if option == "idna":
        return pl.lit("idna" if value else "")
    return value if isinstance(value, pl.Expr) else pl.lit(value)


def _plugin(name: str, arguments: list[pl.Expr]) -> pl.Expr:
    return register_plugin_function(
        plugin_path=Path(_core.__file__), function_name=name, args=arguments, is_elementwise=True
    )


def _batches(name: str, column: pl.Expr, as_: Kind, options: dict[str, Any]) -> pl.Expr:
    """Make an expression that calls Python for every batch, which is nearly as fast."""
    function = partial(getattr(columns, name), as_=as_, threads=1)
    base = options.pop("base", None)
    if base is not None:
        # A struct is called as its first field is, which is what the answer is called, too.
        column = pl.struct([column, base.alias(BASE)])

    # Polars calls this from several threads at once, so it changes nothing that they share.
    def work(batch: pl.Series) -> pl.Series:
        if base is None:
            answer: pl.Series = function(batch, **options)
        else:
            batch, bases = batch.struct.unnest().get_columns()
            answer = function(batch, base=bases, **options)
        return answer

    return column.map_batches(work, return_dtype=_dtype(name, options), is_elementwise=True)


def _dtype(name: str, options: dict[str, Any]) -> pl.DataType | type[pl.DataType]:
    """Say of which type the answer of a function is, for a column of text."""
    if name == "components":
        fields = options["fields"]
        return pl.Struct({f: pl.UInt16 if f == "port" else pl.String for f in fields})
    if name == "errors":
        numbers = dict.fromkeys(("position", "start", "stop"), pl.Int64)
        return pl.Struct({**numbers, **dict.fromkeys(("production", "rule", "reason"), pl.String)})
    types = {"is_valid": pl.Boolean(), "port": pl.UInt16(), "check": pl.List(pl.String)}
    return types.get(name, pl.String)


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

pl.api.register_series_namespace("iri")(accessor({n: getattr(columns, n) for n in NAMES}))
pl.api.register_expr_namespace("iri")(accessor({name: globals()[name] for name in NAMES}))
