"""Handlers of urllib.request."""

from __future__ import annotations

import http.client
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError
from urllib.request import (
    BaseHandler,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    ProxyHandler,
    Request,
)

from iriform._core import Host
from iriform._types.errors import ParseError

from .judge import Judge, Refused, without_credentials

if TYPE_CHECKING:
    import ssl
    from http.client import HTTPMessage
    from typing import IO

    from .proxy import Proxy

# The changes to a request while it is sent.
_SENT = ("headers", "unredirected_hdrs", "host", "selector", "_tunnel_host")


class Endpoint(http.client.HTTPConnection):
    """The host and port that Python reads."""


class SecureEndpoint(Endpoint):
    """The host and port for https, with its default port."""

    default_port = http.client.HTTPS_PORT


class Gate(BaseHandler):
    """The first handler, for every scheme."""

    handler_order = 0

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def default_open(self, req: Request) -> None:
        """Judge a request. If it returns None, the next handler opens the request."""
        try:
            self._judge.scheme(req.type)
            if _has_proxy(req):
                self._judge.proxy()
            if req.type in {"http", "https"}:
                self._judge_host(req)
        except Refused as refused:
            raise URLError(refused) from refused

    def _judge_host(self, req: Request) -> None:
        # Python's message about a wrong port has the password, so its error must not be our
        # context.
        read = None
        with suppress(http.client.InvalidURL):
            read = (SecureEndpoint if req.type == "https" else Endpoint)(req.host)
        if read is None:
            self._judge.unread(req.full_url)
            raise http.client.InvalidURL("the port is not a number")
        self._judge.request(req.full_url, read.host, read.port)
        if req.type == "https":
            self._judge.unbracketed(read.host)
        if not read.host.isascii():
            # For TLS, Python would convert it (RFC 3490) to another name than the policy has
            # judged.
            try:
                name = Host(read.host).lookup_name
            except ParseError:  # which is only reported
                return
            written, req.host = req.host, f"{name}:{read.port}"
            if req.unredirected_hdrs.get("Host") == written:
                req.add_unredirected_header("Host", req.host)


class Redirects(HTTPRedirectHandler):
    """Follows as many redirects as the guard allows, and sends no credentials to another origin."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self.max_redirections: int = max(self.max_redirections, judge.max_redirects)  # type: ignore[misc]

    def redirect_request(  # noqa: PLR0913, PLR0917 - as in Python
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        """Make the next request."""
        times = getattr(req, "_times_redirected", 0) + 1
        try:
            self._judge.redirected(times)
        except Refused as refused:
            raise HTTPError(req.full_url, code, str(refused), headers, fp) from refused
        new = super().redirect_request(req, fp, code, msg, headers, newurl)
        if new is not None:
            new._times_redirected = times  # type: ignore[attr-defined]  # noqa: SLF001 - ours
            new._first_url = getattr(req, "_first_url", req.full_url)  # type: ignore[attr-defined]  # noqa: SLF001
        return new


class Plain(HTTPHandler):
    """Opens http."""

    def __init__(self, judge: Judge) -> None:
        super().__init__()
        self._judge = judge

    def http_open(self, req: Request) -> http.client.HTTPResponse:
        """Connect to an address that was judged."""
        kind = _by(self._judge, http.client.HTTPConnection)
        return _opened(self._judge, req, lambda: self.do_open(kind, req))


class Secure(HTTPSHandler):
    """Opens https."""

    def __init__(self, judge: Judge, context: ssl.SSLContext | None) -> None:
        super().__init__(context=context)
        self._judge = judge
        self._tls = context

    def https_open(self, req: Request) -> http.client.HTTPResponse:
        """Connect to an address that was judged; TLS verifies the name."""
        kind = _by(self._judge, http.client.HTTPSConnection)
        return _opened(self._judge, req, lambda: self.do_open(kind, req, context=self._tls))


def handlers(judge: Judge, context: ssl.SSLContext | None) -> list[BaseHandler]:
    """Make the handlers of an opener."""
    proxies = ProxyHandler({})  # or else `build_opener` adds one that reads the environment
    return [Gate(judge), proxies, Redirects(judge), Plain(judge), Secure(judge, context)]


def _by(judge: Judge, kind: Any) -> Any:
    def made(host: str, **settings: Any) -> Any:
        connection = kind(host, **settings)
        # The hook of http.client.
        connection._create_connection = lambda to, timeout, source: judge.connect(  # noqa: SLF001
            to[0], to[1], timeout, source
        )
        return connection

    return made


def _has_proxy(req: Request) -> bool:
    tunnel = getattr(req, "_tunnel_host", None)  # a proxy for https
    return req.has_proxy() or tunnel is not None


def _opened(judge: Judge, req: Request, opened: Any) -> http.client.HTTPResponse:
    """Open a request that was judged, unless a handler has since given it a proxy.

    The credentials that handlers and the opener add to every request are not sent to another origin
    than that of the first request. The request keeps them, so handlers know that they have tried
    them.
    """
    first = getattr(req, "_first_url", req.full_url)
    state = {name: getattr(req, name) for name in _SENT}
    req.headers, req.unredirected_hdrs = dict(req.headers), dict(req.unredirected_hdrs)
    try:
        if _has_proxy(req):
            judge.proxy()
        elif not judge.may_keep_credentials(first, req.full_url):
            without_credentials(req.headers)
            without_credentials(req.unredirected_hdrs)
        judge.headers([*req.headers, *req.unredirected_hdrs])
        if judge.settings.proxy is not None:
            _send_by(judge.settings.proxy, req)
        response: http.client.HTTPResponse = opened()
    except Refused as refused:
        raise URLError(refused) from refused
    except URLError as error:
        if isinstance(error.reason, Refused):
            raise error from error.reason
        raise
    finally:
        vars(req).update(state)
    return response


def _send_by(proxy: Proxy, req: Request) -> None:
    """Send a request through a proxy.

    It is https in a tunnel, or http with the whole URL without its fragment.
    """
    if req.type == "https":
        req._tunnel_host = req.host  # type: ignore[attr-defined]  # noqa: SLF001 - what `set_proxy` sets
    else:
        req.selector = f"http://{req.host}{req.selector}"
    req.host = proxy.url.removeprefix("http://")
    for name, value in proxy.headers.items():
        req.add_unredirected_header(name, value)
