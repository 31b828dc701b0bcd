"""Hosts: their kind, their address, and their equality."""

import re
from ipaddress import IPv4Address, IPv6Address
from socket import inet_aton, inet_ntoa

import ada_url
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from iriform import IRI, Host, ParseError
from tests.effort import rounds
from tests.strategies import joined


@pytest.mark.parametrize(
    ("text", "kind", "ip"),
    [
        ("example.org", "reg-name", None),
        ("例え.jp", "reg-name", None),
        ("192.0.2.1", "IPv4address", "192.0.2.1"),
        ("1.2.3.4.", "reg-name", None),  # the whole host must match (H1)
        ("[::FFFF:192.0.2.1]", "IPv6address", "::ffff:192.0.2.1"),
        ("[VF.::]", "IPvFuture", None),
    ],
)
def test_kind_and_address(text: str, kind: str, ip: str | None) -> None:
    host = Host(text)
    classes = {"IPv4address": IPv4Address, "IPv6address": IPv6Address}

    assert host.kind == kind
    assert type(host.ip) is classes.get(kind, type(None))
    if ip is not None:
        assert host.ip == classes[kind](ip)


@pytest.mark.parametrize(
    ("text", "unbracketed"),
    [("[::1]", "::1"), ("[v1.a]", "v1.a"), ("h", "h"), ("", ""), ("例え", "例え")],
)
def test_unbracketed(text: str, unbracketed: str) -> None:
    assert Host(text).unbracketed == unbracketed
    assert type(Host(text).unbracketed) is str


# Core's tables say which hosts are the same, and which are within others (`suite/lookup.rs`).
SAME = [
    ("example.org", "EXAMPLE.org"),
    ("bücher.example", "xn--bcher-kva.example"),
    ("[::ffff:1.2.3.4]", "1.2.3.4"),  # the same node
    ("127.0.0.1", "0177.0.0.1"),
]

DIFFERENT = [("example.org", "example.com"), ("faß", "fass")]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_same(a: str, b: str) -> None:
    assert Host(a).matches(b)
    assert Host(b).matches(Host(a))
    assert IRI(f"s://{a}/").host.matches(b.encode())  # type: ignore[union-attr]


@pytest.mark.parametrize(("a", "b"), DIFFERENT)
def test_different(a: str, b: str) -> None:
    assert not Host(a).matches(b)
    assert not Host(b).matches(a)


@pytest.mark.parametrize("name", ["a b", "a/b", "u@h", "h:80", "[::1", "::1", "[fe80::1%25a]"])
def test_a_name_that_no_host_can_have(name: str) -> None:
    with pytest.raises(ParseError, match="not a host"):
        Host("h").matches(name)


def test_matches_takes_one_text() -> None:
    with pytest.raises(TypeError):
        Host("h").matches()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Host("h").matches("h", "i")  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Host("h").matches(name="h")  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Host("h").matches(IPv4Address("1.2.3.4"))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("host", "name", "within"),
    [
        ("a.b.example。org", "example.org", True),
        ("notexample.org", "example.org", False),  # no label ends there
        ("0x1020304", "1.2.3.4", True),
        ("evil.example\uff0f.example.org", "example.org", False),
    ],
)
def test_is_within(host: str, name: str, within: bool) -> None:
    assert Host(host).is_within(name) is within
    assert IRI(f"s://u@{host}:1/").host.is_within(Host(name)) is within  # type: ignore[union-attr]


numbers = st.one_of(
    st.integers(0, 300).map(str),
    st.integers(0, 300).map("0{:o}".format),
    st.integers(0, 300).map("0x{:X}".format),
    st.integers(0, 2**33).map(str),
)


@given(st.lists(numbers, min_size=1, max_size=5).map(".".join))
def test_what_inet_aton_reads_as_an_address_is_that_address(name: str) -> None:
    try:
        address = inet_ntoa(inet_aton(name))
    except OSError:
        return
    assert Host(name).matches(address)
    assert not Host(f"a.{name}").is_within(address)


names = joined(
    [
        *"aEl.-_~!$1",
        "é",
        "É",
        "ｅ",
        "①",
        "。",
        "．",
        "xn--",
        "%41",
        "%2E",
        "%C3%A9",
        "\xad",
        "0x",
        "ß",
    ],
    8,
)


@settings(max_examples=rounds(200, 5_000))
@example("xn---EE\uff45")
@given(names)
def test_what_a_browser_reads_is_the_same_host(host: str) -> None:
    try:
        read = ada_url.URL(f"http://{host}/").hostname
    except ValueError:
        return
    assert Host(host).matches(read)
    labels = read.removesuffix(".").split(".")
    if Host(read).ip is None and all(re.fullmatch("[a-z0-9_-]{1,63}", label) for label in labels):
        assert Host(f"www.{host}").is_within(read)


KEYED = [
    "",
    "example.org",
    "EXAMPLE.org.",
    "ｅxample。org",
    "%65xample.org",
    "bücher.example",
    "xn--bcher-kva.example",
    "127.0.0.1",
    "0x7f.1",
    "[::1]",
    "[0:0::1]",
    "[::ffff:127.0.0.1]",
    "[v1.A]",
    "[v1.a]",
    "256.1.1.1",
    "a%FF.org",
    "A%ff.org.",
    "a..b",
]


@pytest.mark.parametrize("a", KEYED)
def test_keys_are_equal_exactly_where_hosts_match(a: str) -> None:
    for b in KEYED:
        assert (Host(a).key == Host(b).key) == Host(a).matches(b), b
    assert Host(a).key.isascii()


def test_within_several_names() -> None:
    host = Host("www.example.org")
    assert host.is_within("example.com", "example.org")
    assert not host.is_within("example.com", "www.example.com")
    assert not host.is_within()
    with pytest.raises(ValueError, match=r"\"\*.org\" must be a host, not a pattern"):
        host.is_within("example.org", "*.org")
    with pytest.raises(ValueError, match="not a pattern"):
        host.is_within(".example.org")
