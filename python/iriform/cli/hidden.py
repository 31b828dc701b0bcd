"""A module that must not be imported, even if it is installed."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def hidden(module: str) -> Iterator[None]:
    """Make a module impossible to import for a while, as if it were not installed."""
    finder = _Finder(module)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


class _Finder:
    """The first finder on the import path. It refuses one module."""

    def __init__(self, module: str) -> None:
        self._module = module

    def find_spec(self, fullname: str, *_: object) -> None:
        if fullname == self._module:
            raise ModuleNotFoundError(f"{fullname} is hidden", name=fullname)
