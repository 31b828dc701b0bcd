"""The ways round a check that are public, in the forms that generators make, against the judge itself.

PayloadsAllTheThings and cujanovic/SSRF-Testing collect such links. What is here is made by this file from
the addresses and the notations that these collections name.
"""

from __future__ import annotations

import ipaddress
import socket
import threading
from typing import Any

import pytest

from iriform import IRI, Policy
from iriform.guard import Guard, Refused
from iriform.guard.judge import Judge

from .servers import OTHER, PRIVATE, PUBLIC, Names, Servers

LOCAL = [
    "127.0.0.1",
    "127.127.127.127",
    "0.0.0.0",  # noqa: S104 - not bound to
    "10.0.0.1",
    "100.64.0.1",
    "100.100.100.200",
    "169.254.169.254",
    "169.254.170.2",
    "168.63.129.16",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "192.88.99.2",
    "192.168.0.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
]
LOCAL6 = [
    "::",
    "::1",
    "fc00::1",
    "fd00:ec2::254",
    "fd20:ce::254",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "100::1",
    "2001:db8::1",
    "2001::1",
    "3fff::1",
    "4000::1",
    "5f00::1",
    "64:ff9b:1::1",
]


def notations(address: str) -> list[str]:
    """An IPv4 address as `inet_aton` and browsers read it (RFC 3986 §7.4)."""
    octets = [int(octet) for octet in address.split(".")]
    a, b, c, d = octets
    number = int(ipaddress.IPv4Address(address))
    digits = str.maketrans(
        "0123456789", "\uff10\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18\uff19"
    )
    return [
        address,
        f"{address}.",
        str(number),
        hex(number),
        f"0x{number:08X}",
        f"{number:#o}".replace("0o", "0"),
        f"0000{number:o}",
        ".".join(map(hex, octets)),
        ".".join(f"0x{octet:08x}" for octet in octets),
        ".".join(f"0{octet:o}" for octet in octets),
        ".".join(f"0000{octet:o}" for octet in octets),
        f"{a}.{(b << 16) + (c << 8) + d}",
        f"{a}.{b}.{(c << 8) + d}",
        f"{a:#x}.{b}.0{(c << 8) + d:o}",
        address.replace(".", "\u3002"),
        address.replace(".", "\uff0e"),
        address.replace(".", "\uff61"),
        address.replace(".", "%2e"),
        address.translate(digits),
        "".join(f"%{ord(char):02x}" for char in address),
        address.replace("1", "\u2460").replace("2", "\u2461"),  # digits in circles
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


@pytest.mark.parametrize("address", [*LOCAL, *LOCAL6])
def test_no_notation_of_an_address_passes(address: str) -> None:
    hosts = [f"[{address}]"] if ":" in address else texts_of(address)
    for host in hosts:
        for text in (f"http://{host}/", f"http://{host}:8080/latest/meta-data/", f"http://{host}"):
            for guard in (Guard(), Guard(Policy(profile="none", addresses="any"))):
                with pytest.raises(Refused) as caught:
                    guard.resolve(text)
                assert caught.value.code in REASONS, (text, caught.value)
            assert not Policy(profile="none").allows(text), text


# The address itself; a finding of how it is written; none of the host at all.
REASONS = {
    "address-not-allowed",
    "metadata-service",
    "ipv4-lookalike",
    "ipv6-embeds-ipv4",
    "host-percent-encoded",
    "host-not-allowed",
}


@pytest.mark.parametrize("address", [*LOCAL, *LOCAL6])
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
    """A network with NAT64 reaches the Internet so. No server is a client of Teredo."""
    names.add("a.example", [address])
    if is_allowed:
        checked = Guard().resolve("https://A.example./b")
        assert checked.uri == "https://A.example./b"
        assert (checked.name, checked.addresses) == ("a.example", (ipaddress.ip_address(address),))
    else:
        with pytest.raises(Refused):
            Guard().resolve("https://a.example/")


# A name that a service makes out of an address; one that anybody can register for it.
REBINDING = [
    "127.0.0.1.nip.io",
    "127-0-0-1.sslip.io",
    "7f000001.nip.io",
    "www.10.0.0.1.xip.example",
    "localtest.me",
    "spoofed.burpcollaborator.example",
    "7f000001.c0a80001.rbndr.us",
    "make-1.2.3.4-rebind-169.254-169.254-rr.1u.example",
]


@pytest.mark.parametrize("name", REBINDING)
def test_names_that_are_made_of_addresses(name: str, names: Names) -> None:
    names.add(name, ["127.0.0.1"])
    with pytest.raises(Refused, match="leads to 127.0.0.1"):
        Guard().resolve(f"http://{name}/")


# What one parser takes for the host and another does not. The first is where a request must not go.
CONFUSED = [
    "http://127.0.0.1\\@1.1.1.1/",  # langchain 35960 and its like
    "http://1.1.1.1\\@127.0.0.1/",
    "http://1.1.1.1 &@127.0.0.1# @3.3.3.3/",
    "http://127.1.1.1:80\\@127.2.2.2:80/",
    "http://127.1.1.1:80\\@@127.2.2.2:80/",
    "http://127.1.1.1:80:\\@@127.2.2.2:80/",
    "http://127.1.1.1:80#\\@127.2.2.2:80/",
    "http:127.0.0.1/",
    "http:/127.0.0.1/",
    "http:///127.0.0.1/",
    "http:@/127.0.0.1",
    "http:\\\\127.0.0.1/",
    "http://1.1.1.1@127.0.0.1/",
    "http://global.example:80@127.0.0.1/",
    "http://global.example@@127.0.0.1/",
    "http://global.example%00@127.0.0.1/",
    "http://127.0.0.1%00.global.example/",
    "http://127.0.0.1%2f.global.example/",
    "http://127.0.0.1#.global.example/",
    "http://127.0.0.1?.global.example/",
    "http://127.0.0.1%23.global.example/",
    "http://global.example\t@127.0.0.1/",
    "http://[::1%25lo]/",
    "http://[::1]]/",
    "http://[v1.a]/",
    "http://localhost%E3%80%82/",
    "http://\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3/",  # localhost in circles
    "http://LOCALHOST./",
    "http://a.localhost/",
    "http://localhost.localdomain/",
    "http://ip6-localhost/",
    "http://metadata/",
    "http://Metadata.Google.Internal./computeMetadata/v1/",
    "http://instance-data/latest/",
    "http://metadata.tencentyun.com/",
    "file:///etc/passwd",
    "file://localhost/etc/passwd",
    "gopher://127.0.0.1:6379/_FLUSHALL",
    "dict://127.0.0.1:11211/stats",
    "ftp://127.0.0.1/",
    "ldap://127.0.0.1/",
    "jar:http://127.0.0.1!/",
    "netdoc:///etc/passwd",
    "sftp://127.0.0.1/",
    "tftp://127.0.0.1/",
    "unix:/run/docker.sock",
    "http+unix://%2Frun%2Fdocker.sock/a",
    "javascript:alert(1)",
    "data:text/plain,a",
    "//127.0.0.1/",
    "/a",
    "",
    " ",
    "http://",
    "http://:80/",
]


@pytest.mark.parametrize("text", CONFUSED)
def test_texts_that_parsers_read_differently(text: str, names: Names) -> None:
    names.add("global.example", ["93.184.216.34"])
    for name in ("localhost", "a.localhost", "localhost.localdomain", "ip6-localhost"):
        names.add(name, ["127.0.0.1"])
    for name in (
        "metadata",
        "metadata.google.internal",
        "instance-data",
        "metadata.tencentyun.com",
    ):
        names.add(name, ["93.184.216.34"])  # it is the name that is refused
    for guard in (Guard(), Guard(Policy.PUBLIC_WEBHOOK), Guard(Policy.WEB.replace(profile="none"))):
        with pytest.raises(Refused):
            guard.resolve(text)


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
    with pytest.raises(Refused, match="leads to 10.1.2.3, not an address of the Internet"):
        Guard(ours).resolve(url)
    with pytest.raises(Refused, match="leads to 10.1.2.3, of no network that is allowed"):
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
        )  # a path is no secret by the findings


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
    # The next address is tried where one does not answer; what fails is the error of the socket.
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
    """Whatever a parser of a client makes of a URL."""
    judge = Judge(Policy.WEB, "global", 5, enforce=True)
    if code is None:
        judge.request(url, host, port)
        return
    with pytest.raises(Refused) as caught:
        judge.request(url, host, port)
    assert caught.value.code == code


def test_a_fragment_is_not_sent_and_not_judged() -> None:
    judge = Judge(Policy.PUBLIC_WEBHOOK, "global", 5, enforce=True)
    judge.request("https://a.example/#b", "a.example", 443)
    with pytest.raises(Refused, match="a fragment is not allowed"):
        judge.resolve("https://a.example/#b")
