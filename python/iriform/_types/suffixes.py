"""A public suffix list that replaces the compiled-in one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from iriform._core import install_suffixes

if TYPE_CHECKING:
    from os import PathLike


def load_public_suffixes(path: str | PathLike[str]) -> str:
    """Read a public suffix list, which all types and columns of this process then use.

    The file is in the format of publicsuffix.org, which the packages `publicsuffixlist` and
    `publicsuffix2` also contain. Returns the date of the list, or '' if it has none. Raises
    ValueError for a file without any rule. DuckDB's extension keeps the compiled-in list.

    >>> from publicsuffixlist import PSLFILE
    >>> load_public_suffixes(PSLFILE) > '2024'
    True
    """
    version, rules = install_suffixes(Path(path).read_text(encoding="utf-8"))
    if not rules:
        raise ValueError(f"not a public suffix list: {path}")
    return version
