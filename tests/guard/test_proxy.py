"""An egress proxy: a guard checks the requests to it, in absolute form and with CONNECT."""

from __future__ import annotations

import contextlib
import pickle
import re
import socket
import ssl
import sys
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from iriform import Policy
from iriform.guard import Decision, Guard, Refused
from iriform.guard.judge import NO_PROXY

from .clients import Client, each_client, refused
from .servers import OTHER, PRIVATE, PUBLIC, Names, Servers, certificates, running

HERE = "127.0.0.3"
AUTHORIZATION = "Basic YW5uYTpodW50ZXIy"  # anna:hunter2


class Proxy:
    """An HTTP proxy that requires a password and looks names up itself."""

    def __init__(self, listening: socket.socket) -> None:
        self.port: int = listening.getsockname()[1]
        self.names = {"public.example": PUBLIC, "other.example": OTHER, "secret.example": PRIVATE}
        self.lines: list[str] = []
        self.listening = listening
        self.waits = False  # whether the host speaks first

    def serve(self) -> None:
        while True:
            try:
                client, _ = self.listening.accept()
            except OSError:
                return
            threading.Thread(target=self.answered, args=(client,), daemon=True).start()

    def answered(self, client: socket.socket) -> None:
        with contextlib.suppress(OSError, ValueError), client:
            client.settimeout(10)
            while self.answer(client):
                pass

    def answer(self, client: socket.socket) -> bool:
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            octet = client.recv(1)
            if not octet:
                return False
            head += octet
        line, *rest = head.decode("ascii").split("\r\n")[:-2]
        headers = dict(field.lower().split(": ", 1) for field in rest)
        self.lines.append(line)
        method, target, version = line.split(" ")
        if headers.get("proxy-authorization") != AUTHORIZATION.lower():
            client.sendall(b"HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n")
            return True
        authority, path = (target, "")
        if method != "CONNECT":
            authority, path = re.fullmatch(r"http://([^/?#@]*)(/[^#]*)", target).groups()  # type: ignore[union-attr]
        host, _, port = authority.rpartition(":")
        if host not in {*self.names, PUBLIC}:
            client.sendall(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
            return True
        with socket.create_connection((self.names.get(host, host), int(port)), 10) as server:
            if method == "CONNECT":
                first = server.recv(65536) if self.waits else b""
                client.sendall(b"HTTP/1.1 200 OK\r\n\r\n" + first)
                exchange(client, server)
                return False
            kept = [field for field in rest if not field.lower().startswith(("proxy-", "connect"))]
            sent = [f"{method} {path} {version}", *kept, "Connection: close", "", ""]
            server.sendall("\r\n".join(sent).encode("ascii"))
            while data := server.recv(65536):
                client.sendall(data)
        return True


def exchange(client: socket.socket, server: socket.socket) -> None:
    def copied(source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                sink.sendall(data)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    back = threading.Thread(target=copied, args=(server, client), daemon=True)
    back.start()
    copied(client, server)
    back.join()


@pytest.fixture
def proxy(names: Names) -> Iterator[Proxy]:
    names.add("proxy.example", [HERE])
    try:
        listening = socket.create_server((HERE, 0))
    except OSError:  # macOS has one address of 127.0.0.0/8
        pytest.skip(f"this system has no {HERE}")
    with listening:
        made = Proxy(listening)
        threading.Thread(target=made.serve, daemon=True).start()
        yield made
        with contextlib.suppress(OSError):
            listening.shutdown(socket.SHUT_RDWR)


def by(proxy: Proxy, **settings: Any) -> Guard:
    return Guard(proxy=f"http://anna:hunter2@proxy.example:{proxy.port}", **settings)


@each_client
def test_http_is_sent_in_absolute_form(
    client: Client, servers: Servers, proxy: Proxy, names: Names, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the proxy looks names up, and the environment's exceptions are ignored."""
    monkeypatch.setenv("no_proxy", "*")
    for name in ("http_proxy", "HTTPS_PROXY", "all_proxy"):
        monkeypatch.setenv(name, f"http://{PRIVATE}:{servers.port}")
    seen: list[Decision] = []
    with client.session(by(proxy, observer=seen.append), None) as get:
        for _ in range(2):
            assert get(f"http://public.example:{servers.port}/a?b=c#d") == PUBLIC
        target = f"http://other.example:{servers.port}/"
        headers = {"Authorization": "Bearer x"}
        assert get(f"http://public.example:{servers.port}/to?{target}", headers) == OTHER
    assert proxy.lines == [
        *[f"GET http://public.example:{servers.port}/a?b=c HTTP/1.1"] * 2,
        f"GET http://public.example:{servers.port}/to?{target} HTTP/1.1",
        f"GET {target} HTTP/1.1",
    ]
    assert set(names.asked) == {"proxy.example"}
    assert all("proxy-authorization" not in one.headers for one in servers.seen)
    assert [one.headers.get("authorization") for one in servers.seen[2:]] == ["Bearer x", None]
    assert [d.host for d in seen if d.subject == "request"][-1] == "other.example"
    (first, *_) = (d for d in seen if d.subject == "proxy")
    assert (first.host, [str(address) for address in first.addresses]) == ("proxy.example", [HERE])
    assert all(d.permitted for d in seen)
    assert "hunter2" not in repr([d.to_dict() for d in seen])


@pytest.fixture(scope="module")
def secure(tmp_path_factory: Any) -> Iterator[tuple[Servers, ssl.SSLContext]]:
    file = tmp_path_factory.mktemp("trusted") / "authority.pem"
    protocols = ["h2", "http/1.1"]
    made = certificates("public.example", "other.example", protocols=protocols, file=file)
    with running(PUBLIC, OTHER, tls=made[0]) as servers:
        yield servers, made[1]


@each_client
def test_https_is_sent_in_a_tunnel(
    client: Client, secure: tuple[Servers, ssl.SSLContext], proxy: Proxy, names: Names
) -> None:
    servers, context = secure
    servers.seen.clear()
    with client.session(by(proxy), context) as get:
        assert get(f"https://public.example:{servers.port}/a") == PUBLIC
        target = f"https://other.example:{servers.port}/b"
        assert get(f"https://public.example:{servers.port}/to?{target}") == OTHER
    assert {line.rpartition(" ")[0] for line in proxy.lines} == {
        f"CONNECT public.example:{servers.port}",
        f"CONNECT other.example:{servers.port}",
    }
    assert set(names.asked) == {"proxy.example"}
    assert all("proxy-authorization" not in one.headers for one in servers.seen)


@each_client
def test_the_password_of_the_proxy_stays_with_it(
    client: Client, servers: Servers, secure: tuple[Servers, ssl.SSLContext], proxy: Proxy
) -> None:
    """Also if http redirects to https, and the first request had its own headers."""
    others, context = secure
    others.seen.clear()
    target = f"https://other.example:{others.port}/"
    headers = {"X-Own": "a", "Authorization": "Bearer x"}
    with client.session(by(proxy), context) as get:
        assert get(f"http://public.example:{servers.port}/to?{target}", headers) == OTHER
        assert get(f"https://public.example:{others.port}/", headers) == PUBLIC
    assert len(servers.seen) == 1
    assert len(others.seen) == 2
    for one in (*servers.seen, *others.seen):
        assert "proxy-authorization" not in one.headers
        assert one.headers["x-own"] == "a"
    assert [one.headers.get("authorization") for one in others.seen] == [None, "Bearer x"]


@each_client
def test_http2_in_a_tunnel(
    client: Client, secure: tuple[Servers, ssl.SSLContext], proxy: Proxy
) -> None:
    if not client.has_http2:
        return
    servers, context = secure
    servers.seen.clear()
    with client.session(by(proxy), context, http2=True) as get:
        for path in ("/a", "/b"):
            assert get(f"https://public.example:{servers.port}{path}") == PUBLIC
    assert [line.rpartition(" ")[0] for line in proxy.lines] == [
        f"CONNECT public.example:{servers.port}"
    ]
    assert "user-agent" in servers.seen[0].headers
    assert "host" not in servers.seen[0].headers, "it was HTTP/2"


REFUSED = [
    (f"http://{PRIVATE}:PORT/", "address-not-allowed"),
    ("http://10.0.0.1/", "address-not-allowed"),
    ("https://[::1]:PORT/", "address-not-allowed"),
    ("http://169.254.169.254/", "metadata-service"),
    ("http://metadata.google.internal/", "metadata-service"),
    ("http://www.denied.example:PORT/", "host-denied"),
    ("https://www.denied.example:PORT/", "host-denied"),
    ("http://93.184.216.34/", "address-denied"),
]


@each_client
@pytest.mark.parametrize("start", ["", "http://public.example:PORT/to?"])
def test_what_is_refused_is_not_sent(
    client: Client, start: str, servers: Servers, proxy: Proxy
) -> None:
    guard = by(proxy, denied_hosts=["denied.example"], denied_networks=["93.184.216.0/24"])
    with client.session(guard, None) as get:
        # Some clients percent-encode the brackets of the redirect.
        tried = [row for row in REFUSED if not (start and "[" in row[0])]
        for url, code in tried:
            with pytest.raises(client.error) as caught:
                get((start + url).replace("PORT", str(servers.port)))
            assert refused(caught.value).code == code, url
    assert all(line.startswith("GET http://public.example:") for line in proxy.lines)
    assert len(proxy.lines) == (len(tried) if start else 0)
    assert servers.reached() <= {PUBLIC}


@each_client
def test_the_policy_judges_what_is_sent(client: Client, servers: Servers, proxy: Proxy) -> None:
    policy = Policy(schemes={"http"}, hosts={"public.example"}, ports={servers.port})
    with client.session(by(proxy, policy=policy), None) as get:
        assert get(f"http://public.example:{servers.port}/") == PUBLIC
        for url, code in [
            (f"http://other.example:{servers.port}/", "host-not-allowed"),
            ("http://public.example:1/", "port-not-allowed"),
            (f"http://proxy.example:{proxy.port}/", "host-not-allowed"),
        ]:
            with pytest.raises(client.error) as caught:
                get(url)
            assert refused(caught.value).code == code
    assert len(proxy.lines) == 1


@each_client
def test_an_answer_of_the_proxy_is_no_refusal_of_the_guard(
    client: Client, servers: Servers, proxy: Proxy
) -> None:
    with (
        client.session(by(proxy), ssl.create_default_context()) as get,
        pytest.raises(Exception) as caught,  # noqa: PT011 - each client has its own
    ):
        get(f"https://unknown.example:{servers.port}/")
    assert not isinstance(caught.value.__cause__, Refused)
    assert re.search("403|Forbidden|[Pp]roxy", str(caught.value))


@each_client
def test_the_proxy_is_looked_up_in_time(
    client: Client, servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = threading.Event()

    def silent(*_: object, **__: object) -> Any:
        over.wait(30)
        raise socket.gaierror(socket.EAI_AGAIN, "no answer")

    guard = Guard(proxy="http://silent.example:3128", lookup_timeout=0.1)
    with client.session(guard, None) as get:
        monkeypatch.setattr(socket, "getaddrinfo", silent)
        with pytest.raises(Exception) as caught:  # noqa: PT011 - each client has its own
            get(f"http://public.example:{servers.port}/")
    over.set()
    error: BaseException | None = caught.value
    while error is not None and not isinstance(error, Refused):
        error = error.__cause__ or error.__context__
    assert error is not None
    assert error.code == "lookup-timeout"


def test_a_socket_is_a_tunnel(proxy: Proxy) -> None:
    """The host's first octets arrive together with the answer of the proxy."""

    def speak(listening: socket.socket) -> None:
        with listening.accept()[0] as one:
            one.sendall(b"220 ready\r\n")

    with socket.create_server((PUBLIC, 0)) as listening:
        port = listening.getsockname()[1]
        threading.Thread(target=speak, args=(listening,), daemon=True).start()
        guard = by(proxy)
        with guard.create_connection(("public.example", port), timeout=5) as connection:
            assert connection.getpeername() == (HERE, proxy.port)
            assert connection.makefile("rb").readline() == b"220 ready\r\n"
    with pytest.raises(OSError, match="the proxy refuses: 403 Forbidden"):
        guard.create_connection(("unknown.example", 8025), timeout=5)
    for name in (PRIVATE, "::1", "metadata.google.internal"):
        with pytest.raises(Refused):
            guard.create_connection((name, 8025), timeout=5)
    assert proxy.lines == [
        f"CONNECT public.example:{port} HTTP/1.1",
        "CONNECT unknown.example:8025 HTTP/1.1",
    ]


def test_resolve_looks_no_name_up(names: Names) -> None:
    guard = Guard(proxy="http://proxy.example:3128", denied_hosts=["denied.example"])
    assert guard.resolve("http://public.example/").addresses == ()
    assert [str(a) for a in guard.resolve("http://93.184.216.34/").addresses] == ["93.184.216.34"]
    for text in ("http://10.0.0.1/", "http://a.denied.example/", "http://metadata.goog/"):
        with pytest.raises(Refused):
            guard.resolve(text)
    assert not names.asked


def test_nothing_goes_past_the_proxy(servers: Servers, proxy: Proxy) -> None:
    """Also through the parts of a client that a caller can access."""
    guard = by(proxy, networks=[PUBLIC])
    with pytest.raises(Refused, match=r"public\.example would be reached without the proxy"):
        guard._judge.connect("public.example", servers.port)  # noqa: SLF001 - ours
    pool: Any = guard.urllib3().connection_from_url(f"http://public.example:{servers.port}")
    with pytest.raises(Exception, match="there is no scheme"):
        pool.request("GET", "/", retries=False)
    assert proxy.lines == []


@each_client
def test_an_address_of_ipv6_has_its_brackets(client: Client, proxy: Proxy) -> None:
    """Otherwise it is not sent: a proxy could read another address and port."""
    host = "[2606:4700::1111]"
    with client.session(by(proxy), None) as get:
        for scheme in ("http", "https"):
            with contextlib.suppress(Exception):
                get(f"{scheme}://{host}:8443/a")
    sent = {line.split(" ")[1] for line in proxy.lines}
    http, tunnel = f"http://{host}:8443/a", f"{host}:8443"
    none = {"httpx", "httpx_async", "httpx2", "httpx2_async"}
    written = set() if client.method in none else {http}
    assert sent == (written | {tunnel} if client.method not in {*none, "urllib"} else written)


LIBRARIES = [httpx]
if sys.version_info >= (3, 11):
    import httpx2

    LIBRARIES.append(httpx2)  # type: ignore[arg-type]


@pytest.mark.parametrize("library", LIBRARIES)
def test_the_target_of_an_extension_of_httpx(library: Any, servers: Servers, proxy: Proxy) -> None:
    """It follows the host of the URL, and never replaces it."""
    url = f"http://public.example:{servers.port}/a"
    with library.Client(transport=getattr(by(proxy), library.__name__)()) as client:
        assert client.get(url, extensions={"target": b"/b%2f"}).text == PUBLIC
        for target in (b"http://secret.example/", b"@secret.example/", b"secret.example:80"):
            for scheme in ("http", "https"):
                with pytest.raises(library.ConnectError, match="the target must be a path"):
                    client.get(url.replace("http", scheme), extensions={"target": target})
    assert proxy.lines == [f"GET http://public.example:{servers.port}/b%2f HTTP/1.1"]


@pytest.mark.parametrize(
    "given",
    [
        "https://proxy.example:3128",
        "socks5://proxy.example:1080",
        "proxy.example:3128",
        "http://proxy.example:3128/a",
        "http://proxy.example:3128/?a",
        "http:///",
        "http://",
        "",
        "http://a b/",
    ],
)
def test_what_is_no_proxy(given: str) -> None:
    with pytest.raises(ValueError, match="^proxy"):
        Guard(proxy=given)


def test_the_password_of_a_proxy_is_not_shown() -> None:
    guard = Guard(proxy="http://anna:hunter%32@Proxy.Example")
    assert guard.proxy == "http://proxy.example:80"
    assert "proxy='http://proxy.example:80'" in repr(guard)
    assert "Basic" not in repr(guard._judge.settings)  # noqa: SLF001 - ours
    again = pickle.loads(pickle.dumps(guard))
    assert (
        again._judge.settings.proxy.headers  # noqa: SLF001 - ours
        == guard._judge.settings.proxy.headers  # type: ignore[union-attr]  # noqa: SLF001
        == {"Proxy-Authorization": AUTHORIZATION}
    )
    assert Guard(proxy="http://[::1]:3128/").proxy == "http://[::1]:3128"
    with pytest.raises(ValueError, match=r"not https://anna:\*\*\*@proxy"):
        Guard(proxy="https://anna:hunter2@proxy.example")


def test_no_other_proxy(servers: Servers, proxy: Proxy) -> None:
    import aiohttp
    import requests

    guard = by(proxy)
    url = f"http://public.example:{servers.port}/"
    for library in LIBRARIES:
        with pytest.raises(ValueError, match=NO_PROXY):
            getattr(guard, library.__name__)(proxy="http://other.example")
    with pytest.raises(ValueError, match=NO_PROXY):
        guard.urllib3(proxy_url="http://other.example")
    with guard.requests() as session, pytest.raises(requests.exceptions.ProxyError):
        session.get(url, proxies={"http": "http://other.example"})

    async def asked() -> None:
        async with aiohttp.ClientSession(connector=guard.aiohttp()) as session:
            with pytest.raises(aiohttp.ClientProxyConnectionError):
                await session.get(url, proxy="http://other.example")

    import asyncio

    asyncio.run(asked())
    assert proxy.lines == []
