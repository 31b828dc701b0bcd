"""Transports of httpx."""

from __future__ import annotations

import httpcore
import httpx

from . import over_httpcore as over


class Stream(over.Stream, httpx.SyncByteStream, httpx.AsyncByteStream):
    """The body of a response."""


class Transport(over.Transport, httpx.BaseTransport):
    """A transport that only connects where a guard allows."""


class AsyncTransport(over.AsyncTransport, httpx.AsyncBaseTransport):
    """The transport for asyncio and trio."""


_library = over.Library(httpx, httpcore, Stream)
Stream.library = Transport.library = AsyncTransport.library = _library
