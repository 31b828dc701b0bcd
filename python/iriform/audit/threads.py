"""The number of possible threads: limits may allow fewer than there are cores, or none."""

from __future__ import annotations

import os
from threading import Event, Thread

from iriform._io.errors import AuditError

# The address space that a thread needs: its stack, and memory to allocate from.
_ADDRESSES = 160 * 2**20

# The address space that an audit needs in total if it uses Arrow for an input or an output.
_NEEDED = 700 * 2**20


def startable(wanted: int) -> int:
    """Return the number of threads that can be started, up to the wanted number.

    The system ends a process that runs out of addresses without a message, so that is refused
    first.
    """
    left = addresses_left()
    if left is not None:
        if left < _NEEDED:
            raise AuditError(
                f"there is not enough memory: an audit needs {_NEEDED >> 20} MiB of address space, but"
                f" the limit (ulimit -v) leaves {left >> 20}"
            )
        wanted = min(wanted, (left - _NEEDED) // _ADDRESSES)
    end, threads = Event(), []
    try:
        for _ in range(wanted):
            thread = Thread(target=end.wait, daemon=True)
            thread.start()
            threads.append(thread)
    except RuntimeError:  # there is no other way to find out
        pass
    finally:
        end.set()
        for thread in threads:
            thread.join()
    return len(threads)


def addresses_left() -> int | None:
    """Return the bytes of addresses that a limit (`ulimit -v`) leaves. None if no limit is known."""
    try:
        import resource

        limit, _ = resource.getrlimit(resource.RLIMIT_AS)
        if limit == resource.RLIM_INFINITY:
            return None
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123 - as the manual of proc names it
            pages = int(file.read().split()[0])
    except (ImportError, OSError, ValueError):  # Windows, and systems without /proc
        return None
    return max(0, limit - pages * os.sysconf("SC_PAGE_SIZE"))
