"""Servers with their own interface, which answer with the target that they pass on."""

from __future__ import annotations

import asyncio
import json
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .asked import HEADER

if TYPE_CHECKING:
    from collections.abc import Callable


def _headers(raw: str) -> dict[str, str]:
    return {"Content-Length": "0", HEADER: json.dumps({"raw": raw, "answer": None})}


def tornado(port: int) -> None:
    """Serve with Tornado's server."""
    util = import_module("tornado.httputil")

    def tell(request: Any) -> None:
        start = util.ResponseStartLine("HTTP/1.1", 200, "OK")
        request.connection.write_headers(start, util.HTTPHeaders(_headers(request.uri)))
        request.connection.finish()

    async def serve() -> None:
        import_module("tornado.httpserver").HTTPServer(tell).listen(port, "127.0.0.1")
        await asyncio.Event().wait()

    asyncio.run(serve())


def aiohttp(port: int) -> None:
    """Serve with aiohttp's low-level server."""
    web = import_module("aiohttp.web")

    async def tell(request: Any) -> Any:
        return web.Response(headers=_headers(request.raw_path))

    async def serve() -> None:
        runner = web.ServerRunner(web.Server(tell))
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", port).start()
        await asyncio.Event().wait()

    asyncio.run(serve())


def twisted(port: int) -> None:
    """Serve with Twisted's server."""
    base = import_module("twisted.web.resource").Resource

    class Teller(base):  # type: ignore[misc, valid-type]
        isLeaf = True  # noqa: N815 - Twisted's name

        def render(self, request: Any) -> bytes:
            for name, value in _headers(request.uri.decode("latin-1")).items():
                request.setHeader(name, value)
            return b""

    reactor: Any = import_module("twisted.internet.reactor")
    reactor.listenTCP(
        port, import_module("twisted.web.server").Site(Teller()), interface="127.0.0.1"
    )
    reactor.run()


if __name__ == "__main__":
    servers: dict[str, Callable[[int], None]] = {
        "tornado": tornado,
        "aiohttp": aiohttp,
        "Twisted": twisted,
    }
    servers[sys.argv[1]](int(sys.argv[2]))
