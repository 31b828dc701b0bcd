"""Standard output and error, whose failures are not those of an input.

An `OSError` of a stream would be taken for one of the file that is being read. So standard output raises
exceptions of its own, and standard error raises none: a message that nobody can read ends nothing, and
does not change the exit status.
"""

from __future__ import annotations

import io
import os
import sys
from typing import Any, TextIO


class PipeClosedError(Exception):
    """Nobody reads standard output any more, which is no failure."""


class OutputError(Exception):
    """Standard output cannot be written. The message says why."""


class _Output(io.FileIO):
    def write(self, data: Any, /) -> int:  # noqa: ANN401 - as io has it
        try:
            return super().write(data)
        except BrokenPipeError:
            raise PipeClosedError from None
        except OSError as error:
            raise OutputError(f"cannot write standard output: {error.strerror}") from None


class _Messages(io.FileIO):
    def write(self, data: Any, /) -> int:  # noqa: ANN401 - as io has it
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes


def install() -> None:
    """Put the streams in the places of Python's own."""
    sys.stdout = _over(sys.stdout, _Output)
    sys.stderr = _over(sys.stderr, _Messages)


def _over(stream: TextIO, raw: type[io.FileIO]) -> TextIO:
    """Make a stream like another, over the same file; a console of Windows stays as it is."""
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
    """Keep the interpreter from flushing standard output once more at its end."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    os.close(null)
