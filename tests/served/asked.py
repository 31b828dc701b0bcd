"""Start a server, and ask it by a raw socket."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]

# How a server is started: `{app}` is `MODULE:NAME`, `{port}` its port.
ASGI = {
    "uvicorn, h11": "-m uvicorn {app} --http h11 --log-level error --port {port}",
    "uvicorn, httptools": "-m uvicorn {app} --http httptools --log-level error --port {port}",
    "hypercorn": "-m hypercorn {app} --log-level error --bind 127.0.0.1:{port}",
}
WSGI = {
    "gunicorn": "-m gunicorn {app} --log-level critical --bind 127.0.0.1:{port}",
    "waitress": "-m waitress --listen=127.0.0.1:{port} {app}",
    "werkzeug": "-m tests.served.development werkzeug {app} {port}",
    "wsgiref": "-m tests.served.development wsgiref {app} {port}",
}


@contextmanager
def served(command: str, app: str) -> Iterator[int]:
    """Give the port of a server, which ends with the block."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = int(found.getsockname()[1])
    arguments = [sys.executable, *command.format(app=app, port=port).split()]
    with subprocess.Popen(arguments, cwd=ROOT, stderr=subprocess.DEVNULL) as server:  # noqa: S603
        try:
            for _ in range(300):
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                except OSError:
                    assert server.poll() is None, arguments
                    time.sleep(0.1)
            yield port
        finally:
            server.terminate()


def asked(port: int, method: bytes, target: bytes, headers: bytes) -> bytes:
    """Send a request as it stands, and give the whole answer."""
    sent = method + b" " + target + b" HTTP/1.1\r\n" + headers + b"Connection: close\r\n\r\n"
    answer = b""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
        connection.sendall(sent)
        try:
            while data := connection.recv(65536):
                answer += data
        except ConnectionResetError:
            pass
    return answer


def status(answer: bytes) -> int:
    """Give the status of an answer."""
    return int(answer.split(b" ", 2)[1])
