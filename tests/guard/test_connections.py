"""Each client: with the guard no request reaches a private address; without it each of these does."""

from __future__ import annotations

import contextlib
import socket
import sys
import threading
from collections.abc import Iterator

import pytest

from iriform import Policy
from iriform.guard import Guard, Refused
from iriform.guard.settings import Settings

from .clients import CLIENTS, Client, Get, each_client, refused
from .servers import OTHER, PRIVATE, PUBLIC, SIX, Names, Servers, running

GUARD = Guard(networks=[PUBLIC, OTHER])


def test_no_client_is_forgotten() -> None:
    others = {"resolve", "create_connection"}
    data = set(Settings._fields) - {"observer", "client"}
    public = {name for name in dir(Guard) if not name.startswith("_")}
    newer = {"httpx2", "httpx2_async"} if sys.version_info < (3, 11) else set()
    assert {client.method for client in CLIENTS.values()} == public - others - data - newer


@each_client
def test_what_is_allowed_is_reached(client: Client, servers: Servers) -> None:
    with client.session(GUARD, None) as get:
        assert get(f"http://public.example:{servers.port}/a?b[]=c%20d#e") == PUBLIC
        assert (
            get(f"http://public.example:{servers.port}/to?//other.example:{servers.port}/") == OTHER
        )
        assert get(f"http://{PUBLIC}:{servers.port}/") == PUBLIC
    assert [one.host for one in servers.seen][:2] == [f"public.example:{servers.port}"] * 2
    assert servers.seen[0].path in {
        "/a?b[]=c%20d",
        "/a?b%5B%5D=c%20d",
    }  # what is sent is not changed


@each_client
def test_no_header_is_added(client: Client, servers: Servers) -> None:
    url = f"http://public.example:{servers.port}/a"
    seen = []
    for guard in (None, GUARD):
        servers.seen.clear()
        with client.session(guard, None) as get:
            get(url)
        seen.append(dict(servers.seen[0].headers))
    assert seen[0] == seen[1]
    assert not {"x-forwarded-for", "forwarded", "via"} & set(seen[1])


# URLs that lead to a private address, and the answers of look-ups.
WAYS = {
    "an address": ("http://127.0.0.9:PORT/", {}),
    "a name": ("http://private.example:PORT/", {}),
    "a name with a dot": ("http://private.example.:PORT/", {}),
    "a name with an address in it": (
        "http://127.0.0.9.names.example:PORT/",
        {"127.0.0.9.names.example": [PRIVATE]},
    ),
    "private before public": ("http://two.example:PORT/", {"two.example": [PRIVATE, PUBLIC]}),
    "IPv4 in IPv6": ("http://mapped.example:PORT/", {"mapped.example": ["::ffff:127.0.0.9"]}),
    "IPv4 in IPv6 as an address": ("http://[::ffff:7f00:9]:PORT/", {}),
    "a redirect to a name": ("http://public.example:PORT/to?http://private.example:PORT/", {}),
    "a redirect to an address": ("http://public.example:PORT/to?http://127.0.0.9:PORT/", {}),
    "a redirect without a scheme": ("http://public.example:PORT/to?//private.example:PORT/", {}),
    "a redirect at the second hop": (
        "http://public.example:PORT/to?http://other.example:PORT/to?http://private.example:PORT/",
        {},
    ),
    "a redirect at the third hop": (
        "http://public.example:PORT/to?/to?//other.example:PORT/to?//127.0.0.9:PORT/a",
        {},
    ),
}


@each_client
@pytest.mark.parametrize("way", WAYS)
def test_what_is_private_is_not_reached(
    client: Client, way: str, servers: Servers, names: Names
) -> None:
    url, known = WAYS[way]
    for name, addresses in known.items():
        names.add(name, addresses)
    url = url.replace("PORT", str(servers.port))
    with client.session(None, None) as get:
        assert get(url) == PRIVATE
    assert PRIVATE in {address.removeprefix("::ffff:") for address in servers.reached()}
    servers.seen.clear()

    with client.session(GUARD, None) as get, pytest.raises(client.error) as caught:
        get(url)
    assert refused(caught.value).code == "address-not-allowed"
    assert "127.0.0.9" in str(caught.value)
    assert servers.reached() <= {PUBLIC, OTHER}


@each_client
def test_a_name_is_refused_for_any_of_its_addresses(
    client: Client, servers: Servers, names: Names
) -> None:
    names.add("last.example", [PUBLIC, OTHER, PRIVATE])
    names.add("six.example", [PUBLIC, "fd00::1"])
    names.add("metadata.example", [PUBLIC, "169.254.169.254"])
    with client.session(GUARD, None) as get:
        for name in ("last", "six", "metadata"):
            with pytest.raises(client.error) as caught:
                get(f"http://{name}.example:{servers.port}/")
            assert refused(caught.value).address is not None
    assert servers.seen == []


@pytest.fixture(scope="module")
def six() -> Iterator[Servers]:
    """A server on IPv6 and one on IPv4."""
    with running(PUBLIC, SIX) as servers:
        yield servers


@each_client
def test_aaaa_beside_a(client: Client, six: Servers, names: Names) -> None:
    six.seen.clear()
    names.add("six.example", [SIX])
    names.add("both.example", [SIX, PUBLIC])
    with client.session(None, None) as get:
        assert get(f"http://six.example:{six.port}/") == SIX
    six.seen.clear()
    with client.session(GUARD, None) as get:
        for host in ("six.example", "both.example", f"[{SIX}]"):
            with pytest.raises(client.error) as caught:
                get(f"http://{host}:{six.port}/")
            assert str(refused(caught.value).address) == SIX
    assert six.seen == []
    with client.session(Guard(networks=[PUBLIC, SIX]), None) as get:
        assert get(f"http://both.example:{six.port}/") in {SIX, PUBLIC}
        assert get(f"http://[{SIX}]:{six.port}/") == SIX


@each_client
def test_a_name_that_is_bound_anew_is_looked_up_once(
    client: Client, servers: Servers, names: Names
) -> None:
    """The connection uses the address that was checked, and the next one is checked again."""
    url = f"http://rebound.example:{servers.port}/"
    names.add("rebound.example", [PUBLIC], [PRIVATE])
    # Without the guard, the client connects to another address than the one checked.
    assert socket.getaddrinfo("rebound.example", servers.port)[0][4][0] == PUBLIC
    with client.session(None, None) as get:
        assert get(url) == PRIVATE

    names.add("rebound.example", [PUBLIC], [PRIVATE])
    names.asked.clear()
    with client.session(GUARD, None) as get:
        assert get(url) == PUBLIC
    assert names.asked["rebound.example"] == 1
    with client.session(GUARD, None) as get, pytest.raises(client.error) as caught:
        get(url)
    assert refused(caught.value).name == "rebound.example"
    assert names.asked["rebound.example"] == 2


@each_client
def test_a_judged_connection_is_kept_by_its_name(
    client: Client, servers: Servers, names: Names
) -> None:
    names.add("a.example", [PUBLIC], [PRIVATE])
    with client.session(GUARD, None) as get:
        assert get(f"http://a.example:{servers.port}/") == PUBLIC
        if client.keeps_connections:
            assert get(f"http://a.example:{servers.port}/") == PUBLIC
            assert len({one.connection for one in servers.seen}) == 1
        # Another name of the same address gets its own connection, which is checked.
        names.add("b.example", [PUBLIC, PRIVATE])
        with pytest.raises(client.error):
            get(f"http://b.example:{servers.port}/")


@each_client
def test_redirects_are_counted(client: Client, servers: Servers) -> None:
    for most in (0, 3):
        guard = Guard(networks=[PUBLIC], max_redirects=most)
        with client.session(guard, None) as get:
            chain = "/to?" * most
            assert get(f"http://public.example:{servers.port}{chain}/a{most}") == PUBLIC
            with pytest.raises(client.too_many):
                get(f"http://public.example:{servers.port}/to?{chain}/b{most}")
        assert not any(one.path.startswith("/b") for one in servers.seen)


@each_client
def test_the_policy_judges_every_hop(client: Client, servers: Servers) -> None:
    port = servers.port
    guard = Guard(
        Policy(schemes={"http"}, hosts={"public.example"}, ports={port}), networks=[PUBLIC, OTHER]
    )
    for url, code in [
        (f"http://other.example:{port}/", "host-not-allowed"),
        (f"http://public.example:{port}/to?http://other.example:{port}/", "host-not-allowed"),
        (f"http://public.example:{port}/to?http://{PUBLIC}:{port}/", "host-not-allowed"),
        (f"http://public.example:{port}/to?http://public.example:1/", "port-not-allowed"),
        (f"http://public.example:{port}/to?https://public.example:{port}/", "scheme-not-allowed"),
    ]:
        with client.session(guard, None) as get, pytest.raises(client.error) as caught:
            get(url)
        assert refused(caught.value).code == code
    assert servers.reached() == {PUBLIC}


@each_client
def test_credentials_stay_with_their_origin(client: Client, servers: Servers) -> None:
    headers = {"Authorization": "Bearer hunter2", "Cookie": "a=hunter2"}
    with client.session(GUARD, None) as get:
        get(f"http://public.example:{servers.port}/to?//other.example:{servers.port}/", headers)
    first, second = servers.seen
    assert first.headers["authorization"] == "Bearer hunter2"
    assert "hunter2" not in str(second.headers)


@each_client
def test_credentials_of_a_url_are_refused_or_stay(client: Client, servers: Servers) -> None:
    url = f"http://anna:hunter2@public.example:{servers.port}/to?//other.example:{servers.port}/"
    guard = Guard(
        Policy.WEB.replace(userinfo=True, severities={"password": "ignore"}),
        networks=[PUBLIC, OTHER],
    )
    with client.session(guard, None) as get:
        if client.method == "urllib":
            with pytest.raises(client.error):  # it reads the userinfo as part of the host
                get(url)
        else:
            get(url)
            assert "authorization" not in servers.seen[-1].headers
    if client.method != "aiohttp":  # which removes the userinfo before it connects
        with client.session(GUARD, None) as get, pytest.raises(client.error) as caught:
            get(url)
        assert refused(caught.value).code == "userinfo-not-allowed"
        assert "hunter2" not in f"{caught.value}{refused(caught.value)}"


@each_client
def test_a_proxy_of_the_environment_is_not_used(
    client: Client, servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (
        "http_proxy",
        "https_proxy",
        "all_proxy",
        "HTTP_PROXY",
        "HTTPS_PROXY",
        "ALL_PROXY",
    ):
        monkeypatch.setenv(name, f"http://{PRIVATE}:{servers.port}")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    with client.session(GUARD, None) as get:
        assert get(f"http://public.example:{servers.port}/") == PUBLIC
    assert servers.reached() == {PUBLIC}


@each_client
def test_report_mode_refuses_nothing_and_says_so(
    client: Client, servers: Servers, caplog: pytest.LogCaptureFixture
) -> None:
    guard = Guard(
        Policy(hosts={"public.example"}), networks=[PUBLIC], max_redirects=2, enforce=False
    )
    with client.session(guard, None) as get:
        assert get(f"http://private.example:{servers.port}/?token=hunter2") == PRIVATE
        url = f"http://public.example:{servers.port}/to?http://{PRIVATE}:{servers.port}/"
        assert get(url) == PRIVATE
        assert get(f"http://public.example:{servers.port}/to?/to?/to?/a") == PUBLIC
    said = [one.getMessage() for one in caplog.records if one.name == "iriform.guard"]
    assert all(line.startswith("would refuse: ") for line in said)
    told = "\n".join(said)
    assert "private.example leads to 127.0.0.9, which is not in an allowed network" in told
    assert "127.0.0.9 is not in an allowed network" in told
    assert "“private.example” is not allowed" in told
    assert "hunter2" not in told


@each_client
def test_errors_that_are_not_the_guards_are_those_of_the_client(client: Client) -> None:
    """An unknown name, and a port without a server."""
    with socket.create_server((OTHER, 0)) as listening:
        closed = listening.getsockname()[1]
    with client.session(GUARD, None) as get:
        for url in ("http://missing.example/", f"http://{OTHER}:{closed}/"):
            with pytest.raises(client.error) as caught:
                get(url)
            assert not isinstance(caught.value.__cause__, Refused)


# URLs that no client may request: a private host, in plain forms, and other schemes.
ELSEWHERE = [
    *(f"http://{host}:PORT/" for host in (PRIVATE, f"[::ffff:{PRIVATE}]", "private.example")),
    "http://PRIVATE.example.:PORT/",
    "http://anna@private.example:PORT/",
    "//private.example:PORT/",
    "/private.example:PORT/",
    "private.example:PORT/",
    "http:/private.example:PORT/",
    "http:private.example:PORT/",
    "ftp://private.example:PORT/",
    "unix:///private.example:PORT/",
    "file:///private.example",
    "mailto:anna@private.example",
    "data:text/plain,a",
]


@each_client
@pytest.mark.parametrize("start", ["", "http://public.example:PORT/to?"])
@pytest.mark.filterwarnings("ignore::FutureWarning")  # urllib3, of a URL without a scheme
def test_nothing_leads_there(client: Client, start: str, servers: Servers) -> None:
    """Neither the first hop nor a redirect does."""
    with client.session(GUARD, None) as get:
        for text in ELSEWHERE:
            with contextlib.suppress(Exception):
                get((start + text).replace("PORT", str(servers.port)))
    assert PRIVATE not in {address.removeprefix("::ffff:") for address in servers.reached()}


@each_client
def test_names_in_any_script(client: Client, servers: Servers, names: Names) -> None:
    """Names are mapped by UTS #46, whichever IDNA a client implements."""
    names.add("xn--bcher-kva.example", [PUBLIC])
    names.add("xn--fa-hia.example", [PUBLIC])
    names.add("fass.example", [PRIVATE])  # as IDNA 2003 has it
    with client.session(GUARD, None) as get:
        assert get(f"http://xn--bcher-kva.example:{servers.port}/") == PUBLIC
        assert get(f"http://b\u00fccher.example:{servers.port}/") == PUBLIC
        assert get(f"http://fa\u00df.example:{servers.port}/") == PUBLIC
    assert {one.host.partition(":")[0] for one in servers.seen} == {
        "xn--bcher-kva.example",
        "xn--fa-hia.example",
    }


@each_client
def test_threads_share_a_client(client: Client, servers: Servers, names: Names) -> None:
    """Half of the requests are refused, and each has its own answer."""
    answers: set[tuple[str, str]] = set()
    names.add("rebound.example", *([[PUBLIC], [PRIVATE]] * 50))

    def ask(get: Get, name: str) -> None:
        for _ in range(6):
            try:
                answers.add((name, get(f"http://{name}.example:{servers.port}/")))
            except client.error as error:
                answers.add((name, refused(error).code))

    with client.session(GUARD, None) as get:
        threads = [
            threading.Thread(target=ask, args=(get, name))
            for name in ("public", "private", "other", "rebound", "private")
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert answers - {("rebound", PUBLIC), ("rebound", "address-not-allowed")} == {
        ("public", PUBLIC),
        ("private", "address-not-allowed"),
        ("other", OTHER),
    }
    assert PRIVATE not in servers.reached()
