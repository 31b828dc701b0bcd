"""A connector of aiohttp.

Three places are guarded, because aiohttp obtains addresses in three ways: `connect` receives every
request and every redirect; the resolver receives names, but not literal addresses; the socket
factory receives the address that is about to be used, whatever its origin.
"""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING, Any

import aiohttp
from aiohttp.abc import AbstractResolver
from multidict import CIMultiDict
from yarl import URL

from . import lookups
from .judge import Judge, Refused, without_credentials

if TYPE_CHECKING:
    from collections.abc import Callable

    from aiohttp.abc import ResolveResult

_OURS = ("resolver", "socket_factory", "use_dns_cache")


class Resolver(AbstractResolver):
    """Looks names up in a thread, and judges all addresses."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Return the addresses of a family; all were judged."""
        found = await self._judge.addresses_by(_wait, host, port)
        return [
            {
                "hostname": host,
                "host": address[0],
                "port": port,
                "family": kind,
                "proto": protocol,
                "flags": socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
            }
            for kind, _, protocol, _, address in found
            if family in {socket.AF_UNSPEC, kind}
        ]

    async def close(self) -> None:
        """Do nothing, because there is nothing to close."""


async def _wait(look_up: Callable[[], Any], limit: float | None) -> Any:
    """Look a name up in a separate thread, because the loop has few."""
    loop = asyncio.get_running_loop()
    answer = loop.create_future()

    def put(found: Any) -> None:
        if not answer.done():
            failed = isinstance(found, Exception)
            (answer.set_exception if failed else answer.set_result)(found)

    lookups.begin(look_up, lambda found: loop.call_soon_threadsafe(put, found))
    try:
        return await asyncio.wait_for(answer, limit)
    except asyncio.TimeoutError:  # which is another class before Python 3.11
        raise TimeoutError from None


class Chain:
    """A request and its redirects.

    They share one list of traces in aiohttp; the chain is one of these.

    A task may have several chains at once, because a middleware may make other requests in between.
    """

    def __init__(self, url: Any) -> None:
        self.first: str = str(url)
        self.url: Any = url
        self.times: int = 0

    def __getattr__(self, name: str) -> Any:
        """Ignore every message of a trace."""
        if not name.startswith("send_"):
            raise AttributeError(name)
        return _unheard


async def _unheard(*_: object, **__: object) -> None:
    pass


class Connector(aiohttp.TCPConnector):
    """A connector that only connects where a guard allows."""

    def __init__(self, judge: Judge, settings: dict[str, Any]) -> None:
        for name in _OURS:
            if name in settings:
                raise ValueError(f"the guard sets {name}")
        self._judge = judge
        super().__init__(
            resolver=Resolver(judge), socket_factory=self._socket, use_dns_cache=False, **settings
        )

    async def connect(self, req: Any, traces: Any, timeout: Any) -> Any:
        """Judge a request, even one that a pooled connection can serve."""
        key = req.connection_key
        try:
            if req.proxy is not None:
                self._judge.proxy()
            proxy = self._judge.settings.proxy
            self._judge.tls_name(req.server_hostname, req.url.raw_host)
            self._judge.request(str(req.url), req.url.raw_host or "", req.url.port)
            self._judge.redirected(self._times(req, traces))
            self._judge.headers(req.headers)
        except Refused as refused:
            if refused.code == "too-many-redirects":
                url = req.url.with_query(None)  # which may have a secret
                info = req.request_info._replace(url=url, real_url=url)
                raise aiohttp.TooManyRedirects(info, (), message=str(refused)) from refused
            is_proxy = refused.code == "proxy-not-allowed"
            kind = aiohttp.ClientProxyConnectionError if is_proxy else aiohttp.ClientConnectorError
            raise kind(key, refused) from refused
        if proxy is not None:
            req.proxy, req.proxy_headers = URL(proxy.url), CIMultiDict(proxy.headers)
            if not req.is_ssl():  # as in aiohttp for the credentials of a proxy
                req.headers.update(proxy.headers)
        return await super().connect(req, traces, timeout)

    def _times(self, req: Any, traces: list[Any]) -> int:
        """Count the redirects of this chain. A request to the same URL is a retry, not a redirect."""
        chain = next((one for one in traces if isinstance(one, Chain)), None)
        if chain is None:
            chain = Chain(req.url)
            traces.append(chain)
        elif chain.url != req.url:
            chain.url, chain.times = req.url, chain.times + 1
        if not self._judge.may_keep_credentials(chain.first, str(req.url)):
            # The guard decides by the first request of the chain.
            without_credentials(req.headers)
        return chain.times

    def _socket(self, info: Any) -> socket.socket:
        family, kind, protocol, _, address = info
        if self._judge.settings.proxy is None:  # which is not judged
            self._judge.address(str(address[0]))
        return socket.socket(family, kind, protocol)
