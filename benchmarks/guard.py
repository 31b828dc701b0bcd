"""The cost of a guard for a request: `python -m benchmarks.guard [--record]`.

Each client sends requests to a server on this machine: without a guard, with a guard that has
neither a deadline nor an observer, and with one that has both. The figure is the processor time of
the client's process, including the threads that look names up; the server has its own process. The
first rows keep their connection (except urllib), and the host is an address. The last rows look a
name up and connect for each request. The result is the median of many requests; the three kinds
take turns, so other work on the machine slows all of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import socket
import statistics
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import aiohttp
import httpx
import httpx2
import requests
import urllib3

from benchmarks import record
from iriform import Policy
from iriform.guard import Guard

BARE = Guard(Policy.WEB, networks=["127.0.0.1"], lookup_timeout=None)
GUARD = Guard(Policy.WEB, networks=["127.0.0.1"], observer=lambda _: None)
ROUNDS = 1_000
GOAL = 50  # µs
ANSWER = b"HTTP/1.1 200 OK\r\n%sContent-Length: 2\r\n\r\nok"
CLOSE = {"Connection": "close"}

Headers = dict[str, str]
Sample = Callable[[], float]
Client = Callable[[str, Guard | None, Headers], contextlib.AbstractContextManager[Sample]]


def serve(listening: socket.socket) -> None:
    """Answer every request with the same octets, in a separate process."""

    async def answered(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            closes = False
            while not closes and (head := await reader.readuntil(b"\r\n\r\n")):
                closes = b"onnection: close" in head
                writer.write(ANSWER % (b"Connection: close\r\n" if closes else b""))
        writer.close()

    async def main() -> None:
        async with await asyncio.start_server(answered, sock=listening) as server:
            await server.serve_forever()

    asyncio.run(main())


def timed(get: Callable[[], object]) -> Sample:
    """Measure the processor time of a request, in seconds."""

    def sample() -> float:
        start = time.process_time()
        get()
        return time.process_time() - start

    return sample


@contextmanager
def over_httpx(url: str, guard: Guard | None, headers: Headers) -> Iterator[Sample]:
    """Send requests with httpx."""
    with httpx.Client(transport=guard.httpx() if guard else None, trust_env=False) as client:
        yield timed(lambda: client.get(url, headers=headers))


@contextmanager
def over_httpx2(url: str, guard: Guard | None, headers: Headers) -> Iterator[Sample]:
    """Send requests with httpx2."""
    with httpx2.Client(transport=guard.httpx2() if guard else None, trust_env=False) as client:
        yield timed(lambda: client.get(url, headers=headers))


@contextmanager
def over_requests(url: str, guard: Guard | None, headers: Headers) -> Iterator[Sample]:
    """Send requests with requests."""
    with guard.requests() if guard else requests.Session() as session:
        session.trust_env = False
        yield timed(lambda: session.get(url, headers=headers))


@contextmanager
def over_urllib3(url: str, guard: Guard | None, headers: Headers) -> Iterator[Sample]:
    """Send requests with urllib3."""
    with guard.urllib3() if guard else urllib3.PoolManager() as manager:
        yield timed(lambda: manager.request("GET", url, headers=headers))


@contextmanager
def over_urllib(url: str, guard: Guard | None, headers: Headers) -> Iterator[Sample]:
    """Send requests with urllib, which opens a connection for each."""
    none = urllib.request.ProxyHandler({})
    opener = urllib.request.build_opener(*(guard.urllib() if guard else [none]))
    request = urllib.request.Request
    yield timed(lambda: opener.open(request(url, headers=headers)).close())


@contextmanager
def over_asyncio(library: str, url: str, guard: Guard | None, headers: Headers) -> Iterator[Sample]:
    """Send requests with a client of asyncio, in a loop that only runs while a sample is taken."""
    loop = asyncio.new_event_loop()

    async def opened() -> aiohttp.ClientSession | httpx.AsyncClient:
        if library == "aiohttp":
            return aiohttp.ClientSession(connector=guard.aiohttp() if guard else None)
        return httpx.AsyncClient(transport=guard.httpx_async() if guard else None, trust_env=False)

    client = loop.run_until_complete(opened())

    async def taken() -> float:
        start = time.process_time()
        if isinstance(client, httpx.AsyncClient):
            await client.get(url, headers=headers)
        else:
            async with client.get(url, headers=headers) as response:
                await response.read()
        return time.process_time() - start

    yield lambda: loop.run_until_complete(taken())
    closed = client.aclose() if isinstance(client, httpx.AsyncClient) else client.close()
    loop.run_until_complete(closed)
    loop.close()


CLIENTS: dict[str, Client] = {
    "httpx": over_httpx,
    "httpx, async": partial(over_asyncio, "httpx"),
    "httpx2": over_httpx2,
    "requests": over_requests,
    "urllib3": over_urllib3,
    "aiohttp": partial(over_asyncio, "aiohttp"),
    "urllib": over_urllib,
}


def measured(name: str, url: str, headers: Headers) -> dict[str, object]:
    """Compare a client without a guard, with a bare one, and with deadline and observer."""
    opened = partial(CLIENTS[name], url)
    rounds = ROUNDS // 2 if headers else ROUNDS
    with (
        opened(None, headers) as plain,
        opened(BARE, headers) as bare,
        opened(GUARD, headers) as guarded,
    ):
        samples = [(plain(), bare(), guarded()) for _ in range(rounds)]
    middle = [statistics.median(side) * 1e6 for side in zip(*samples, strict=True)]
    client = f"{name}, a name and a connection each" if headers else name
    row: dict[str, object] = {"client": client}
    row |= dict(zip(("without", "bare", "with"), middle, strict=True))
    return row | {"added": middle[2] - middle[0], "times": middle[2] / middle[1]}


def measure() -> dict[str, object]:
    """Measure each client."""
    listening = socket.create_server(("127.0.0.1", 0), backlog=100)
    port = listening.getsockname()[1]
    server = multiprocessing.get_context("fork").Process(
        target=serve, args=(listening,), daemon=True
    )
    server.start()
    load = os.getloadavg()[0]
    try:
        rows = [measured(name, f"http://127.0.0.1:{port}/a/b?c=d", {}) for name in CLIENTS]
        rows += [measured(name, f"http://localhost:{port}/a/b?c=d", CLOSE) for name in CLIENTS]
    finally:
        server.terminate()
        server.join()
    for row in rows:
        figures = (f"{row[key]:8.1f}" for key in ("without", "bare", "with", "added"))
        print(f"{row['client']:46}", *figures, f"{row['times']:6.3f}")
    packages = record.versions("iriform", "httpx", "httpx2", "requests", "urllib3", "aiohttp")
    return {"goal": GOAL, "load": load, "versions": packages, "rows": rows}


if __name__ == "__main__":
    record.program("guard", measure)
