"""Temporary files and directories, which are removed however a run ends, even by a signal."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# A path is listed before it exists, so a signal between the two steps finds it.
_listed: set[Path] = set()

# The action that waits until all outputs are in their places; None if there is none.
_waiting: list[Callable[[], None]] | None = None


@contextmanager
def temporary(directory: str | Path, prefix: str, suffix: str = "") -> Iterator[Path]:
    """Name a new file or directory, and remove it at the end."""
    path = Path(directory) / f"{prefix}{os.urandom(8).hex()}{suffix}"
    _listed.add(path)
    try:
        yield path
    finally:
        _remove(path)
        _listed.discard(path)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Delay `end`, so outputs are put in their places together."""
    global _waiting  # noqa: PLW0603 - as there is one process
    _waiting = []
    try:
        yield
    finally:
        waiting, _waiting = _waiting, None
        for then in waiting:
            end(then)


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()
        return
    # Other threads may put files into a directory until the process ends.
    for _ in range(10):
        shutil.rmtree(path, ignore_errors=True)
        if not os.path.lexists(path):
            return


# It is the last name of its module, so code that finds it, even during an import, finds everything
# that it needs.
def end(then: Callable[[], None]) -> None:
    """Remove everything in the list, and then call `then`."""
    if _waiting is not None:
        _waiting.append(then)
        return
    for path in [*_listed]:
        _remove(path)
    then()
