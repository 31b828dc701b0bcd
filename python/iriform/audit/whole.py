"""Output files that are written whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from iriform._plain_text import STDIN, label

from .errors import AuditError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import BinaryIO


@contextmanager
def whole(name: str) -> Iterator[BinaryIO]:
    """Write a file under a temporary name beside it, and rename it when it is on the disk.

    If two programs write the same file, the one that ends last wins.
    """
    path = Path(name)
    with _writable(name):
        if path.is_dir():
            raise AuditError(f"cannot write {label(name)}: it is a directory")
        if path.exists() and not path.is_file():
            # A device or pipe would be replaced by a file.
            raise AuditError(f"cannot write {label(name)}: it is no regular file")
        descriptor, temporary = tempfile.mkstemp(
            prefix=f".{path.name[:50]}.", suffix=".partial", dir=path.parent
        )
        os.close(descriptor)
        try:
            with Path(temporary).open("wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            mask = os.umask(0)
            os.umask(mask)
            Path(temporary).chmod(0o666 & ~mask)
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise


def keep_apart(inputs: Sequence[str], *outputs: str | None) -> None:
    """Refuse outputs that would replace an input or one another."""
    taken = {os.path.realpath(name): "is an input, too" for name in inputs if name != STDIN}
    for name in outputs:
        if name is None:
            continue
        path = os.path.realpath(name)
        if STDIN in inputs and _is_stdin(path):
            raise AuditError(f"cannot write {label(name)}: it is standard input, too")
        if path in taken:
            raise AuditError(f"cannot write {label(name)}: it {taken[path]}")
        taken[path] = "is the other output, too"


def _is_stdin(path: str) -> bool:
    """Tell whether a file is what standard input reads."""
    try:
        return os.path.samestat(Path(path).stat(), os.fstat(sys.stdin.fileno()))
    except (OSError, ValueError, AttributeError):  # one of them is no file
        return False


@contextmanager
def _writable(name: str) -> Iterator[None]:
    """Say which output cannot be written."""
    try:
        yield
    except OSError as error:
        said = error.strerror or str(error).partition("\n")[0]
        raise AuditError(f"cannot write {label(name)}: {said}") from None
