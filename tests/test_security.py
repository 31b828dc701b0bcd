"""The promises of docs/security.md. A parser of the URL Standard reads the target of a redirect again."""

import itertools
import re
from typing import Any

import ada_url
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from iriform import IRI, IRIReference, ParseError, Policy, PolicyError, columns
from iriform.security import displayed, for_logs, masked, redirect_target
from tests.errors import error_of

MARKER = "SeCrEt"


@pytest.mark.parametrize(
    "host",
    [
        "other.example",
        "OTHER.example",
        "other.example.",
        "\uff4fther.example",  # UTS #46 maps a letter of full width
        "other\u3002example",  # and another dot
        "oth%65r.example",
        "other%2Eexample",
        "www.other.example",
        "a@other.example:80",
    ],
)
def test_the_deny_list_knows_every_spelling(host: str) -> None:
    found = IRI(f"http://{host}/a").host
    assert found is not None
    assert found.is_within("other.example")


@pytest.mark.parametrize("host", ["127.1", "0x7f.1", "0177.0.0.1", "2130706433", "[::ffff:7f00:1]"])
def test_the_deny_list_knows_every_notation_of_an_address(host: str) -> None:
    found = IRI(f"http://{host}/").host
    assert found is not None
    assert found.is_within("127.0.0.1")


PAGES = [
    "https://example.org/a/login",
    "http://localhost:8000/login?next=a",
    "http://127.0.0.1:5000/",
    "http://app.internal/",
    "https://my_host.example.com/a",
    "https://b\u00fccher.example/a",
]

HOSTS = [
    "other.example",
    "other.example.",
    "www.example.org",
    "example.org.other.example",
    "93.184.216.34",
    "[::1]",
]
TARGETS = [
    *(
        f"{scheme}//{userinfo}{host}{port}{rest}"
        for scheme, userinfo, host, port, rest in itertools.product(
            ["", "https:", "http:", "HTTPS:", "ftp:"],
            ["", "anna@"],
            HOSTS,
            ["", ":8443"],
            ["", "/a", "?example.org", "#example.org"],
        )
    ),
    "mailto:anna@example.org",
    "data:text/plain,a",
    "javascript:void(0)",
    "file:///a",
    "https:other.example",
    "https:///other.example",
    "/a%0Ab",
    "/a\nb",
    "/a b",
    "\\a",
]


@pytest.mark.parametrize("page", PAGES)
def test_redirects_stay_within_the_origin(page: str) -> None:
    """They do so as read by us and by browsers."""
    origin = ada_url.URL(page).origin
    for text in TARGETS:
        target = redirect_target(page, text)
        assert target.origin == IRI(page).origin, text
        assert ada_url.URL(target).origin == origin, text
        assert ada_url.join_url(page, target) == ada_url.URL(target).href, text
        assert not re.search(r"%0[ad]|\\|\s", target.lower()), text


@given(st.text("/\\:@?#.%0adehjsv \t\r\n\u3002\uff0f[]", max_size=12))
def test_whatever_comes_stays_within_the_origin(text: str) -> None:
    for page in PAGES[:2]:
        for before in ("", "//other.example", "https:", "/"):
            target = redirect_target(page, before + text)
            assert ada_url.URL(target).origin == ada_url.URL(page).origin


@pytest.mark.parametrize(
    ("page", "text", "expected"),
    [
        ("https://example.org/a/login", "", "https://example.org/a/login"),
        ("https://example.org/a/login", "/b", "https://example.org/b"),
        ("https://example.org/a/login", "?q", "https://example.org/a/login?q"),
        ("https://example.org/a/login", "../b?token=c#d", "https://example.org/b?token=c#d"),
        ("https://example.org/a", "https://EXAMPLE.org:443/c", "https://EXAMPLE.org:443/c"),
        ("https://example.org/a", "/search?q=https://evil.example", None),
        ("http://localhost:8000/login", "/next", "http://localhost:8000/next"),
        ("http://localhost:8000/login", "http://localhost:8000/a", "http://localhost:8000/a"),
        ("http://10.1.2.3/", "a", "http://10.1.2.3/a"),
        ("http://[::1]:80/", "//[::1]/a", "http://[::1]/a"),
        ("https://my_host.example.com/", "a", "https://my_host.example.com/a"),
        ("https://r3---sn-4g5e6nz7.googlevideo.com/", "a", None),
        ("https://b\u00fccher.example/", "\u00e9", "https://b\u00fccher.example/\u00e9"),
        ("https://b\u00fccher.example/", "https://xn--bcher-kva.example/a", None),
    ],
)
def test_redirects_go_where_they_may(page: str, text: str, expected: str | None) -> None:
    target = redirect_target(page, text, otherwise=None)
    assert type(target) is IRI
    assert target == (expected or IRI(page).resolve(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/list?filter[name]=anna", "https://example.org/list?filter%5Bname%5D=anna"),
        ("?ids[]=1", "https://example.org/a/login?ids%5B%5D=1"),
        ("/a|b", "https://example.org/a%7Cb"),
        ("/{x}", "https://example.org/%7Bx%7D"),
        ("/a^b`c", "https://example.org/a%5Eb%60c"),
        ("100%", "https://example.org/a/100%25"),
        ("/?q=100%&r=\\", "https://example.org/?q=100%25&r=%5C"),
        ("/a b", "https://example.org/a%20b"),
        ("/a\\b", "https://example.org/a%5Cb"),
        ('/"<>', "https://example.org/%22%3C%3E"),
        ("/a#b[0]", "https://example.org/a#b%5B0%5D"),
        ("https://example.org/\u00e9|", "https://example.org/\u00e9%7C"),
        ("//example.org/[", "https://example.org/%5B"),
        # The encoded form is checked.
        ("//other.example/[", None),
        ("https://other.example/a|b", None),
        ("http://example.org/{x}", None),
        ("https://u|@example.org/", None),
        ("javascript:a|b", None),
        # The intended host is unknown.
        ("https://example.org|/", None),
        ("https:/|", None),
    ],
)
def test_what_browsers_send_raw_is_encoded_and_judged(text: str, expected: str | None) -> None:
    target = redirect_target("https://example.org/a/login", text)
    assert target == (expected or "https://example.org/")
    assert type(target) is IRI
    if expected is None:
        with pytest.raises((ParseError, PolicyError)):
            redirect_target("https://example.org/a/login", text, otherwise=None)


def test_other_origins_are_refused_with_the_reason() -> None:
    page = "https://example.org/"
    for text, code in [
        ("//evil.example", "host-not-allowed"),
        ("http://example.org/", "scheme-not-allowed"),
        ("https://example.org:8443/", "port-not-allowed"),
        ("https://u@example.org/", "userinfo-not-allowed"),
        ("javascript:alert(1)", "scheme-not-allowed"),
    ]:
        with pytest.raises(PolicyError) as caught:
            redirect_target(page, text, otherwise=None)
        assert caught.value.refusals[0].code == code
    with pytest.raises(ParseError):
        redirect_target(page, "/\\evil.example", otherwise=None)
    with pytest.raises(TypeError):
        redirect_target(page, None, otherwise=None)
    with pytest.raises(ValueError, match="the page must have a host"):
        redirect_target("mailto:anna@example.org", "/")


def test_a_policy_adds_to_the_origin() -> None:
    page = "https://example.org/login"
    shops = Policy(schemes={"https"}, hosts={"*.example.org"})
    for text, expected in [
        ("https://shop.example.org/a", "https://shop.example.org/a"),
        ("/a", "https://example.org/a"),
        ("http://shop.example.org/a", "https://example.org/home"),
        ("https://shop.example.org@evil.example/", "https://example.org/home"),
        (None, "https://example.org/home"),
    ]:
        assert redirect_target(page, text, policy=shops, otherwise="/home") == expected
    with pytest.raises(PolicyError, match=r"evil\.example"):
        redirect_target(page, "//evil.example", policy=shops, otherwise=None)


def test_people_see_what_they_get() -> None:
    for text, expected in [
        ("https://b\u00fccher.example/\u00e9", "https://b\u00fccher.example/\u00e9"),
        ("https://b\u00fccher.example/?token=a", "https://b\u00fccher.example/?token=a"),
        # Links, redirects and the DNS have A-labels: they are decoded first.
        ("https://xn--bcher-kva.example/", "https://b\u00fccher.example/"),
        ("https://XN--BCHER-KVA.example/%C3%A9", "https://b\u00fccher.example/\u00e9"),
        ("https://u:pw@xn--bcher-kva.example/", "https://u:***@xn--bcher-kva.example/"),
        ("//xn--r8jz45g.xn--q9jyb4c/", "//\u4f8b\u3048.\u307f\u3093\u306a/"),
        (
            "https://xn--e1afmkfd.xn--p1ai/",
            "https://\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444/",
        ),
        ("https://xn--fa-hia.example/", "https://fa\u00df.example/"),
        (
            "ftp://xn--mgbh0fb.xn--kgbechtv/",
            "ftp://\u0645\u062b\u0627\u0644.\u0625\u062e\u062a\u0628\u0627\u0631/",
        ),
        # One label is disguised: mixed scripts, a look-alike of another script, an invalid label.
        (
            "https://xn--bcher-kva.xn--pypal-4ve.example/",
            "https://xn--bcher-kva.xn--pypal-4ve.example/",
        ),
        ("https://xn--80ak6aa92e.example/", "https://xn--80ak6aa92e.example/"),
        ("https://xn--a.example/", "https://xn--a.example/"),
        ("https://xn--pypal-4ve.example/", "https://xn--pypal-4ve.example/"),
        ("https://p\u0430ypal.example/", "https://xn--pypal-4ve.example/"),
        ("https://u:pw@a.example/", "https://u:***@a.example/"),
        ("../\u00e9", "../\u00e9"),
    ]:
        assert displayed(text) == displayed(IRI(text) if ":" in text else text) == expected
    for text in [
        "https://a.example/\u202egnp.exe",
        "https://a.example/%E2%80%AEgnp.exe",
        "https://a.example/a\u200bb",
        "https://\u2260.%FF.example/\u00e9",
    ]:
        assert displayed(text).isascii()
    with pytest.raises(ParseError):
        displayed("https://a b/")


SECRETS = [
    f"https://u:{MARKER}@a.example/",
    f"https://a.example/?password={MARKER}&a=b",
    f"https://a.example/?X-Amz-Signature={MARKER}#a",
    f"https://a.example/?\u00e9=1;api_key={MARKER};token={MARKER}",
    f"https://a.example/?access%5Ftoken={MARKER}&%41PI-key={MARKER}",
    f"https://a.example/cb#access_token={MARKER}&token_type=bearer",
    f"https://a.example/#/cb?a=1&id_token={MARKER}",
    f"https://a.example/#!/cb;Access%5fToken={MARKER}",
    f"http:u:{MARKER}@a.example/",
    f"https://https://u:{MARKER}@a.example/",
    f"https://ghp_{MARKER}@a.example/",
    f"https://a.example/cb?code={MARKER}&state={MARKER}",
    f"https://a.example/cb?c%6Fde={MARKER}",
    f"https://hooks.slack.com/services/T01/B02/{MARKER}",
    f"https://HOOKS.slack.com:443/workflows/{MARKER}",
    f"https://discord.com/api/webhooks/123/{MARKER}?wait=true",
    f"https://discordapp.com/api/v10/webhooks/123/{MARKER}/slack",
    f"https://a.webhook.office.com/webhookb2/a@b/IncomingWebhook/{MARKER}/c",
    f"https://api.telegram.org/bot123:{MARKER}/getMe",
    f"https://api.telegram.org/file/bot123:{MARKER}/a",
    f"https://hooks.zapier.com/hooks/catch/1/{MARKER}/",
    f"https://maker.ifttt.com/trigger/a/with/key/{MARKER}",
    f"https://chat.example.org/hooks/{MARKER.lower() * 4}ab",
    # Texts that do not parse.
    f"https://u:{MARKER}@a.example/ b",
    f"https://u:{MARKER} {MARKER}@a.example/",
    f"https://a b.example/?token={MARKER}",
    f"https://a.example/ b#id_token={MARKER}",
    f"GET https://u:{MARKER}@a.example/?sig={MARKER} HTTP/1.1",
    f"https://hooks.slack.com/services/T01/B02/{MARKER} b",
    f"http:u:{MARKER}@a.example/ b",
]


@pytest.mark.parametrize("text", SECRETS)
def test_nothing_secret_is_left(text: str) -> None:
    secret = MARKER.lower()
    assert secret not in masked(text).lower()
    assert "***" in masked(text)
    line = for_logs(text)
    assert secret not in line.lower()
    assert line.isascii()
    assert len(line.splitlines()) == 1
    assert masked(masked(text)) == masked(text)


def test_what_is_no_secret_is_left() -> None:
    for text in [
        "https://a.example/services/T01/B02/x?page=2#a",
        "https://slack.com/services/T01",
        "https://a.example/hooks/short",
        "https://a.example/?encode=1&statement=2",
        "a b",
        "",
        "https://anna@a.example/",
    ]:
        assert masked(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "sentinel://:pw@h1:26379/0;sentinel://:pw2@h2:26379/0",
            "sentinel://:***@h1:26379/0;sentinel://:***@h2:26379/0",
        ),
        ("https://a:b@h/ and https://c:secret@k/", "https://a:***@h/ and https://c:***@k/"),
        ("amqp://u:p@h:1,amqp://u:q@k:2", "amqp://u:***@h:1,amqp://u:***@k:2"),
        ("https://h/login?next=https://u:pw@k/", "https://h/login?next=https://u:***@k/"),
        ("?dsn=postgres://u:pw@h/d", "?dsn=postgres://u:***@h/d"),
        ("https://h/proxy/https://u:pw@h/", "https://h/proxy/https://u:***@h/"),
        ("https://h/#https://u:pw@h", "https://h/#https://u:***@h"),
        ("view-source:https://u:pw@h/", "view-source:https://u:***@h/"),
        ("blob:https://u:pw@h/", "blob:https://u:***@h/"),
        ("git::https://u:pw@h/", "git::https://u:***@h/"),
        ("failover:(tcp://u:pw@h)", "failover:(tcp://u:***@h)"),
        ("jdbc:postgresql://u:pw@h/db", "jdbc:postgresql://u:***@h/db"),
        ("sip:u:pw@h", "sip:u:***@h"),
        ("https//u:pw@h/x", "https//u:***@h/x"),
        ("postgresql://u:p@ss#1@h:5432/db", "postgresql://u:***@h:5432/db"),
    ],
)
def test_every_face_masks_the_same(text: str, expected: str) -> None:
    column = pa.array([text])
    assert masked(text) == for_logs(text) == expected
    assert columns.masked(column).to_pylist() == [expected]
    if not IRIReference.is_valid(text):
        caught = error_of(IRIReference, text)
        assert expected in str(caught) or "***" in str(caught)
        return
    reference = IRIReference(text)
    assert (
        reference.masked()
        == reference.masked("password")
        == masked(reference, "password")
        == expected
    )
    assert repr(reference) == f"IRIReference({expected!r})"
    assert columns.masked(column, what="password").to_pylist() == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "fixed issue #12 in main",
        "GET https://h/p?x=1 200 in 3ms",
        '{"error":"no http://localhost:3000//x","user":"joey@example.org"}',
        "{'error':'no http://localhost:3000','user':'joey@example.org'}",
        "what? token=x in #5",
        "see (http://localhost:30000), or mail joe@example.org",
        "ERROR:root:joe@example.org cannot log in",
        "redis://a:6379,b:6379 are down",
        "https://h/?next_token=a&pageToken=b",
    ],
)
def test_nothing_else_of_a_line_is_touched(text: str) -> None:
    assert masked(text) == text
    assert columns.masked(pa.array([text])).to_pylist() == [text]


def test_a_log_line_is_one_line() -> None:
    for text, expected in [
        (
            "https://a.example/\u2028\u2029\u202e?a",
            "https://a.example/%E2%80%A8%E2%80%A9%E2%80%AE?a",
        ),
        ("a\nb", "a\\nb"),
        ("https://a b/\u00e9\r\n\u2028\x1b[0m", "https://a b/\\xe9\\r\\n\\u2028\\x1b[0m"),
        ("\ud800", "\\ud800"),
    ]:
        assert for_logs(text) == expected


@given(st.text())
def test_whatever_is_logged_is_one_line_of_ascii(text: str) -> None:
    line = for_logs(text)
    assert line.isascii()
    assert not line or len(line.splitlines()) == 1


@pytest.mark.parametrize("call", [for_logs, masked, displayed])
def test_what_is_no_text(call: Any) -> None:
    for wrong in (None, 1, b"https://a.example/"):
        with pytest.raises(TypeError):
            call(wrong)


def test_the_target_of_a_redirect_has_the_origin_of_the_page() -> None:
    """A name with the dot of the root is another origin, although look-up treats it as the same name."""
    page = "https://example.org/login"
    for text in ("https://EXAMPLE.org./x", "//example.org./x", "https://example.org.:443/x"):
        assert redirect_target(page, text) == "https://example.org/"
        with pytest.raises(PolicyError, match="origin-not-allowed"):
            redirect_target(page, text, otherwise=None)
        listed = Policy(schemes={"https"}, hosts={"example.org"})
        assert redirect_target(page, text, policy=listed) == IRI(page).resolve(text)
    assert redirect_target(page, "https://EXAMPLE.org:443/x") == "https://EXAMPLE.org:443/x"
    assert redirect_target("https://example.org./login", "/x") == "https://example.org./x"


@pytest.mark.parametrize("host", ["-a.example", "a-.example", "-a.b-.example:8443", "a_b.example"])
def test_a_page_whose_host_no_list_has_redirects_to_itself(host: str) -> None:
    page = f"https://{host}/login"
    assert redirect_target(page, "/next") == f"https://{host}/next"
    assert redirect_target(page, "//other.example/") == f"https://{host}/"
    assert redirect_target(page, f"https://x{host}/") == f"https://{host}/"
