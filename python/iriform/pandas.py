"""The functions of `iriform.columns` as methods of pandas' Series: `df["url"].iri.host()`.

Importing this module registers the accessor `iri`. What its methods take and give is what the
functions of that name in `iriform.columns` do: the answer is a Series with the same index and name,
its text of the column's own type. Columns of type `str`, `string` and `ArrowDtype` are read where
they lie.

>>> import pandas as pd
>>> import iriform.pandas
>>> urls = pd.Series(["http://example.org/a", "http://例え.jp:8080/", "a b"], dtype="str")
>>> urls.iri.is_valid().tolist()
[True, True, False]
>>> urls.iri.host().tolist()
['example.org', '例え.jp', nan]
"""

from __future__ import annotations

import pandas as pd

from . import columns
from ._engines import NAMES, accessor

__all__: list[str] = []

pd.api.extensions.register_series_accessor("iri")(
    accessor({name: getattr(columns, name) for name in NAMES})
)
