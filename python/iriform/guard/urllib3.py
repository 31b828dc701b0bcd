"""A pool manager of urllib3 whose connections use the sockets of a guard."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, ClassVar

from urllib3 import (
    HTTPConnectionPool,
    HTTPHeaderDict,
    HTTPSConnectionPool,
    PoolManager,
    ProxyManager,
    Retry,
)
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import (
    ConnectTimeoutError,
    HTTPError,
    LocationValueError,
    MaxRetryError,
    NameResolutionError,
    NewConnectionError,
)
from urllib3.util import parse_url

from .judge import NO_PROXY, Judge, Refused, without_credentials
from .proxy import Proxy, bracketed

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from urllib3 import BaseHTTPResponse


# The keyword by which the manager passes its URL to the pool, which judges it with the host that it
# connects to.
_URL = "url_of_guard"
# The URL of the first request of a chain of redirects.
_FIRST = "first_url_of_guard"


class RefusedURL(LocationValueError):  # noqa: N818 - not an error of the program
    """A request that a guard refuses, with `Refused` as its cause. urllib3 does not retry it."""


class Connection(HTTPConnection):
    """A connection with a judge."""

    judge: Judge

    def _new_conn(self) -> socket.socket:
        if self.judge.settings.proxy is None and (self.proxy or self._tunnel_host):
            by_urllib3(self.judge.proxy)
        try:
            connected = self.judge.connect(
                self._dns_host,
                self.port,
                self.timeout,
                self.source_address,
                self.socket_options or (),
            )
        except Refused as refused:
            raise RefusedURL(str(refused)) from refused
        except OSError as error:
            raise self._failed(error) from error
        sys.audit("http.client.connect", self, self.host, self.port)
        return connected

    def _failed(self, error: OSError) -> HTTPError:
        """Return an error of urllib3 that allows a retry."""
        import socket

        if isinstance(error, socket.gaierror):
            return NameResolutionError(self.host, self, error)
        if isinstance(error, TimeoutError):
            return ConnectTimeoutError(self, f"connecting to {self.host} took too long")
        return NewConnectionError(self, f"Failed to establish a new connection: {error}")


class SecureConnection(Connection, HTTPSConnection):
    """A connection with a judge and TLS, which verifies the name."""


class Pool(HTTPConnectionPool):
    """Connections to one scheme, name and port, for a caller that judges URLs."""

    ConnectionCls = Connection  # pyright: ignore[reportAssignmentType]
    judge: Judge

    def _new_conn(self) -> Any:
        connection = super()._new_conn()
        connection.judge = self.judge  # type: ignore[attr-defined]
        return connection


class SecurePool(Pool, HTTPSConnectionPool):
    """The same with TLS."""

    ConnectionCls: type[SecureConnection] = SecureConnection  # pyright: ignore[reportIncompatibleVariableOverride]


class JudgingPool(Pool):
    """Connections that judge requests made without the manager."""

    def urlopen(self, method: str, url: str, *args: Any, **settings: Any) -> BaseHTTPResponse:
        """Judge a request, and a redirect within the pool, which calls this method again."""
        text = settings.pop(_URL, None)
        settings.pop(_FIRST, None)
        host, port = self.host, self.port
        if self.judge.settings.proxy is not None and self.scheme == "http":
            # The pool is that of the proxy, which reads the host in the URL.
            asked = parse_url(url)
            text, host, port = url, asked.host or "", asked.port or 80
        if text is None:
            # The connection always goes to the host of this pool, regardless of the URL.
            path = url if url.startswith("/") else "/"
            text = f"{self.scheme}://{bracketed(host.strip('[]'))}:{port}{path}"
        judged(self.judge, text, host, port)
        given = settings.get("headers", args[1] if len(args) > 1 else None)
        headers = self.headers if given is None else given
        by_urllib3(lambda: self.judge.headers(headers))
        return super().urlopen(method, url, *args, **settings)


class SecureJudgingPool(JudgingPool, SecurePool):
    """The same with TLS."""


class Manager(PoolManager):
    """A pool manager that judges every URL and every address."""

    pools_of: ClassVar[dict[str, type[Pool]]] = {"http": JudgingPool, "https": SecureJudgingPool}

    def __init__(self, judge: Judge, settings: dict[str, Any]) -> None:
        super().__init__(**settings)
        self.judge = judge
        self.pool_classes_by_scheme: dict[str, type[Any]] = dict(self.pools_of)

    def _new_pool(self, scheme: str, host: str, port: int, request_context: Any = None) -> Any:
        pool = super()._new_pool(scheme, host, port, request_context)
        pool.judge = self.judge  # type: ignore[attr-defined]
        if pool.proxy is not None and self.judge.settings.proxy is None:
            by_urllib3(self.judge.proxy)
        return pool

    def urlopen(  # type: ignore[override]
        self,
        method: str,
        url: str,
        redirect: bool = True,
        **settings: Any,
    ) -> BaseHTTPResponse:
        """Judge the URL of a request, and of each redirect, which calls this method again."""
        settings[_URL] = url
        if not self.judge.may_keep_credentials(settings.setdefault(_FIRST, url), url):
            headers = HTTPHeaderDict(settings.get("headers", self.headers) or {})
            without_credentials(headers)
            settings["headers"] = headers
        retries = settings.get("retries")
        if isinstance(retries, Retry):
            times = sum(1 for one in retries.history if one.redirect_location)
            try:
                self.judge.redirected(times)
            except Refused as refused:
                pool = self.connection_from_url(url)
                raise MaxRetryError(pool, "", refused) from refused
        elif retries is None and redirect and self.judge.enforce:
            # One more, which `redirected` refuses.
            most = self.judge.max_redirects + 1
            settings["retries"] = Retry(most + 3, connect=3, read=3, redirect=most)
        return super().urlopen(method, url, redirect, **settings)


class ProxiedManager(Manager, ProxyManager):
    """A manager that uses the proxy of a guard, or another one, which is only reported."""


def manager(judge: Judge, settings: dict[str, Any]) -> PoolManager:
    """Make the manager."""
    proxies = [settings.pop(name, None) for name in ("proxy_url", "_proxy")]
    proxy = proxies[0] or proxies[1]
    if proxy is not None:
        try:
            judge.proxy()
        except Refused as refused:
            raise ValueError(NO_PROXY) from refused
        return ProxiedManager(judge, {"proxy_url": proxy, **settings})
    if judge.settings.proxy is not None:
        return ProxiedManager(judge, settings | proxied(judge.settings.proxy))
    return Manager(judge, settings)


def proxied(proxy: Proxy) -> dict[str, Any]:
    """Return the settings of a manager that uses a proxy."""
    return {"proxy_url": proxy.url, "proxy_headers": proxy.headers}


def judged(judge: Judge, url: str, host: str, port: int | None) -> None:
    """Judge a request, with an error of urllib3."""
    by_urllib3(lambda: judge.request(url, host, port))


def by_urllib3(judge: Callable[[], None]) -> None:
    """Convert a refusal to an error of urllib3."""
    try:
        judge()
    except Refused as refused:
        raise RefusedURL(str(refused)) from refused
