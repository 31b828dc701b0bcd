"""The time limit of a connection, shared by all attempts."""

from __future__ import annotations

import errno
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

# The seconds between attempts that RFC 8305 §5 recommends.
_ATTEMPT = 0.25


class Attempts:
    """The time limit of a connection, shared by the look-up and all attempts."""

    def __init__(self, timeout: float | None) -> None:
        self.timeout: float | None = timeout
        self._end = None if timeout is None else time.monotonic() + timeout

    def of(self, addresses: list[Any]) -> Iterator[tuple[Any, float | None]]:
        """Yield each address with its seconds, until no time is left.

        Each attempt gets an equal share of the remaining time, and at least the delay of RFC 8305
        §5, so an address that never answers does not use up the time of the others.
        """
        for i, address in enumerate(addresses):
            if self._end is None:
                yield address, None
                continue
            remaining = self._end - time.monotonic()
            if remaining <= 0:
                raise TimeoutError(errno.ETIMEDOUT, "connecting took too long")
            share = remaining / (len(addresses) - i)
            yield address, min(max(share, _ATTEMPT), remaining)
