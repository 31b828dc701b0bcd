"""Findings about browsers and name look-up, compared with parsers of browsers and with the system.

ada is the URL parser of Node.js, by the URL Standard; `ada_url` and `can_ada` have two versions of
it. `inet_aton` and `getaddrinfo` are those of this system's C library, `ipaddress` is Python's.
"""

import ipaddress
import random
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import ada_url
import can_ada
import pytest

from iriform import IRI, Host
from iriform.findings import RULES
from tests.effort import rounds

# A text without any of these has the same host in a browser.
OTHER_HOST = ("browser-other-host", "ipv4-", "idna-", "percent-", "host-")
SCHEMES = ["http", "https", "HTTP", "ws", "wss", "ftp"]
LABELS = [
    *("a", "example", "EXAMPLE", "1", "0x7f", "0177", "08", "256", "127", "0xg", "a-b", "-a", "a-"),
    *("a--b", "xn--a", "xn--r8jz45g", "xn--bcher-kva", "XN--BCHER-KVA", "é", "É", "bücher", "例え"),
    *("ß", "ﬁ", "ｅ", "²", "a_b", "~", "!", "$&'()*+,;=", "%61", "%C3%A9", "%FF", "%2F", "%00"),
    *(
        "e\u0301",
        "\u200b",
        "\u200d",
        "\u00ad",
        "\u0430",
        "\u05d0",
        "\u05d01",
        "1\u05d0",
        "١",
        "\u3002",
    ),
    *("", "a" * 64, "localhost", "[::1]", "[v1.a]", "[::ffff:1.2.3.4]", "\u2260", "\u0378", "☃"),
]
USERS = ["", "", "", "", "a@", "a:b@", "www.example.org@", "@", "%2F@", ":@"]
PORTS = ["", "", "", "", ":", ":80", ":443", ":65535", ":65536", ":00080"]
PATHS = ["", "/", "/a", "//a", "//", "/a@b", "/a/../b", "/%2e%2e/", "/:80", "/é", "///b.example/"]
ENDS = ["", "", "", "?q", "#f", "?@a", "#@a"]


def made(count: int, seed: int) -> Iterator[str]:
    """Valid references to the web, most of them odd."""
    chosen = random.Random(seed)
    while count:
        labels = [chosen.choice(LABELS) for _ in range(chosen.choice([1, 1, 2, 2, 3, 4]))]
        authority = chosen.choice(USERS) + ".".join(labels) + chosen.choice(PORTS)
        start = chosen.choice(["//", "//", "//", "//", "//", "", "/", "///"])
        tail = chosen.choice(PATHS) + chosen.choice(ENDS)
        text = f"{chosen.choice(SCHEMES)}:{start}{authority}{tail}"
        if IRI.is_valid(text):
            count -= 1
            yield text


def codes(text: str) -> list[str]:
    return [finding.code for finding in IRI(text).check("untrusted")]


def browser_hosts(text: str) -> set[str | None]:
    """The hosts from the two versions of ada, None if one refuses the text.

    The versions differ in digits of right-to-left scripts, and in A-labels that decode to nothing.
    """

    def answer(host: Callable[[], str]) -> str | None:
        try:
            return host()
        except ValueError:
            return None

    return {
        answer(lambda: ada_url.URL(text).hostname),
        answer(lambda: can_ada.parse(text).hostname),
    }


def same(ours: Host, theirs: str) -> bool:
    if ours.kind == "IPv6address":
        return ipaddress.ip_address(ours.unbracketed) == ipaddress.ip_address(theirs.strip("[]"))
    labels = [label if label.isascii() else Host(label).to_ascii() for label in ours.split(".")]
    return ".".join(labels).lower() == theirs


def test_hosts_are_the_same_in_browsers_unless_a_finding_says_so() -> None:
    compared = refused = 0
    for text in made(100_000, seed=46):
        found = codes(text)
        if any(code.startswith(OTHER_HOST) for code in found):
            continue
        host = IRI(text).host
        for there in browser_hosts(text):
            if there is not None:
                assert host is not None, text
                assert same(host, there), text
                compared += 1
            else:
                # A browser refuses the text for a reason that is found, or because of an IPvFuture.
                reasons = {"http-empty-host", "http-no-host", "port-out-of-range"} & {*found}
                assert reasons or not host or host.kind == "IPvFuture", text
                refused += 1
    assert compared > 5_000
    assert refused > 1_000


def test_what_is_found_of_hosts_is_what_browsers_do() -> None:
    counts: Counter[str] = Counter()
    for text in made(20_000, seed=1):
        hosts = browser_hosts(text)
        for finding in IRI(text).check():
            counts[finding.code] += 1
            if finding.code == "ipv4-lookalike":
                assert hosts <= {finding.evidence, None}, text
            # If one label is right-to-left, rules also apply to the others (RFC 5893 §1.4, UTS #46
            # §4, CheckBidi). ada checks each label separately.
            if finding.code in ("ipv4-malformed", "idna-invalid") and "\u05d0" not in text:
                assert None in hosts, text
            if finding.code == "browser-other-host" and None not in hosts:
                assert hosts == browser_hosts(f"http://{finding.evidence}/"), text
    for code in ("ipv4-lookalike", "ipv4-malformed", "idna-invalid", "browser-other-host"):
        assert counts[code] > 500, counts


LETTERS = {
    "Latin": "abcxyz0123456789àéîöüāęłőž",
    "Greek": "αβγδεζηθικλμνξοπρτυφχψωάέή",
    "Cyrillic": "абвгдежзийклмнопрстуфхцчшщъыьэюяёђџ",
    "Kana": "ぁあさたなはまやらわんァアサタナハマヤラワンー",
    "Han": "一丁三中国日本語漢字東京龍龜鿕鿿",
    "Hangul": "가각나다라마바사아자차카타파하한국힣",
    "astral": "𠀀𠮷𪛖𫝀",
}


def test_names_too_long_are_told_by_pythons_punycode() -> None:
    """Labels of one script or of two, about as long as the DNS allows."""
    chosen = random.Random(3492)
    counts: Counter[bool] = Counter()
    names = rounds(2_000, 20_000)
    for _ in range(names):
        letters = "".join(LETTERS[script] for script in chosen.choices([*LETTERS], k=2))
        length = chosen.choice([10, 15, 20, 25, 30, 40, 50, 60])
        labels = ["".join(chosen.choices(letters, k=length)) for _ in range(chosen.randint(1, 4))]
        octets = [len(a) if a.isascii() else len(b"xn--" + a.encode("punycode")) for a in labels]
        is_long = max(octets) > 63 or sum(octets) + len(octets) - 1 > 253
        found = codes(f"http://{'.'.join(labels)}/")
        assert "idna-invalid" not in found
        assert ("dns-too-long" in found) == is_long, labels
        counts[is_long] += 1
    assert min(counts.values()) > names / 4


@pytest.mark.parametrize("code", ["ipv4-lookalike", "ipv4-malformed", "browser-other-host"])
def test_the_examples_of_the_table(code: str) -> None:
    [rule] = [rule for rule in RULES if rule.code == code]
    [finding] = [f for f in IRI(rule.bad_example).check() if f.code == code]

    assert browser_hosts(rule.bad_example) == {finding.evidence}
    assert browser_hosts(rule.good_example) == {IRI(rule.good_example).host}


NUMBERS = [
    "0",
    "1",
    "127",
    "255",
    "256",
    "65535",
    "65536",
    "16777215",
    "0x7f",
    "0X7F",
    "0xffffffff",
]
NUMBERS += ["0177", "00", "08", "4294967295", "4294967296", "0xg", "1a", "", "a", "017700000001"]


def test_name_look_up_reads_the_same_addresses() -> None:
    """`inet_aton` and `getaddrinfo`, without DNS queries."""
    chosen = random.Random(13)
    read = 0
    for _ in range(5_000):
        name = ".".join(chosen.choice(NUMBERS) for _ in range(chosen.randint(1, 5)))
        if not IRI.is_valid(f"http://{name}/") or not name:
            continue
        host = IRI(f"http://{name}/").host
        assert host is not None
        found: Any = [
            f.evidence for f in IRI(f"http://{name}/").check() if f.code == "ipv4-lookalike"
        ]
        ours = str(host.ip) if host.ip else found[0] if found else None
        try:
            theirs = socket.inet_ntoa(socket.inet_aton(name))
        except OSError:
            theirs = None
        if name.endswith("."):
            # In C the dot of the root is not part of an address, and browsers remove it.
            assert theirs is None
            continue
        assert ours == theirs, name
        read += ours is not None
        if ours is not None:
            [(*_, address)] = socket.getaddrinfo(
                name, 80, socket.AF_INET, socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST
            )
            assert address[0] == ours
    assert read > 500


def test_addresses_that_are_not_global() -> None:
    """By Python's `ipaddress`, whose registry is as old as the interpreter, and has no groups."""
    chosen = random.Random(6890)
    v4 = [chosen.getrandbits(32) for _ in range(2_000)]
    v4 += [int(n.network_address) + d for n in _blocks(4) for d in (-1, 0, n.num_addresses)]
    for number in v4:
        if 0 <= number < 1 << 32:
            address: Any = ipaddress.IPv4Address(number)
            said = "address-not-global" in codes(f"http://{address}/")
            is_reached = address.is_global and not address.is_multicast
            assert said == (not is_reached) or address in RENUMBERED, address
    v6 = [chosen.getrandbits(128) for _ in range(2_000)]
    v6 += [(1 << 125) + chosen.getrandbits(125) for _ in range(2_000)]
    v6 += [int(n.network_address) + d for n in _blocks(6) for d in (-1, 0, n.num_addresses)]
    for number in v6:
        address = ipaddress.IPv6Address(number % (1 << 128))
        found = codes(f"http://[{address}]/")
        if "ipv6-embeds-ipv4" in found or any(address in n for n in NEWER):
            continue  # the embedded address decides; or the registry has changed
        is_reached = address.is_global and address in GLOBAL_UNICAST
        assert ("address-not-global" in found) == (not is_reached), address


# The rest is reserved (IANA's registry of the IPv6 address space); `ipaddress` treats it as global.
GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")


def _blocks(version: int) -> list[Any]:
    texts = {
        4: "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24"
        " 192.0.2.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 240.0.0.0/4",
        6: "::1/128 ::/128 100::/64 2001:db8::/32 fc00::/7 fe80::/10",
    }
    return [ipaddress.ip_network(text) for text in texts[version].split()]


# Ranges in which interpreter versions differ, and fec0::/10, which `ipaddress` treats as global.
RENUMBERED = ipaddress.ip_network("192.0.0.0/24")
NEWER = [
    ipaddress.ip_network(text)
    for text in (
        "64:ff9b::/32",
        "100:0:0:1::/64",
        "2001::/23",
        "2002::/16",
        "3fff::/20",
        "5f00::/16",
        "fec0::/10",
    )
]


def test_blocks_that_ipaddress_does_not_know_are_not_global() -> None:
    """RFC 9637, RFC 9780, RFC 9602, RFC 3879 and RFC 4291 §2.4 say so."""
    for network in map(
        ipaddress.ip_network,
        ("3fff::/20", "100:0:0:1::/64", "5f00::/16", "fec0::/10", "1000::/4", "4000::/2"),
    ):
        first, last = network[0], network[-1]
        for address in (first, last):
            assert "address-not-global" in codes(f"http://[{address}]/"), address
    for beside in ("2000::", "3ffe:ffff::", "3fff:1000::"):
        assert "address-not-global" not in codes(f"http://[{beside}]/"), beside
