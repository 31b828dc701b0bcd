"""The functions of `iriform.columns` as methods of pandas' Series: `df["url"].iri.host()`.

Importing this module registers the accessor `iri`. Its methods take and
give what the functions of the same names in `iriform.columns` do: the answer is a Series with the same
index and name, and its text has the column's own type. Columns of type `str`, `string` and
`ArrowDtype` are read without copying.

>>> import pandas as pd
>>> import iriform.pandas
>>> urls = pd.Series(["http://example.org/a", "http://例え.jp:8080/", "a b"], dtype="str")
>>> urls.iri.is_valid().tolist()
[True, True, False]
>>> urls.iri.host().tolist()
['example.org', '例え.jp', nan]
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

from . import columns
from ._engines import NAMES, accessor
from ._extras import needed

with needed("pandas", "iriform.pandas"):
    import pandas as pd
    import pyarrow as pa

if TYPE_CHECKING:
    from collections.abc import Callable

__all__: list[str] = []


def _shown(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let a function of `columns` take a Series without the Arrow interface, as in pandas 2."""

    @wraps(function)
    def asked(series: pd.Series, /, *arguments: object, **options: object) -> pd.Series:
        arguments = tuple(_given(argument, series) for argument in arguments)
        options = {name: _given(option, series) for name, option in options.items()}
        try:
            column = _column(series)
            answer = function(column, *arguments, **options)
        except (pa.ArrowTypeError, pa.ArrowInvalid) as error:
            raise _stray(series) or error from None
        return answer if column is series else columns.own(series, answer)

    return asked


def _given(argument: Any, series: pd.Series) -> Any:  # noqa: ANN401 - whatever a function takes
    """Align an argument that is another Series, or the Series that are its values."""
    if isinstance(argument, dict):
        return {name: _given(value, series) for name, value in argument.items()}
    if isinstance(argument, (list, tuple)):
        return [_given(value, series) for value in argument]
    return _column(_aligned(argument, series))


def _column(argument: Any) -> Any:  # noqa: ANN401 - whatever a function takes
    """Make a Series without the Arrow interface, as in pandas 2, a column that has it."""
    if not isinstance(argument, pd.Series) or hasattr(argument, "__arrow_c_stream__"):
        return argument
    column = pa.array(argument, from_pandas=True)
    return column if isinstance(column, pa.ChunkedArray) else pa.chunked_array([column])


def _stray(series: pd.Series) -> TypeError | None:
    """Say which value of a column is no text, where pyarrow says that there is one."""
    for place, value in enumerate(series):
        is_missing = pd.api.types.is_scalar(value) and pd.isna(value)
        if not is_missing and not isinstance(value, (str, bytes)):
            kind = type(value).__name__
            said = f"the value at position {place} is {kind}, and not text"
            return TypeError(f"{said}: series.astype('string') makes text of all")
    return None


def _aligned(argument: object, series: pd.Series) -> object:
    """Align another Series by its index, as pandas does."""
    if isinstance(argument, pd.Series) and not argument.index.equals(series.index):
        return argument.reindex(series.index)
    return argument


pd.api.extensions.register_series_accessor("iri")(
    accessor({name: _shown(getattr(columns, name)) for name in NAMES})
)
