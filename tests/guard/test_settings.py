"""Settings that a guard refuses: proxies, unix sockets, another name for TLS."""

from __future__ import annotations

import asyncio
import pickle
import socket
import sys
import urllib.request
import warnings
from typing import Any
from urllib.error import URLError

import aiohttp
import httpx
import pytest
import requests
import urllib3

from iriform import Policy
from iriform.guard import Guard, Refused, over_httpcore
from tests.cli.program import python

from .clients import refused
from .servers import OTHER, PRIVATE, PUBLIC, Servers

GUARD = Guard(networks=[PUBLIC])
NO_PROXY = "a guard allows no proxy but its own, because a proxy looks up the name itself"


LIBRARIES: list[Any] = [httpx]
if sys.version_info >= (3, 11):
    import httpx2

    LIBRARIES.append(httpx2)


@pytest.mark.parametrize(
    "name", [f"{library.__name__}{end}" for library in LIBRARIES for end in ("", "_async")]
)
def test_transports_of_httpx(name: str) -> None:
    for settings, why in [
        ({"proxy": "http://proxy.example"}, NO_PROXY),
        ({"uds": "/run/a"}, "a guard allows no unix socket"),
    ]:
        with pytest.raises(ValueError, match=why):
            getattr(GUARD, name)(**settings)
    with pytest.raises(TypeError, match="colour"):
        getattr(GUARD, name)(colour=1)


@pytest.mark.parametrize("library", LIBRARIES)
def test_tls_for_another_name_is_refused(library: Any) -> None:
    transport = getattr(GUARD, library.__name__)(verify=False)
    with (
        library.Client(transport=transport) as client,
        pytest.raises(library.ConnectError) as caught,
    ):
        client.get("https://public.example/", extensions={"sni_hostname": "other.example"})
    assert refused(caught.value).code == "host-differs"


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_request_that_is_sent_twice_is_not_redirected(library: Any, servers: Servers) -> None:
    guard = Guard(networks=[PUBLIC], max_redirects=1)
    request = library.Request("GET", f"http://public.example:{servers.port}/to?/a")
    with library.Client(
        transport=getattr(guard, library.__name__)(verify=False), follow_redirects=True
    ) as client:
        for _ in range(3):
            assert client.send(request).text == PUBLIC
    none = getattr(Guard(networks=[PUBLIC], max_redirects=0), library.__name__)(verify=False)
    with library.Client(transport=none) as client:
        for _ in range(2):
            assert client.send(request).status_code == 302


@pytest.mark.parametrize("library", LIBRARIES)
def test_httpx_sends_no_credentials_from_http_to_https(library: Any) -> None:
    """On default ports, on which no test can listen, httpx treats both as one origin."""
    headers = {"Authorization": "Bearer hunter2"}
    transport: Any = getattr(Guard(), library.__name__)(verify=False)
    first = library.Request("GET", "http://a.example/", headers=headers)
    hop = {over_httpcore._HOP: over_httpcore.Hop(first, str(first.url), 1)}  # noqa: SLF001 - ours
    for url, is_kept in [("https://a.example/", False), ("http://a.example:80/b", True)]:
        second = library.Request("GET", url, headers=headers, extensions=hop)
        transport._judged(second)  # noqa: SLF001 - ours
        assert ("authorization" in second.headers) == is_kept


def test_requests_sends_no_credentials_from_http_to_https() -> None:
    with GUARD.requests() as session:
        assert session.should_strip_auth("http://a.example/", "https://a.example/")
        assert not session.should_strip_auth("http://a.example/", "http://a.example:80/b")


def test_a_socket_of_aiohttp_is_for_an_address_that_is_allowed() -> None:
    """The source of the address does not matter."""

    async def made(address: str) -> None:
        connector: Any = GUARD.aiohttp()
        info = (socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", (address, 80))
        try:
            connector._socket(info).close()  # noqa: SLF001 - ours
        finally:
            await connector.close()

    asyncio.run(made(PUBLIC))
    with pytest.raises(Refused, match="127.0.0.9 is not in an allowed network"):
        asyncio.run(made(PRIVATE))


def test_requests_with_a_proxy(servers: Servers) -> None:
    url = f"http://public.example:{servers.port}/"
    with GUARD.requests() as session, pytest.raises(requests.exceptions.ProxyError) as caught:
        session.get(url, proxies={"http": "http://proxy.example"})
    assert refused(caught.value)
    with GUARD.requests() as session:
        session.proxies = {"http": "http://proxy.example"}
        with pytest.raises(requests.exceptions.ProxyError):
            session.get(url)
    with GUARD.requests() as session, pytest.raises(requests.exceptions.InvalidSchema):
        session.get("file:///etc/passwd")
    assert servers.seen == []


def test_a_session_of_requests_is_pickled_with_its_guard(servers: Servers) -> None:
    with pickle.loads(pickle.dumps(GUARD.requests())) as session:
        assert session.get(f"http://public.example:{servers.port}/").text == PUBLIC
        with pytest.raises(requests.ConnectionError):
            session.get(f"http://private.example:{servers.port}/")


def test_urllib3_with_a_proxy(servers: Servers) -> None:
    with pytest.raises(ValueError, match=NO_PROXY):
        GUARD.urllib3(proxy_url="http://proxy.example")
    manager = GUARD.urllib3()
    pool = manager.connection_from_url(f"http://public.example:{servers.port}")
    connection = pool._get_conn()  # noqa: SLF001 - what a caller may reach
    assert isinstance(connection, urllib3.connection.HTTPConnection)
    connection.set_tunnel("private.example", 80)
    with pytest.raises(urllib3.exceptions.HTTPError, match=NO_PROXY):
        connection.connect()
    manager.clear()


def test_a_pool_of_urllib3_is_guarded_by_itself(servers: Servers) -> None:
    """It follows redirects to its own host without the manager."""
    with GUARD.urllib3().connection_from_url(f"http://public.example:{servers.port}") as pool:
        assert pool.request("GET", "/to?/a").data.decode() == PUBLIC
    with (
        GUARD.urllib3().connection_from_url(f"http://private.example:{servers.port}") as pool,
        pytest.raises(urllib3.exceptions.HTTPError, match=r"private\.example leads to"),
    ):
        pool.request("GET", "/")
    assert servers.reached() == {PUBLIC}


def test_aiohttp_with_a_proxy_or_another_name(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"http://public.example:{servers.port}/"

    async def asked(error: type[Exception], trust_env: bool, **settings: Any) -> str:
        connector = GUARD.aiohttp()
        async with aiohttp.ClientSession(connector=connector, trust_env=trust_env) as session:
            with pytest.raises(error) as caught:
                await session.get(url, **settings)
        return refused(caught.value).code

    code = asyncio.run(
        asked(aiohttp.ClientProxyConnectionError, trust_env=False, proxy="http://proxy.example")
    )
    assert code == "proxy-not-allowed"
    monkeypatch.setenv("http_proxy", "http://proxy.example")
    assert (
        asyncio.run(asked(aiohttp.ClientProxyConnectionError, trust_env=True))
        == "proxy-not-allowed"
    )
    code = asyncio.run(
        asked(aiohttp.ClientConnectorError, trust_env=False, server_hostname="other.example")
    )
    assert code == "host-differs"
    assert servers.seen == []


@pytest.mark.parametrize("name", ["resolver", "socket_factory", "use_dns_cache"])
def test_what_aiohttp_must_leave_to_the_guard(name: str) -> None:
    with pytest.raises(ValueError, match=f"the guard sets {name}"):
        GUARD.aiohttp(**{name: None})


def test_urllib_opens_http_only(servers: Servers) -> None:
    opener = urllib.request.build_opener(*GUARD.urllib())
    for url in ("file:///etc/passwd", "ftp://public.example/", "data:,a"):
        with pytest.raises(URLError) as caught:
            opener.open(url)
        assert refused(caught.value).code == "scheme-not-allowed"
    request = urllib.request.Request(f"http://public.example:{servers.port}/")
    request.set_proxy("proxy.example", "http")
    with pytest.raises(URLError, match=NO_PROXY):
        opener.open(request)
    opener.close()
    assert servers.seen == []


def test_urllib_with_the_handler_of_a_proxy(servers: Servers) -> None:
    """The proxy's handler runs after the guard, and before the connection."""
    proxies = dict.fromkeys(("http", "https"), f"http://{PRIVATE}:{servers.port}")
    for handler in (urllib.request.ProxyHandler, type("Own", (urllib.request.ProxyHandler,), {})):
        for url in (f"http://public.example:{servers.port}/", "https://public.example/"):
            opener = urllib.request.build_opener(*GUARD.urllib(), handler(proxies))
            with pytest.raises(URLError, match=NO_PROXY) as caught:
                opener.open(url)
            assert refused(caught.value)
    assert servers.seen == []


def test_report_mode_refuses_no_proxy_and_no_scheme(
    servers: Servers, caplog: pytest.LogCaptureFixture
) -> None:
    """The server of the tests also answers as a proxy."""
    report = Guard(networks=[PUBLIC], enforce=False)
    proxy = f"http://{PRIVATE}:{servers.port}"
    url = "http://elsewhere.example/a"
    for library in LIBRARIES:
        transport = getattr(report, library.__name__)(proxy=proxy, verify=False)
        with library.Client(transport=transport) as client:
            assert client.get(url).text == PRIVATE
    with report.requests() as session:
        assert session.get(url, proxies={"http": proxy}).text == PRIVATE
    manager = report.urllib3(proxy_url=proxy)
    assert manager.request("GET", url).data.decode() == PRIVATE
    manager.clear()

    async def asked() -> str:
        async with (
            aiohttp.ClientSession(connector=report.aiohttp()) as session,
            session.get(url, proxy=proxy) as answer,
        ):
            return await answer.text()

    assert asyncio.run(asked()) == PRIVATE
    opener = urllib.request.build_opener(
        *report.urllib(), urllib.request.ProxyHandler({"http": proxy})
    )
    with opener.open(url) as answer:
        assert answer.read().decode() == PRIVATE
    with opener.open("data:,a") as answer:
        assert answer.read() == b"a"
    opener.close()
    said = [one.getMessage() for one in caplog.records if one.name == "iriform.guard"]
    assert sum(NO_PROXY in line for line in said) >= 4 + len(LIBRARIES)
    assert "would refuse: a guard opens only http and https, not data" in said


def test_a_guard_is_shared_and_pickled() -> None:
    guard = Guard(Policy.PUBLIC_WEBHOOK, networks=["10.0.0.0/8"], max_redirects=2, enforce=False)
    copy = pickle.loads(pickle.dumps(guard))
    assert type(copy) is Guard
    assert repr(copy) == repr(guard)
    refused = Refused("a.example is elsewhere", "host-differs", name="a.example")
    same = pickle.loads(pickle.dumps(refused))
    assert (str(same), same.code, same.name) == (str(refused), "host-differs", "a.example")
    assert isinstance(same, OSError)
    assert isinstance(same, ValueError)
    assert (
        repr(Guard(Policy())) == "Guard(Policy(), networks='global', max_redirects=5, enforce=True)"
    )


@pytest.mark.parametrize(
    ("settings", "kind", "message"),
    [
        ({"policy": "https"}, TypeError, "policy must be a Policy, not str"),
        ({"networks": "local"}, ValueError, "networks: it must be 'any', 'global', 'none' or"),
        ({"networks": ["10.0.0.1/8"]}, ValueError, 'networks: "10.0.0.1/8": the address has bits'),
        (
            {"networks": 5},
            TypeError,
            "networks must be 'any', 'global' or several networks, not int",
        ),
        ({"max_redirects": -1}, ValueError, "max_redirects must be a number, and not negative"),
        ({"max_redirects": None}, ValueError, "max_redirects must be a number, and not negative"),
    ],
)
def test_wrong_settings(settings: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind) as caught:
        Guard(**settings)
    assert message in str(caught.value)


def test_no_client_is_imported_before_it_is_asked_for() -> None:
    code = (
        "import sys, iriform.guard; clients = {'httpx', 'httpx2', 'requests', 'urllib3', 'aiohttp'};"
        "print(clients & set(sys.modules))"
    )
    assert python(code).stdout == "set()\n"


def test_the_auth_of_a_session_of_aiohttp_stays_with_its_origin(servers: Servers) -> None:
    async def seen() -> list[bool]:
        connector = Guard(networks=[PUBLIC, OTHER]).aiohttp()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            auth = aiohttp.BasicAuth("anna", "hunter2")
            session = aiohttp.ClientSession(connector=connector, auth=auth)
        async with session:
            port = servers.port
            url = f"http://public.example:{port}/to?//other.example:{port}/to?/a"
            await (await session.get(url)).read()
        return ["authorization" in one.headers for one in servers.seen]

    assert asyncio.run(seen()) == [True, False, False]
