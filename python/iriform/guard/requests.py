"""A session of requests, whose adapters connect through the pool manager of urllib3."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import urlsplit

import requests
from requests.adapters import HTTPAdapter

from iriform import _core

from .judge import NO_PROXY, Judge, Refused, is_same_origin, without_credentials
from .urllib3 import (
    Manager,
    Pool,
    ProxiedManager,
    RefusedURL,
    SecurePool,
    by_urllib3,
    judged,
    proxied,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from requests import PreparedRequest, Response


class Connections(Manager):
    """The pools of an adapter, which judges URLs itself."""

    pools_of: ClassVar[dict[str, type[Pool]]] = {"http": Pool, "https": SecurePool}


class ProxiedConnections(Connections, ProxiedManager):
    """The pools of an adapter that uses the proxy of a guard."""


class Hooks(dict[str, Any]):
    """The hooks of a redirected request, with the URL of the first of its chain.

    requests copies a request with its hooks, even when an `auth` sends it again after a 401.
    """

    first: str = ""


class Adapter(HTTPAdapter):
    """An adapter that only connects where a guard allows."""

    __attrs__: list[str] = [*HTTPAdapter.__attrs__, "_judge"]  # noqa: RUF012 - as in requests

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        super().__init__()

    def init_poolmanager(
        self,
        connections: int,
        maxsize: int,
        block: bool = False,
        **settings: Any,
    ) -> None:
        """Make the pool manager, which judges URLs and addresses."""
        settings |= {"num_pools": connections, "maxsize": maxsize, "block": block}
        self.poolmanager: Connections = Connections(self._judge, settings)  # type: ignore[assignment, unused-ignore]

    def proxy_manager_for(self, proxy: str, **settings: Any) -> Any:
        """Make the manager that uses the proxy of the guard."""
        own = self._judge.settings.proxy
        if own is None:  # another one, which is only reported
            return super().proxy_manager_for(proxy, **settings)
        if proxy not in self.proxy_manager:
            pools = {name: getattr(self, f"_pool_{name}") for name in ("maxsize", "block")}
            pools["num_pools"] = self._pool_connections
            made = ProxiedConnections(self._judge, settings | pools | proxied(own))
            self.proxy_manager[proxy] = made
        return self.proxy_manager[proxy]

    def send(self, request: PreparedRequest, *args: Any, **settings: Any) -> Response:
        """Send a request that was judged."""
        proxies = settings.get("proxies") or (args[4] if len(args) > 4 else None)  # noqa: PLR2004
        if proxies:
            try:
                self._judge.proxy()
            except Refused as refused:
                raise requests.exceptions.ProxyError(NO_PROXY, request=request) from refused
        if self._judge.settings.proxy is not None:
            settings["proxies"] = {"all": self._judge.settings.proxy.url}
        try:
            url = urlsplit(str(request.url))  # as requests does to connect
            port = url.port or _core.default_port(url.scheme)
        except ValueError as error:  # of a redirect, which requests does not read earlier
            raise requests.exceptions.InvalidURL(
                "the host and port cannot be read", request=request
            ) from error
        first = getattr(request.hooks, "first", None)
        if first is not None and not self._judge.may_keep_credentials(first, str(request.url)):
            without_credentials(request.headers)
        try:
            judged(self._judge, str(request.url), url.hostname or "", port)
            by_urllib3(lambda: self._judge.headers(request.headers))
            return super().send(request, *args, **settings)
        except RefusedURL as error:
            message, cause = str(error), error.__cause__
        except requests.exceptions.InvalidURL as error:
            if not isinstance(error.args[0] if error.args else None, RefusedURL):
                raise
            message, cause = str(error), error.args[0].__cause__
        raise requests.exceptions.ConnectionError(message, request=request) from cause


class Session(requests.Session):
    """A session that sends no credentials to another origin, not even from http to https."""

    def should_strip_auth(self, old_url: str, new_url: str) -> bool:
        """Return True if two URLs have different origins."""
        return not is_same_origin(old_url, new_url)

    def rebuild_auth(self, prepared_request: PreparedRequest, response: Response) -> None:
        """Remember the first request of the chain, which the credentials were for."""
        super().rebuild_auth(prepared_request, response)
        request = (response.history or [response])[0].request
        first = getattr(request.hooks, "first", None) or str(request.url)
        hooks = Hooks(prepared_request.hooks)
        hooks.first = first
        prepared_request.hooks = hooks

    def resolve_redirects(  # type: ignore[override]
        self, resp: Response, req: PreparedRequest, *args: Any, **settings: Any
    ) -> Iterator[Any]:
        """Follow redirects. A refused redirect has no next request, unless it will be sent."""
        try:
            yield from super().resolve_redirects(resp, req, *args, **settings)
        except requests.TooManyRedirects:
            if not settings.get("yield_requests"):
                raise


def session(judge: Judge) -> requests.Session:
    """Make the session."""
    made = Session()
    made.trust_env = False
    if judge.enforce:
        made.max_redirects = judge.max_redirects
    adapter = Adapter(judge)
    made.adapters.clear()
    made.mount("https://", adapter)
    made.mount("http://", adapter)
    return made
