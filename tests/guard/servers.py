"""Servers on several addresses of this machine, and a resolver that maps names to them."""

from __future__ import annotations

import socket
import ssl
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from typing import Any

import h2.config
import h2.connection
import h2.events
import pytest
import trustme

PUBLIC = "127.0.0.1"
OTHER = "127.0.0.2"
PRIVATE = "127.0.0.9"
SIX = "::1"
REAL = socket.getaddrinfo


@dataclass(frozen=True)
class Seen:
    """A request that a server received."""

    address: str
    host: str
    path: str
    headers: dict[str, str]
    connection: int


@dataclass
class Servers:
    """Servers on one port of several addresses, and the requests they received."""

    port: int = 0
    seen: list[Seen] = field(default_factory=list)
    tls: ssl.SSLContext | None = None
    connections: Iterator[int] = field(default_factory=count)
    challenge: bool = False  # whether `/secret` asks for a password

    def reached(self) -> set[str]:
        return {one.address for one in self.seen}


class Handler(BaseHTTPRequestHandler):
    """Answers `/to?URL` with a redirect, and everything else with its address."""

    protocol_version = "HTTP/1.1"
    servers: Servers
    number: int

    def do_GET(self) -> None:
        address = str(self.connection.getsockname()[0])
        headers = {name.lower(): value for name, value in self.headers.items()}
        host = headers.get("host", "")
        self.servers.seen.append(Seen(address, host, self.path, headers, self.number))
        target = self.path.partition("?")[2] if self.path.startswith("/to?") else ""
        body = address.encode()
        is_asking = self.servers.challenge and self.path == "/secret"
        self.send_response(302 if target else 401 if is_asking else 200)
        if is_asking:
            self.send_header("WWW-Authenticate", 'Basic realm="a"')
            self.send_header("WWW-Authenticate", 'Digest realm="a", nonce="b", qop="auth"')
        if target:
            self.send_header("Location", target)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    """A server of HTTP/1.1, with TLS and HTTP/2 if there is a context."""

    daemon_threads = True
    servers: Servers

    def finish_request(self, request: Any, address: Any) -> None:
        request.settimeout(10)
        if self.servers.tls is not None:
            try:
                request = self.servers.tls.wrap_socket(request, server_side=True)
            except OSError:
                return  # the client did not trust the certificate
        try:
            if self.servers.tls is not None and request.selected_alpn_protocol() == "h2":
                answer_http2(request, self.servers)
            else:
                known = {"servers": self.servers, "number": next(self.servers.connections)}
                handler = type("Here", (Handler,), known)
                handler(request, address, self)
        except OSError:
            pass  # the client disconnected
        finally:
            request.close()

    def handle_error(self, *_: object) -> None:
        pass


class Server6(Server):
    address_family = socket.AF_INET6


def answer_http2(connection: ssl.SSLSocket, servers: Servers) -> None:
    """Answer HTTP/2 requests with the address until the client disconnects."""
    session = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
    session.initiate_connection()
    connection.sendall(session.data_to_send())
    number = next(servers.connections)
    while data := connection.recv(65536):
        for event in session.receive_data(data):
            if isinstance(event, h2.events.RequestReceived):
                headers = {text(name): text(value) for name, value in event.headers or ()}
                address = str(connection.getsockname()[0])
                host, path = headers[":authority"], headers[":path"]
                servers.seen.append(Seen(address, host, path, headers, number))
                assert event.stream_id is not None
                session.send_headers(event.stream_id, [(":status", "200")])
                session.send_data(event.stream_id, address.encode(), end_stream=True)
        connection.sendall(session.data_to_send())


def text(value: bytes | str) -> str:
    return value if isinstance(value, str) else value.decode()


@contextmanager
def running(*addresses: str, tls: ssl.SSLContext | None = None) -> Iterator[Servers]:
    """Start a server on each address, all on the same port."""
    for address in addresses:
        if not is_here(address):
            pytest.skip(f"this system has no {address}")  # macOS has one address of 127.0.0.0/8
    servers = Servers(tls=tls)
    kinds = [Server6 if ":" in address else Server for address in addresses]
    for _ in range(20):
        made: list[Server] = []
        try:
            for kind, address in zip(kinds, addresses, strict=True):
                made.append(kind((address, made[0].server_port if made else 0), Handler))
            break
        except OSError:  # the port is in use on one of them
            for one in made:
                one.server_close()
    servers.port = made[0].server_port
    for one in made:
        one.servers = servers
        threading.Thread(target=one.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield servers
    finally:
        for one in made:
            one.shutdown()
            one.server_close()


def is_here(address: str) -> bool:
    try:
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        with socket.create_server((address, 0), family=family):
            return True
    except OSError:
        return False


class Names:
    """Replaces the DNS: the answers for each name, the last of which is repeated."""

    def __init__(self) -> None:
        self.names: dict[str, list[list[str]]] = {}
        self.asked: Counter[str] = Counter()

    def add(self, name: str, *answers: list[str]) -> None:
        """The first look-up of a name gets the first answer, and so on."""
        self.names[name] = list(answers)

    def __call__(
        self,
        host: Any,
        port: Any,
        family: int = 0,
        type: int = 0,  # noqa: A002 - as `socket.getaddrinfo` has it
        proto: int = 0,
        flags: int = 0,
    ) -> list[Any]:
        name = text(host or "").lower().rstrip(".")
        if name not in self.names:
            return REAL(host, port, family, type, proto, flags | socket.AI_NUMERICHOST)
        self.asked[name] += 1
        answers = self.names[name]
        found = answers.pop(0) if len(answers) > 1 else answers[0]
        return [
            one
            for address in found
            for one in REAL(address, port, family, socket.SOCK_STREAM, proto, socket.AI_NUMERICHOST)
        ]


class Trusting(ssl.SSLContext):
    """A context for clients, and the file that requests needs instead."""

    file: str


def certificates(
    *names: str, protocols: list[str], file: Path
) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """Contexts for servers with a certificate for each name, and for clients that trust them."""
    authority = trustme.CA()
    contexts = {}
    for name in names:
        contexts[name] = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        contexts[name].set_alpn_protocols(protocols)
        authority.issue_cert(name).configure_cert(contexts[name])

    def chosen(connection: Any, name: str | None, _: ssl.SSLContext) -> None:
        connection.context = contexts.get(name or "", contexts[names[0]])

    first = contexts[names[0]]
    first.sni_callback = chosen
    client = Trusting(ssl.PROTOCOL_TLS_CLIENT)
    authority.configure_trust(client)
    authority.cert_pem.write_to_path(str(file))
    client.file = str(file)
    return first, client
