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
        arguments = tuple(_aligned(argument, series) for argument in arguments)
        options = {name: _aligned(option, series) for name, option in options.items()}
        if hasattr(series, "__arrow_c_stream__"):
            return function(series, *arguments, **options)
        column = pa.array(series, from_pandas=True)
        chunks = column if isinstance(column, pa.ChunkedArray) else pa.chunked_array([column])
        return columns.own(series, function(chunks, *arguments, **options))

    return asked


def _aligned(argument: object, series: pd.Series) -> object:
    """Align another Series by its index, as pandas does."""
    if isinstance(argument, pd.Series) and not argument.index.equals(series.index):
        return argument.reindex(series.index)
    return argument


pd.api.extensions.register_series_accessor("iri")(
    accessor({name: _shown(getattr(columns, name)) for name in NAMES})
)
