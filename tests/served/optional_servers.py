"""Servers, tested with raw sockets: `make test-integrations`.

docs/other-software.md lists what they pass on. The test fails if a server now differs, and prints the new
row.
"""

from __future__ import annotations

import pytest

from .asked import ASGI, REQUESTS, ROOT, WSGI, asked, row, served, told

PAGE = (ROOT / "docs/other-software.md").read_text("utf-8")


@pytest.fixture(scope="module")
def table() -> list[str]:
    """The current rows of docs/other-software.md."""
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
