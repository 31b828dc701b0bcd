"""One service in four frameworks: `/api/keys` behind a check of segments, `/public/NAME` for all.

The check splits the raw path and decodes the segments; frameworks decode first, or servers collapse
slashes, so that a request can walk past. `NAME` is the service without, `safe_NAME` with the middleware.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import django
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.urls import path
from fastapi import FastAPI
from flask import Flask
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from iriform import asgi, wsgi

from .echo import HOSTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

KEYS, SEEN = "the keys", "for all"


def is_checked(raw: str) -> bool:
    """Tell by the raw path whether a request is for what is checked."""
    return [unquote(segment) for segment in raw.partition("?")[0].split("/")][1] == "api"


class ASGICheck:
    """Refuse everything below `/api`."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and is_checked(scope["raw_path"].decode("latin-1")):
            await send({"type": "http.response.start", "status": 403, "headers": []})
            await send({"type": "http.response.body", "body": b""})
        else:
            await self._app(scope, receive, send)


class WSGICheck:
    """Refuse everything below `/api`."""

    def __init__(self, app: Any) -> None:
        self._app = app

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        if is_checked(environ.get("RAW_URI") or environ["REQUEST_URI"]):
            start("403 Forbidden", [("Content-Length", "0")])
            return []
        answer: Iterable[bytes] = self._app(environ, start)
        return answer


def asgi_answer(text: str) -> Any:
    async def answer(request: Any) -> PlainTextResponse:  # noqa: ARG001
        return PlainTextResponse(text)

    return answer


starlette: Any = ASGICheck(
    Starlette(
        routes=[
            Route("/api/keys", asgi_answer(KEYS)),
            Route("/public/{name}", asgi_answer(SEEN)),
        ]
    )
)

_fastapi = FastAPI()
_fastapi.add_api_route("/api/keys", lambda: KEYS)
_fastapi.add_api_route("/public/{name}", lambda: SEEN)
fastapi: Any = ASGICheck(_fastapi)

_flask = Flask(__name__)
_flask.add_url_rule("/api/keys", "keys", lambda: KEYS)
_flask.add_url_rule("/public/<name>", "seen", lambda name: SEEN)  # noqa: ARG005
flask: Any = WSGICheck(_flask)

urlpatterns = [
    path("api/keys", lambda request: HttpResponse(KEYS)),  # noqa: ARG005
    path("public/<name>", lambda request, name: HttpResponse(SEEN)),  # noqa: ARG005
]
settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=HOSTS, MIDDLEWARE=[])
django.setup()
django_app: Any = WSGICheck(get_wsgi_application())

safe_starlette = asgi.RefuseAmbiguous(starlette, hosts=HOSTS)
safe_fastapi = asgi.RefuseAmbiguous(fastapi, hosts=HOSTS)
safe_flask = wsgi.RefuseAmbiguous(flask, hosts=HOSTS)
safe_django_app = wsgi.RefuseAmbiguous(django_app, hosts=HOSTS)
