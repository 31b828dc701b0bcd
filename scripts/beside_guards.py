"""Compare this guard with others by the same harmless requests: `python -m scripts.beside_guards`.

It installs the others into a temporary folder, starts servers on addresses of this machine, and
prints the table of docs/coming-from/guards.md. Public names lead to 127.0.0.1 and 127.0.0.2, which
are allowed; 127.0.0.9 is not. A cell is left out if the other has nothing good to report.
"""

# ruff: noqa: ANN401, ARG001 - the settings of others; one signature for all

from __future__ import annotations

import asyncio
import contextlib
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import metadata
from typing import Any
from unittest import mock

from tests.guard.clients import CLIENTS
from tests.guard.servers import OTHER, PRIVATE, PUBLIC, Names, Servers, running

from iriform.guard import Guard

OTHERS = ("ssrfguard==0.4.1", "safehttpx==0.2.0", "microsoft-antissrf==1.0.0")
ALLOWED = [f"{PUBLIC}/32", f"{OTHER}/32"]
LEFT_OUT = "\N{EN DASH}"
WAITED = 3  # seconds, of the 4 that the resolver takes
HEADERS = {"Authorization": "Bearer x", "Cookie": "a=b"}

Get = Callable[..., str]
Opened = Callable[..., contextlib.AbstractContextManager[Get]]


def ours(name: str) -> Opened:
    """Return a function that opens a client with our guard."""

    def opened(port: int, observer: Any = None) -> contextlib.AbstractContextManager[Get]:
        guard = Guard(networks=ALLOWED, lookup_timeout=1, observer=observer)
        return CLIENTS[name].session(guard, None)  # type: ignore[no-any-return]

    return opened


@contextmanager
def ssrfguard_httpx(port: int, observer: Any = None, **settings: Any) -> Iterator[Get]:
    """The client of ssrfguard for httpx."""
    import ssrfguard.httpx

    with ssrfguard.httpx.Client(
        policy=_policy(port), observer=observer, follow_redirects=True, timeout=1, **settings
    ) as client:
        yield lambda url, headers=None: client.get(url, headers=headers).text


@contextmanager
def ssrfguard_async(port: int, observer: Any = None, **settings: Any) -> Iterator[Get]:
    """The client of ssrfguard for httpx with asyncio."""
    import ssrfguard.httpx

    with contextlib.closing(asyncio.new_event_loop()) as loop:
        client = ssrfguard.httpx.AsyncClient(
            policy=_policy(port), observer=observer, follow_redirects=True, timeout=1, **settings
        )

        def got(url: str, headers: Any = None) -> str:
            return loop.run_until_complete(client.get(url, headers=headers)).text

        yield got
        loop.run_until_complete(client.aclose())


@contextmanager
def ssrfguard_requests(port: int, observer: Any = None, **settings: Any) -> Iterator[Get]:
    """The session of ssrfguard for requests."""
    import ssrfguard.requests

    with ssrfguard.requests.Session(policy=_policy(port), observer=observer, **settings) as session:
        yield lambda url, headers=None: session.get(url, headers=headers, timeout=1).text


def _policy(port: int) -> Any:
    import ssrfguard

    return ssrfguard.Policy(allowed_networks=tuple(ALLOWED), allowed_ports=frozenset({port}))


@contextmanager
def safehttpx_get(port: int, observer: Any = None) -> Iterator[Get]:
    """safehttpx, with the loopback addresses of this test as public ones."""
    import safehttpx

    settings = {"observer": observer} if observer else {}
    real = safehttpx.is_public_ip

    def is_public(address: str) -> bool:
        return address in {PUBLIC, OTHER} or real(address)

    def got(url: str, headers: Any = None) -> str:
        with (
            mock.patch.object(safehttpx, "is_public_ip", is_public),
            mock.patch.object(safehttpx, "async_resolve_hostname_google", _nowhere),
        ):
            return asyncio.run(safehttpx.get(url, headers=headers, timeout=1, **settings)).text

    yield got


async def _nowhere(_: str) -> list[str]:
    return []


@contextmanager
def antissrf(port: int, observer: Any = None) -> Iterator[Get]:
    """The session of AntiSSRF."""
    from AntiSSRF import AntiSSRFPolicy, PolicyConfigOptions

    settings = {"observer": observer} if observer else {}
    policy = AntiSSRFPolicy(PolicyConfigOptions.INTERNAL_ONLY)
    policy.add_allowed_addresses(ALLOWED)
    policy.allow_plain_text_http = True
    with policy.get_antissrf_session(**settings) as session:
        yield lambda url, headers=None: session.get(url, headers=headers, timeout=1).text


GUARDS: dict[str, dict[str, Opened]] = {
    "iriform": {name: ours(name) for name in CLIENTS},
    "ssrfguard": {
        "httpx": ssrfguard_httpx,
        "httpx-asyncio": ssrfguard_async,
        "requests": ssrfguard_requests,
    },
    "safehttpx": {"httpx2-asyncio": safehttpx_get},
    "microsoft-antissrf": {"requests": antissrf},
}


class Asked:
    """One guard, the servers, and the names."""

    def __init__(self, clients: dict[str, Opened], servers: Servers, names: Names) -> None:
        self.clients = clients
        self.servers = servers
        self.names = names
        self.port = servers.port

    def of_all(self, answer: Callable[[Opened], str]) -> str:
        """Return the answer of most clients, and the names of those that differ."""
        answers: dict[str, list[str]] = {}
        for name, opened in self.clients.items():
            self.servers.seen.clear()
            answers.setdefault(answer(opened), []).append(name)
        most, *others = sorted(answers, key=lambda each: -len(answers[each]))
        return "; ".join([most, *(f"{', '.join(answers[each])}: {each}" for each in others)])

    def get(self, opened: Opened, *urls: str, headers: Any = None, **settings: Any) -> bool:
        """Request URLs, and return True if all were answered."""
        with opened(self.port, **settings) as get:
            try:
                for url in urls:
                    get(url.replace("PORT", str(self.port)), headers)
            except Exception:  # noqa: BLE001 - each has its own
                return False
            return True

    def connects(self) -> str:
        """Return the names of the clients that fetch a page."""
        url = "http://public.example:PORT/"
        reached = [name for name, opened in self.clients.items() if self.get(opened, url)]
        libraries = dict.fromkeys(name.replace("-asyncio", " async") for name in reached)
        shown = [name for name in libraries if not name.endswith("-trio")]
        return ", ".join(shown)

    def redirects(self, opened: Opened) -> str:
        """Follow a redirect to an allowed host, and one to another host."""
        self.get(opened, f"http://public.example:PORT/to?http://other.example:{self.port}/")
        follows = OTHER in self.servers.reached()
        self.get(opened, f"http://public.example:PORT/to?http://{PRIVATE}:{self.port}/")
        if PRIVATE in self.servers.reached():
            return LEFT_OUT
        return "followed, each hop judged" if follows else "not followed"

    def pooled(self, opened: Opened) -> str:
        """Count the connections to one name, and to two names of one address."""
        self.names.add("a.example", [PUBLIC])
        self.names.add("b.example", [PUBLIC])
        if not self.get(opened, *["http://a.example:PORT/"] * 2, "http://b.example:PORT/"):
            return LEFT_OUT
        count = len({one.connection for one in self.servers.seen})
        return {1: "kept by address", 2: "kept by name", 3: "a connection for each request"}[count]

    def embedded(self, opened: Opened) -> str:
        """Look up names of a private IPv4 address, mapped to IPv6 and translated by NAT64."""
        for form in ("::ffff:10.0.0.1", "64:ff9b::10.0.0.1"):
            self.names.add("six.example", [form])
            with mock.patch("socket.socket.connect", side_effect=AssertionError) as connect:
                self.get(opened, "http://six.example:PORT/")
            if connect.called:
                return LEFT_OUT
        return "judged by the IPv4 address within"

    def deadline(self, opened: Opened) -> str:
        """Request a name that the resolver does not answer for 4 s; the client waits 1 s."""
        begin = time.monotonic()
        self.get(opened, "http://silent.example:PORT/")
        return "yes" if time.monotonic() - begin < WAITED else "waits for the resolver"

    def observer(self, opened: Opened) -> str:
        """Count the decisions on one permit and one refusal."""
        seen: list[Any] = []
        counts = []
        for host in ("public.example", PRIVATE):
            with contextlib.suppress(TypeError):  # it takes no observer
                self.get(opened, f"http://{host}:PORT/", observer=seen.append)
            counts.append(len(seen))
        return (
            "permits and refusals"
            if 0 < counts[0] < counts[1]
            else "none"
            if not seen
            else LEFT_OUT
        )

    def cookies(self, opened: Opened) -> str:
        """Redirect a request with credentials in its headers to another origin."""
        url = f"http://public.example:PORT/to?http://other.example:{self.port}/"
        self.get(opened, url, headers=HEADERS)
        others = [one.headers for one in self.servers.seen if one.address == OTHER]
        if not others:
            return "no redirect is followed"
        taken = not {"authorization", "cookie"} & {*others[0]}
        return "both are taken away" if taken else LEFT_OUT


class Silent(Names):
    """Names, one of which takes four seconds to look up."""

    def __call__(self, host: Any, *args: Any, **settings: Any) -> list[Any]:
        """Look a name up."""
        if host in {"silent.example", b"silent.example"}:
            time.sleep(4)
            raise socket.gaierror(socket.EAI_AGAIN, "no answer")
        return super().__call__(host, *args, **settings)


def own_resolver(asked: Asked) -> str:
    """Test ssrfguard's own resolver with a UDP server that does not answer."""
    from ssrfguard.resolvers import UdpResolver

    with contextlib.closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as silent:
        silent.bind((PUBLIC, 0))
        resolver = UdpResolver((PUBLIC,), timeout=1, nameserver_port=silent.getsockname()[1])

        def answer(opened: Opened) -> str:
            begin = time.monotonic()
            asked.get(opened, "http://silent.example:PORT/", resolver=resolver)
            return "yes" if time.monotonic() - begin < WAITED else "no"

        return asked.of_all(answer)


ROWS = {
    "clients": "connects",
    "redirects": "redirects",
    "pooled connections": "pooled",
    "IPv6 that carries IPv4 (mapped, NAT64)": "embedded",
    "deadline for look-ups": "deadline",
    "observer": "observer",
    "`Authorization`, `Cookie` on a redirect to another origin": "cookies",
}


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", folder]
        subprocess.run([*command, *OTHERS], check=True)  # noqa: S603
        sys.path.append(folder)
        table: dict[str, list[str]] = {row: [] for row in ROWS}
        names = Silent()
        for name, address in {"public": PUBLIC, "other": OTHER}.items():
            names.add(f"{name}.example", [address])
        with running(PUBLIC, OTHER, PRIVATE) as servers, mock.patch("socket.getaddrinfo", names):
            for guard, clients in GUARDS.items():
                asked = Asked(clients, servers, names)
                for row, question in ROWS.items():
                    answer = getattr(asked, question)
                    cell = answer() if question == "connects" else asked.of_all(answer)
                    if guard == "ssrfguard" and question == "deadline":
                        cell += f"; with its own resolver for UDP: {own_resolver(asked)}"
                    table[row].append(cell)
        versions = [f"{name} {metadata.version(name)}" for name in GUARDS]
    lines = [f"| | {' | '.join(versions)} |", f"|---|{'---|' * len(versions)}"]
    lines += [f"| {row} | {' | '.join(cells)} |" for row, cells in table.items()]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
