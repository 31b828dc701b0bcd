"""Applications that answer with the values from their server, and with iriform's reading of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from iriform import asgi, wsgi

from .asked import HEADER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from iriform.asgi import Receive, Received, Scope, Send

HOSTS = ["example.org"]


def _told(raw: str | None, read: Callable[[], Received]) -> str:
    """Return the values that came, and the URI or the status of the answer."""
    try:
        answer = str(read().uri)
    except asgi.BadRequest as error:
        answer = str(error.status)
    except asgi.TargetUnknown:
        answer = "unknown"
    return json.dumps({"raw": raw, "answer": answer})


async def asgi_app(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001
    """Answer by ASGI."""
    if scope["type"] != "http":
        return
    raw, query = (scope[name].decode("latin-1") for name in ("raw_path", "query_string"))
    told = _told(f"{raw}?{query}" if query else raw, lambda: asgi.received(scope, hosts=HOSTS))
    headers = [(b"content-length", b"0"), (HEADER.encode(), told.encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def wsgi_app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answer by WSGI."""
    told = _told(
        environ.get("RAW_URI") or environ.get("REQUEST_URI"),
        lambda: wsgi.received(environ, hosts=HOSTS),
    )
    start_response("200 OK", [("Content-Length", "0"), (HEADER, told)])
    return []
