"""Every way to set a credential, in every client: none follows a redirect to another origin."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import aiohttp
import httpx
import pytest
import requests
from requests.auth import HTTPDigestAuth

from iriform import Policy
from iriform.guard import Guard

from .servers import OTHER, PRIVATE, PUBLIC, Servers, running

HTTPX: list[Any] = [httpx]
if sys.version_info >= (3, 11):
    import httpx2

    HTTPX.append(httpx2)

GUARD = Guard(
    Policy.WEB.replace(userinfo=True, severities={"password": "ignore"}), networks=[PUBLIC, OTHER]
)
SECRET = "hunter2"  # noqa: S105 - looked for
pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning"
)  # `auth` and `cookies` of a call
HEADERS = {"Authorization": f"Bearer {SECRET}", "Cookie": f"a={SECRET}"}


@pytest.fixture(scope="module")
def second() -> Iterator[Servers]:
    """A server on another port of the first address."""
    with running(PUBLIC) as servers:
        yield servers


# The first hop may get the credential; the others have another host or another port.
def chains(servers: Servers, second: Servers, userinfo: str = "") -> dict[str, str]:
    first, elsewhere = f"http://{userinfo}public.example:{servers.port}", f":{servers.port}"
    return {
        "host": f"{first}/to?http://other.example{elsewhere}/to?/b",
        "port": f"{first}/to?http://public.example:{second.port}/to?/b",
        "dot": f"{first}/to?http://public.example.{elsewhere}/to?/b",
    }


def check(
    ask: Callable[[str], None], servers: Servers, second: Servers, userinfo: str = ""
) -> None:
    """Follow each chain: only the first hop receives the secret."""
    for name, url in chains(servers, second, userinfo).items():
        servers.seen.clear()
        second.seen.clear()
        ask(url)
        seen = [
            SECRET in str(one.headers) or "YW5uYTpodW50ZXIy" in str(one.headers)
            for one in [*servers.seen, *second.seen]
        ]
        assert seen == [True, False, False], name


@pytest.mark.parametrize("library", HTTPX, ids=lambda library: library.__name__)
@pytest.mark.parametrize("is_async", [False, True])
def test_httpx(library: Any, is_async: bool, servers: Servers, second: Servers) -> None:
    name = library.__name__ + ("_async" if is_async else "")
    kind = library.AsyncClient if is_async else library.Client

    def asked(of_client: dict[str, Any], of_call: dict[str, Any]) -> Callable[[str], None]:
        def ask(url: str) -> None:
            client = kind(
                transport=getattr(GUARD, name)(verify=False), follow_redirects=True, **of_client
            )
            if not is_async:
                with client:
                    client.get(url, **of_call)
                return

            async def ask_async() -> None:
                async with client:
                    await client.get(url, **of_call)

            asyncio.run(ask_async())

        return ask

    jar = library.Cookies()
    jar.set("a", SECRET, domain="public.example")
    ways: list[tuple[dict[str, Any], dict[str, Any]]] = [
        ({}, {"headers": HEADERS}),
        ({}, {"headers": {"authorization": SECRET}}),
        ({}, {"headers": {"Proxy-Authorization": SECRET}}),
        ({}, {"auth": ("anna", SECRET)}),
        ({}, {"cookies": {"a": SECRET}}),
        ({"headers": HEADERS}, {}),
        ({"auth": ("anna", SECRET)}, {}),
        ({"cookies": {"a": SECRET}}, {}),
        ({"cookies": jar}, {}),
    ]
    for of_client, of_call in ways:
        check(asked(of_client, of_call), servers, second)
    check(asked({}, {}), servers, second, f"anna:{SECRET}@")


@pytest.fixture
def netrc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A netrc file with a password for every host, and no proxy in the environment."""
    file = tmp_path / "netrc"
    file.write_text(f"default login anna password {SECRET}\n")
    file.chmod(0o600)
    monkeypatch.setenv("NETRC", str(file))
    for scheme in ("http", "https", "all"):
        for name in (f"{scheme}_proxy", f"{scheme}_proxy".upper()):
            monkeypatch.delenv(name, raising=False)


# The settings of a requests session, and the arguments of a call.
REQUESTS: list[tuple[Callable[[requests.Session], object], dict[str, Any]]] = [
    (lambda _: None, {"headers": HEADERS}),
    (lambda _: None, {"headers": {"authorization": SECRET}}),
    (lambda _: None, {"auth": ("anna", SECRET)}),
    (lambda _: None, {"cookies": {"a": SECRET}}),
    (lambda session: session.cookies.set("a", SECRET), {}),
    (lambda session: session.cookies.set("a", SECRET, domain="public.example"), {}),
    (lambda session: session.headers.update(HEADERS), {}),
    (lambda session: setattr(session, "auth", ("anna", SECRET)), {}),
    (lambda session: setattr(session, "trust_env", True), {}),  # by the file of passwords
]


@pytest.mark.usefixtures("netrc")
@pytest.mark.parametrize("by_hand", [False, True])
def test_requests(by_hand: bool, servers: Servers, second: Servers) -> None:
    for set_up, of_call in REQUESTS:

        def ask(url: str, set_up: Any = set_up, of_call: Any = of_call) -> None:
            with GUARD.requests() as session:
                set_up(session)
                answer = session.get(url, allow_redirects=not by_hand, **of_call)
                while answer.next is not None:
                    answer = session.send(answer.next, allow_redirects=False)

        check(ask, servers, second)
        if not of_call:
            check(ask, servers, second, f"anna:{SECRET}@")


def test_a_digest_of_requests_is_not_made_for_another_origin(servers: Servers) -> None:
    """The adapter sends the request again, without the session."""
    port = servers.port
    servers.challenge = True
    try:
        with GUARD.requests() as session:
            session.cookies.set("a", SECRET)
            url = f"http://public.example:{port}/to?//other.example:{port}/secret"
            session.get(url, auth=HTTPDigestAuth("anna", SECRET))
    finally:
        servers.challenge = False
    elsewhere = [one.headers for one in servers.seen if one.address == OTHER]
    assert len(elsewhere) == 2
    assert not any({"authorization", "cookie"} & set(headers) for headers in elsewhere)


def test_urllib3(servers: Servers, second: Servers) -> None:
    import urllib3

    for of_manager, of_call in [
        ({}, {"headers": HEADERS}),
        ({}, {"headers": {"authorization": SECRET}}),
        ({}, {"headers": {"Proxy-Authorization": SECRET}}),
        ({"headers": HEADERS}, {}),
        ({}, {"headers": HEADERS, "retries": urllib3.Retry(9, remove_headers_on_redirect=[])}),
        ({}, {"headers": urllib3.make_headers(basic_auth=f"anna:{SECRET}")}),
    ]:

        def ask(url: str, of_manager: Any = of_manager, of_call: Any = of_call) -> None:
            manager = GUARD.urllib3(**of_manager)
            assert manager.request("GET", url, **of_call).status == 200
            manager.clear()

        check(ask, servers, second)


@pytest.mark.usefixtures("netrc")
def test_aiohttp(servers: Servers, second: Servers) -> None:
    async def with_header(request: Any, handler: Any) -> Any:
        request.headers["Authorization"] = SECRET
        return await handler(request)

    basic = {"auth": aiohttp.BasicAuth("anna", SECRET)}
    for of_session, of_call in [
        ({}, {"headers": HEADERS}),
        ({}, basic),
        ({}, {"cookies": {"a": SECRET}}),
        ({"headers": HEADERS}, {}),
        (basic, {}),
        ({"cookies": {"a": SECRET}}, {}),
        ({"trust_env": True}, {}),
        ({"middlewares": [with_header]}, {}),
    ]:

        def ask(url: str, of_session: Any = of_session, of_call: Any = of_call) -> None:
            async def asked() -> None:
                session = aiohttp.ClientSession(connector=GUARD.aiohttp(), **of_session)
                async with session, session.get(url, **of_call) as answer:
                    await answer.read()

            asyncio.run(asked())

        check(ask, servers, second)


def test_urllib(servers: Servers, second: Servers) -> None:
    def opened(
        *handlers: Any, addheaders: Any = (), headers: dict[str, str] | None = None
    ) -> Callable[[str], None]:
        def ask(url: str) -> None:
            opener = urllib.request.build_opener(*GUARD.urllib(), *handlers)
            opener.addheaders = list(addheaders)
            request = urllib.request.Request(url, headers=headers or {})  # noqa: S310
            opener.open(request, timeout=10).close()
            opener.close()

        return ask

    jar = CookieJar()
    cookie = requests.cookies.create_cookie("a", SECRET, domain="public.example")
    jar.set_cookie(cookie)
    for ask in [
        opened(headers=HEADERS),
        opened(addheaders=list(HEADERS.items())),
        opened(addheaders=[("COOKIE", SECRET)]),
        opened(urllib.request.HTTPCookieProcessor(jar)),
    ]:
        check(ask, servers, second)


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # urllib leaves the first answer open
def test_a_password_of_an_opener_ends_where_another_origin_asks(servers: Servers) -> None:
    passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
    for host in ("public.example", "other.example"):
        passwords.add_password(None, f"http://{host}:{servers.port}/", "anna", SECRET)
    opener = urllib.request.build_opener(
        *GUARD.urllib(), urllib.request.HTTPBasicAuthHandler(passwords)
    )
    servers.challenge = True
    try:
        with pytest.raises(urllib.error.HTTPError) as caught:
            opener.open(
                f"http://public.example:{servers.port}/to?//other.example:{servers.port}/secret"
            )
    finally:
        servers.challenge = False
    assert caught.value.code == 401
    caught.value.close()
    assert [one.address for one in servers.seen if "authorization" in one.headers] == []
    opener.close()
    del caught
    gc.collect()


def test_a_chain_that_comes_back_has_them_again_or_not_but_no_other_has(servers: Servers) -> None:
    """Credentials of a session come back; those that the client itself removed do not."""
    port = servers.port
    url = f"http://public.example:{port}/to?//other.example:{port}/to?//public.example:{port}/b"
    with GUARD.requests() as session:
        session.cookies.set("a", SECRET)
        session.get(url)
    assert [SECRET in str(one.headers) for one in servers.seen] == [True, False, True]


def test_a_request_within_a_chain_of_aiohttp_does_not_end_it(servers: Servers) -> None:
    """A middleware asks for a token at each hop."""
    guard = Guard(networks=[PUBLIC, OTHER], max_redirects=2)
    port = servers.port

    async def nested(request: Any, handler: Any) -> Any:
        if request.url.path != "/token":
            async with request.session.get(
                f"http://public.example:{port}/token?{SECRET}"
            ) as answer:
                await answer.read()
        return await handler(request)

    async def asked(url: str) -> None:
        session = aiohttp.ClientSession(
            connector=guard.aiohttp(), middlewares=[nested], auth=aiohttp.BasicAuth("anna", SECRET)
        )
        async with session, session.get(url) as answer:
            await answer.read()

    with pytest.raises(aiohttp.TooManyRedirects):
        asyncio.run(asked(f"http://public.example:{port}/to?/to?/to?/to?/b"))
    assert [one.path for one in servers.seen if "token" not in one.path] == [
        "/to?/to?/to?/to?/b",
        "/to?/to?/to?/b",
        "/to?/to?/b",
    ]
    servers.seen.clear()
    asyncio.run(asked(f"http://public.example:{port}/to?//other.example:{port}/to?/b"))
    hops = [one for one in servers.seen if "token" not in one.path]
    assert ["authorization" in one.headers for one in hops] == [True, False, False]
    # Many requests in one task, with the caller's own trace, which gets every message.
    heard: list[str] = []

    async def many() -> None:
        trace = aiohttp.TraceConfig()

        async def hear(*_: Any) -> None:
            heard.append("redirect")

        trace.on_request_redirect.append(hear)
        connector = guard.aiohttp()
        async with aiohttp.ClientSession(connector=connector, trace_configs=[trace]) as session:
            for _ in range(5):
                async with session.get(f"http://public.example:{port}/to?/to?/b") as answer:
                    await answer.read()

    asyncio.run(many())
    assert len(heard) == 10


def test_a_redirect_that_is_not_followed_is_the_answer(servers: Servers) -> None:
    """It is the answer even if no redirect may be followed."""
    url = f"http://public.example:{servers.port}/to?/b"
    for most in (0, 1):
        guard = Guard(networks=[PUBLIC], max_redirects=most)
        with guard.requests() as session:
            answer = session.get(url, allow_redirects=False)
            assert (answer.status_code, answer.headers["Location"]) == (302, "/b")
            assert (answer.next is None) == (most == 0)
            with contextlib.ExitStack() as stack:
                if most == 0:
                    stack.enter_context(pytest.raises(requests.TooManyRedirects))
                session.get(url)
        manager = guard.urllib3()
        assert manager.request("GET", url, redirect=False).status == 302
        assert manager.request("GET", url, retries=False).status == 302
        manager.clear()
        for library in HTTPX:
            with library.Client(transport=getattr(guard, library.__name__)(verify=False)) as client:
                assert client.get(url).status_code == 302

        async def asked(guard: Guard = guard) -> int:
            async with (
                aiohttp.ClientSession(connector=guard.aiohttp()) as session,
                session.get(url, allow_redirects=False) as answer,
            ):
                return answer.status

        assert asyncio.run(asked()) == 302
    assert PRIVATE not in servers.reached()
