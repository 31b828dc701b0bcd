"""One service in four frameworks, with the middleware in front: `/public/NAME`."""

from __future__ import annotations

from typing import Any

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

SEEN = "for all"


async def _seen(request: Any) -> PlainTextResponse:  # noqa: ARG001
    return PlainTextResponse(SEEN)


starlette = asgi.RefuseAmbiguous(Starlette(routes=[Route("/public/{name}", _seen)]), hosts=HOSTS)

_fastapi = FastAPI()
_fastapi.add_api_route("/public/{name}", lambda: SEEN)
fastapi = asgi.RefuseAmbiguous(_fastapi, hosts=HOSTS)

_flask = Flask(__name__)
_flask.add_url_rule("/public/<name>", "seen", lambda name: SEEN)  # noqa: ARG005
flask = wsgi.RefuseAmbiguous(_flask, hosts=HOSTS)

urlpatterns = [path("public/<name>", lambda request, name: HttpResponse(SEEN))]  # noqa: ARG005
settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=HOSTS, MIDDLEWARE=[])
django.setup()
django_app = wsgi.RefuseAmbiguous(get_wsgi_application(), hosts=HOSTS)
