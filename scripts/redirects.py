"""Ask HTTP clients where a `Location` leads: the table of docs/other-software.md.

In a separate environment, with curl installed: `pip install aiohttp==3.14.5 httpx==0.28.1
httpx2==2.16.2 niquests==3.21.2 requests==2.34.2 urllib3==2.8.0`. Then `python scripts/redirects.py`
prints the table. All requests go to a server on this machine.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

# Each is the field in the response to a request for `/d/r`, the last one to `/d/r#orig`.
LOCATIONS = {
    "`?q`": b"?q",
    "`x`": b"x",
    "`/é` in UTF-8": b"/\xc3\xa9",
    "`/é` in Latin-1": b"/\xe9",
    "`/a b`": b"/a b",
    "`/a%zz`": b"/a%zz",
    "`/a|b`": b"/a|b",
    "`/a/../b`": b"/a/../b",
    "`http:x`": b"http:x",
    "fragment after `/x`": b"/x",
}


class Server(BaseHTTPRequestHandler):
    """Redirects `/d/r`, and remembers any other target."""

    location = b""
    target = ""

    def do_GET(self) -> None:
        """Respond with the field, or remember the target."""
        if self.path == "/d/r":
            head = b"HTTP/1.0 302 Found\r\nContent-Length: 0\r\nLocation: "
            self.wfile.write(head + Server.location + b"\r\n\r\n")
            return
        Server.target = self.raw_requestline.split(b" ", 1)[1].rsplit(b" ", 1)[0].decode("latin-1")
        self.wfile.write(b"HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n")

    def log_message(self, *_: Any) -> None:  # noqa: ANN401 - as the base class has it
        """Write nothing."""


def simple(module: str, **options: Any) -> Callable[[str], str]:  # noqa: ANN401
    """Return a request with a module's `get`."""
    return lambda url: str(import_module(module).get(url, **options).url)


def ask_urllib(url: str) -> str:
    """Request with the standard library."""
    with urllib.request.urlopen(url, timeout=10) as answer:  # noqa: S310 - our own server
        return str(answer.url)


def ask_urllib3(url: str) -> str:
    """Request with a pool."""
    return str(import_module("urllib3").request("GET", url).geturl())


def ask_aiohttp(url: str) -> str:
    """Request with a session."""

    async def get() -> str:
        async with import_module("aiohttp").ClientSession() as session, session.get(url) as answer:
            return str(answer.real_url)

    return asyncio.run(get())


def ask_curl(url: str) -> str:
    """Request with the command."""
    command = ["curl", "-sSL", "--max-time", "10", "-o", "-", "-w", "%{url_effective}", url]
    return subprocess.run(command, check=True, capture_output=True).stdout.decode("latin-1")  # noqa: S603


def version_of(name: str) -> str:
    """Return the version of a client."""
    if name == "urllib":
        return sys.version.split()[0]
    if name == "curl":
        shown = subprocess.run(["curl", "--version"], check=True, capture_output=True).stdout  # noqa: S607
        return shown.decode().split()[1]
    return version(name)


CLIENTS: dict[str, Callable[[str], str]] = {
    "urllib": ask_urllib,
    "requests": simple("requests"),
    "niquests": simple("niquests"),
    "urllib3": ask_urllib3,
    "httpx": simple("httpx", follow_redirects=True),
    "httpx2": simple("httpx2", follow_redirects=True),
    "aiohttp": ask_aiohttp,
    "curl": ask_curl,
}


def cell(client: str, name: str, base: str) -> str:
    """Return the target that a client sends, or the fragment that it keeps."""
    Server.location, Server.target = LOCATIONS[name], ""
    fragment = "#orig" if name.startswith("fragment") else ""
    try:
        url = CLIENTS[client](f"{base}/d/r{fragment}")
    except Exception:  # noqa: BLE001 - each has errors of its own
        return "refused"
    if fragment:
        return "`#orig`" if url.endswith("#orig") else "none"
    shown = Server.target.encode("unicode_escape").decode().replace("|", "\\|")
    return f"`{shown}`"


def main() -> None:
    """Start the server and print the table."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}"
    heads = [f"{client} {version_of(client)}" for client in CLIENTS]
    lines = [["`Location`", *heads], ["---"] * (len(CLIENTS) + 1)]
    lines += [[name, *(cell(client, name, base) for client in CLIENTS)] for name in LOCATIONS]
    print("\n".join(f"| {' | '.join(line)} |" for line in lines))  # noqa: T201


if __name__ == "__main__":
    main()
