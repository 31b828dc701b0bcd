"""File paths: from a path to a `file:` reference, and back (RFC 8089)."""

from __future__ import annotations

import os
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import TypeVar

from iriform import _core
from iriform._core import IRI, IRIReference, URIReference

Reference = TypeVar("Reference", bound=IRIReference)


def from_file_path(
    cls: type[Reference],
    path: str | bytes | os.PathLike[str] | os.PathLike[bytes],
    /,
    *,
    windows: bool | None = None,
) -> Reference:
    """Make a `file:` reference from a path, as `IRI.from_file_path` documents."""
    if windows is None:
        windows = (
            isinstance(path, PureWindowsPath) if isinstance(path, PurePath) else os.name == "nt"
        )
    given = os.fspath(path)
    octets = os.fsdecode(given).encode() if windows else os.fsencode(given)
    reference = _core.file_reference(octets, windows, not issubclass(cls, IRI))
    if issubclass(cls, URIReference):
        return cls(IRIReference(reference).to_uri())
    return cls(reference)


def to_file_path(reference: IRIReference, *, windows: bool | None = None) -> PurePath:
    """Read the path of a `file:` reference, as `IRI.to_file_path` documents."""
    is_windows = os.name == "nt" if windows is None else windows
    octets = _core.file_path_of(str(reference), is_windows)
    path = octets.decode() if is_windows else os.fsdecode(octets)
    if windows is None:
        return Path(path)
    return PureWindowsPath(path) if windows else PurePosixPath(path)
