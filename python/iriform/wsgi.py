"""WSGI: the raw request, and a middleware that refuses requests which programs read differently.

WSGI has no standard key for the raw target. Gunicorn and werkzeug have it as `RAW_URI`, and
waitress, uWSGI, mod_wsgi and werkzeug as `REQUEST_URI`; wsgiref and the adapters of ASGI servers
have neither. In that case nothing is guessed: `TargetUnknown` is raised.

>>> from iriform.wsgi import received
>>> environ = {"REQUEST_METHOD": "GET", "RAW_URI": "/a%2Fb?x=1", "wsgi.url_scheme": "https",
...            "HTTP_HOST": "example.org"}
>>> received(environ, hosts=["example.org"]).uri
URI('https://example.org/a%2Fb?x=1')
"""

from __future__ import annotations

from http.client import responses
from typing import TYPE_CHECKING, Any, TypeAlias

from ._web.request import BadRequest, Received, TargetUnknown, Trust, unambiguous
from ._web.request import received as _received

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ._web.request import Kin

    Environ: TypeAlias = Mapping[str, Any]
    Application: TypeAlias = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

__all__ = ["BadRequest", "Received", "RefuseAmbiguous", "TargetUnknown", "received"]

_HEADERS = {
    "HTTP_HOST": b"host",
    "HTTP_FORWARDED": b"forwarded",
    "HTTP_X_FORWARDED_HOST": b"x-forwarded-host",
    "HTTP_X_FORWARDED_PROTO": b"x-forwarded-proto",
}


def received(
    environ: Environ,
    /,
    *,
    hosts: Iterable[str],
    forwarded_from: Iterable[str] = (),
    forwarded_by: Kin = "forwarded",
    strict: bool = False,
) -> Received:
    """Read the request of a WSGI environment, as documented in `iriform.asgi.received`.

    A server joins repeated fields by commas, so two `Host` fields become an invalid one.
    """
    return _read(environ, Trust.of(hosts, forwarded_from, forwarded_by), strict=strict)


def _read(environ: Environ, trust: Trust, *, strict: bool) -> Received:
    raw = environ.get("RAW_URI") or environ.get("REQUEST_URI")
    if not raw:
        raise TargetUnknown("the server provides neither RAW_URI nor REQUEST_URI")
    if "," in str(environ.get("HTTP_HOST", "")):
        raise BadRequest("the request has several Host fields (RFC 9112 §3.2)")
    headers = [(name, _octets(environ[key])) for key, name in _HEADERS.items() if key in environ]
    return _received(
        str(environ.get("REQUEST_METHOD", "GET")),
        _octets(raw),
        str(environ.get("wsgi.url_scheme", "http")).lower(),
        headers,
        environ.get("REMOTE_ADDR"),
        trust,
        strict,
    )


def _octets(text: object) -> bytes:
    """Return the octets of a WSGI text; a backslash, which no target has, if it is not Latin-1."""
    return str(text).encode("latin-1", "backslashreplace")


class RefuseAmbiguous:
    """The middleware of `iriform.asgi` for WSGI, with the result in `environ["iriform.received"]`."""

    def __init__(
        self,
        app: Application,
        *,
        hosts: Iterable[str],
        forwarded_from: Iterable[str] = (),
        forwarded_by: Kin = "forwarded",
        strict: bool = False,
    ) -> None:
        self._app = app
        self._trust = Trust.of(hosts, forwarded_from, forwarded_by)
        self._strict = strict

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        """Judge a request before the application receives it."""
        try:
            found = unambiguous(_read(environ, self._trust, strict=self._strict))
        except BadRequest as error:
            headers = [
                ("Content-Type", "text/plain; charset=utf-8"),
                ("Content-Length", str(len(error.body))),
            ]
            start_response(f"{error.status} {responses[error.status]}", headers)
            return [error.body]
        return self._app({**environ, "iriform.received": found}, start_response)
