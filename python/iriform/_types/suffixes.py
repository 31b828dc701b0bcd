"""A public suffix list in place of the one that is compiled in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from iriform._core import install_suffixes

if TYPE_CHECKING:
    from os import PathLike


def load_public_suffixes(path: str | PathLike[str]) -> str:
    """Read a public suffix list, which all types and columns of this process then use.

    The file is in the format of publicsuffix.org, as the packages `publicsuffixlist` and `publicsuffix2`
    have it. Return the date that the list gives, or '' if it gives none. Raise ValueError for a file
    without any rule. DuckDB's extension keeps the list that is compiled in.

    >>> from publicsuffixlist import PSLFILE
    >>> load_public_suffixes(PSLFILE) > '2024'
    True
    """
    version, rules = install_suffixes(Path(path).read_text(encoding="utf-8"))
    if not rules:
        raise ValueError(f"not a public suffix list: {path}")
    return version
