#!/usr/bin/env bash
# aiosonic 1.3.3, 2026-11-28. A client of HTTP for asyncio.
#
# Guessed: the target is sent as it stands in the URL, perhaps with dot segments removed.
# Seen: dot segments are sent. What begins with a semicolon in the last segment is not, so that another resource is asked
# for; in a segment before it stays.
. "$(dirname "$0")/with_packages"

packages aiosonic==1.3.3
expect <<'END'
/a/../b -> /a/../b
/a;b=c -> /a
/a;b=c/d -> /a;b=c/d
/a;b=c?d -> /a?d
/a%3Bb=c -> /a%3Bb=c
END
run <<'PYTHON'
import asyncio

import aiosonic

seen = []


async def answer(reader, writer):
    head = await reader.readuntil(b"\r\n\r\n")
    seen.append(head.split(b" ")[1].decode())
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    await writer.drain()
    writer.close()


async def main():
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    for target in ("/a/../b", "/a;b=c", "/a;b=c/d", "/a;b=c?d", "/a%3Bb=c"):
        async with aiosonic.HTTPClient() as client:
            await client.get(f"http://127.0.0.1:{port}{target}")
        print(target, "->", seen[-1])


asyncio.run(main())
PYTHON
