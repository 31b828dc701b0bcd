"""robots.txt and logs of requests, in which some fields are references."""

from __future__ import annotations

import gzip
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from iriform._core import Block
from tests.cli.program import iriform
from tests.growth import assert_grows_at_most

ROBOTS = b"""\xef\xbb\xbf# http://comment.example/
User-agent: *
Disallow: /*?q=a b$
Allow: /%zz
Sitemap: https://h.example/a.xml  # Spain
 SITEMAP :https://h.example/b c.xml\r
Sitemap:
Sitemap: #https://h.example/
sitemaps: https://h.example/
Sitemap: /relative.xml
"""

CLIENT = b"192.0.2.1 - - [29/Nov/2026:02:33:54 +0000]"
LOG = b"\n".join(
    [
        CLIENT + b' "GET /a?b HTTP/1.1" 200 5',
        CLIENT
        + b' "GET /a|b HTTP/1.1" 404 - "http://r.example/x y" "Mozilla (+http://bot.example/a)"',
        CLIENT + b' "OPTIONS * HTTP/1.1" 200 5 "-" "-"',
        CLIENT + b' "CONNECT h.example:443 HTTP/1.1" 200 5 "" "curl \\"http://q.example/\\""',
        CLIENT + b' "\\x16\\x03" 400 0 "-" "-"',
        CLIENT + b' "GET http://p.example/ HTTP/1.1" 200 5 "android-app://com.example/" "-"',
        b"not a record http://n.example/",
        CLIENT + b' "GET /a\\"b HTTP/1.1" 200 5\r',
        b"",
        b"h.example:80 " + CLIENT + b' "GET /v HTTP/1.1" 200 5 "-" "a"',
    ]
)


def faults(file: Path, *options: str) -> list[dict[str, Any]]:
    run = iriform("check", "--json", *options, file)
    return [json.loads(line) for line in run.out.splitlines()]


def values(block: Block) -> list[str]:
    buffers = block.buffers()
    ends = memoryview(buffers.offsets).cast("q")
    return [buffers.text[a:b].decode() for a, b in pairwise(ends)]


def test_sitemaps_of_robots_txt(tmp_path: Path) -> None:
    file = tmp_path / "Robots.TXT"
    file.write_bytes(ROBOTS)
    found = json.loads(iriform("audit", "--json", file).out)
    assert (found["files"][0]["format"], found["valid"], found["invalid"]) == ("robots", 1, 2)
    assert [(each["line"], each["column"], each["text"]) for each in faults(file)] == [
        (6, 30, "https://h.example/b c.xml"),
        (10, 10, "/relative.xml"),
    ]


def test_requests_of_a_log(tmp_path: Path) -> None:
    file = tmp_path / "access.log.gz"
    file.write_bytes(gzip.compress(LOG))
    found = json.loads(iriform("audit", "--json", file).out)
    assert found["files"][0]["format"] == "access-log"
    counts = (found["valid"], found["invalid"], found["unreadable"])
    assert counts == (6, 3, 1)
    hosts = {host["name"] for host in found["hosts"]["top"]}
    assert hosts == {"bot.example", "p.example", "q.example"}
    shown = [(each["line"], each.get("column"), each.get("text")) for each in faults(file)]
    assert shown == [
        (2, 51, "/a|b"),
        (2, 89, "http://r.example/x y"),
        (7, None, None),
        (8, 51, '/a\\"b'),
    ]


@pytest.mark.parametrize(("name", "text"), [("robots", ROBOTS), ("access-log", LOG)])
def test_they_are_known_by_their_beginning(tmp_path: Path, name: str, text: bytes) -> None:
    file = tmp_path / "a.log"
    file.write_bytes(text)
    for verb in ("audit", "check"):
        run = iriform(verb, file)
        assert (run.status, f"--format {name} reads its" in run.err) == (2, True)
        assert iriform(verb, file, "--format", name).status == (verb == "check")
    copy = tmp_path / "copy"
    assert iriform("repair", file, "--format", name, "--out", copy).status == 2
    assert not copy.exists()


def test_fields_must_stand_in_the_text() -> None:
    assert values(Block.fields(b"a b\nc", [(0, 1, False), (2, 5, False)], [])) == ["a", "b\nc"]
    for fields, unreadable in [
        ([(0, 6, False)], []),
        ([(2, 1, False)], []),
        ([(2, 3, False), (0, 1, False)], []),
        ([], [(6, "why")]),
        ([], [(2, "why"), (1, "why")]),
    ]:
        with pytest.raises(ValueError, match="in order"):
            Block.fields(b"a b\nc", fields, unreadable)


@pytest.mark.parametrize(
    "hostile", [b"a a " + b"[" * 9, b'a a [] "' + b'\\"' * 9, CLIENT + b' "GET ' + b" HTTP/1" * 9]
)
def test_time_is_linear(hostile: bytes) -> None:
    from iriform.audit.formats.fields import access_log, robots

    head, piece = hostile[:-9], hostile[-9:]

    def work(size: int) -> object:
        text = head + piece * (size // 9) + b"\n"
        return access_log(text), robots(text)

    assert_grows_at_most(10, work, 50_000, 200_000)
