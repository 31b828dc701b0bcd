"""Output files that are written completely or not at all."""

from __future__ import annotations

import errno
import io
import os
import shutil
import sys
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from stat import S_IMODE
from typing import TYPE_CHECKING, Any, TypeAlias

from iriform._io.plain_text import STDIN, label

from .errors import AuditError
from .temporary import temporary, undisturbed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import BinaryIO

    Begin: TypeAlias = Callable[[str], BinaryIO]


@contextmanager
def outputs() -> Iterator[Begin]:
    """Write files: all of them exist if the context succeeds, and none otherwise.

    The yielded function opens a file under a temporary name next to its final one. If two runs
    write the same file, the one that ends last wins completely.
    """
    begun: list[_Output] = []
    with ExitStack() as stack:

        def begin(name: str) -> BinaryIO:
            output = stack.enter_context(_output(name))
            begun.append(output)
            return output.stream

        yield begin
        for output in begun:
            output.finish()
        for output in begun:
            output.pour()
        with undisturbed():
            for output in begun:
                output.put_in_place()


@contextmanager
def whole(name: str) -> Iterator[BinaryIO]:
    """Write one file."""
    with outputs() as begin:
        yield begin(name)


@contextmanager
def _output(name: str) -> Iterator[_Output]:
    """Open a file, and remove its temporary name at the end."""
    with _writable(name):
        target = _target(name)
    if target is None:
        import tempfile  # which few outputs need

        directory: str | Path = tempfile.gettempdir()
    else:
        directory = target.parent
    prefix = "iriform-" if target is None else f".{target.name[:50]}."
    with temporary(directory, prefix, ".partial") as path:
        output = _Output(name, path, target)
        try:
            yield output
        finally:
            with suppress(AuditError, ValueError):
                output.stream.close()


class _Output:
    """A file that is being written."""

    def __init__(self, name: str, path: Path, target: Path | None) -> None:
        self._name = name
        self._path = path
        self._target = target
        with _writable(name):
            self._before = target.stat() if target is not None and target.exists() else None
            mode = 0o666 if self._before is None else S_IMODE(self._before.st_mode)
            self._file = _File(path, name, mode)
        self.stream = io.BufferedWriter(self._file, 2**17)

    def finish(self) -> None:
        """Write all of it to the disk, with the owner and the mode of the file that it replaces."""
        self.stream.flush()
        with _writable(self._name):
            os.fsync(self._file.fileno())
            if self._before is not None:
                with suppress(PermissionError, AttributeError):  # it requires root, and POSIX
                    os.chown(self._path, self._before.st_uid, self._before.st_gid)
                self._path.chmod(S_IMODE(self._before.st_mode))

    def pour(self) -> None:
        """Write it to a device or pipe, which no file can replace."""
        if self._target is None:
            with _writable(self._name), self._path.open("rb") as all_of_it:
                if is_stdout(self._name):
                    sys.stdout.flush()
                    shutil.copyfileobj(all_of_it, sys.stdout.buffer)
                    sys.stdout.flush()
                    return
                with Path(self._name).open("wb") as there:
                    shutil.copyfileobj(all_of_it, there)

    def put_in_place(self) -> None:
        """Rename it to its final name."""
        self.stream.close()
        if self._target is not None:
            with _writable(self._name):
                self._path.replace(self._target)


class _File(io.FileIO):
    """A new file whose errors name the output."""

    def __init__(self, path: Path, name: str, mode: int) -> None:
        super().__init__(path, "x", opener=lambda path, flags: os.open(path, flags, mode))
        self._name = name

    def write(self, data: Any) -> int:  # noqa: ANN401 - as in io
        with _writable(self._name):
            return super().write(data)


def _target(name: str) -> Path | None:
    """Follow symbolic links to the file that will be replaced.

    None for a device or pipe, and for standard output, to which others also write.
    """
    if is_stdout(name):
        return None
    path = Path(name)
    if path.is_dir():
        raise AuditError(f"cannot write {shown(name)}: it is a directory")
    target = Path(os.path.realpath(name))
    if not path.exists():
        return target
    # The file behind /dev/stdout may have no name.
    if path.is_file() and target.exists() and path.samefile(target):
        return target
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return None


def shown(name: str) -> str:
    """Name an output in a message."""
    return "standard output" if name == STDIN else label(name)


def is_stdout(name: str) -> bool:
    """Return True for standard output: `-`, its name, or a name of the file that it writes to."""
    if name == STDIN:
        return True
    try:
        return os.path.samestat(Path(name).stat(), os.fstat(sys.stdout.fileno()))
    except (OSError, ValueError, AttributeError):  # one of them is not a file
        return False


def keep_apart(inputs: Sequence[str], *outputs: str | None) -> None:
    """Refuse outputs that would replace an input or one another."""
    taken = {os.path.realpath(name): "is an input, too" for name in inputs if name != STDIN}
    for name in outputs:
        if name is None:
            continue
        path = STDIN if is_stdout(name) else os.path.realpath(name)
        if STDIN in inputs and _is_stdin(path):
            raise AuditError(f"cannot write {shown(name)}: it is standard input, too")
        if path in taken:
            raise AuditError(f"cannot write {shown(name)}: it {taken[path]}")
        taken[path] = "is also the other output"


def _is_stdin(path: str) -> bool:
    """Return True if standard input reads a file."""
    try:
        return os.path.samestat(Path(path).stat(), os.fstat(sys.stdin.fileno()))
    except (OSError, ValueError, AttributeError):  # one of them is not a file
        return False


@contextmanager
def _writable(name: str) -> Iterator[None]:
    """Raise errors that name the output which cannot be written."""
    try:
        yield
    except OSError as error:
        if isinstance(error, BrokenPipeError) and is_stdout(name):
            raise  # the reader is gone, which is not a failure
        said = error.strerror or str(error).partition("\n")[0]
        raise AuditError(f"cannot write {shown(name)}: {said}") from None
