"""The clients, with and without a guard. Each session has a `get` that follows redirects."""

from __future__ import annotations

import contextlib
import copy
import json
import ssl
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timezone
from typing import Any, Protocol
from urllib.error import HTTPError, URLError

import aiohttp
import httpx
import pytest
import requests
import urllib3
from anyio.from_thread import start_blocking_portal

from iriform.guard import Decision, Guard, Refused
from iriform.guard.judge import Judge

from .servers import Trusting

if sys.version_info >= (3, 11):
    import httpx2


class Get(Protocol):
    def __call__(self, url: str, headers: dict[str, str] | None = None) -> str: ...


Session = Callable[..., Any]


@dataclass(frozen=True)
class Client:
    """A client, named like the guard's method."""

    method: str
    opened: Session
    error: type[Exception]
    too_many: type[Exception]
    keeps_connections: bool = True
    has_http2: bool = False

    def session(self, guard: Guard | None, tls: ssl.SSLContext | None, **settings: Any) -> Any:
        """Every test of a client runs with a deadline and an observer."""
        return self.opened(guard and observed(guard), tls, **settings)


def observed(guard: Guard) -> Guard:
    """The same guard with an observer, if it has none."""
    settings = guard._judge.settings  # noqa: SLF001 - ours
    assert settings.lookup_timeout is not None
    made: Guard = copy.copy(guard)
    made._judge = Judge(settings._replace(observer=settings.observer or check))  # noqa: SLF001
    return made


def check(decision: Decision) -> None:
    """Assert that a decision is complete."""
    assert decision.permitted == (decision.code is None) == (decision.message is None)
    assert decision.subject in {"request", "connection", "proxy"}
    assert decision.time.tzinfo is timezone.utc
    json.dumps(decision.to_dict())


def over_httpx(library: Any) -> Session:
    @contextmanager
    def session(
        guard: Guard | None, tls: ssl.SSLContext | None, *, http2: bool = False
    ) -> Iterator[Get]:
        settings = {"verify": tls or _NO_TLS, "http2": http2}
        made = getattr(guard, library.__name__)(**settings) if guard else None
        with library.Client(
            transport=made, **({} if guard else settings), follow_redirects=True, timeout=10
        ) as client:
            yield lambda url, headers=None: client.get(url, headers=headers).text

    return session


def over_httpx_async(library: Any, backend: str) -> Session:
    @contextmanager
    def session(
        guard: Guard | None, tls: ssl.SSLContext | None, *, http2: bool = False
    ) -> Iterator[Get]:
        settings = {"verify": tls or _NO_TLS, "http2": http2}
        made = getattr(guard, f"{library.__name__}_async")(**settings) if guard else None
        client = library.AsyncClient(
            transport=made, **({} if guard else settings), follow_redirects=True, timeout=10
        )

        async def got(url: str, headers: Any) -> str:
            return (await client.get(url, headers=headers)).text  # type: ignore[no-any-return]

        with start_blocking_portal(backend) as portal:
            try:
                yield lambda url, headers=None: portal.call(got, url, headers)
            finally:
                portal.call(client.aclose)

    return session


@contextmanager
def over_requests(guard: Guard | None, tls: ssl.SSLContext | None) -> Iterator[Get]:
    with guard.requests() if guard else requests.Session() as session:
        session.trust_env = guard is not None and session.trust_env
        if isinstance(tls, Trusting):
            session.verify = tls.file
        yield lambda url, headers=None: session.get(url, headers=headers, timeout=10).text


@contextmanager
def over_urllib3(guard: Guard | None, tls: ssl.SSLContext | None) -> Iterator[Get]:
    settings: dict[str, Any] = {"ssl_context": tls} if tls else {}
    manager = guard.urllib3(**settings) if guard else urllib3.PoolManager(**settings)
    try:
        yield lambda url, headers=None: manager.request(
            "GET", url, headers=headers, timeout=10
        ).data.decode()
    finally:
        manager.clear()


@contextmanager
def over_aiohttp(guard: Guard | None, tls: ssl.SSLContext | None) -> Iterator[Get]:
    settings: dict[str, Any] = {"ssl": tls} if tls else {}
    sessions: list[aiohttp.ClientSession] = []

    async def got(url: str, headers: Any) -> str:
        if not sessions:
            made = guard.aiohttp(**settings) if guard else aiohttp.TCPConnector(**settings)
            sessions.append(aiohttp.ClientSession(connector=made))
        async with sessions[0].get(url, headers=headers) as response:
            return await response.text()

    async def closed() -> None:
        for session in sessions:
            await session.close()

    with start_blocking_portal("asyncio") as portal:
        try:
            yield lambda url, headers=None: portal.call(got, url, headers)
        finally:
            portal.call(closed)


@contextmanager
def over_urllib(guard: Guard | None, tls: ssl.SSLContext | None) -> Iterator[Get]:
    handlers: list[Any] = [urllib.request.HTTPSHandler(context=tls or _NO_TLS)]
    if guard:
        handlers = guard.urllib(context=tls or _NO_TLS)
    opener = urllib.request.build_opener(*handlers)

    def got(url: str, headers: dict[str, str] | None = None) -> str:
        try:
            with opener.open(urllib.request.Request(url, headers=headers or {}), timeout=10) as one:  # noqa: S310
                return str(one.read().decode())
        except HTTPError as error:
            error.close()
            raise

    with contextlib.closing(opener):
        yield got


_NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # trusts no certificate, and reads no file


def of_httpx(library: Any) -> dict[str, Client]:
    """The clients of httpx or httpx2: the synchronous one, and the async one on each of two loops."""
    name, errors = library.__name__, (library.ConnectError, library.TooManyRedirects)
    clients = {name: Client(name, over_httpx(library), *errors, has_http2=True)}
    for backend in ("asyncio", "trio"):
        session = over_httpx_async(library, backend)
        clients[f"{name}-{backend}"] = Client(f"{name}_async", session, *errors, has_http2=True)
    return clients


CLIENTS = {
    **of_httpx(httpx),
    "requests": Client(
        "requests", over_requests, requests.ConnectionError, requests.TooManyRedirects
    ),
    "urllib3": Client(
        "urllib3", over_urllib3, urllib3.exceptions.HTTPError, urllib3.exceptions.MaxRetryError
    ),
    "aiohttp": Client(
        "aiohttp", over_aiohttp, aiohttp.ClientConnectorError, aiohttp.TooManyRedirects
    ),
    "urllib": Client("urllib", over_urllib, URLError, HTTPError, keeps_connections=False),
}
if sys.version_info >= (3, 11):  # which httpx2 needs
    CLIENTS |= of_httpx(httpx2)

each_client = pytest.mark.parametrize("client", CLIENTS.values(), ids=CLIENTS)


def refused(error: BaseException | None) -> Refused:
    """Return the cause of an error, which must be the guard's."""
    assert error is not None
    assert isinstance(error.__cause__, Refused), repr(error.__cause__)
    return error.__cause__
