"""Hosts: their kind, the address they hold, and which are the same."""

from ipaddress import IPv4Address, IPv6Address

import pytest

from iriform import IRI, Host, ParseError

from .tables import rows


@pytest.mark.parametrize(
    ("text", "kind", "ip"),
    [
        ("", "reg-name", None),
        ("example.org", "reg-name", None),
        ("例え.jp", "reg-name", None),
        ("192.0.2.1", "IPv4address", "192.0.2.1"),
        ("0.0.0.0", "IPv4address", "0.0.0.0"),  # noqa: S104 - nothing is bound
        ("255.255.255.255", "IPv4address", "255.255.255.255"),
        ("1.2.3.4.", "reg-name", None),  # the whole host must match (H1)
        ("1.2.3.4x", "reg-name", None),
        ("01.2.3.4", "reg-name", None),
        ("256.1.1.1", "reg-name", None),
        ("1.2.3", "reg-name", None),
        ("0x7f.1", "reg-name", None),
        ("%31.2.3.4", "reg-name", None),
        ("１.2.3.4", "reg-name", None),
        ("[::1]", "IPv6address", "::1"),
        ("[::FFFF:192.0.2.1]", "IPv6address", "::ffff:192.0.2.1"),
        ("[1:2:3:4:5:6:7::]", "IPv6address", "1:2:3:4:5:6:7:0"),
        ("[v1.a]", "IPvFuture", None),
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


def test_every_row_of_addresses() -> None:
    wrong = []
    for row in rows("ip_value"):
        if "input" not in row:
            continue  # values to be written, where we read
        text = row["input"]
        host = Host(f"[{text}]" if ":" in text and text[0] != "[" else text)
        value = int(row["expected_int"], 16) if "expected_int" in row else None
        if host.ip is None or value not in (None, int(host.ip)):
            wrong.append((row, host.ip))
        # Some suites write the canonical text; `ipaddress` writes an embedded IPv4 its own way.
        if value is None and "." not in row["expected"] and str(host.ip) != row["expected"]:
            wrong.append((row, host.ip))
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "unbracketed"),
    [("[::1]", "::1"), ("[v1.a]", "v1.a"), ("h", "h"), ("", ""), ("例え", "例え")],
)
def test_unbracketed(text: str, unbracketed: str) -> None:
    assert Host(text).unbracketed == unbracketed
    assert type(Host(text).unbracketed) is str


SAME = [
    ("example.org", "EXAMPLE.org"),
    ("example.org", "ex%61mple.org"),
    ("example.org", "EX%41MPLE.org"),  # decoding makes letters to be lowered
    ("%c3%a9", "%C3%A9"),
    ("é", "%C3%A9"),  # RFC 3987 §5.3.2.3: compared as URIs
    ("é", "%c3%a9"),
    ("[::1]", "[0:0:0:0:0:0:0:1]"),
    ("[::1]", "[0000::0001]"),
    ("[::ffff:1.2.3.4]", "[::FFFF:102:304]"),
    ("[v1.AB]", "[V1.ab]"),
    ("1.2.3.4", "1.2.3.%34"),
    ("", ""),
]

DIFFERENT = [
    ("example.org", "example.org."),  # that they name the same host, the DNS says
    ("example.org", "example.com"),
    ("É", "é"),  # only ASCII letters are folded by the syntax
    ("faß", "fass"),
    ("é", "e\u0301"),  # nothing is normalized (RFC 3987 §5.3.2.2)
    ("a%2Fb", "a"),
    ("127.0.0.1", "127.1"),
    ("127.0.0.1", "[::ffff:127.0.0.1]"),
    ("127.0.0.1", "[::1]"),
    ("%FF", "%FE"),
    ("[v1.a]", "[v2.a]"),
]


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
