"""Temporary files and directories, removed however a run ends, also by a signal."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# A path is listed before it exists, so that a signal between the two finds it.
_listed: set[Path] = set()

# What has to wait until all outputs are in their places; None if nothing has to.
_waiting: list[Callable[[], None]] | None = None


@contextmanager
def temporary(directory: str | Path, prefix: str, suffix: str = "") -> Iterator[Path]:
    """Name a file or directory that is not there yet, and remove it in the end."""
    path = Path(directory) / f"{prefix}{os.urandom(8).hex()}{suffix}"
    _listed.add(path)
    try:
        yield path
    finally:
        _remove(path)
        _listed.discard(path)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let `end` wait, so that outputs are put in their places all together."""
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


# The last in its module: who finds it there finds all that it needs, in the middle of an import, too.
def end(then: Callable[[], None]) -> None:
    """Remove everything in the list, and then call `then`."""
    if _waiting is not None:
        _waiting.append(then)
        return
    for path in [*_listed]:
        _remove(path)
    then()
