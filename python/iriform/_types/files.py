"""File paths as `file:` references, and back (RFC 8089)."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import TypeVar

from iriform._core import IRI, Host, IRIReference, Segment, URIReference

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
    names = None if issubclass(cls, IRI) else _relative_names(given, windows=windows)
    if names is not None:
        relative = "/".join(_quoted(name) for name in names)
        reference = str(IRIReference().with_parts(path=relative))
    else:
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


def _relative_names(path: str | bytes, *, windows: bool) -> list[bytes] | None:
    """Split a relative path into names; None if it is absolute, or relative to a drive."""
    octets = os.fsencode(path)
    if windows:
        pure = PureWindowsPath(os.fsdecode(path))
        if pure.drive or pure.root:
            return None
        octets = octets.replace(b"\\", b"/")
    if not octets or octets.startswith(b"/"):
        return None
    return octets.split(b"/")


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
    is_relative = reference.form == "relative-path"
    if not is_relative and not reference.has_scheme("file"):
        raise ValueError("only a file reference has a file path")
    if reference.query is not None or reference.fragment is not None:
        raise ValueError("a file path has neither query nor fragment")
    flavour = (PureWindowsPath if windows else PurePosixPath) if windows is not None else Path
    is_windows = os.name == "nt" if windows is None else windows
    if reference.userinfo is not None or reference.port_text is not None:
        raise ValueError("a file reference has neither userinfo nor port (RFC 8089 §2)")
    segments = [segment.unquote_to_bytes() for segment in reference.path.segments]
    separators = b"/\\\0" if is_windows else b"/\0"
    if any(octet in separators for segment in segments for octet in segment):
        raise ValueError("an encoded separator or NUL cannot be in a file name")
    if is_relative:
        # It would stand for a drive, or for a stream of a file.
        if is_windows and any(b":" in segment for segment in segments):
            raise ValueError("a relative path must not have a colon on Windows")
        return flavour(os.fsdecode(b"/".join(segments)))
    host = reference.host
    is_local = not host or host.matches("localhost")
    if is_windows:
        names = [segment.decode("utf-8") for segment in segments]
        server = None if is_local or host is None else host.unquote()
        return flavour(_windows_path(server, names, is_absolute=reference.path.is_absolute))
    if not reference.path.is_absolute:
        raise ValueError("a file reference needs an absolute path (RFC 8089 §2)")
    if not is_local:
        raise ValueError("the file is on another host")
    return flavour(os.fsdecode(b"/" + b"/".join(segments)))


def _windows_path(server: str | None, names: list[str], *, is_absolute: bool) -> str:
    r"""Write `C:\a` or `\\server\share\a`, as RFC 8089 E.2 and E.3 have them."""
    if server is None and names and _is_drive(names[0]):
        return names[0][0] + ":\\" + "\\".join(names[1:])
    if not is_absolute:
        raise ValueError("a file reference needs an absolute path (RFC 8089 §2)")
    if server is None:
        # E.3.2: the whole UNC name in the path, after one slash or two.
        slashes = next((i for i, name in enumerate(names) if name), 0)
        if slashes not in _SLASHES_OF_UNC or _is_drive(names[slashes]):
            raise ValueError("the path has no drive letter (RFC 8089 E.2)")
        server, *names = names[slashes:]
    # \\.\ and \\?\ lead to devices, a separator to another server or share; `C%3A` was meant as a drive.
    if server in {".", ".."} or not _NO_SERVER.isdisjoint(server) or not "".join(names[:1]):
        raise ValueError("the host and the path are no UNC name (RFC 8089 E.3)")
    return f"\\\\{server}\\" + "\\".join(names)


# What no name of a server has, and no file name on Windows.
_NO_SERVER = frozenset('/\\:|?*"<>\0')

# Empty segments before the server's name: `file:////server/share`, `file://///server/share`.
_SLASHES_OF_UNC = (1, 2)
