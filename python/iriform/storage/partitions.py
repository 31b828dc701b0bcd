"""Partitions: values in the names of folders, `k=v`, as engines write and read them.

>>> from iriform.storage import partitions
>>> partitions.write({"site": "http://h/a b", "day": None}, style="spark")
'site=http%3A%2F%2Fh%2Fa b/day=__HIVE_DEFAULT_PARTITION__'

Engines read the values that other engines write differently: Spark reads each `%HH` as a character of
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
"""The styles by their names, and the engines that were measured to write so."""


def write(values: Mapping[str, str | None], /, *, style: Style) -> str:
    """Write values as the names of folders, in the order of the mapping; None is null.

    `read` gives them back in the same style. Raises ValueError for what it would not give back: the
    empty text where it is null, the text that stands for null, and names that engines read in several
    ways.

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

    Segments without `=` are left out. Values are text, never numbers. Raises ValueError for what
    engines of this style refuse.

    >>> from iriform.storage import partitions
    >>> partitions.read("t/k=a%2Fb/day=2024-01-01/part-0.parquet", style="spark")
    {'k': 'a/b', 'day': '2024-01-01'}
    >>> partitions.read("k=%C3%A9", style="spark"), partitions.read("k=%C3%A9", style="pyarrow")
    ({'k': 'Ã©'}, {'k': 'é'})
    """
    return dict(_core.partitions_of(path, style))


def delta_path(path: str, /) -> str:
    """Write a path for `add.path` of a Delta log, which is encoded once more.

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
