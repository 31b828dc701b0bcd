"""Handlers of urllib.request."""

from __future__ import annotations

import http.client
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

from .judge import NO_PROXY, Judge, Refused, is_same_origin

if TYPE_CHECKING:
    import ssl
    from http.client import HTTPMessage
    from typing import IO

_CREDENTIALS = {"authorization", "cookie", "proxy-authorization"}


class Endpoint(http.client.HTTPConnection):
    """The host and port that Python reads."""


class SecureEndpoint(Endpoint):
    """The same, where the default port is that of https."""

    default_port = http.client.HTTPS_PORT


class Gate(BaseHandler):
    """Is asked before every other handler, whatever the scheme."""

    handler_order = 0

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def default_open(self, req: Request) -> None:
        """Judge a request. With None for an answer, the next handler opens it."""
        if req.type not in {"http", "https"}:
            message = f"a guard opens http and https, and not {req.type}"
            refused = Refused(message, "scheme-not-allowed")
            raise URLError(refused) from refused
        if req.has_proxy():
            refused = Refused(NO_PROXY, "proxy-not-allowed")
            raise URLError(refused) from refused
        read = (SecureEndpoint if req.type == "https" else Endpoint)(req.host)
        try:
            self._judge.request(req.full_url, read.host, read.port)
        except Refused as refused:
            raise URLError(refused) from refused
        if not read.host.isascii():
            # Python would make another name of it for TLS (RFC 3490) than the policy has judged.
            written, req.host = req.host, f"{Host(read.host).lookup_name}:{read.port}"
            if req.unredirected_hdrs.get("Host") == written:
                req.add_unredirected_header("Host", req.host)


class Redirects(HTTPRedirectHandler):
    """Follows as often as the guard allows, and takes no credentials to another origin."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self.max_redirections: int = max(self.max_redirections, judge.max_redirects)  # type: ignore[misc]

    def redirect_request(  # noqa: PLR0913, PLR0917 - as Python has it
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
        if new is not None and not is_same_origin(req.full_url, new.full_url):
            for name in [name for name in new.headers if name.lower() in _CREDENTIALS]:
                del new.headers[name]
        return new


class Plain(HTTPHandler):
    """Opens http."""

    def __init__(self, judge: Judge) -> None:
        super().__init__()
        self._judge = judge

    def http_open(self, req: Request) -> http.client.HTTPResponse:
        """Connect to an address that was judged."""
        return _opened(lambda: self.do_open(_by(self._judge, http.client.HTTPConnection), req))


class Secure(HTTPSHandler):
    """Opens https."""

    def __init__(self, judge: Judge, context: ssl.SSLContext | None) -> None:
        super().__init__(context=context)
        self._judge = judge
        self._tls = context

    def https_open(self, req: Request) -> http.client.HTTPResponse:
        """Connect to an address that was judged; TLS verifies the name."""
        kind = _by(self._judge, http.client.HTTPSConnection)
        return _opened(lambda: self.do_open(kind, req, context=self._tls))


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


def _opened(opened: Any) -> http.client.HTTPResponse:
    try:
        response: http.client.HTTPResponse = opened()
    except URLError as error:
        if isinstance(error.reason, Refused):
            raise error from error.reason
        raise
    return response
