"""Signals: on Ctrl-C or SIGTERM, the program reports its progress and ends.

It ends within the handler: partial outputs are removed, and no thread is waited for. An exception
would have to pass through imports and libraries, which swallow or replace it.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

_SAID = {"SIGINT": "interrupted", "SIGTERM": "told to end", "SIGHUP": "the terminal is closed"}

_standing: Callable[[], str] = str
_is_ending = False


def install() -> None:
    """Handle the signals that end a program, except those that its parent process ignores."""
    for name in _SAID:
        number = getattr(signal, name, None)  # there is no SIGHUP on Windows
        # A shell does not pass Ctrl-C to background processes.
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _end)


@contextmanager
def standing(where: Callable[[], str]) -> Iterator[None]:
    """Record the progress of the run: ` in data.csv after 3 values`."""
    global _standing  # noqa: PLW0603 - as there is one process
    before, _standing = _standing, where
    try:
        yield
    finally:
        _standing = before


def said(number: int) -> str:
    """Report the signal, and the progress."""
    return f"iriform: {_SAID[signal.Signals(number).name]}{_standing()}"


def _end(number: int, _: FrameType | None) -> None:
    global _is_ending  # noqa: PLW0603
    if _is_ending:  # a second time, if standard output or error are blocked
        os._exit(128 + number)
    _is_ending = True
    temporary = sys.modules.get("iriform._io.temporary")
    remove_and = getattr(temporary, "end", None)  # none while it is imported
    if remove_and is None:
        _exit(number)
    remove_and(lambda: _exit(number))
    _is_ending = False  # it waits until outputs are in their places


def _exit(number: int) -> NoReturn:
    message = said(number)
    with suppress(Exception):  # the signal may have come in the middle of writing
        sys.stdout.flush()
    with suppress(OSError):
        os.write(2, f"{message}\n".encode(errors="backslashreplace"))
    os._exit(128 + number)
