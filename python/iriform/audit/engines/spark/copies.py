"""Files that are passed by name: a worker reads its own copy, if it is the same file."""

from __future__ import annotations

import os
import socket
from contextlib import contextmanager
from datetime import datetime, timezone
from stat import S_ISREG
from typing import TYPE_CHECKING, NamedTuple

from iriform._io.errors import AuditError
from iriform._io.plain_text import label
from iriform._io.streams import readable

if TYPE_CHECKING:
    from collections.abc import Iterator


class Version(NamedTuple):
    """Size and times of a file: copies of one file have equal ones."""

    size: int
    changed: int
    """The time in seconds: tools that copy files keep at least this precision."""

    @classmethod
    def of(cls, path: str) -> Version:
        """Read the facts about a file. `OSError` or `ValueError` if that fails."""
        found = os.stat(path)  # noqa: PTH116 - any text
        if not S_ISREG(found.st_mode):
            raise ValueError("Spark's workers read files, and this is not one")
        return cls(found.st_size, int(found.st_mtime))

    def __str__(self) -> str:
        changed = datetime.fromtimestamp(self.changed, timezone.utc)
        return f"{self.size:,} bytes, changed {changed:%Y-%m-%d %H:%M:%S} UTC"


class File(NamedTuple):
    """A file as the driver sees it."""

    name: str
    """The name as given."""
    path: str
    """The absolute path, because a worker has another working directory."""
    version: Version

    @classmethod
    def of(cls, name: str) -> File:
        """Read the facts about a file. `AuditError` if that fails."""
        with readable(name):
            return cls(name, os.path.abspath(name), Version.of(name))  # noqa: PTH100 - any text

    @contextmanager
    def here(self) -> Iterator[str]:
        """Yield the path on a worker, if the file there is the one that the driver saw.

        Otherwise raises `AuditError`, which names the host. Errors about the content of
        the file name it by the path that the caller gave.
        """
        try:
            there = Version.of(self.path)
        except (OSError, ValueError) as error:
            raise self._error(getattr(error, "strerror", None) or str(error)) from None
        if there != self.version:
            raise self._error(
                f"the file there is a different one: {there}; the driver's has"
                f" {self.version}. Copy it with its modification time (rsync -t), or put it where"
                " all see it"
            )
        try:
            yield self.path
        except AuditError as error:
            named = str(error).replace(label(self.path), label(self.name))
            raise AuditError(named) from None

    def _error(self, why: str) -> AuditError:
        where = "" if self.path == self.name else f", {label(self.path)}"
        return AuditError(
            f"cannot read {label(self.name)} on the worker {socket.gethostname()}{where}: {why}"
        )
