"""The recipes of docs/security.md against the known ways around them."""

import doctest
import socket
from typing import Any

import pytest

from iriform import IRI

from .tables import ROOT


def recipes() -> dict[str, Any]:
    """The functions of the page."""
    page = (ROOT / "docs" / "security.md").read_text(encoding="utf-8").replace("```", "")
    names: dict[str, Any] = {}
    for example in doctest.DocTestParser().get_examples(page):
        if example.source.startswith(("def ", "from ", "import ")):
            exec(example.source, names)  # noqa: S102 - the page is ours
    return names


RECIPES = recipes()

OTHER_HOSTS = [
    "https://example.org.evil.example/",
    "https://evil.example/example.org",
    "https://evil.example/?https://example.org/",
    "https://evil.example#.example.org",
    "https://evil.example?.example.org",
    "https://notexample.org/",
    "https://example.org@evil.example/",
    "https://example.org:443@evil.example/",
    "https://example.org%2F@evil.example/",
    "https://example.org%40evil.example/",
    "https://evil.example%2F.example.org/",
    "https://evil.example%23.example.org/",
    "https://evil.example%00.example.org/",
    "https://evil.example\\@example.org/",
    "https://evil.example\\.example.org/",
    "https://example.org\\@evil.example/",
    "https://evil.example /@example.org",
    "https://example.org\n.evil.example/",
    "https://evil.example\uff0f.example.org/",  # a full-width slash
    "https://evil.example\u2044.example.org/",
    "https://evil.example\uff03.example.org/",
    "https://example.org\u3002evil.example/",
    "https://ex\u0430mple.org/",  # a Cyrillic letter
    "https:evil.example/",
    "https:/evil.example/",
    "https:///evil.example/",
    "https:////evil.example/",
    "https:",
    "//example.org/",
    "http://example.org/",
    "javascript://example.org/%0Aalert(1)",
    "https://[::1]/",
    "https://2130706433/",
    "https://example.org:99999/",
    "",
]


@pytest.mark.parametrize("text", OTHER_HOSTS)
def test_the_allow_list_lets_nothing_else_in(text: str) -> None:
    assert RECIPES["is_ours"](text) is False


@pytest.mark.parametrize(
    "text",
    [
        "https://example.org",
        "HTTPS://WWW.EXAMPLE.ORG/",
        "https://example.org./",
        "https://example.org:8443/@evil.example",
        "https://a.b.example.org/?next=https://evil.example/",
    ],
)
def test_the_allow_list_lets_our_own_in(text: str) -> None:
    assert RECIPES["is_ours"](text) is True


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "EVIL.example",
        "evil.example.",
        "\uff45vil.example",
        "evil\u3002example",
        "evil\uff0eexample",
        "evil\uff61example",
        "ev%69l.example",
        "evil%2Eexample",
        "www.evil.example",
        "ev\u00adil.example",  # a soft hyphen, which is mapped to nothing
        "\u24d4vil.example",  # a letter in a circle
        "a@evil.example:80",
        "/evil.example",  # a browser takes the host from the path
        "/a@evil.example",
    ],
)
def test_the_deny_list_knows_every_spelling(host: str) -> None:
    assert RECIPES["is_denied"](IRI(f"http://{host}/a"), "evil.example")


@pytest.mark.parametrize("host", ["127.1", "0x7f.1", "0177.0.0.1", "2130706433", "[::ffff:7f00:1]"])
def test_the_deny_list_knows_every_notation_of_an_address(host: str) -> None:
    assert RECIPES["is_denied"](IRI(f"http://{host}/"), "127.0.0.1")


PAGE = IRI("https://example.org/a/login")


@pytest.mark.parametrize(
    "text",
    [
        "//evil.example",
        "///evil.example",
        "////evil.example",
        "https:evil.example",
        "https:/evil.example",
        "https:///evil.example",
        "http://example.org/",  # another scheme is another origin
        "https://example.org:8443/",
        "https://example.org@evil.example/",
        "/\\evil.example",
        "\\\\evil.example",
        "\t//evil.example",
        "/\t/evil.example",
        " //evil.example",
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "data:text/html,x",
        "//example.org\uff0fevil.example",
        "/%0d%0aSet-Cookie:a=b",
    ],
)
def test_redirects_stay_within_the_origin(text: str) -> None:
    target = RECIPES["redirect_target"](PAGE, text)
    assert target.origin == "https://example.org", target
    assert target.host == "example.org"
    assert "%0d%0a" not in target


def test_redirects_go_where_they_may() -> None:
    for text, expected in [
        ("", "https://example.org/a/login"),
        ("/b", "https://example.org/b"),
        ("?q", "https://example.org/a/login?q"),
        ("https://EXAMPLE.org:443/c", "https://EXAMPLE.org:443/c"),
    ]:
        assert RECIPES["redirect_target"](PAGE, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "http://127.0.0.1/",
        "http://127.1/",
        "http://0/",
        "http://0x7f000001/",
        "http://017700000001/",
        "http://①②⑦.0.0.1/",
        "http://%31%32%37.0.0.1/",
        "http://127.0.0.1./",
        "http://[::1]/",
        "http://[::]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[::ffff:7f00:1]/",
        "http://[64:ff9b::7f00:1]/",
        "http://[2002:7f00:1::]/",
        "http://[::ffff:0:7f00:1]/",  # translated, by RFC 2765
        "http://[2606:4700::5efe:10.0.0.1]/",  # ISATAP (RFC 5214)
        "http://[2606:4700::200:5efe:10.0.0.1]/",
        "http://224.0.0.1/",
        "http://[ff0e::1]/",
        "http://[fd00::1]/",
        "http://[fe80::1]/",
        "http://[fec0::1]/",  # site-local (RFC 3879 §4), which ipaddress calls global
        "http://[4000::1]/",  # reserved (RFC 4291 §2.4)
        "http://10.0.0.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://2852039166/",  # the same
        "http://0xa9.0xfe.0xa9.0xfe/",
        "http://metadata.google.internal/",
        "http://localhost/",
        "http://LOCALHOST./",
        "http://a.localhost/",
        "http://metadata/",
        "http://ip6-loopback/",
        "http://localhost.localdomain/",
        "http://isatap.example/",
        "http://printer.local/",
        "http:127.0.0.1/",
        "http:///127.0.0.1/",
        "http://global.example@127.0.0.1/",
        "http://global.example:22/",
        "http://global.example/%0d%0aHELO",
        "file:///etc/passwd",
        "gopher://global.example:6379/_",
        "ftp://global.example/",
        "//global.example/",
        "http://rebound.example/",  # what names lead to is looked at afterwards
        "http://mapped.example/",
        "http://both.example/",
    ],
)
def test_servers_fetch_nothing_of_their_own(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - of several kinds
        RECIPES["addresses_to_fetch"](text, resolve=resolve)


def test_servers_fetch_the_rest() -> None:
    for text in (
        "https://global.example/a",
        "https://GLOBAL.example./",
        "https://r3---sn-4g5e6nz7.global.example/",  # hosts of videos
        "https://a_b.global.example/",
        "https://b\u00fccher.example/",
        "https://93.184.216.34/",
    ):
        [address] = RECIPES["addresses_to_fetch"](text, resolve=resolve)
        assert str(address) == "93.184.216.34", text


NAMES = {
    "global.example": ["93.184.216.34"],
    "r3---sn-4g5e6nz7.global.example": ["93.184.216.34"],
    "a_b.global.example": ["93.184.216.34"],
    "xn--bcher-kva.example": ["93.184.216.34"],
    "isatap.example": ["2606:4700::5efe:a00:1"],
    "rebound.example": ["127.0.0.1"],
    "mapped.example": ["::ffff:10.0.0.1"],
    "both.example": ["93.184.216.34", "192.168.0.1"],
}


def resolve(host: str, port: int | None, **_: object) -> list[Any]:
    """Stands for the DNS. Whatever is no name of it is an address, as `getaddrinfo` reads them."""
    if host in NAMES:
        return [(0, 0, 0, "", (address, port)) for address in NAMES[host]]
    return socket.getaddrinfo(host, port, flags=socket.AI_NUMERICHOST)


def test_people_see_what_they_get() -> None:
    shown = RECIPES["shown"]
    assert shown(IRI("https://bücher.example/é")) == "https://bücher.example/é"
    assert shown(IRI("https://xn--pypal-4ve.example/")) == "https://xn--pypal-4ve.example/"
    assert shown(IRI("https://p\u0430ypal.example/")) == "https://xn--pypal-4ve.example/"
    assert shown(IRI("https://a.example/\u202egnp.exe")).isascii()
    assert shown(IRI("https://a.example/%E2%80%AEgnp.exe")).isascii()
    assert shown(IRI("https://a.example/a\u200bb")).isascii()
    assert shown(IRI("https://u:pw@a.example/")) == "https://u:***@a.example/"
    assert shown(IRI("https://\u2260.%FF.example/é")).isascii()


def test_logs_have_one_line_and_no_secret() -> None:
    for text in [
        "https://u:SECRET@a.example/",
        "https://a.example/?password=SECRET&a=b",
        "https://a.example/?X-Amz-Signature=SECRET#a",
        "https://a.example/?é=1;api_key=SECRET;token=SECRET",
        "https://a.example/?access%5Ftoken=SECRET&%41PI-key=SECRET",
        "https://a.example/cb#access_token=SECRET&token_type=bearer",
        "https://a.example/#/cb?a=1&id_token=SECRET",
        "https://a.example/#!/cb;Access%5fToken=SECRET",
        "http:u:SECRET@a.example/",
        "https://a.example/\u2028\u2029\u202e?a",
    ]:
        line = RECIPES["for_logs"](IRI(text))
        assert line.isascii()
        assert len(line.splitlines()) == 1
        assert "SECRET" not in line
