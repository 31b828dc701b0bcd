"""The common part of the transports of httpx and httpx2, which both use a pool of httpcore.

httpcore takes a network backend, which opens the sockets, and keeps connections by scheme, name and port.
TLS verifies the name.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import anyio
import anyio.to_thread

from iriform import _core

from .attempts import Attempts
from .judge import NO_PROXY, NO_SOCKET, Judge, Refused, without_credentials

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from typing_extensions import Never

    from .judge import AddressInfo

_HOP = "iriform.guard"
_CLOSED = {"proxy": NO_PROXY, "uds": NO_SOCKET}


class Library(NamedTuple):
    """A client, the httpcore that it uses, and how a response is streamed."""

    client: Any
    core: Any
    stream: Any


class Hop(NamedTuple):
    """A redirected request, the URL of the first of its chain, and the number of redirects."""

    request: Any
    first: str
    times: int


class Backend:
    """A network backend that connects to addresses that were judged."""

    def __init__(self, judge: Judge, core: Any) -> None:
        self._judge = judge
        self._core = core
        self._network = core.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Any = None,
    ) -> Any:
        """Connect to the first address that answers."""
        failed: Exception = self._core.ConnectError("the name has no address")
        attempts = Attempts(timeout)
        with _not_found(self._core):
            found = self._judge.addresses(host, port, timeout)
        addresses = _each(found)
        with _in_time(self._core):
            for address, remaining in attempts.of(addresses):
                try:
                    return self._network.connect_tcp(
                        address, port, remaining, local_address, socket_options
                    )
                except (self._core.ConnectError, self._core.ConnectTimeout) as error:  # noqa: PERF203
                    failed = error
        raise failed

    def connect_unix_socket(self, *_: object, **__: object) -> Any:
        """Refuse."""
        raise ValueError(NO_SOCKET)

    def sleep(self, seconds: float) -> None:
        """Wait between two tries."""
        self._network.sleep(seconds)


class AsyncBackend:
    """Like `Backend`, for asyncio and trio. Names are looked up in a thread."""

    def __init__(self, judge: Judge, core: Any) -> None:
        self._judge = judge
        self._core = core
        self._network = core.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - httpcore passes it
        local_address: str | None = None,
        socket_options: Any = None,
    ) -> Any:
        """Connect to the first address that answers."""
        failed: Exception = self._core.ConnectError("the name has no address")
        attempts = Attempts(timeout)
        with _not_found(self._core):
            found = await self._judge.addresses_by(_wait, host, port, timeout)
        addresses = _each(found)
        with _in_time(self._core):
            for address, remaining in attempts.of(addresses):
                try:
                    return await self._network.connect_tcp(
                        address, port, remaining, local_address, socket_options
                    )
                except (self._core.ConnectError, self._core.ConnectTimeout) as error:  # noqa: PERF203
                    failed = error
        raise failed

    async def connect_unix_socket(self, *_: object, **__: object) -> Any:
        """Refuse."""
        raise ValueError(NO_SOCKET)

    async def sleep(self, seconds: float) -> None:
        """Wait between two tries."""
        await self._network.sleep(seconds)


class Stream:
    """The body of a response, with errors of the client."""

    library: ClassVar[Library]

    def __init__(self, body: Any) -> None:
        self._body = body

    def __iter__(self) -> Iterator[bytes]:
        try:
            yield from self._body
        except Exception as error:  # noqa: BLE001 - it is raised again
            _raise(self.library, error)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for part in self._body:
                yield part
        except Exception as error:  # noqa: BLE001 - it is raised again
            _raise(self.library, error)

    def close(self) -> None:
        """Return the connection to the pool."""
        if hasattr(self._body, "close"):
            self._body.close()

    async def aclose(self) -> None:
        """Give the connection back."""
        if hasattr(self._body, "aclose"):
            await self._body.aclose()


class Guarded:
    """The steps of a client's transport, shared by sync and async."""

    library: ClassVar[Library]

    def __init__(self, judge: Judge, settings: dict[str, Any]) -> None:
        self._judge = judge
        given = {name: settings.pop(name, None) for name in _CLOSED}
        for name, why in _CLOSED.items():
            if given[name] is not None:
                try:
                    judge.proxy(why)
                except Refused as refused:
                    raise ValueError(why) from refused
        self._pool = self._made(**settings)
        if any(given.values()):  # which is only reported: the client's own pool has them
            client = self.library.client
            is_async = isinstance(self, AsyncTransport)
            kind = client.AsyncHTTPTransport if is_async else client.HTTPTransport
            self._pool = kind(**settings, **given)._pool  # noqa: SLF001 - what the client sends by

    def _made(  # noqa: PLR0913 - the settings of the client
        self,
        *,
        verify: Any = True,
        cert: Any = None,
        trust_env: bool = True,
        http1: bool = True,
        http2: bool = False,
        limits: Any = None,
        local_address: str | None = None,
        retries: int = 0,
        socket_options: Any = None,
    ) -> Any:
        client, core, _ = self.library
        limits = limits or client.Limits(max_connections=100, max_keepalive_connections=20)
        is_async = isinstance(self, AsyncTransport)
        backend = (AsyncBackend if is_async else Backend)(self._judge, core)
        kind: Any = core.AsyncConnectionPool if is_async else core.ConnectionPool
        proxy = self._judge.settings.proxy
        if proxy is not None:
            kind = core.AsyncHTTPProxy if is_async else core.HTTPProxy
            kind = partial(kind, proxy.url, proxy_headers=proxy.headers)
        return kind(
            ssl_context=client.create_ssl_context(verify=verify, cert=cert, trust_env=trust_env),
            max_connections=limits.max_connections,
            max_keepalive_connections=limits.max_keepalive_connections,
            keepalive_expiry=limits.keepalive_expiry,
            http1=http1,
            http2=http2,
            retries=retries,
            local_address=local_address,
            network_backend=backend,
            socket_options=socket_options,
        )

    def _judged(self, request: Any) -> Any:
        url, core = request.url, self.library.core
        try:
            self._judge.tls_name(request.extensions.get("sni_hostname"), url.raw_host.decode())
            self._judge.request(str(url), url.raw_host.decode(), _port(url))
            self._judge.headers(request.headers)
            target = request.extensions.get("target", url.raw_path)
            self._judge.target(target)
            self._judge.unbracketed(url.raw_host.decode())
            hop = _hop(request)
            if hop is not None:
                self._judge.redirected(hop.times)
        except Refused as refused:
            is_loop = refused.code == "too-many-redirects"
            client = self.library.client
            kind = client.TooManyRedirects if is_loop else client.ConnectError
            raise kind(str(refused)) from refused
        if hop is not None and not self._judge.may_keep_credentials(hop.first, str(url)):
            # The guard decides by the first request of the chain.
            without_credentials(request.headers)
        # httpcore would send the target of the extensions to a proxy, in place of the host, too.
        extensions = {
            name: request.extensions[name] for name in request.extensions.keys() - {"target"}
        }
        return core.Request(
            method=request.method,
            url=core.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=target),
            headers=request.headers.raw,
            content=request.stream,
            extensions=extensions,
        )

    def _answered(self, request: Any, response: Any) -> Any:
        hop = _hop(request)
        times, first = (0, str(request.url)) if hop is None else (hop.times, hop.first)
        answer = self.library.client.Response(
            status_code=response.status,
            headers=response.headers,
            stream=self.library.stream(response.stream),
            extensions=response.extensions,
        )
        if answer.has_redirect_location:
            # The client makes the next request with these extensions.
            request.extensions[_HOP] = Hop(request, first, times + 1)
        return answer


class Transport(Guarded):
    """The methods of `BaseTransport`."""

    def handle_request(self, request: Any) -> Any:
        """Send a request that was judged."""
        judged = self._judged(request)
        try:
            response = self._pool.handle_request(judged)
        except Exception as error:  # noqa: BLE001 - it is raised again
            _raise(self.library, error)
        return self._answered(request, response)

    def close(self) -> None:
        """Close the connections."""
        self._pool.close()


class AsyncTransport(Guarded):
    """The methods of `AsyncBaseTransport`."""

    async def handle_async_request(self, request: Any) -> Any:
        """Send a request that was judged."""
        judged = self._judged(request)
        try:
            response = await self._pool.handle_async_request(judged)
        except Exception as error:  # noqa: BLE001 - it is raised again
            _raise(self.library, error)
        return self._answered(request, response)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._pool.aclose()


@contextmanager
def _in_time(core: Any) -> Iterator[None]:
    """Raise the error of httpcore if no time is left."""
    try:
        yield
    except TimeoutError as error:
        raise core.ConnectTimeout(str(error)) from error


@contextmanager
def _not_found(core: Any) -> Iterator[None]:
    """Raise the error of httpcore if a name is refused or is not a name."""
    try:
        yield
    except OSError as error:
        failed = core.ConnectError(str(error))
        failed.refused = error if isinstance(error, Refused) else None  # the pool forgets the cause
        raise failed from error


def _each(found: list[AddressInfo]) -> list[str]:
    return list(dict.fromkeys(str(info[4][0]) for info in found))


async def _wait(look_up: Callable[[], Any], limit: float | None) -> Any:
    """Look a name up in a separate thread."""
    with anyio.fail_after(limit):
        return await anyio.to_thread.run_sync(
            look_up, abandon_on_cancel=True, limiter=anyio.CapacityLimiter(1)
        )


def _hop(request: Any) -> Hop | None:
    """Return the hop that led to a request; a request that is sent again has its own."""
    hop: Hop | None = request.extensions.get(_HOP)
    return None if hop is None or hop.request is request else hop


def _port(url: Any) -> int | None:
    return url.port or _core.default_port(url.scheme)


def _raise(library: Library, error: Exception) -> Never:
    """Raise the client's error with the name of httpcore's; another error is unchanged."""
    is_of_core = type(error).__module__.partition(".")[0] == library.core.__name__
    kind = getattr(library.client, type(error).__name__, None) if is_of_core else None
    if kind is None:
        raise error
    raise kind(str(error)) from getattr(error, "refused", None) or error
