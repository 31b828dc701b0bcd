"""Transports of httpx2."""

from __future__ import annotations

import httpcore2
import httpx2

from . import over_httpcore as over


class Stream(over.Stream, httpx2.SyncByteStream, httpx2.AsyncByteStream):
    """The body of a response."""


class Transport(over.Transport, httpx2.BaseTransport):
    """A transport that only connects where a guard allows."""


class AsyncTransport(over.AsyncTransport, httpx2.AsyncBaseTransport):
    """The transport for asyncio and trio."""


_library = over.Library(httpx2, httpcore2, Stream)
Stream.library = Transport.library = AsyncTransport.library = _library
