"""Headers that a request must or must not have, and headers that a guard adds."""

from __future__ import annotations

import pickle

import pytest

from iriform.guard import Guard

from .clients import Client, each_client, refused
from .servers import PUBLIC, Servers


def got(client: Client, guard: Guard, servers: Servers, headers: dict[str, str]) -> None:
    with client.session(guard, None) as get:
        get(f"http://public.example:{servers.port}/", headers)


@each_client
@pytest.mark.parametrize(
    ("required", "denied", "sent", "code"),
    [
        (["X-Team"], [], {}, "header-missing"),
        (["x-team"], [], {"X-Team": "a"}, None),
        ([], ["X-Forwarded-For"], {"x-forwarded-for": "10.0.0.1"}, "header-not-allowed"),
        ([], ["Metadata"], {"Metadata": "true", "X-Team": "a"}, "header-not-allowed"),
        (["X-Team"], ["Metadata"], {"X-Team": "a"}, None),
    ],
)
def test_headers_are_judged(
    client: Client,
    servers: Servers,
    required: list[str],
    denied: list[str],
    sent: dict[str, str],
    code: str | None,
) -> None:
    guard = Guard(networks=[PUBLIC], required_headers=required, denied_headers=denied)
    before = len(servers.seen)
    if code is None:
        got(client, guard, servers, sent)
        assert len(servers.seen) == before + 1
        return
    with pytest.raises(client.error) as caught:
        got(client, guard, servers, sent)
    assert refused(caught.value).code == code
    assert len(servers.seen) == before


@each_client
def test_a_report_says_what_would_be_refused(
    client: Client, servers: Servers, caplog: pytest.LogCaptureFixture
) -> None:
    guard = Guard(networks=[PUBLIC], denied_headers=["X-Team"], enforce=False)
    got(client, guard, servers, {"X-Team": "a"})
    assert "would refuse: the header X-Team is not allowed" in caplog.text
    assert servers.seen[-1].headers["x-team"] == "a"


@each_client
def test_a_guard_sends_no_header_of_its_own(client: Client, servers: Servers) -> None:
    got(client, Guard(networks=[PUBLIC]), servers, {})
    with_guard = servers.seen[-1].headers.keys()
    assert "x-forwarded-for" not in with_guard
    guard = Guard(networks=[PUBLIC], required_headers=["Accept-Encoding", "User-Agent"])
    if client.method not in {
        "urllib3",
        "urllib",
    }:  # which add these internally
        got(client, guard, servers, {})
        assert servers.seen[-1].headers.keys() == with_guard


@pytest.mark.parametrize("wrong", ["X-A", ["a b"], ["a:"], [""], [1]])
def test_names_of_headers_are_checked(wrong: list[str]) -> None:
    for argument in ("required_headers", "denied_headers"):
        settings: dict[str, list[str]] = {argument: wrong}
        with pytest.raises(ValueError, match=f"{argument} must be several names of headers"):
            Guard(**settings)  # type: ignore[arg-type]
    guard = Guard(required_headers=["A"], denied_headers=["B"])
    assert (guard.required_headers, guard.denied_headers) == (("A",), ("B",))
    assert "required_headers=('A',), denied_headers=('B',)" in repr(guard)
    again = pickle.loads(pickle.dumps(guard))
    assert repr(again) == repr(guard)
