"""Standard output and error, whose failures must not be confused with those of an input.

An `OSError` of a stream would look like one of the file that is being read. So standard output
raises its own exceptions, and standard error raises none: an unreadable message neither ends the
program nor changes the exit status.
"""

from __future__ import annotations

import io
import os
import sys
from typing import Any, TextIO


class PipeClosedError(Exception):
    """The reader of standard output is gone, which is not a failure."""


class OutputError(Exception):
    """Standard output cannot be written. The message has the reason."""


class _Output(io.FileIO):
    def write(self, data: Any, /) -> int:  # noqa: ANN401 - as in io
        try:
            return super().write(data)
        except BrokenPipeError:
            raise PipeClosedError from None
        except OSError as error:
            raise OutputError(f"cannot write standard output: {error.strerror}") from None


class _Messages(io.FileIO):
    def write(self, data: Any, /) -> int:  # noqa: ANN401 - as in io
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes


def install() -> None:
    """Replace Python's own streams."""
    sys.stdout = _over(sys.stdout, _Output)
    sys.stderr = _over(sys.stderr, _Messages)


def _over(stream: TextIO, raw: type[io.FileIO]) -> TextIO:
    """Make a stream like another one, over the same file; a Windows console is unchanged."""
    buffer = getattr(stream, "buffer", None)
    # With `python -u`, there is nothing between text and file.
    file = getattr(buffer, "raw", buffer)
    if type(file) is not io.FileIO or not isinstance(stream, io.TextIOWrapper):
        return stream
    stream.flush()
    ours: Any = raw(file.fileno(), "w", closefd=False)
    return io.TextIOWrapper(
        ours if buffer is file else io.BufferedWriter(ours),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def discard_output() -> None:
    """Prevent the interpreter from flushing standard output again at exit."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    os.close(null)
