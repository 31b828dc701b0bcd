"""The functions of `iriform.columns` as methods of pandas' Series: `df["url"].iri.host()`.

Importing this module registers the accessor `iri`. Its methods have the arguments and answers of
the functions with the same names in `iriform.columns`. The answer is a Series with the same index
and name, and its text has the column's own type. Columns of type `str`, `string` and `ArrowDtype`
are read without a copy.

>>> import pandas as pd
>>> import iriform.pandas
>>> urls = pd.Series(["http://example.org/a", "http://例え.jp:8080/", "a b"], dtype="str")
>>> urls.iri.is_valid().tolist()
[True, True, False]
>>> urls.iri.host().fillna("none").tolist()
['example.org', '例え.jp', 'none']
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

from . import columns
from ._engines.functions import NAMES, accessor
from ._extras import needed

with needed("pandas", "iriform.pandas"):
    import pandas as pd
    import pyarrow as pa

if TYPE_CHECKING:
    from collections.abc import Callable

__all__: list[str] = []


def _shown(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function of `columns` accept a Series without the Arrow interface, as in pandas 2."""

    @wraps(function)
    def asked(series: pd.Series, /, *arguments: object, **options: object) -> pd.Series:
        others: list[pd.Series] = []
        arguments = tuple(_given(argument, series, others) for argument in arguments)
        options = {name: _given(option, series, others) for name, option in options.items()}
        try:
            # A pair without a value is also a pair.
            is_of_pairs = function.__name__ == "update_query"
            column = _column(series if is_of_pairs else _with_all(series, others))
            answer = function(column, *arguments, **options)
        except (pa.ArrowTypeError, pa.ArrowInvalid) as error:
            raise _stray(series) or error from None
        return answer if isinstance(answer, pd.Series) else columns.own(series, answer)

    return asked


def _given(argument: Any, series: pd.Series, others: list[pd.Series]) -> Any:  # noqa: ANN401 - whatever a function takes
    """Align an argument that is another Series, or has Series as values, and add these to `others`.

    Any object with items is a mapping, as in `columns`.
    """
    if isinstance(argument, pd.Series):
        others.append(argument)
        return _column(_aligned(argument, series))
    if isinstance(argument, (list, tuple)):
        return [_given(value, series, others) for value in argument]
    if hasattr(argument, "items") and not isinstance(argument, type):
        pairs = [*argument.items()]
        before = len(others)
        aligned = [(name, _given(value, series, others)) for name, value in pairs]
        if len(others) == before:
            return argument
        return dict(aligned) if len(dict(aligned)) == len(aligned) else aligned
    return argument


def _with_all(series: pd.Series, others: list[pd.Series]) -> pd.Series:
    """Make the rows null for which another Series has no row."""
    for other in others:
        if not other.index.equals(series.index):
            series = series.where(series.index.isin(other.index), None)
    return series


def _column(argument: Any) -> Any:  # noqa: ANN401 - whatever a function takes
    """Convert a Series without the Arrow interface, as in pandas 2, to a column with it."""
    if not isinstance(argument, pd.Series):
        return argument
    if isinstance(argument.dtype, pd.CategoricalDtype) and argument.dtype.categories.empty:
        return pa.chunked_array([pa.nulls(len(argument))])  # of the type of the categories
    if hasattr(argument, "__arrow_c_stream__"):
        return argument
    column = pa.array(argument, from_pandas=True)
    return column if isinstance(column, pa.ChunkedArray) else pa.chunked_array([column])


def _stray(series: pd.Series) -> TypeError | None:
    """Say which value of a column is not text, if pyarrow reports one."""
    for place, value in enumerate(series):
        is_missing = pd.api.types.is_scalar(value) and pd.isna(value)
        if not is_missing and not isinstance(value, (str, bytes)):
            kind = type(value).__name__
            said = f"the value at position {place} is {kind}, not text"
            return TypeError(f"{said}: series.astype('string') converts all values to text")
    return None


def _aligned(argument: pd.Series, series: pd.Series) -> pd.Series:
    """Align another Series by its index, as in pandas."""
    if argument.index.equals(series.index):
        return argument
    return argument.reindex(series.index)


pd.api.extensions.register_series_accessor("iri")(
    accessor({name: _shown(getattr(columns, name)) for name in NAMES})
)
