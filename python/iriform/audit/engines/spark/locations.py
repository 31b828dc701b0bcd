"""File names for Spark, which does not decode its arguments, but encodes the names that it returns."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from iriform import unquote
from iriform._io.errors import AuditError
from iriform._io.plain_text import label
from iriform.storage import Location


def to_read(name: str) -> str:
    """Name a file or a directory of this machine for a reader, which accepts patterns."""
    try:
        return _of(name).text_for("spark")
    except ValueError as error:
        raise AuditError(f"cannot read {label(name)}: {error}") from None


def to_write(name: str) -> str:
    """Name a directory of this machine for a writer, which does not accept patterns."""
    to_read(name)
    return _of(name).literal()


def own_name(url: str) -> str:
    """Return the name of a file that `_metadata.file_path` has percent-encoded.

    >>> own_name("file:/t/d/a%20b.csv"), own_name("s3a://b/a%23b")
    ('/t/d/a b.csv', 's3a://b/a#b')
    """
    with suppress(ValueError):
        if url.startswith("file:"):
            return Location.read(url, reader="uri").key
        return unquote(url, "surrogateescape")
    return url


def _of(name: str) -> Location:
    return Location("file", None, str(Path(name).absolute()))
