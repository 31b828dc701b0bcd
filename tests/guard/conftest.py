"""The servers and the names that the tests of a module share."""

import socket
from collections.abc import Iterator

import pytest

from .servers import OTHER, PRIVATE, PUBLIC, Names, Servers, running


@pytest.fixture(scope="module")
def started() -> Iterator[Servers]:
    with running(PUBLIC, OTHER, PRIVATE) as servers:
        yield servers


@pytest.fixture
def servers(started: Servers, names: Names) -> Servers:
    """Three servers without recorded requests, and the names that lead to them."""
    assert names
    started.seen.clear()
    return started


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Names:
    """The resolver of this process."""
    made = Names()
    monkeypatch.setattr(socket, "getaddrinfo", made)
    made.add("public.example", [PUBLIC])
    made.add("other.example", [OTHER])
    made.add("private.example", [PRIVATE])
    return made
