"""The public suffix list, from a package that is released when the list changes."""

from __future__ import annotations

from pathlib import Path

from ._core import install_suffixes


def install() -> None:
    """Load the list of the installed package into the native module.

    Raises:
        ImportError: the extra is not installed.

    """
    try:
        from publicsuffixlist import PSLFILE
    except ImportError as error:
        message = (
            "a registrable domain needs a list of public suffixes: pip install 'iriform[domains]'"
        )
        raise ImportError(message, name="publicsuffixlist") from error
    install_suffixes(Path(PSLFILE).read_text(encoding="utf-8"))
