"""The judge alone: the URLs it refuses, and the addresses that a name may lead to."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iriform import IRI, Policy
from iriform.guard import Guard, Refused
from iriform.guard.judge import Judge
from iriform.guard.settings import Settings

from .servers import OTHER, PRIVATE, PUBLIC, Names, Servers

# Addresses outside the Internet (RFC 6890 and its registries), and metadata services of clouds.
NETWORKS = [
    ipaddress.ip_network(network)
    for network in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
        "168.63.129.16/32",
        "::/127",
        "64:ff9b:1::/48",
        "100::/64",
        "2001::/32",
        "2001:db8::/32",
        "3fff::/20",
        "4000::/3",
        "5f00::/16",
        "fc00::/7",
        "fe80::/10",
        "fec0::/10",
        "ff00::/8",
    )
]


def addresses_of(network: ipaddress.IPv4Network | ipaddress.IPv6Network) -> list[str]:
    """The first address of a network, one in the middle, and the last."""
    return sorted({str(network[i]) for i in (0, network.num_addresses // 2, -1)})


LOCAL = [address for network in NETWORKS for address in addresses_of(network)]


def notations(address: str) -> list[str]:
    """An IPv4 address as `inet_aton` reads it (RFC 3986 §7.4), and what UTS #46 maps to it."""
    octets = [int(octet) for octet in address.split(".")]
    a, b, c, d = octets
    number = int(ipaddress.IPv4Address(address))
    return [
        address,
        f"{address}.",
        str(number),
        hex(number),
        ".".join(map(hex, octets)),
        ".".join(f"0{octet:o}" for octet in octets),
        f"{a}.{(b << 16) + (c << 8) + d}",
        f"{a}.{b}.{(c << 8) + d}",
        address.replace(".", "\u3002"),
        address.replace(".", "%2e"),
    ]


def embedded(address: str) -> list[str]:
    """The eight forms of an IPv4 address in an IPv6 address."""
    number = int(ipaddress.IPv4Address(address))
    high, low = number >> 16, number & 0xFFFF
    inverse = number ^ 0xFFFFFFFF
    return [
        f"::ffff:{address}",
        f"::{address}",
        f"::ffff:0:{address}",
        f"64:ff9b::{address}",
        f"2002:{high:x}:{low:x}::1",
        f"2001:0:808:808::{inverse >> 16:x}:{inverse & 0xFFFF:x}",
        f"2606:4700::5efe:{address}",
        f"2606:4700::200:5efe:{address}",
    ]


def texts_of(address: str) -> list[str]:
    return [*notations(address), *(f"[{form}]" for form in embedded(address))]


@pytest.mark.parametrize("address", LOCAL)
def test_no_notation_of_an_address_passes(address: str) -> None:
    hosts = [f"[{address}]"] if ":" in address else texts_of(address)
    for host in hosts:
        for text in (f"http://{host}/", f"http://{host}:8080/a", f"http://{host}"):
            for guard in (Guard(), Guard(Policy(profile="none", addresses="any"))):
                with pytest.raises(Refused) as caught:
                    guard.resolve(text)
                assert caught.value.code in REASONS, (text, caught.value)
            assert not Policy(profile="none").allows(text), text


# The address itself; a finding about its spelling; the host as a whole.
REASONS = {
    "address-not-allowed",
    "metadata-service",
    "ipv4-lookalike",
    "ipv6-embeds-ipv4",
    "host-percent-encoded",
    "host-not-allowed",
}


@pytest.mark.parametrize("address", LOCAL)
def test_no_name_that_leads_there_passes(address: str, names: Names) -> None:
    forms = [address] if ":" in address else [address, *embedded(address)]
    for form in forms:
        for found in ([form], ["93.184.216.34", form], [form, "2606:4700::1111"]):
            names.add("a.example", found)
            with pytest.raises(Refused) as caught:
                Guard().resolve("https://a.example/")
            assert caught.value.address == ipaddress.ip_address(form)
            assert caught.value.name == "a.example"
            assert str(caught.value).startswith("a.example leads to ")


@pytest.mark.parametrize(
    ("address", "is_allowed"),
    [(address, True) for address in ("93.184.216.34", "2606:4700::1111")]
    + [(form, i != 5) for i, form in enumerate(embedded("93.184.216.34"))],
)
def test_what_leads_to_the_internet_passes(address: str, is_allowed: bool, names: Names) -> None:
    """A network with NAT64 reaches the Internet with such addresses. No server is a client of Teredo."""
    names.add("a.example", [address])
    if is_allowed:
        checked = Guard().resolve("https://A.example./b")
        assert checked.uri == "https://A.example./b"
        assert (checked.name, checked.addresses) == ("a.example", (ipaddress.ip_address(address),))
    else:
        with pytest.raises(Refused):
            Guard().resolve("https://a.example/")


@given(
    st.sampled_from([network for network in NETWORKS if network.num_addresses > 4]).flatmap(
        lambda network: st.ip_addresses(network=network)
    )
)
def test_no_name_leads_to_any_of_these(address: ipaddress.IPv4Address) -> None:
    with pytest.MonkeyPatch.context() as patch:
        names = Names()
        names.add("a.example", ["93.184.216.34", str(address)])
        patch.setattr(socket, "getaddrinfo", names)
        with pytest.raises(Refused) as caught:
            Guard().resolve("https://a.example/")
    assert caught.value.address == address


# Another scheme, no host, a special name, and text that is not a reference.
OTHERS = [
    "ftp://global.example/",
    "file:///a",
    "file://global.example/a",
    "ldap://global.example/",
    "mailto:anna@global.example",
    "data:text/plain,a",
    "urn:example:a",
    "unix:/a",
    "http+unix://%2Fa/b",
    "//global.example/",
    "/a",
    "",
    " ",
    "http:a",
    "http:/a",
    "http:///a",
    "http://",
    "http://:80/",
    "http://[v1.a]/",
    "http://global.example /",
    "http://global.example\t/",
    "http://[::1]]/",
    "http://[::1%25lo]/",
    "http://anna@global.example/",
    "http://global.example%2fa/",
    "http://global.example\\a/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://a.localhost/",
    "http://localhost.localdomain/",
    "http://ip6-localhost/",
    "http://metadata/",
    "http://Metadata.Google.Internal./",
    "http://instance-data/",
    "http://metadata.tencentyun.com/",
]


@pytest.mark.parametrize("text", OTHERS)
def test_what_is_no_url_of_the_web(text: str, names: Names) -> None:
    names.add("global.example", ["93.184.216.34"])
    for name in ("localhost", "a.localhost", "localhost.localdomain", "ip6-localhost"):
        names.add(name, ["127.0.0.1"])
    for name in (
        "metadata",
        "metadata.google.internal",
        "instance-data",
        "metadata.tencentyun.com",
    ):
        names.add(name, ["93.184.216.34"])  # the name itself is refused
    for guard in (Guard(), Guard(Policy.PUBLIC_WEBHOOK), Guard(Policy.WEB.replace(profile="none"))):
        with pytest.raises(Refused):
            guard.resolve(text)


@given(st.text("/\\:@?#.%0aehnortxgf\t[]", max_size=16))
def test_whatever_comes_leads_to_its_own_host(rest: str) -> None:
    """The name that was looked up is the host of the reference."""
    with pytest.MonkeyPatch.context() as patch:
        names = Names()
        names.add("a.example", ["93.184.216.34"])
        names.add("b.example", [PRIVATE])
        patch.setattr(socket, "getaddrinfo", names)
        for before in ("http://a.example", "http://b.example", "http://"):
            with contextlib.suppress(Refused, socket.gaierror):
                checked = Guard().resolve(before + rest)
                assert checked.name == "a.example"
                assert IRI(checked.uri).host_matches("a.example")


@pytest.mark.parametrize(
    "text",
    [
        "https://global.example/a?token=hunter2",
        "https://GLOBAL.example.:8443/",
        "http://a_b.global.example/",
        "https://r3---sn-4g5e6nz7.googlevideo.com/videoplayback?id=1",
        "https://b\u00fccher.example/\u00e9?\u00e9#\u00e9",
        "https://xn--bcher-kva.example/",
        "https://93.184.216.34/",
        "https://[2606:4700::1111]/",
        "http://\u4f8b\u3048.jp/",
    ],
)
def test_honest_links(text: str, names: Names) -> None:
    for name in ("global.example", "a_b.global.example", "xn--bcher-kva.example", "xn--r8jz45g.jp"):
        names.add(name, ["93.184.216.34"])
    names.add("r3---sn-4g5e6nz7.googlevideo.com", ["93.184.216.34", "2606:4700::1111"])
    checked = Guard().resolve(text)
    assert checked.uri == text
    assert type(checked.uri) is IRI


def test_internal_names_are_reached_where_policy_and_networks_say_so(names: Names) -> None:
    names.add("hooks.internal", ["10.1.2.3"])
    ours = Policy(schemes={"http"}, hosts={"hooks.internal"}, ports={8080})
    url = "http://hooks.internal:8080/?token=x"
    ours = ours.replace(severities={"secret-in-query": "ignore"})
    checked = Guard(ours, networks=["10.0.0.0/8"]).resolve(url)
    assert checked.addresses == (ipaddress.ip_address("10.1.2.3"),)
    with pytest.raises(Refused, match="leads to 10.1.2.3, which is not an address of the Internet"):
        Guard(ours).resolve(url)
    with pytest.raises(Refused, match="leads to 10.1.2.3, which is not in an allowed network"):
        Guard(ours, networks=["192.168.0.0/16"]).resolve(url)
    names.add("localhost", ["127.0.0.1"])
    local = Policy(schemes={"http"}, hosts={"localhost"})
    assert Guard(local, networks="any").resolve("http://localhost:8000/").name == "localhost"


def test_metadata_services_are_refused_whatever_networks_says(names: Names) -> None:
    names.add("a.example", ["169.254.169.254"])
    names.add("metadata.google.internal", ["10.0.0.1"])
    everywhere = Guard(Policy(profile="none", addresses="any"), networks="any")
    for host in (
        "a.example",
        "169.254.169.254",
        "0xa9fea9fe",
        "[64:ff9b::a9fe:a9fe]",
        "[fd00:a9fe:a9fe::1]",
        "[fe80::a9fe:a9fe]",
        "[64:ff9b:1::a9fe:a9fe]",
        "[64:ff9b:1:a9fe:a9:fe00::]",
        *(f"[{form}]" for form in embedded("169.254.170.2")),
        *(
            f"[{prefix}::a9fe:a9fe]"
            for prefix in ("2001:db8", "2606:4700", "fec0", "fdff:1", "64:ff9b:1:2")
        ),
    ):
        with pytest.raises(Refused) as caught:
            everywhere.resolve(f"http://{host}/")
        assert caught.value.code == "metadata-service"
    with pytest.raises(Refused, match=r"metadata\.google\.internal is the metadata service"):
        everywhere.resolve("http://metadata.google.internal/")
    assert everywhere.resolve("http://169.254.169.253/")


def test_no_refusal_shows_a_secret(names: Names) -> None:
    names.add("private.example", [PRIVATE])
    for text in (
        "http://anna:hunter2@private.example/?token=hunter2",
        "http://private.example/?token=hunter2",
        "http://private.example/hunter2 a?token=hunter2",
        "http:anna:hunter2@127.0.0.1/",
        "http://anna:hunter2@h h/",
    ):
        with pytest.raises(Refused) as caught:
            Guard(Policy(profile="none", userinfo=True)).resolve(text)
        error = caught.value
        told = f"{error}{error!r}{error.args}{error.refusals}{vars(error)}"
        assert "hunter2" not in told.replace("/hunter2", ""), (
            text
        )  # the findings do not treat a path as a secret


def test_the_socket_goes_to_an_address_that_was_judged(servers: Servers, names: Names) -> None:
    guard = Guard(networks=[PUBLIC, OTHER])
    names.add("rebound.example", [PUBLIC], [PRIVATE])
    with socket.create_server((OTHER, 0)) as listening:
        closed = listening.getsockname()[1]
    with guard.create_connection(("rebound.example", servers.port), timeout=5) as connection:
        assert connection.getpeername() == (PUBLIC, servers.port)
        assert connection.gettimeout() == 5
    with pytest.raises(Refused, match="rebound.example leads to 127.0.0.9"):
        guard.create_connection(("rebound.example", servers.port))
    # The next address is tried if one does not answer; a failure is an error of the socket.
    names.add("two.example", ["127.0.0.2", PUBLIC])
    with (
        socket.create_server((PUBLIC, closed)),
        guard.create_connection(("two.example", closed), 5, (PUBLIC, 0)) as connection,
    ):
        assert connection.getpeername() == (PUBLIC, closed)
    with pytest.raises(ConnectionRefusedError):
        guard.create_connection((OTHER, closed), 5)
    with pytest.raises(socket.gaierror):
        guard.create_connection(("missing.example", 80))
    with pytest.raises(socket.gaierror):
        Guard(Policy(profile="none")).create_connection((f"{'a' * 64}.example", 80))


def test_the_socket_asks_the_policy_about_host_and_port(servers: Servers, names: Names) -> None:
    guard = Guard(Policy(hosts={"public.example"}, ports={servers.port}), networks=[PUBLIC, OTHER])
    guard.create_connection(("public.example", servers.port)).close()
    for address, code in [
        (("other.example", servers.port), "host-not-allowed"),
        (("public.example", 80), "port-not-allowed"),
        ((PUBLIC, servers.port), "host-not-allowed"),
        (("public.example/a", servers.port), "invalid-character"),
        (("public.example#.other.example", servers.port), "invalid-character"),
        (("public.example@other.example", servers.port), "invalid-character"),
        (("::1", servers.port), "host-not-allowed"),
        (("a b", servers.port), "invalid-character"),
    ]:
        with pytest.raises(Refused) as caught:
            guard.create_connection(address)
        assert caught.value.code == code, address
    # The name is looked up as the policy has read it.
    guard.create_connection(("PUBLIC.example.", servers.port)).close()
    local = Guard(Policy.REDIRECT_URI, networks=[PUBLIC])
    names.add("localhost", [PUBLIC])
    local.create_connection(("localhost", servers.port)).close()


@pytest.mark.usefixtures("names")
def test_threads_share_a_guard() -> None:
    """Each gets the answer for its own name."""
    guard = Guard(networks=[PUBLIC])
    answers: list[Any] = []

    def asked(name: str) -> None:
        for _ in range(50):
            try:
                answers.append((name, guard.resolve(f"http://{name}/").name))
            except Refused as refused:
                answers.append((name, refused.name, str(refused.address)))

    threads = [
        threading.Thread(target=asked, args=(name,))
        for name in ("public.example", "private.example") * 2
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(answers) == {
        ("public.example", "public.example"),
        ("private.example", "private.example", PRIVATE),
    }
    assert len(answers) == 200


@pytest.mark.parametrize(
    ("url", "host", "port", "code"),
    [
        ("http://a.example/b", "a.example", 80, None),
        ("http://A.example./b", "a.EXAMPLE.", 80, None),
        ("https://a.example/b#c", "a.example", 443, None),
        ("https://a.example:8443/?b[]=c d", "a.example", 8443, None),
        ("http://b\u00fccher.example/", "xn--bcher-kva.example", 80, None),
        ("http://b\u00fccher.example/", "B\u00fccher.example", 80, None),
        ("http://[2606:4700:0:0::1111]/", "2606:4700::1111", 80, None),
        ("http://[2606:4700::1111]/", "[2606:4700:0::1111]", 80, None),
        ("http://a.example/b", "b.example", 80, "host-differs"),
        ("http://a.example/b", "a.example.b.example", 80, "host-differs"),
        ("http://a.example/b", "a.exampl%65", 80, "host-differs"),
        ("http://a.example/b", "", 80, "host-differs"),
        ("http://a.example/b", "127.0.0.1", 80, "host-differs"),
        ("http://a.example/b", "::1", 80, "host-differs"),
        ("http://a.example/b", "a:b:c", 80, "host-differs"),
        ("http://fa\u00df.example/", "fass.example", 80, "host-differs"),
        ("http://a.example/b", "a.example", 443, "host-differs"),
        ("https://a.example/b", "a.example", 80, "host-differs"),
        ("http://a.example:81/b", "a.example", 80, "host-differs"),
        ("http://a.example/b", "a.example", None, "host-differs"),
        ("http://metadata.goog/", "metadata.goog", 80, "metadata-service"),
        ("http://10.0.0.1/", "10.0.0.1", 80, "address-not-allowed"),
        ("http://[fd00::1]/", "fd00::1", 80, "address-not-allowed"),
        ("http://a.example\\b/", "a.example", 80, "invalid-character"),
        ("/a", "a.example", 80, "missing-scheme"),
    ],
)
def test_the_client_must_read_the_host_that_the_policy_reads(
    url: str, host: str, port: int | None, code: str | None
) -> None:
    """The result does not depend on the client's URL parser."""
    judge = Judge(Settings(Policy.WEB))
    if code is None:
        judge.request(url, host, port)
        return
    with pytest.raises(Refused) as caught:
        judge.request(url, host, port)
    assert caught.value.code == code


def test_a_fragment_is_not_sent_and_not_judged() -> None:
    judge = Judge(Settings(Policy.PUBLIC_WEBHOOK))
    judge.request("https://a.example/#b", "a.example", 443)
    with pytest.raises(Refused, match="a fragment is not allowed"):
        judge.resolve("https://a.example/#b")
