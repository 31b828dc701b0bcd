"""Start a server and send it requests on a raw socket; receive the requests of a client."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[2]

# The header for the answers of applications: after CONNECT there is no body.
HEADER = "x-told"

TARGETS = [
    "/a", "/", "?a", "/?", "/a?", "/a%2Fb", "/a%2fb", "/%61", "/%7e", "/a/../b", "/./a", "/a/..",
    "/a/.", "/a/b/..", "/a/%2e%2e/b", "/a/.%2E/b", "//b/c", "/a//b", "/a;b=c", "/a:b@c", "/a!$&'()*+,b",
    "/a%5Cb", "/a%00b", "/%25", "/%C3%A9", "/%c3%a9", "/a?b=%2F/?", "/a?b=c+d%20e", "/a?b=%26&c=%3D",
    "/a?b='", "/a?b#", "/a?b#c",
]  # fmt: skip

HOST = b"Host: example.org\r\n"

# A method, a target and header lines, as octets.
REQUESTS: list[tuple[bytes, bytes, bytes]] = [
    (b"GET", b"/a?x=1", HOST),
    (b"GET", b"/a?", HOST),
    (b"GET", b"/a%2Fb", HOST),
    (b"GET", b"//a/b", HOST),
    (b"GET", b"/a/../b", HOST),
    (b"GET", b"/a/%2e%2E/b", HOST),
    (b"GET", b"/a\\b", HOST),
    (b"GET", b"/a;b", HOST),
    (b"GET", b"/a%00b", HOST),
    (b"GET", b"/%zz", HOST),
    (b"GET", b"/a[0]|{b}?c[]=100%", HOST),
    (b"GET", b"/a#b", HOST),
    (b"GET", b"/a b", HOST),
    (b"GET", b"/\xc3\xa9", HOST),
    (b"GET", b"a/b", HOST),
    (b"GET", b"?x", HOST),
    (b"GET", b"http://example.org/a?x", HOST),
    (b"GET", b"http://other.example/a", HOST),
    (b"GET", b"http://example.org/a", b"Host: other.example\r\n"),
    (b"GET", b"http://u@example.org/a", HOST),
    (b"GET", b"http:///a", HOST),
    (b"GET", b"*", HOST),
    (b"OPTIONS", b"*", HOST),
    (b"CONNECT", b"example.org:443", HOST),
    (b"GET", b"/a", b""),
    (b"GET", b"/a", HOST + HOST),
    (b"GET", b"/a", b"Host: u@example.org\r\n"),
    (b"GET", b"/a", b"Host: example.org/b\r\n"),
]

# The commands that start servers: `{app}` is `MODULE:NAME`, and `{port}` the port.
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
    """Yield the port of a server, which ends with the block."""
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
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()


def asked(port: int, method: bytes, target: bytes, headers: bytes) -> bytes:
    """Send a request unchanged, and return the whole answer."""
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
    """Return the status of an answer."""
    return int(answer.split(b" ", 2)[1])


def told(answer: bytes) -> dict[str, str | None] | str:
    """Return the request that the application saw, or the status with which the server refused."""
    head = answer.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    for line in head[1:]:
        name, _, value = line.partition(":")
        if name.lower() == HEADER:
            found: dict[str, str | None] = json.loads(value)
            return found
    return head[0].split(" ")[1] if head[0] else "closed"


def written(request: tuple[bytes, bytes, bytes]) -> str:
    """Write a request for the table."""
    method, target, headers = (
        repr(part)[2:-1].replace("\\\\", "\\").replace("|", "\\|") for part in request
    )
    hosts = headers.replace("\\r\\n", "; ").removesuffix("; ")
    return f"`{method} {target}`" + ("" if request[2] == HOST else f", {hosts or 'no Host'}")


def row(request: tuple[bytes, bytes, bytes], seen: dict[str, dict[str, str | None] | str]) -> str:
    """Write the values that each server passes on, and the result of `received` for them."""
    target = request[1].decode("latin-1")
    cells: list[str] = []
    answers: dict[str, list[str]] = {}
    for server, found in seen.items():
        if isinstance(found, str):
            cells.append(found)
        else:
            shown = "" if found["raw"] is None else f"`{ascii(found['raw'])[1:-1]}`"
            cells.append("=" if found["raw"] == target else shown)
            if found["answer"] is not None:
                answers.setdefault(f"`{found['answer']}`", []).append(server)
    usual, *others = sorted(answers, key=lambda said: -len(answers[said])) or ["—"]
    other = "".join(f"; {', '.join(answers[said])}: {said}" for said in others)
    return f"| {' | '.join([written(request), *cells, usual + other])} |"


def heard(send: Callable[[str], object], target: str, wait: float = 5) -> str:
    """Return the target that a client sends for a URL within some seconds."""
    lines: list[bytes] = []

    def answer() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.settimeout(5)
            data = b""
            while b"\r\n\r\n" not in data:
                data += connection.recv(65536)
            lines.append(data.split(b"\r\n")[0])
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")

    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        listener.settimeout(wait)
        thread = threading.Thread(target=answer)
        thread.start()
        try:
            send(f"http://127.0.0.1:{listener.getsockname()[1]}{target}")
        finally:
            thread.join()
    return lines[0].decode("latin-1").split(" ")[1]
