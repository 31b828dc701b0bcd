"""Ask HTTP clients which hosts `NO_PROXY` leaves out: a table of docs/other-software.md.

In a separate environment, with curl installed: `pip install aiohttp==3.14.5 httpx==0.28.1
httpx2==2.16.2 niquests==3.21.2 requests==2.34.2`. Then `python -m scripts.no_proxy` prints the
table. A listener on this machine is the proxy; hosts are names that lead nowhere, and this machine.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from contextlib import suppress

from scripts.redirects import version_of
from tests.served.asked import heard

# A value of NO_PROXY, and a URL.
CASES = [
    ("a.example", "http://a.example/"),
    ("a.example", "http://x.a.example/"),
    ("a.example", "http://xa.example/"),
    ("A.EXAMPLE", "http://a.example/"),
    (".a.example", "http://a.example/"),
    (".a.example", "http://x.a.example/"),
    ("*.a.example", "http://x.a.example/"),
    ("a.example", "http://a.example./"),
    ("a.example.", "http://a.example/"),
    ("a.example:8080", "http://a.example:8080/"),
    ("a.example:8080", "http://a.example/"),
    ("a.example:80", "http://a.example/"),
    ("b.example a.example", "http://a.example/"),
    ("b.example, a.example", "http://a.example/"),
    ("*,b.example", "http://a.example/"),
    ("http://a.example", "http://a.example/"),
    ("127.0.0.0/8", "http://127.1.2.3/"),
    ("127.1.2.3", "http://127.1.2.3/"),
    ("::1", "http://[::1]/"),
    ("[::1]", "http://[::1]/"),
    ("::1", "http://[0:0:0:0:0:0:0:1]/"),
]

AIOHTTP = """
import aiohttp, asyncio
async def get():
    async with aiohttp.ClientSession(trust_env=True) as session, session.get(url):
        pass
asyncio.run(get())
"""
# The program of each that requests `url`, in its own process: some read the environment once.
CLIENTS = {
    "urllib": "import urllib.request; urllib.request.urlopen(url, timeout=2)",
    **{
        name: f"import {name}; {name}.get(url, timeout=2)"
        for name in ("requests", "niquests", "httpx", "httpx2")
    },
    "aiohttp": AIOHTTP,
    "curl": None,
}


def cell(client: str, value: str, url: str) -> str:
    """Report if a client uses the proxy, or cannot be created."""
    errors: list[str] = []

    def send(proxy: str) -> None:
        program = CLIENTS[client]
        script = [
            sys.executable,
            "-W",
            "ignore",
            "-c",
            f"import sys; url = sys.argv[1]\n{program}",
            url,
        ]
        command = ["curl", "--silent", "--max-time", "2", url] if program is None else script
        # Only variables in lower case, as curl requires.
        given = {
            name: text for name, text in os.environ.items() if not name.lower().endswith("_proxy")
        }
        given |= {"http_proxy": proxy.removesuffix("/"), "no_proxy": value}
        done = subprocess.run(command, env=given, capture_output=True, timeout=20, check=False)  # noqa: S603
        errors.append(done.stderr.decode(errors="replace"))
        # This shows if the proxy was used.
        _, host, port = proxy.replace("/", "").split(":")
        with (
            suppress(OSError),
            socket.create_connection((host, int(port)), timeout=1) as connection,
        ):
            connection.sendall(b"GET direct HTTP/1.1\r\n\r\n")
            connection.recv(1)

    if heard(send, "/", wait=30) != "direct":
        return ""
    return "no client" if "InvalidURL" in errors[0] else "direct"


def main() -> None:
    """Print the table."""
    heads = [f"{client} {version_of(client)}" for client in CLIENTS]
    print(f"| `NO_PROXY` | Asked for | {' | '.join(heads)} |")  # noqa: T201
    print("|---" * (len(CLIENTS) + 2) + "|")  # noqa: T201
    for value, url in CASES:
        cells = [cell(client, value, url) for client in CLIENTS]
        print(f"| `{value}` | `{url}` | {' | '.join(cells)} |", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
