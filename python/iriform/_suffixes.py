"""The public suffix list, from a package that is released when the list changes."""

from __future__ import annotations

from pathlib import Path

from ._core import install_suffixes
from ._extras import needed


def install() -> None:
    """Load the list of the installed package into the native module.

    Raises:
        ImportError: the extra is not installed.

    """
    with needed("domains", "a registrable domain"):
        from publicsuffixlist import PSLFILE
    install_suffixes(Path(PSLFILE).read_text(encoding="utf-8"))
