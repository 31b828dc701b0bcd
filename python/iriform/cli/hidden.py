"""Modules that must not be imported, even if they are installed."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@contextmanager
def hidden(*modules: str) -> Iterator[None]:
    """Make modules temporarily impossible to import, as if they were not installed."""
    finder = _Finder(modules)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


class _Finder:
    """The first finder on the import path. It refuses some modules."""

    def __init__(self, modules: Sequence[str]) -> None:
        self._modules = modules

    def find_spec(self, fullname: str, *_: object) -> None:
        if fullname in self._modules:
            raise ModuleNotFoundError(f"{fullname} is hidden", name=fullname)
