"""File paths to `file:` references and back (RFC 8089)."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import TypeVar

from ._core import Host, IRIReference, Segment, URIReference

Reference = TypeVar("Reference", bound=IRIReference)


def from_file_path(
    cls: type[Reference],
    path: str | bytes | os.PathLike[str] | os.PathLike[bytes],
    /,
    *,
    windows: bool | None = None,
) -> Reference:
    """Make a `file:` reference of an absolute path, as `IRI.from_file_path` documents."""
    if windows is None:
        windows = (
            isinstance(path, PureWindowsPath) if isinstance(path, PurePath) else os.name == "nt"
        )
    given = os.fspath(path)
    if windows:
        host, segments = _windows_segments(os.fsdecode(given))
    else:
        octets = os.fsencode(given)
        if not octets.startswith(b"/"):
            raise ValueError("a file reference needs an absolute path")
        host, segments = "", [_quoted(segment) for segment in octets[1:].split(b"/")]
    reference = f"file://{host}/" + "/".join(segments)
    if issubclass(cls, URIReference):
        return cls(IRIReference(reference).to_uri())
    return cls(reference)


def _quoted(segment: bytes | str) -> str:
    """Quote a name; octets that are UTF-8 are characters, others stay octets."""
    if isinstance(segment, bytes):
        with suppress(UnicodeDecodeError):
            segment = segment.decode("utf-8")
    if b"\0" in segment if isinstance(segment, bytes) else "\0" in segment:
        raise ValueError("a file path must not contain NUL")
    return Segment.quote(segment)


def _windows_segments(path: str) -> tuple[str, list[str]]:
    r"""Split `C:\a` (RFC 8089 E.2) or `\\host\share\a` (E.3) into host and segments."""
    pure = PureWindowsPath(path)
    drive = pure.drive
    if not pure.is_absolute() or not (drive.startswith("\\\\") or _is_drive(drive)):
        raise ValueError("a file reference needs an absolute path")
    names = list(pure.parts[1:])
    if path.endswith(("\\", "/")) and names:
        names.append("")
    if drive.startswith("\\\\"):
        if drive.startswith(("\\\\?\\", "\\\\.\\")):
            raise ValueError("a device path has no file reference")
        host, share = drive[2:].split("\\", 1)
        return Host(host), [_quoted(name) for name in (share, *names)]
    return "", [drive, *(_quoted(name) for name in names or [""])]


def _is_drive(text: str) -> bool:
    return len(text) == 2 and text.isascii() and text[0].isalpha() and text[1] in ":|"  # noqa: PLR2004


def to_file_path(reference: IRIReference, *, windows: bool | None = None) -> PurePath:
    """Read the path of a `file:` reference, as `IRI.to_file_path` documents."""
    if not reference.has_scheme("file"):
        raise ValueError("only a file reference has a file path")
    if reference.query is not None or reference.fragment is not None:
        raise ValueError("a file path has neither query nor fragment")
    flavour = (PureWindowsPath if windows else PurePosixPath) if windows is not None else Path
    is_windows = os.name == "nt" if windows is None else windows
    if not reference.path.is_absolute:
        raise ValueError("a file reference needs an absolute path (RFC 8089 §2)")
    if reference.userinfo is not None or reference.port_text is not None:
        raise ValueError("a file reference has neither userinfo nor port (RFC 8089 §2)")
    host = reference.host
    is_local = not host or host.matches("localhost")
    names = [segment.unquote_to_bytes() for segment in reference.path.segments]
    separators = b"/\\\0" if is_windows else b"/\0"
    if any(octet in separators for name in names for octet in name):
        raise ValueError("an encoded separator or NUL cannot be in a file name")
    if not is_windows:
        if not is_local:
            raise ValueError("the file is on another host")
        return flavour(os.fsdecode(b"/" + b"/".join(names)))
    decoded = [name.decode("utf-8") for name in names]
    if not is_local and host is not None:
        server = host.unquote()
        # \\.\ and \\?\ lead to devices, and a separator to another server or share.
        if server in {".", "?"} or any(c in "/\\\0" for c in server) or not "".join(decoded[:1]):
            raise ValueError("the host and the path are no UNC name (RFC 8089 E.3)")
        return flavour(f"\\\\{server}\\" + "\\".join(decoded))
    if decoded and _is_drive(decoded[0]):
        return flavour(decoded[0][0] + ":\\" + "\\".join(decoded[1:]))
    raise ValueError("the path has no drive letter (RFC 8089 E.2)")
