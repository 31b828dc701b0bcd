"""A connector of aiohttp.

Three places are guarded, because aiohttp has three ways to an address: `connect` sees every request and
every redirect; the resolver is asked for names, and not for literal addresses; the factory of sockets
gets the address that is about to be used, wherever it comes from.
"""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

import aiohttp
from aiohttp.abc import AbstractResolver

from .judge import NO_PROXY, Judge, Refused

if TYPE_CHECKING:
    from aiohttp.abc import ResolveResult

_OURS = ("resolver", "socket_factory", "use_dns_cache")


class Resolver(AbstractResolver):
    """Looks names up in a thread, and judges all addresses."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Give the addresses of a family; all were judged."""
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(None, self._judge.addresses, host, port)
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
        """There is nothing to close."""


class Chain(NamedTuple):
    """What a task asks for: a request and its redirects, which have one list of traces."""

    traces: Any
    origin: Any
    url: Any
    times: int


class Connector(aiohttp.TCPConnector):
    """A connector that connects where a guard allows."""

    def __init__(self, judge: Judge, settings: dict[str, Any]) -> None:
        for name in _OURS:
            if name in settings:
                raise ValueError(f"{name} is the guard's")
        self._judge = judge
        self._chains: WeakKeyDictionary[Any, Chain] = WeakKeyDictionary()
        super().__init__(
            resolver=Resolver(judge), socket_factory=self._socket, use_dns_cache=False, **settings
        )

    async def connect(self, req: Any, traces: Any, timeout: Any) -> Any:
        """Judge a request, also one that a pooled connection can take."""
        key = req.connection_key
        if req.proxy is not None:
            refused = Refused(NO_PROXY, "proxy-not-allowed")
            raise aiohttp.ClientProxyConnectionError(key, refused) from refused
        try:
            self._judge.tls_name(req.server_hostname, req.url.raw_host)
            self._judge.request(str(req.url), req.url.raw_host or "", req.url.port)
            self._judge.redirected(self._times(req, traces))
        except Refused as refused:
            if refused.code == "too-many-redirects":
                url = req.url.with_query(None)  # which may have a secret
                info = req.request_info._replace(url=url, real_url=url)
                raise aiohttp.TooManyRedirects(info, (), message=str(refused)) from refused
            raise aiohttp.ClientConnectorError(key, refused) from refused
        return await super().connect(req, traces, timeout)

    def _times(self, req: Any, traces: Any) -> int:
        """Count the redirects of this chain. To the same URL is no redirect, but a retry."""
        task = asyncio.current_task()
        chain = self._chains.get(task)
        if chain is None or chain.traces is not traces:
            chain = Chain(traces, req.url.origin(), req.url, 0)
        elif chain.url != req.url:
            chain = chain._replace(url=req.url, times=chain.times + 1)
        if chain.origin != req.url.origin():
            # aiohttp adds the `auth` of the session to every request.
            req.headers.popall("Authorization", None)
            req.headers.popall("Proxy-Authorization", None)
        self._chains[task] = chain
        return chain.times

    def _socket(self, info: Any) -> socket.socket:
        family, kind, protocol, _, address = info
        self._judge.address(str(address[0]))
        return socket.socket(family, kind, protocol)
