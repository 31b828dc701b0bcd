"""Record more clients, and send requests to more servers: tables of docs/other-software.md.

In a separate environment, with iriform, and Chromium installed: `pip install aiohttp==3.14.5
aiosonic==1.3.3 cheroot==11.1.2 curl_cffi==0.17.0 daphne==4.2.3 geventhttpclient==2.6.1
granian==2.8.9 impit==0.15.1 niquests==3.21.2 primp==2.0.1 pyreqwest==0.15.1 tornado==6.6.1
treq==26.7.0 Twisted==26.10.0 wreq==0.13.0`. Then `python -m scripts.wire` prints the tables. All
clients and servers are on this machine. The harness is that of `make test-integrations`.
"""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
import tempfile
from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from tests.served.asked import REQUESTS, TARGETS, asked, heard, row, served, told

if TYPE_CHECKING:
    from collections.abc import Callable

# Twisted's reactor can run only once in a process.
TREQ = """
import sys, treq
from twisted.internet import defer, task
async def get(reactor):
    await treq.get(sys.argv[1])
task.react(lambda reactor: defer.ensureDeferred(get(reactor)))
"""
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def by_pyreqwest(url: str) -> None:
    """Request with a client of reqwest."""
    with import_module("pyreqwest.client").SyncClientBuilder().build() as client:
        client.get(url).build().send()


def by_aiosonic(url: str) -> None:
    """Request with a client of asyncio."""

    async def get() -> None:
        async with import_module("aiosonic").HTTPClient() as client:
            await client.get(url)

    asyncio.run(get())


def by_program(*command: str) -> Callable[[str], object]:
    """Return a request with a program."""
    return lambda url: subprocess.run([*command, url], check=True, timeout=30, capture_output=True)  # noqa: S603


def by_chromium(url: str) -> None:
    """Request with a browser."""
    with tempfile.TemporaryDirectory() as profile:
        options = (
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            f"--user-data-dir={profile}",
            "--dump-dom",
        )
        by_program(str(CHROMIUM), *options)(url)


def by(module: str, path: str) -> Callable[[str], object]:
    """Return a request with a function of a module."""

    def get(url: str) -> object:
        found: Any = import_module(module)
        for name in path.split("."):
            found = found() if name == "()" else getattr(found, name)
        return found(url)

    return get


CLIENTS: dict[str, Callable[[str], object]] = {
    "niquests": by("niquests", "get"),
    "pyreqwest": by_pyreqwest,
    "wreq": by("wreq.blocking", "Client.().get"),
    "primp": by("primp", "Client.().get"),
    "curl_cffi": by("curl_cffi", "get"),
    "impit": by("impit", "Client.().get"),
    "aiosonic": by_aiosonic,
    "treq": by_program(sys.executable, "-c", TREQ),
    "tornado": by("tornado.httpclient", "HTTPClient.().fetch"),
    "geventhttpclient": by("geventhttpclient", "get"),
    "Chromium": by_chromium,
}

GRANIAN = "-m granian --no-ws --log-level critical --host 127.0.0.1 --port {port} --interface"
OTHERS = ("tornado", "aiohttp", "Twisted")
SERVERS = {
    "granian, ASGI": f"{GRANIAN} asgi tests.served.echo:asgi_app",
    "daphne": "-m daphne -v 0 -b 127.0.0.1 -p {port} tests.served.echo:asgi_app",
    "granian, WSGI": f"{GRANIAN} wsgi tests.served.echo:wsgi_app",
    "cheroot": "-m cheroot --bind 127.0.0.1:{port} tests.served.echo:wsgi_app",
    **{name: f"-m tests.served.others {name} {{port}}" for name in OTHERS},
}


def version_of(name: str) -> str:
    """Return the version of a client or server."""
    if name != "Chromium":
        return version(name.partition(",")[0])
    shown = subprocess.run([str(CHROMIUM), "--version"], check=True, capture_output=True)  # noqa: S603
    return shown.stdout.decode().split()[1]


def sent(client: str, target: str) -> str:
    """Return what a client sends."""
    try:
        return heard(CLIENTS[client], target)
    except Exception as error:  # noqa: BLE001 - each has errors of its own
        return type(error).__name__


def clients() -> None:
    """Print the changes that each client makes to a target."""
    print("| Client | Sends something else |\n|---|---|")  # noqa: T201
    for client in CLIENTS:
        changes: list[str] = []
        # No client sends a fragment, and a target begins with a slash.
        for target in TARGETS:
            usual = target.partition("#")[0]
            usual = usual if usual.startswith("/") else f"/{usual}"
            if (found := sent(client, target)) != usual:
                changes.append(f"`{target}` → `{found}`")
        print(f"| {client} {version_of(client)} | {', '.join(changes) or 'nothing'} |")  # noqa: T201


def servers() -> None:
    """Print what each server passes on."""
    seen = {}
    for name, command in SERVERS.items():
        with served(command, "") as port:
            seen[name] = [told(asked(port, *request)) for request in REQUESTS]
    heads = [f"{name} {version_of(name)}" for name in SERVERS]
    print(f"\n| {' | '.join(['Sent', *heads, '`received`'])} |")  # noqa: T201
    print("|---" * (len(SERVERS) + 2) + "|")  # noqa: T201
    for i, request in enumerate(REQUESTS):
        print(row(request, {name: seen[name][i] for name in SERVERS}))  # noqa: T201


if __name__ == "__main__":
    clients()
    servers()
