"""The cost of a guard for a request: `python -m benchmarks.guard [--record]`.

Each client asks a server of this machine over one connection, with a guard and without, by turns. What is
measured is the processor time of the client's thread; the server has a process of its own. Look-up is no
part of it: the host is an address, and all but urllib keep the connection. The least of a
thousand requests counts.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import socket
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import aiohttp
import httpx
import httpx2
import requests
import urllib3

from benchmarks import record
from iriform import Policy
from iriform.guard import Guard

GUARD = Guard(Policy.WEB, networks=["127.0.0.1"])
ROUNDS = 1_000
GOAL = 50  # µs
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

Sample = Callable[[], float]


def serve(listening: socket.socket) -> None:
    """Answer every request with the same octets, in a process of its own."""

    async def answered(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            while await reader.readuntil(b"\r\n\r\n"):
                writer.write(ANSWER)
        writer.close()

    async def main() -> None:
        async with await asyncio.start_server(answered, sock=listening) as server:
            await server.serve_forever()

    asyncio.run(main())


def timed(get: Callable[[], object]) -> Sample:
    """Measure seconds of the processor a request."""

    def sample() -> float:
        start = time.thread_time()
        get()
        return time.thread_time() - start

    return sample


@contextmanager
def over_httpx(url: str, guard: Guard | None) -> Iterator[Sample]:
    """Ask with httpx."""
    with httpx.Client(transport=guard.httpx() if guard else None, trust_env=False) as client:
        yield timed(lambda: client.get(url))


@contextmanager
def over_httpx2(url: str, guard: Guard | None) -> Iterator[Sample]:
    """Ask with httpx2."""
    with httpx2.Client(transport=guard.httpx2() if guard else None, trust_env=False) as client:
        yield timed(lambda: client.get(url))


@contextmanager
def over_requests(url: str, guard: Guard | None) -> Iterator[Sample]:
    """Ask with requests."""
    with guard.requests() if guard else requests.Session() as session:
        session.trust_env = False
        yield timed(lambda: session.get(url))


@contextmanager
def over_urllib3(url: str, guard: Guard | None) -> Iterator[Sample]:
    """Ask with urllib3."""
    with guard.urllib3() if guard else urllib3.PoolManager() as manager:
        yield timed(lambda: manager.request("GET", url))


@contextmanager
def over_urllib(url: str, guard: Guard | None) -> Iterator[Sample]:
    """Ask with urllib, which makes a connection for each request."""
    none = urllib.request.ProxyHandler({})
    opener = urllib.request.build_opener(*(guard.urllib() if guard else [none]))
    yield timed(lambda: opener.open(url).close())


@contextmanager
def over_asyncio(url: str, guard: Guard | None, library: str) -> Iterator[Sample]:
    """Ask with a client of asyncio, in a loop that runs while a sample is taken."""
    loop = asyncio.new_event_loop()

    async def opened() -> aiohttp.ClientSession | httpx.AsyncClient:
        if library == "aiohttp":
            return aiohttp.ClientSession(connector=guard.aiohttp() if guard else None)
        return httpx.AsyncClient(transport=guard.httpx_async() if guard else None, trust_env=False)

    client = loop.run_until_complete(opened())

    async def taken() -> float:
        start = time.thread_time()
        if isinstance(client, httpx.AsyncClient):
            await client.get(url)
        else:
            async with client.get(url) as response:
                await response.read()
        return time.thread_time() - start

    yield lambda: loop.run_until_complete(taken())
    closed = client.aclose() if isinstance(client, httpx.AsyncClient) else client.close()
    loop.run_until_complete(closed)
    loop.close()


CLIENTS: dict[str, Callable[[str, Guard | None], contextlib.AbstractContextManager[Sample]]] = {
    "httpx": over_httpx,
    "httpx, async": lambda url, guard: over_asyncio(url, guard, "httpx"),
    "httpx2": over_httpx2,
    "requests": over_requests,
    "urllib3": over_urllib3,
    "aiohttp": lambda url, guard: over_asyncio(url, guard, "aiohttp"),
    "urllib, a new connection": over_urllib,
}


def measured(url: str, name: str) -> dict[str, object]:
    """Compare a client with a guard and without."""
    with CLIENTS[name](url, None) as plain, CLIENTS[name](url, GUARD) as guarded:
        pairs = [(plain(), guarded()) for _ in range(ROUNDS)]
    without, beside = (min(side) * 1e6 for side in zip(*pairs, strict=True))
    return {"client": name, "without": without, "with": beside, "added": beside - without}


def main() -> None:
    """Measure each client."""
    listening = socket.create_server(("127.0.0.1", 0), backlog=100)
    url = f"http://127.0.0.1:{listening.getsockname()[1]}/a/b?c=d"
    server = multiprocessing.get_context("fork").Process(
        target=serve, args=(listening,), daemon=True
    )
    server.start()
    try:
        rows = [measured(url, name) for name in CLIENTS]
    finally:
        server.terminate()
        server.join()
    for row in rows:
        print(f"{row['client']:25}", *(f"{row[key]:8.1f}" for key in ("without", "with", "added")))
    if "--record" in sys.argv:
        packages = record.versions("httpx", "httpx2", "requests", "urllib3", "aiohttp")
        record.save(
            "guard",
            "python -m benchmarks.guard --record",
            {"goal": GOAL, "versions": packages, "rows": rows},
        )


if __name__ == "__main__":
    main()
