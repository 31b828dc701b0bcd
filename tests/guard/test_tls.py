"""TLS verifies the name; connections are kept by name, even if two names lead to one address."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from typing import Any

import pytest

from iriform import Policy
from iriform.guard import Guard

from .clients import Client, each_client, refused
from .servers import OTHER, PUBLIC, Names, Servers, certificates, running

GUARD = Guard(networks=[PUBLIC, OTHER])


@pytest.fixture(scope="module")
def secure(tmp_path_factory: Any) -> Iterator[tuple[Servers, ssl.SSLContext]]:
    """Servers that have a certificate for a.example and another one for b.example."""
    file = tmp_path_factory.mktemp("trusted") / "authority.pem"
    protocols = ["h2", "http/1.1"]
    server, client = certificates("a.example", "b.example", protocols=protocols, file=file)
    with running(PUBLIC, OTHER, tls=server) as servers:
        yield servers, client


@pytest.fixture
def tls(secure: tuple[Servers, ssl.SSLContext], names: Names) -> tuple[Servers, ssl.SSLContext]:
    servers, context = secure
    servers.seen.clear()
    for name in ("a.example", "b.example", "c.example"):
        names.add(name, [PUBLIC])
    return servers, context


@each_client
def test_each_name_has_a_connection_of_its_own(
    client: Client, tls: tuple[Servers, ssl.SSLContext]
) -> None:
    servers, context = tls
    with client.session(GUARD, context) as get:
        for name in ("a.example", "b.example", "a.example", "b.example"):
            assert get(f"https://{name}:{servers.port}/") == PUBLIC
        by_name = {one.host.partition(":")[0]: one.connection for one in servers.seen}
        assert by_name["a.example"] != by_name["b.example"]
        if client.keeps_connections:
            assert len({one.connection for one in servers.seen}) == 2
        # No certificate has this name, although both connections use its address.
        with pytest.raises(client.error) as caught:
            get(f"https://c.example:{servers.port}/")
        assert "certificate" in str(caught.value).lower()
        # No certificate has the address either.
        with pytest.raises(client.error):
            get(f"https://{PUBLIC}:{servers.port}/")
    assert {one.host.partition(":")[0] for one in servers.seen} == {"a.example", "b.example"}


@each_client
def test_http2_connections_are_not_shared_by_address(
    client: Client, tls: tuple[Servers, ssl.SSLContext]
) -> None:
    """RFC 9113 §9.1.1 allows it for names in one certificate; the guard does not depend on this."""
    if not client.has_http2:
        assert client.method in {"requests", "urllib3", "aiohttp", "urllib"}
        return
    servers, context = tls
    with client.session(GUARD, context, http2=True) as get:
        for name in ("a.example", "b.example", "a.example"):
            assert get(f"https://{name}:{servers.port}/") == PUBLIC
    assert [":method" in one.headers for one in servers.seen] == [True] * 3
    first, second, third = (one.connection for one in servers.seen)
    assert first == third != second


@each_client
def test_a_redirect_from_https_to_http_is_refused_by_a_policy_of_https(
    client: Client, tls: tuple[Servers, ssl.SSLContext]
) -> None:
    servers, context = tls
    with running(PUBLIC) as plain:
        url = f"https://a.example:{servers.port}/to?http://a.example:{plain.port}/"
        with client.session(None, context) as get:
            assert get(url) == PUBLIC
        assert len(plain.seen) == 1
        strict = Guard(Policy.PUBLIC_WEBHOOK, networks=[PUBLIC])
        with client.session(strict, context) as get, pytest.raises(client.error) as caught:
            get(url)
        assert refused(caught.value).code == "scheme-not-allowed"
        assert len(plain.seen) == 1
        # A policy that allows http follows the redirect and sends no credentials.
        with client.session(GUARD, context) as get:
            get(url, {"Authorization": "Bearer hunter2"})
        assert "authorization" not in plain.seen[-1].headers


@each_client
def test_credentials_do_not_follow_from_http_to_https(
    client: Client, tls: tuple[Servers, ssl.SSLContext]
) -> None:
    """Clients treat this as the same origin."""
    servers, context = tls
    with running(PUBLIC) as plain:
        url = f"http://a.example:{plain.port}/to?https://a.example:{servers.port}/"
        with client.session(GUARD, context) as get:
            assert get(url, {"Authorization": "Bearer hunter2"}) == PUBLIC
    assert len(servers.seen) == 1
    assert "authorization" not in servers.seen[0].headers
