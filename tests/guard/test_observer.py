"""Observers and deadlines of a guard, in each client."""

from __future__ import annotations

import logging
import pickle
import queue
import socket
import threading
import time
from datetime import timezone
from ipaddress import ip_address
from typing import Any

import aiohttp
import anyio
import httpx
import pytest

from iriform import Policy
from iriform.guard import Decision, Guard, Refused, log, lookups

from .clients import Client, each_client, refused
from .servers import PRIVATE, PUBLIC, Names, Servers


@each_client
def test_an_observer_gets_permits_and_refusals(client: Client, servers: Servers) -> None:
    seen: list[Decision] = []
    guard = Guard(networks=[PUBLIC], observer=seen.append)
    url = f"http://public.example:{servers.port}"
    with client.session(guard, None) as get:
        assert get(f"{url}/?token=hunter2") == PUBLIC
        permits = list(seen)
        with pytest.raises(client.error):
            get(f"http://private.example:{servers.port}/?token=hunter2")
    assert {decision.subject for decision in permits} == {"request", "connection"}
    assert all(decision.permitted for decision in permits)
    (asked,) = (decision for decision in permits if decision.subject == "request")
    assert (asked.host, asked.url) == ("public.example", f"{url}/?token=***")
    (reached,) = (decision for decision in permits if decision.subject == "connection")
    assert (reached.host, reached.addresses) == ("public.example", (ip_address(PUBLIC),))
    last = seen[-1]
    assert (last.permitted, last.code, last.host) == (
        False,
        "address-not-allowed",
        "private.example",
    )
    assert last.addresses == (ip_address(PRIVATE),)
    for decision in seen:
        assert decision.client == client.method
        assert decision.policy == Policy.WEB
        assert decision.enforced
        assert decision.time.tzinfo is timezone.utc
        assert "hunter2" not in repr(decision.to_dict())


@each_client
def test_a_redirect_is_observed(client: Client, servers: Servers) -> None:
    seen: list[Decision] = []
    guard = Guard(networks=[PUBLIC], observer=seen.append)
    target = f"http://private.example:{servers.port}/"
    with client.session(guard, None) as get, pytest.raises(client.error):
        get(f"http://public.example:{servers.port}/to?{target}")
    assert [d.url for d in seen if d.subject == "request"][-1] == target
    assert [d.code for d in seen if not d.permitted] == ["address-not-allowed"]


def test_an_observer_changes_no_decision(caplog: pytest.LogCaptureFixture, names: Names) -> None:
    def fails(_: Decision) -> None:
        raise KeyError("no such thing")

    names.add("a.example", ["93.184.215.14"])
    assert Guard(observer=fails).resolve("http://a.example/").name == "a.example"
    with pytest.raises(Refused):
        Guard(observer=fails).resolve("http://127.0.0.1/")
    assert [record.message for record in caplog.records] == ["the observer of a guard failed"] * 2


def test_what_would_be_refused_is_observed() -> None:
    seen: list[Decision] = []
    guard = Guard(enforce=False, observer=seen.append)
    guard.resolve("http://127.0.0.1/")
    assert [(d.permitted, d.enforced, d.code) for d in seen] == [
        (False, False, "address-not-allowed"),
        (True, False, None),
    ]


def test_log(caplog: pytest.LogCaptureFixture, names: Names) -> None:
    names.add("a.example", ["93.184.215.14"])
    guard = Guard(observer=log)
    with caplog.at_level(logging.INFO, "iriform.guard"):
        guard.resolve("http://a.example/?token=hunter2")
        with pytest.raises(Refused):
            guard.resolve("http://u:hunter2@a.example:99999/")
    assert [(r.levelname, r.message) for r in caplog.records] == [
        ("INFO", "permitted: connection a.example"),
        ("WARNING", "refused (userinfo-not-allowed): request http://u:***@a.example:99999/"),
    ]
    assert all(isinstance(record.decision, Decision) for record in caplog.records)  # type: ignore[attr-defined]


@pytest.fixture
def silence(monkeypatch: pytest.MonkeyPatch, names: Names) -> Any:
    """A resolver that does not answer for one name until the test ends."""
    over = threading.Event()

    def ask(host: Any, *args: Any, **settings: Any) -> Any:
        if host in {"silent.example", b"silent.example"}:
            over.wait(30)
            raise socket.gaierror(socket.EAI_AGAIN, "no answer")
        return names(host, *args, **settings)

    monkeypatch.setattr(socket, "getaddrinfo", ask)
    yield
    over.set()


@each_client
@pytest.mark.usefixtures("silence")
def test_no_look_up_is_waited_for_longer(client: Client, servers: Servers) -> None:
    seen: list[Decision] = []
    guard = Guard(networks=[PUBLIC], lookup_timeout=0.1, observer=seen.append)
    begin = time.monotonic()
    with client.session(guard, None) as get, pytest.raises(Exception) as caught:  # noqa: PT011
        get(f"http://silent.example:{servers.port}/")
    assert time.monotonic() - begin < 8
    error: BaseException | None = caught.value
    while error is not None and not isinstance(error, Refused):
        error = error.__cause__ or error.__context__
    assert isinstance(error, Refused)
    assert (error.code, error.name) == ("lookup-timeout", "silent.example")
    assert str(error) == "looking up silent.example took longer than 0.1 s"
    assert {d.code for d in seen if not d.permitted} == {"lookup-timeout"}


@pytest.mark.usefixtures("silence")
def test_the_guard_itself_waits_no_longer() -> None:
    guard = Guard(lookup_timeout=0.05)
    for asked in (
        lambda: guard.resolve("http://silent.example/"),
        lambda: guard.create_connection(("silent.example", 80)),
    ):
        with pytest.raises(Refused) as caught:
            asked()
        assert caught.value.code == "lookup-timeout"
    patient = Guard(lookup_timeout=None)
    with pytest.raises(Refused, match="took longer than 0.05 s"):
        patient.create_connection(("silent.example", 80), timeout=0.05)


def test_a_thread_takes_one_look_up_after_another() -> None:
    """One other look-up does not end."""
    over = threading.Event()
    answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
    lookups.begin(over.wait, answers.put)
    threads = set()
    for _ in range(20):
        lookups.begin(threading.get_ident, answers.put)
        threads.add(answers.get(timeout=5))
    assert len(threads) <= 9, "those that wait, and not one for each"
    lookups.begin(lambda: Guard(lookup_timeout=-1), answers.put)
    assert isinstance(answers.get(timeout=5), ValueError)
    over.set()


@pytest.mark.parametrize("library", ["httpx-asyncio", "httpx-trio", "aiohttp"])
@pytest.mark.usefixtures("silence")
def test_a_hundred_look_ups_wait_for_none_of_the_others(library: str, servers: Servers) -> None:
    """They do not wait for the loop's few threads either."""
    guard = Guard(networks=[PUBLIC], lookup_timeout=0.5)

    async def asked() -> list[str]:
        codes: list[str] = []

        async def ask(get: Any) -> None:
            try:
                await get(f"http://silent.example:{servers.port}/")
            except Exception as error:  # noqa: BLE001 - each client has its own
                codes.append(refused(error).code)

        if library == "aiohttp":
            client: Any = aiohttp.ClientSession(connector=guard.aiohttp())
        else:
            client = httpx.AsyncClient(transport=guard.httpx_async(), timeout=30)
        async with client, anyio.create_task_group() as tasks:
            for _ in range(100):
                tasks.start_soon(ask, client.get)
        return codes

    begin = time.monotonic()
    backend = library.partition("-")[2] or "asyncio"
    assert anyio.run(asked, backend=backend) == ["lookup-timeout"] * 100
    assert time.monotonic() - begin < 4


def test_many_addresses_take_no_longer_than_the_timeout(names: Names, monkeypatch: Any) -> None:
    """Attempts to reach addresses that never answer share the client's timeout."""
    waited: list[float | None] = []

    class Unheard(socket.socket):
        def connect(self, address: Any) -> None:
            waited.append(self.gettimeout())
            time.sleep(self.gettimeout() or 0)
            raise TimeoutError(address)

    names.add("many.example", [f"10.0.0.{i}" for i in range(1, 41)])
    monkeypatch.setattr(socket, "socket", Unheard)
    guard = Guard(networks=["10.0.0.0/24"])
    begin = time.monotonic()
    with pytest.raises(TimeoutError):
        guard.create_connection(("many.example", 80), timeout=0.6)
    assert time.monotonic() - begin < 2
    assert 2 <= len(waited) <= 4
    assert sum(each or 0 for each in waited) <= 0.7


@each_client
@pytest.mark.parametrize(
    ("settings", "name", "code"),
    [
        ({"denied_networks": [f"{PUBLIC}/32"]}, "public.example", "address-denied"),
        ({"denied_hosts": ["public.example"]}, "public.example", "host-denied"),
        ({"denied_hosts": ["PUBLIC.Example"]}, "www.public.example", "host-denied"),
        ({"denied_hosts": [PUBLIC]}, PUBLIC, "host-denied"),
    ],
)
def test_what_is_denied(
    client: Client, servers: Servers, names: Names, settings: Any, name: str, code: str
) -> None:
    names.add("www.public.example", [PUBLIC])
    guard = Guard(networks=[PUBLIC], **settings)
    with client.session(guard, None) as get, pytest.raises(client.error) as caught:
        get(f"http://{name}:{servers.port}/")
    error: BaseException | None = caught.value
    while error is not None and not isinstance(error, Refused):
        error = error.__cause__ or error.__context__
    assert isinstance(error, Refused)
    assert error.code == code
    with pytest.raises(Refused) as refused_itself:
        guard.resolve(f"http://{name}:{servers.port}/")
    assert refused_itself.value.code == code
    with pytest.raises(Refused):
        guard.create_connection((name, servers.port))
    with client.session(Guard(networks=[PUBLIC], denied_hosts=["lic.example"]), None) as get:
        assert get(f"http://{name}:{servers.port}/") == PUBLIC


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"denied_hosts": "a.example"}, ValueError),
        ({"denied_hosts": ["a b"]}, ValueError),
        ({"denied_hosts": [""]}, ValueError),
        ({"denied_hosts": [7]}, ValueError),
        ({"denied_networks": "10.0.0.0/8"}, TypeError),
        ({"denied_networks": ["10.0.0.1/8"]}, ValueError),
        ({"lookup_timeout": 0}, ValueError),
        ({"lookup_timeout": -1.0}, ValueError),
        ({"observer": "log"}, TypeError),
    ],
)
def test_settings_that_are_refused(settings: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        Guard(**settings)


def test_settings_are_shown_and_pickled() -> None:
    guard = Guard(denied_hosts=["corp.example"], denied_networks=["198.51.100.0/24"], observer=log)
    assert "denied_networks=('198.51.100.0/24',), denied_hosts=('corp.example',)" in repr(guard)
    again = pickle.loads(pickle.dumps(guard))
    assert repr(again) == repr(guard)
    assert again.denied_hosts == ("corp.example",)
    assert again.lookup_timeout == 10.0
