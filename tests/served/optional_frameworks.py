"""The middleware in front of four frameworks, asked by raw sockets: `make test-integrations`."""

from __future__ import annotations

import pytest

from .asked import ASGI, WSGI, asked, served, status
from .frameworks import KEYS, SEEN

HOST = b"Host: example.org\r\n"

COMBINATIONS = [
    *((app, server) for app in ("starlette", "fastapi") for server in ASGI),
    *((app, server) for app in ("flask", "django_app") for server in ("gunicorn", "waitress")),
]

# The ways past the check, for all servers, and by those that collapse slashes at the beginning.
PAST = [b"/api%2Fkeys", b"/api%2fkeys?x"]
PAST_WAITRESS = [b"//api/keys"]
AMBIGUOUS = [*PAST, *PAST_WAITRESS, b"/public/a%252Fb", b"/public/..", b"/public/%2e%2E", b"/public/a;b",
             b"/public/a%5Cb", b"/public/a%00b"]  # fmt: skip


@pytest.mark.parametrize(("app", "server"), COMBINATIONS)
def test_a_framework(app: str, server: str) -> None:
    commands = {**ASGI, **WSGI}
    with served(commands[server], f"tests.served.frameworks:{app}") as port:
        assert status(asked(port, b"GET", b"/api/keys", HOST)) == 403
        for target in PAST + PAST_WAITRESS * (server == "waitress"):
            assert KEYS.encode() in asked(port, b"GET", target, HOST), target
    with served(commands[server], f"tests.served.frameworks:safe_{app}") as port:
        assert status(asked(port, b"GET", b"/api/keys", HOST)) == 403
        for target in AMBIGUOUS:
            answer = asked(port, b"GET", target, HOST)
            assert status(answer) == 400, target
            assert KEYS.encode() not in answer
        assert SEEN.encode() in asked(port, b"GET", b"/public/a%20b?c", HOST)
        assert status(asked(port, b"GET", b"/public/a", b"Host: evil.example\r\n")) == 421
