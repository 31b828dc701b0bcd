"""The program, run like a user runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from tempfile import TemporaryFile
from threading import Thread
from types import TracebackType
from typing import Any, NamedTuple, TextIO
from unittest.mock import patch

from iriform.cli import main
from iriform.cli.terminal import console


class Run(NamedTuple):
    """The result of a run."""

    status: int
    out: str
    err: str

    @property
    def records(self) -> list[dict[str, Any]]:
        """Read the output as JSON Lines."""
        return [json.loads(line) for line in self.out.splitlines()]


def environment(**variables: str) -> dict[str, str]:
    """Make an environment without colours, 80 cells wide, in UTF-8, and otherwise that of Python."""
    other = {"FORCE_COLOR", "NO_COLOR", "TERM", "PYTHONUNBUFFERED"}
    kept = {k: v for k, v in os.environ.items() if k not in other}
    return kept | {"COLUMNS": "80", "PYTHONUTF8": "1", "TERM": "dumb"} | variables


def process(*arguments: object, stdin: bytes = b"", **variables: str) -> Run:
    """Run the program to its end, in its own process."""
    with started(*arguments, environ=environment(**variables)) as running:
        out, err = running.communicate(stdin, timeout=600)
    run = Run(running.returncode, out.decode(), err.decode())
    assert "Traceback" not in run.err, run.err
    return run


class Running(subprocess.Popen[bytes]):
    """A program that does not outlive the test that started it if the test fails."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None:
            self.kill()
        super().__exit__(kind, error, trace)


def started(
    *arguments: object, before: str = "", environ: dict[str, str] | None = None, **options: Any
) -> Running:
    """Start the program after some code, with pipes to its streams unless the options replace them."""
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    code = f"{before}\nfrom iriform.cli import main\nmain()"
    program = ["-c", code] if before else ["-m", "iriform"]
    return Running(
        [sys.executable, *program, *map(str, arguments)],
        env=environ or environment(),
        **(pipes | options),
    )


def python(code: str, *arguments: object, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run some code in its own interpreter."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    options = {"env": environment()} | options
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)  # noqa: S603


# A program whose last line on stderr is its peak memory in KiB. It does not use `ru_maxrss`, which starts
# at the value of the parent.
MEASURED = r"""
import atexit, re, sys
from iriform.cli import main
peak = lambda: re.search(r"VmHWM:\s*(\d+)", open("/proc/self/status").read())[1]
atexit.register(lambda: print(peak(), file=sys.stderr))
main()
"""


def measured(*arguments: object, **options: Any) -> tuple[Run, int]:
    """Run the program in its own process, and return its peak memory in KiB."""
    done = python(MEASURED, *arguments, **options)
    *said, peak = done.stderr.splitlines(keepends=True)
    return Run(done.returncode, done.stdout, "".join(said)), int(peak)


# Tests in the background, or under `nohup`, have children that ignore these signals.
INTERRUPTIBLE = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
    " [signal.signal(number, signal.SIG_DFL) for number in (signal.SIGTERM, signal.SIGHUP)]"
)


def iriform(*arguments: object, stdin: bytes = b"", **variables: str) -> Run:
    """Run the program to its end, in this process: only its start and its end differ.

    Use `process` to test these. A process takes a second to start; this does not.
    """
    console.cache_clear()  # it depends on the terminal's width
    with (
        TemporaryFile("w+", encoding="utf-8", newline="") as out,
        TemporaryFile("w+", encoding="utf-8", newline="", errors="backslashreplace") as err,
        piped(stdin) as in_,
        patch.multiple(sys, argv=["iriform", *map(str, arguments)], stdin=in_),
        patch.multiple(sys, stdout=out, stderr=err),
        patch.dict(os.environ, environment(**variables), clear=True),
    ):
        try:
            main()
            status = 0
        except SystemExit as end:
            status = int(end.code or 0)
        said, complained = written(out), written(err)
    return Run(status, said, complained)


def written(stream: TextIO) -> str:
    """Read everything that has been written into a file."""
    stream.flush()
    stream.buffer.seek(0)
    return stream.buffer.read().decode()


@contextmanager
def piped(data: bytes) -> Iterator[TextIOWrapper]:
    """Write data into a pipe that a program reads as its standard input."""
    read, write = os.pipe()

    def fill() -> None:
        with suppress(BrokenPipeError), open(write, "wb") as pipe:  # noqa: PTH123 - a descriptor
            pipe.write(data)

    thread = Thread(target=fill)
    thread.start()
    with open(read, encoding="utf-8") as stream:  # noqa: PTH123
        yield stream
    thread.join()
