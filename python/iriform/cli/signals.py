"""Signals: at Ctrl-C or SIGTERM, the program says how far it was, and ends.

It ends within the handler, at once: all that it has begun to write is removed, and no thread has to
be waited for. An exception would have to find its way out of imports and libraries, which swallow it
or make another of it.
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
        # A shell lets no Ctrl-C reach what it has started in the background.
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _end)


@contextmanager
def standing(where: Callable[[], str]) -> Iterator[None]:
    """Know where the run stands: ` in data.csv after 3 values`."""
    global _standing  # noqa: PLW0603 - as there is one process
    before, _standing = _standing, where
    try:
        yield
    finally:
        _standing = before


def said(number: int) -> str:
    """Say what a signal has done, and where."""
    return f"iriform: {_SAID[signal.Signals(number).name]}{_standing()}"


def _end(number: int, _: FrameType | None) -> None:
    global _is_ending  # noqa: PLW0603
    if _is_ending:  # a second time, if standard output or error wait for a reader
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
