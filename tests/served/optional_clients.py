"""Clients, tested with a raw socket: `make test-integrations`.

docs/other-software.md lists what they send. A test fails if a client now sends something else, and prints
the new row.
"""

from __future__ import annotations

import asyncio
import http.client
import socket
import subprocess
import urllib.request
from typing import TYPE_CHECKING

import ada_url
import aiohttp
import httpx
import httpx2
import pytest
import requests
import urllib3
import yarl

from iriform import URI

from .asked import ROOT, TARGETS, heard

if TYPE_CHECKING:
    from collections.abc import Callable

PAGE = (ROOT / "docs/other-software.md").read_text("utf-8")

# Characters that no path or query of a URI has, and `'`, which the URL Standard encodes in a query.
RAW = "\"'<>[\\]^`{|}%"


def by_standard(url: str) -> None:
    """Send the request of a browser, by the parser of the URL Standard."""
    parsed = ada_url.URL(url)
    with socket.create_connection((parsed.hostname, int(parsed.port))) as connection:
        connection.sendall(f"GET {parsed.pathname}{parsed.search} HTTP/1.1\r\n\r\n".encode())
        connection.recv(1)


def by_aiohttp(url: str | yarl.URL) -> None:
    async def get() -> None:
        async with aiohttp.ClientSession() as session, session.get(url):
            pass

    asyncio.run(get())


def by_urllib(url: str) -> None:
    urllib.request.urlopen(url).close()  # noqa: S310 - what is tested


def by_program(*command: str) -> Callable[[str], object]:
    return lambda url: subprocess.run([*command, url], check=True, timeout=5)  # noqa: S603


CLIENTS: dict[str, Callable[[str], object]] = {
    "urllib": by_urllib,
    "requests": lambda url: requests.get(url, timeout=5),
    "urllib3": lambda url: urllib3.PoolManager().request("GET", url),
    "httpx": httpx.get,
    "httpx2": httpx2.get,
    "aiohttp": by_aiohttp,
    "curl": by_program("curl", "--silent"),
    "wget": by_program("wget", "--quiet", "--output-document=/dev/null"),
}


# Clients tested for what they send raw; without `--globoff` curl reads brackets and braces as patterns.
TYPED = {
    **CLIENTS,
    "curl": by_program("curl", "--silent", "--globoff"),
    "node": by_program("node", "-e", "fetch(process.argv[1])"),
    "browsers": by_standard,
}


def by_http_client(url: str) -> None:
    uri = URI(url)
    connection = http.client.HTTPConnection(str(uri.host), uri.port)
    connection.request("GET", uri.request_target or "/")
    connection.getresponse().read()


def target_of(url: str) -> dict[str, bytes]:
    return {"target": (URI(url).request_target or "/").encode()}


# The calls of docs/other-software.md that send the URI unchanged.
EXACT: dict[str, Callable[[str], object]] = {
    "urllib": by_urllib,
    "http.client": by_http_client,
    "httpx": lambda url: httpx.Client().get(url, extensions=target_of(url)),
    "httpx2": lambda url: httpx2.Client().get(url, extensions=target_of(url)),
    "aiohttp": lambda url: by_aiohttp(yarl.URL(url, encoded=True)),
    "curl": by_program("curl", "--silent", "--globoff", "--path-as-is"),
}


def test_the_page_names_the_clients() -> None:
    assert f"| {' | '.join(['Asked for', *CLIENTS])} |" in PAGE


@pytest.mark.parametrize("target", TARGETS)
def test_the_page_says_what_clients_send(target: str) -> None:
    cells = [heard(send, target) for send in CLIENTS.values()]
    shown = ("=" if sent == target else f"`{sent}`" for sent in cells)
    row = f"| {' | '.join([f'`{target}`', *shown])} |"
    print(row)  # noqa: T201 - to be put into the page, where it has changed
    [same] = [part for part in PAGE.split("\n\n") if part.startswith("All send these unchanged: ")]
    assert f"`{target}`" in same if set(cells) == {target} else row in PAGE


@pytest.mark.parametrize("client", TYPED)
def test_the_page_says_what_clients_send_raw(client: str) -> None:
    cells = [
        " ".join(raw for raw in RAW if f"{raw}b" in heard(TYPED[client], f"{before}{raw}b"))
        for before in ("/a", "/a?c")
    ]
    shown = ("`` {} ``".format(cell.replace("|", "\\|")) if cell else "" for cell in cells)
    row = f"| {' | '.join([client, *shown])} |"
    print(row)  # noqa: T201 - to be put into the page, where it has changed
    assert row in PAGE


@pytest.mark.parametrize("client", EXACT)
def test_the_calls_that_send_what_the_uri_is(client: str) -> None:
    for target in TARGETS:
        wanted = URI(f"http://127.0.0.1{target}").request_target
        # The only part that yarl does not keep.
        if client == "aiohttp" and target in {"/?", "/a?"}:
            wanted = target[:-1]
        assert heard(EXACT[client], target) == wanted, target
