"""Partitions: values in folder names, `k=v`, as engines write and read them.

>>> from iriform.storage import partitions
>>> partitions.write({"site": "http://h/a b", "day": None}, style="spark")
'site=http%3A%2F%2Fh%2Fa b/day=__HIVE_DEFAULT_PARTITION__'

Engines disagree on the values that other engines write: Spark reads each `%HH` as a character of
Latin-1. All measured writers and readers keep `iriform.quote(value)` unchanged.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from iriform import _core

__all__ = ["STYLES", "Style", "delta_path", "from_delta_path", "read", "write"]

if TYPE_CHECKING:
    from collections.abc import Mapping

Style = Literal["datafusion", "iceberg", "polars", "pyarrow", "spark"]
"""The names of the styles."""

STYLES: Mapping[str, str] = MappingProxyType(dict(_core.partition_styles()))
"""The styles by name, and the engines measured to use them."""


def write(values: Mapping[str, str | None], /, *, style: Style) -> str:
    """Return the folder names for values, in the order of the mapping; None is null.

    `read` with the same style is the inverse. Raises ValueError for values that `read` would not
    return: the empty text if it means null, the text that stands for null, and names that engines
    read in several ways.

    >>> from iriform.storage import partitions
    >>> partitions.write({"k": "a/b", "day": "2024-01-01"}, style="pyarrow")
    'k=a%2Fb/day=2024-01-01'
    >>> partitions.write({"k": ""}, style="spark")
    Traceback (most recent call last):
    ValueError: spark: the empty text is read as null
    """
    return _core.partitions_text(list(values.items()), style)


def read(path: str, /, *, style: Style) -> dict[str, str | None]:
    """Read the values in the folders of a path, or of a URL; None is null.

    Segments without `=` are ignored. Values are text, never numbers. Raises ValueError for a path
    that engines of this style refuse.

    >>> from iriform.storage import partitions
    >>> partitions.read("t/k=a%2Fb/day=2024-01-01/part-0.parquet", style="spark")
    {'k': 'a/b', 'day': '2024-01-01'}
    >>> partitions.read("k=%C3%A9", style="spark"), partitions.read("k=%C3%A9", style="pyarrow")
    ({'k': 'Ã©'}, {'k': 'é'})
    """
    return dict(_core.partitions_of(path, style))


def delta_path(path: str, /) -> str:
    """Return a path for `add.path` of a Delta log, which is encoded once more.

    >>> from iriform.storage import partitions
    >>> partitions.delta_path("k=a%20b/part-0.parquet")
    'k=a%2520b/part-0.parquet'
    """
    return _core.delta_log_path(path, back=False)


def from_delta_path(path: str, /) -> str:
    """Read the path that `add.path` of a Delta log stands for. Raises ValueError if it is not UTF-8.

    >>> from iriform.storage import partitions
    >>> partitions.from_delta_path("k=a%2520b/part-0.parquet")
    'k=a%20b/part-0.parquet'
    """
    return _core.delta_log_path(path, back=True)
