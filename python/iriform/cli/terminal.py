"""The terminal: consoles, messages, JSON, and the end of a run."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from click.exceptions import Exit

from iriform._display import escape
from iriform._io.errors import AuditError

from .options import Status
from .signals import said
from .standard import OutputError, PipeClosedError, discard_output

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console
    from rich.text import Text

    from .message import Message


class InputError(Exception):
    """An argument that cannot be used. The message is one line."""


@cache
def console(*, stderr: bool = False) -> Console:
    """Make a console that prints text unchanged: no markup, no emoji codes, no highlighting."""
    from rich.console import Console

    class OurConsole(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # which `ending_well` handles; Rich would exit with its own status

    return OurConsole(stderr=stderr, markup=False, emoji=False, highlight=False, soft_wrap=True)


def is_terminal(*, stderr: bool = False) -> bool:
    """Return True if a stream is a terminal, or must be treated as one. Rich is only used if needed."""
    stream = sys.stderr if stderr else sys.stdout
    # The variables that Rich reads; https://force-color.org defines the first.
    asked = ("FORCE_COLOR", "TTY_COMPATIBLE")
    if not stream.isatty() and not any(name in os.environ for name in asked):
        return False
    return console(stderr=stderr).is_terminal


def show(text: Text | Message) -> None:
    """Print text, with colours if the terminal has them."""
    if is_terminal():
        _print(console(), text)
    else:  # the same, three times as fast
        sys.stdout.write(f"{text.plain}\n")


def report(text: Text | Message) -> None:
    """Print text on standard error, after flushing standard output."""
    sys.stdout.flush()
    if is_terminal(stderr=True):
        _print(console(stderr=True), text)
    else:
        sys.stderr.write(f"{text.plain}\n")


def _print(on: Console, text: Text | Message) -> None:
    from .message import Message

    on.print(text.at(on.width) if isinstance(text, Message) else text)


def print_json(record: dict[str, Any], *, indent: int | None = None) -> None:
    """Print a JSON document in ASCII, which is safe for every terminal and every encoding."""
    import json

    sys.stdout.write(json.dumps(record, indent=indent) + "\n")


def complain(message: str) -> None:
    """Print an error message on standard error."""
    sys.stdout.flush()
    sys.stderr.write(f"iriform: {escape(message)}\n")


@contextmanager
def ending_well(*, data: bool = False) -> Iterator[None]:
    """Convert errors and interrupts to a message and an exit status.

    With `data`, output that does not go to a terminal is in UTF-8, for programs.
    """
    for stream in (sys.stdout, sys.stderr):
        # A character that the terminal's encoding lacks becomes an escape, and does not end the
        # run.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # a TextIOWrapper
    if data and not sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]  # likewise
    try:
        try:
            yield
            sys.stdout.flush()
        except (InputError, AuditError) as error:
            for message in (str(error), *getattr(error, "others", ())):
                complain(message)
            raise Exit(Status.FAILED) from None
        except KeyboardInterrupt:  # from Spark, which handles the signal itself
            sys.stdout.flush()
            sys.stderr.write(f"{said(signal.SIGINT)}\n")
            raise Exit(Status.INTERRUPTED) from None
    except (PipeClosedError, BrokenPipeError):
        discard_output()
        raise Exit(Status.PIPE_CLOSED) from None
    except OutputError as error:
        discard_output()
        complain(str(error))
        raise Exit(Status.FAILED) from None
    except OSError as error:
        # An error of an input is already an AuditError.
        discard_output()
        # An error without a file name concerns the working directory.
        is_gone = isinstance(error, FileNotFoundError) and error.filename is None
        of = "the working directory: " if is_gone else ""
        complain(f"{of}{error.strerror or str(error)}")
        raise Exit(Status.FAILED) from None
