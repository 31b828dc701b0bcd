"""Threads in which names are looked up: `getaddrinfo` cannot be interrupted.

A thread that has finished takes the next look-up, because starting one costs as much as a request.
A thread whose look-up does not end is abandoned, and another one is started.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Task: TypeAlias = "tuple[Callable[[], Any], Callable[[Any], object]]"

_KEPT = 8
# The task queue of each waiting thread.
_idle: list[SimpleQueue[Task]] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)  # a child has no threads


def begin(look_up: Callable[[], Any], put: Callable[[Any], object]) -> None:
    """Look a name up in a thread, which passes the answer or the error to `put`."""
    try:
        tasks = _idle.pop()
    except IndexError:
        tasks = SimpleQueue()
        threading.Thread(target=_serve, args=(tasks,), name="look-up", daemon=True).start()
    tasks.put((look_up, put))


def _serve(tasks: SimpleQueue[Task]) -> None:
    while True:
        look_up, put = tasks.get()
        try:
            answer = look_up()
        except Exception as error:  # noqa: BLE001 - it is raised where the answer is waited for
            answer = error
        is_kept = len(_idle) < _KEPT
        if is_kept:
            _idle.append(tasks)
        with suppress(RuntimeError):  # a closed loop does not wait
            put(answer)
        del look_up, put, answer  # which may refer to a frame
        if not is_kept:
            return
