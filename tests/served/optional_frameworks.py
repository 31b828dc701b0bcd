"""The middleware in front of four frameworks, tested with raw sockets: `make test-integrations`."""

from __future__ import annotations

import pytest

from .asked import ASGI, WSGI, asked, served, status
from .frameworks import SEEN

HOST = b"Host: example.org\r\n"

COMBINATIONS = [
    *((app, server) for app in ("starlette", "fastapi") for server in ASGI),
    *((app, server) for app in ("flask", "django_app") for server in ("gunicorn", "waitress")),
]

AMBIGUOUS = [b"/public%2Fa", b"/public%2fa?x", b"//public/a", b"/public/a%252Fb", b"/public/..",
             b"/public/%2e%2E", b"/public/a;b", b"/public/a%5Cb", b"/public/a%00b"]  # fmt: skip


@pytest.mark.parametrize(("app", "server"), COMBINATIONS)
def test_a_framework(app: str, server: str) -> None:
    commands = {**ASGI, **WSGI}
    with served(commands[server], f"tests.served.frameworks:{app}") as port:
        for target in AMBIGUOUS:
            assert status(asked(port, b"GET", target, HOST)) == 400, target
        assert SEEN.encode() in asked(port, b"GET", b"/public/a%20b?c", HOST)
        assert status(asked(port, b"GET", b"/public/a", b"Host: other.example\r\n")) == 421
