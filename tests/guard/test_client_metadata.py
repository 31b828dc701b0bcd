"""The recipe of docs/oauth.md for client ID metadata documents, run with a TLS server."""

from __future__ import annotations

import asyncio
import json
import re
import ssl
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from iriform import Policy
from iriform.guard import Guard

from .servers import PUBLIC, Names, certificates

PAGE = (Path(__file__).parents[2] / "docs/oauth.md").read_text("utf-8")


def recipe() -> Any:
    """The function of the page."""
    (example,) = re.findall(r"```python\n(>>> import asyncio, json\n.*?)```", PAGE, re.DOTALL)
    lines = [line[4:] for line in example.splitlines() if line.startswith((">>> ", "... "))]
    names: dict[str, Any] = {"Policy": Policy}
    exec("\n".join(line for line in lines if not line.startswith("asyncio.run")), names)  # noqa: S102
    return names["client_metadata"]


class Handler(BaseHTTPRequestHandler):
    """Answers as the path says."""

    def do_GET(self) -> None:
        base = f"https://app.example:{self.server.server_port}"  # type: ignore[attr-defined]
        found: dict[str, Any] = {
            "client_id": base + self.path,
            "redirect_uris": ["https://app.example/cb"],
        }
        if self.path == "/moved":
            self.send_response(302)
            self.send_header("Location", "/client")
            self.end_headers()
            return
        if self.path == "/other":
            found["client_id"] = f"{base}/client"
        if self.path == "/slash":
            found["client_id"] = f"{base}{self.path}/"
        body = json.dumps([found] if self.path == "/list" else found).encode()
        size = {"/full": 5_000, "/large": 5_001}.get(self.path, len(body))
        self.send_response(404 if self.path == "/missing" else 200)
        self.end_headers()
        body = b"<html>" if self.path == "/html" else body.ljust(size)
        try:
            for octet in body if self.path == "/slow" else ():
                self.wfile.write(bytes([octet]))
                time.sleep(0.05)
            self.wfile.write(body)
        except OSError:
            pass  # the client disconnected

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def server(tmp_path_factory: Any) -> Iterator[tuple[int, ssl.SSLContext]]:
    file = tmp_path_factory.mktemp("trusted") / "authority.pem"
    ours, theirs = certificates("app.example", protocols=["http/1.1"], file=file)
    with ThreadingHTTPServer((PUBLIC, 0), Handler) as made:
        made.daemon_threads = True
        made.socket = ours.wrap_socket(made.socket, server_side=True)
        Thread(target=made.serve_forever, args=(0.02,), daemon=True).start()
        yield made.server_port, theirs
        made.shutdown()


@pytest.mark.parametrize(
    ("path", "is_taken"),
    [
        ("/client", True),
        ("/full", True),
        ("/large", False),
        ("/other", False),
        ("/slash", False),
        ("/list", False),
        ("/html", False),
        ("/missing", False),
        ("/moved", False),
        ("/slow", False),
        ("/a/../client", False),
        ("/client#a", False),
        ("", False),
    ],
)
def test_the_recipe(
    path: str, is_taken: bool, server: tuple[int, ssl.SSLContext], names: Names
) -> None:
    names.add("app.example", [PUBLIC])
    port, trusting = server
    client_id = f"https://app.example:{port}{path}"

    async def fetched() -> Any:
        guard = Guard(Policy.CLIENT_ID, networks=[PUBLIC])
        return await recipe()(client_id, guard, seconds=1.0, verify=trusting)

    begin = time.monotonic()
    found = asyncio.run(fetched())
    assert time.monotonic() - begin < 5
    assert (found is not None) == is_taken
    if is_taken:
        assert found["client_id"] == client_id
