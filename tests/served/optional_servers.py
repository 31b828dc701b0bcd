"""Servers asked by raw sockets: `make test-integrations`.

The table of docs/requests.md is what they hand over. The test fails where it is not so today, and shows
the row as it would be.
"""

from __future__ import annotations

import json

import pytest

from .asked import ASGI, ROOT, WSGI, asked, served
from .echo import HEADER

PAGE = (ROOT / "docs/requests.md").read_text("utf-8")

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


def told(answer: bytes) -> dict[str, str | None] | str:
    """Give what the application saw, or the status with which the server refused."""
    head = answer.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    for line in head[1:]:
        name, _, value = line.partition(":")
        if name.lower() == HEADER:
            found: dict[str, str | None] = json.loads(value)
            return found
    return head[0].split(" ")[1]


def written(request: tuple[bytes, bytes, bytes]) -> str:
    """Write a request for the table."""
    method, target, headers = (
        repr(part)[2:-1].replace("\\\\", "\\").replace("|", "\\|") for part in request
    )
    hosts = headers.replace("\\r\\n", "; ").removesuffix("; ")
    return f"`{method} {target}`" + ("" if request[2] == HOST else f", {hosts or 'no Host'}")


def row(request: tuple[bytes, bytes, bytes], seen: dict[str, dict[str, str | None] | str]) -> str:
    """Write what each server hands over, and what `received` makes of it."""
    target = request[1].decode("latin-1")
    cells: list[str] = []
    answers: dict[str, list[str]] = {}
    for server, found in seen.items():
        if isinstance(found, str):
            cells.append(found)
        else:
            cells.append("=" if found["raw"] == target else f"`{ascii(found['raw'])[1:-1]}`")
            answers.setdefault(f"`{found['answer']}`", []).append(server)
    usual, *others = sorted(answers, key=lambda said: -len(answers[said])) or ["—"]
    other = "".join(f"; {', '.join(answers[said])}: {said}" for said in others)
    return f"| {' | '.join([written(request), *cells, usual + other])} |"


@pytest.fixture(scope="module")
def table() -> list[str]:
    """The rows of docs/requests.md, as they are today."""
    names = [name for name in (*ASGI, *WSGI) if name != "wsgiref"]
    seen: dict[str, list[dict[str, str | None] | str]] = {}
    for name in names:
        app = "asgi_app" if name in ASGI else "wsgi_app"
        with served({**ASGI, **WSGI}[name], f"tests.served.echo:{app}") as port:
            seen[name] = [told(asked(port, *request)) for request in REQUESTS]
    return [
        f"| {' | '.join(['Sent', *names, '`received`'])} |",
        "|---" * (len(names) + 2) + "|",
        *(
            row(request, {name: seen[name][i] for name in names})
            for i, request in enumerate(REQUESTS)
        ),
    ]


def test_the_page_says_what_servers_hand_over(table: list[str]) -> None:
    print("\n".join(table))  # noqa: T201 - to be put into the page, where it has changed
    assert [line for line in table if line not in PAGE] == []


def test_wsgiref_hands_over_no_target() -> None:
    with served(WSGI["wsgiref"], "tests.served.echo:wsgi_app") as port:
        for request in REQUESTS:
            found = told(asked(port, *request))
            assert found in ("400", {"raw": None, "answer": "unknown"}), request
