"""Policies: their terms, their answers and the predefined ones."""

import inspect
import pickle
import re
import sys
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import ada_url
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from iriform import (
    IRI,
    URI,
    IRIReference,
    ParseError,
    Policy,
    PolicyError,
    _core,
    columns,
    findings,
)
from tests.errors import error_of
from tests.strategies import iri_references
from tests.tables import EACH_CORPUS

OURS = Policy(schemes={"https"}, hosts={"example.org", "*.example.org"})


def codes(policy: Policy, text: str) -> list[str]:
    found = [finding.code for finding in policy.refusals(text)]
    assert policy.allows(text) == (not found), text
    return found


# Texts that are not links to example.org, and the first finding that says so.
OTHERS = [
    ("https://other.example/", "host-not-allowed"),
    ("https://other.example/example.org", "host-not-allowed"),
    ("https://other.example/?https://example.org/", "host-not-allowed"),
    ("https://other.example#example.org", "host-not-allowed"),
    ("https://example.org.other.example/", "host-not-allowed"),
    ("https://otherexample.org/", "host-not-allowed"),
    ("https://.example.org/", "host-not-allowed"),
    ("https://example.org@other.example/", "host-not-allowed"),
    ("https://93.184.216.34/", "host-not-allowed"),
    ("https://[2606:4700::1111]/", "host-not-allowed"),
    ("https://b\u00fccher.example/", "host-not-allowed"),
    ("https://example.org%2Fa/", "host-not-allowed"),
    ("https://other.example%2F.example.org/", "host-not-allowed"),
    ("https:other.example/", "host-not-allowed"),
    ("https:/other.example/", "host-not-allowed"),
    ("https:///other.example/", "host-not-allowed"),
    ("https:", "host-not-allowed"),
    ("https://anna@example.org/", "userinfo-not-allowed"),
    ("https://@example.org/", "userinfo-not-allowed"),
    ("http://example.org/", "scheme-not-allowed"),
    ("ftp://example.org/", "scheme-not-allowed"),
    ("javascript://example.org/a", "scheme-not-allowed"),
    ("data:text/plain,example.org", "scheme-not-allowed"),
    ("//example.org/", "missing-scheme"),
    ("/a", "missing-scheme"),
    ("", "empty-text"),
    (" https://example.org/", "invalid-character"),
    ("https://example.org/a b", "invalid-character"),
    ("https://example.org\\a", "invalid-character"),
    ("https://example.org/\ud800", "lone-surrogate"),
]


@pytest.mark.parametrize(("text", "code"), OTHERS)
def test_nothing_else_is_let_in(text: str, code: str) -> None:
    assert codes(OURS, text)[0] == code
    # The list of hosts is enough, without the findings of a profile.
    assert not OURS.replace(profile="none").allows(text)


@given(st.text("/\\:@?#.%2aeglmoprxhts[]", max_size=16))
def test_whatever_is_let_in_has_one_of_these_hosts(rest: str) -> None:
    """A parser of the URL Standard reads the host."""
    for before in (
        "https://example.org",
        "https://www.example.org",
        "https://other.example",
        "https:",
    ):
        if OURS.allows(before + rest):
            host = ada_url.URL(before + rest).hostname.rstrip(".")
            assert host == "example.org" or host.endswith(".example.org")


@pytest.mark.parametrize(
    "text",
    [
        "https://example.org",
        "HTTPS://WWW.EXAMPLE.ORG/",
        "https://example.org./",
        "https://example.org:8443/@evil.example",
        "https://a.b.example.org/?next=https://evil.example/",
        "https://my_host.example.org/",
        "https://r3---sn-4g5e6nz7.example.org/",
        "https://b\u00fccher.example.org/",
        "https://xn--bcher-kva.example.org/",
        "https://example.org/#a",
    ],
)
def test_our_own_is_let_in(text: str) -> None:
    assert codes(OURS, text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("https://localhost/", "host-special-use"),
        ("https://LOCALHOST./", "host-special-use"),
        ("https://metadata/", "host-special-use"),
        ("https://metadata.google.internal/", "host-special-use"),
        ("https://1.2.3.4.5/", "no-host"),
        ("https://[v1.a]/", "no-host"),
        ("https://%FF.example/", "no-host"),
        ("https:///a", "no-host"),
        ("https://example.com:22/", "port-blocked"),
        ("https://example.com:65536/", "port-out-of-range"),
        ("https://example.com@10.0.0.1/", "userinfo-not-allowed"),
        ("http://example.com/", "scheme-not-allowed"),
        ("ftp://example.com/", "scheme-not-allowed"),
        ("file:///etc/passwd", "scheme-not-allowed"),
        ("gopher://example.com/_a", "scheme-not-allowed"),
        ("https://example.com/#a", "fragment-not-allowed"),
        ("https://93.184.216.34.\u2025/", "no-host"),
        ("https://0x5db8d822/", "ipv4-lookalike"),
        ("https://[::ffff:8.8.8.8]/", "ipv6-embeds-ipv4"),
    ],
)
def test_no_webhook(text: str, found: str) -> None:
    assert found in codes(Policy.PUBLIC_WEBHOOK, text)


@pytest.mark.parametrize(
    "text",
    [
        "https://example.com/hook",
        "https://example.com/hook?token=abc",
        "https://example.com:8443/hook",
        "https://my_host.example.com/",
        "https://r3---sn-4g5e6nz7.googlevideo.com/",
        "https://8.8.8.8/",
        "https://[2606:4700::1111]/",
        "https://m\u00fcller.example/",
        "https://xn--mller-kva.example/a%20b",
    ],
)
def test_webhooks(text: str) -> None:
    assert codes(Policy.PUBLIC_WEBHOOK, text) == []
    assert codes(Policy.WEB, text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("http://localhost:8000/", []),
        ("http://10.1.2.3/a?token=b#c", []),
        ("https://app.internal/", []),
        ("http://0x7f.1/", ["ipv4-lookalike"]),
        ("http://a:65536/", ["port-out-of-range"]),
        ("http:///a", ["no-host", "browser-other-host", "http-empty-host"]),
        ("http://anna@example.org/", ["userinfo-not-allowed"]),
        ("javascript:alert(1)", ["scheme-not-allowed", "no-host"]),
        ("mailto:anna@example.org", ["scheme-not-allowed", "no-host"]),
        ("http://xn--a/", ["no-host", "idna-invalid"]),
    ],
)
def test_addresses_of_the_web(text: str, found: list[str]) -> None:
    assert codes(Policy.WEB, text) == found


# The sentence of the RFC, a text that it allows or refuses, and the refusing findings.
REDIRECTION = [
    # RFC 6749 §3.1.2: "The redirection endpoint URI MUST be an absolute URI"
    ("https://client.example/cb", []),
    ("/cb", ["missing-scheme"]),
    ("https://\u4f8b.example/cb", ["non-ascii"]),
    # It "MAY include an [...] query component"
    ("https://client.example/cb?a=b&c=d", []),
    # "The endpoint URI MUST NOT include a fragment component."
    ("https://client.example/cb#", ["fragment-not-allowed"]),
    ("https://client.example/cb#a", ["fragment-not-allowed"]),
    ("https://client.example/cb%23a", []),
    # RFC 8252 §7.3: "http://127.0.0.1:{port}/{path}", "http://[::1]:{port}/{path}", "The
    # authorization server MUST allow any port to be specified at the time of the request"
    ("http://127.0.0.1:51004/oauth2redirect/example-provider", []),
    ("http://[::1]:61023/oauth2redirect/example-provider", []),
    ("http://127.0.0.1/cb", []),
    # §8.3: localhost is "NOT RECOMMENDED", and works like the addresses
    ("http://localhost:3000/cb", []),
    # RFC 9700 §2.1, §4.1.3: no http, with this exception
    ("http://client.example/cb", ["scheme-not-allowed"]),
    ("http://localhost.client.example/cb", ["scheme-not-allowed"]),
    ("http://127.0.0.1.client.example/cb", ["scheme-not-allowed"]),
    ("http://192.168.0.1/cb", ["scheme-not-allowed"]),
    ("http://[::ffff:127.0.0.1]/cb", ["scheme-not-allowed"]),
    ("http://127.0.0.1@client.example/", ["scheme-not-allowed", "userinfo-not-allowed"]),
    ("https://anna@client.example/cb", ["userinfo-not-allowed"]),
    ("http://0x7f.1/cb", ["ipv4-lookalike"]),
    # Code that runs where it is opened, and no host
    ("javascript:alert(1)", ["scheme-not-allowed", "no-host"]),
    ("https:/cb", ["no-host", "browser-other-host", "http-no-host"]),
    # Hosts of a private network
    ("https://app.internal:8443/cb", []),
    ("https://10.1.2.3/cb", []),
]


@pytest.mark.parametrize(("text", "found"), REDIRECTION)
def test_redirection_endpoints(text: str, found: list[str]) -> None:
    reached = codes(Policy.REDIRECT_URI, text)
    assert [code for code in reached if code != "userinfo-like-host"] == found


def test_a_scheme_of_an_app() -> None:
    """RFC 8252 §7.1: a reversed domain name that the client chooses."""
    app = Policy.REDIRECT_URI.replace(
        schemes={"com.example.app"}, hosts=None, severities={"scheme-like-host": "ignore"}
    )
    assert codes(app, "com.example.app:/oauth2redirect") == []
    assert codes(app, "com.example.other:/oauth2redirect") == ["scheme-not-allowed"]


PAGES = [
    "https://example.org/login",
    "http://localhost:8000/login",
    "http://127.0.0.1:5000/",
    "http://[::1]:8080/",
    "https://10.1.2.3/",
    "http://app.internal/",
    "http://devbox/",
    "https://my_host.example.com/",
    "https://b\u00fccher.example/",
    "http://example.org:6000/",
    "https://r3---sn-4g5e6nz7.googlevideo.com/",
]


@pytest.mark.parametrize("page", PAGES)
def test_the_same_origin(page: str) -> None:
    own = Policy.same_origin(page)
    base = IRI(page)
    for text in ("/next", "next?token=a#b", "?a", "//[::1]/../a", "\u00e9", ""):
        target = base.resolve(text) if "::1" not in text else base
        assert codes(own, target) == []
    for text in ["//evil.example/", "https:evil", "javascript:alert(1)", "//evil.example\uff0fa"]:
        assert codes(own, base.resolve(text))
    for other in [
        *PAGES,
        "http://example.org/",
        "https://example.org:8443/",
        "https://u@example.org/",
    ]:
        is_same = IRI(other).origin == base.origin and IRI(other).userinfo is None
        assert own.allows(other) == is_same, other


def test_the_default_port_is_of_the_origin() -> None:
    own = Policy.same_origin("https://example.org/")
    assert codes(own, "HTTPS://EXAMPLE.org:443/") == []
    assert codes(own, "https://example.org:80/") == ["port-not-allowed"]
    assert codes(own, "http://example.org:443/") == ["scheme-not-allowed"]


def test_an_origin_is_compared_exactly() -> None:
    """The hosts of `hosts` are compared like in name look-up; origins are not (RFC 6454 §5)."""
    own = Policy.same_origin("https://example.org/login")
    for text in ("https://EXAMPLE.org/x", "https://example.org:443/"):
        assert codes(own, text) == []
    for text in ("https://EXAMPLE.org./x", "https://example.org./", "https://example.org.:443/"):
        assert codes(own, text) == ["origin-not-allowed"]
        assert not own.allows(text)
        assert pa.array(columns.allows(pa.array([text]), own)).to_pylist() == [False]
    assert (
        codes(Policy.same_origin("http://127.0.0.1:80/"), "http://0x7f.1/")[0]
        == "origin-not-allowed"
    )
    assert Policy(hosts={"example.org"}).allows("https://EXAMPLE.org./x")
    several = Policy(origins=["https://A.example:443", "http://b.example:81"])
    assert several.allows("https://a.example/")
    assert several.allows("http://b.example:81/x?y")
    assert codes(several, "https://b.example:81/") == ["origin-not-allowed"]
    assert codes(several, "tag:example.org,2020:a") == ["origin-not-allowed"]
    for wrong in (
        "example.org",
        "https://example.org/",
        "https://anna:hunter2@example.org",
        "urn:a:b",
        "",
    ):
        with pytest.raises(
            ValueError, match="origins: an origin is a scheme, a host and a port"
        ) as caught:
            Policy(origins=[wrong])
        assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    "page", ["mailto:anna@example.org", "file:///a", "s://a/", "http://*.example.org/", "http://"]
)
def test_pages_without_an_origin(page: str) -> None:
    with pytest.raises(ValueError, match="the page must have a host"):
        Policy.same_origin(page)


EXAMPLES = [
    Policy(),
    Policy.WEB,
    Policy.PUBLIC_WEBHOOK,
    Policy.REDIRECT_URI,
    Policy.same_origin("http://localhost:8000/"),
    Policy(
        schemes=["HTTPS"],
        hosts=["*.example.org", "::1"],
        ports=range(8000, 8003),
        addresses=[ip_network("10.0.0.0/8"), "fd00::/8"],
        userinfo=True,
        query=False,
        fragment=False,
        max_length=0,
        loopback=["http"],
        production="URI-reference",
        profile="none",
        severities={"userinfo": "error", "not-nfc": "ignore"},
        refuse="info",
    ),
]


@pytest.mark.parametrize("policy", EXAMPLES, ids=str)
def test_a_policy_is_data(policy: Policy) -> None:
    same = Policy.from_dict(policy.to_dict())
    assert same == policy == policy.replace() == pickle.loads(pickle.dumps(policy))
    assert hash(same) == hash(policy)
    assert policy != policy.replace(max_length=77) != 77
    assert eval(repr(policy)) == policy  # noqa: S307 - our own
    with pytest.raises(AttributeError, match="immutable"):
        policy.hosts = {"a"}
    with pytest.raises(AttributeError, match="immutable"):
        del policy._terms  # noqa: SLF001


def test_what_makes_policies_equal() -> None:
    a = Policy(schemes=["HTTP", "https"], ports=[80, 443])
    assert a == Policy(schemes=iter(["https", "http"]), ports={443, 80})
    assert a == Policy(schemes=dict.fromkeys(["https", "http"]), ports=(443, 80, 80))
    assert len({*EXAMPLES}) == len(EXAMPLES)


@pytest.mark.parametrize(
    ("terms", "kind", "message"),
    [
        ({"hosts": [".example.org"]}, ValueError, "for all names below it"),
        (
            {"hosts": "a.example"},
            TypeError,
            "hosts must be a list of texts, as in ['example.org'], not str",
        ),
        ({"hosts": [1]}, TypeError, "hosts must be a list of texts, but one is int"),
        ({"hosts": ["a", 1]}, TypeError, "hosts must be a list of texts, but one is int"),
        ({"ports": [80, "a"]}, TypeError, "ports must be a list of numbers, but one is str"),
        ({"userinfo": [True]}, TypeError, "userinfo must be True or False, not list"),
        ({"severities": {"userinfo": 1}}, TypeError, "severities must map codes of findings"),
        ({"schemes": 1}, TypeError, "schemes must be a list of texts, as in ['https'], not int"),
        ({"ports": [65536]}, ValueError, "ports: 65536 is not a number from 0 to 65535"),
        ({"ports": ["80"]}, TypeError, "ports must be a list of numbers, but one is str"),
        ({"ports": 80}, TypeError, "ports must be a list of numbers, as in [443], not int"),
        ({"ports": [True]}, TypeError, "ports must be a list of numbers, but one is bool"),
        ({"addresses": None}, TypeError, "addresses must be 'any', 'global', 'none' or a list"),
        ({"userinfo": "no"}, TypeError, "userinfo must be True or False, not str"),
        ({"max_length": "9"}, TypeError, "max_length must be a number or None, not str"),
        ({"max_length": -1}, ValueError, "max_length must not be negative"),
        ({"max_length": 1 << 70}, ValueError, "max_length must not be negative, nor larger"),
        ({"profile": None}, TypeError, "profile must be a text, not NoneType"),
        ({"severities": ["userinfo"]}, TypeError, "severities must map codes of findings"),
        ({"refuse": "ignore"}, ValueError, "refuse: it must be 'error', 'warning' or 'info'"),
        ({"host": ["a"]}, ValueError, "a policy has no term 'host'; did you mean 'hosts'?"),
        (
            {"qwxyz": 1},
            ValueError,
            "no term 'qwxyz'; the terms are schemes, hosts, addresses, ports",
        ),
    ],
)
def test_wrong_terms(terms: dict[str, Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind) as caught:
        Policy.from_dict(terms)
    assert message in str(caught.value)


def test_a_file(tmp_path: Path) -> None:
    file = tmp_path / "policy.toml"
    file.write_text(
        'schemes = ["https"]\nhosts = ["*.example.org"]\n[severities]\nuserinfo = "error"\n'
    )
    if sys.version_info < (3, 11):
        pytest.importorskip("tomli")
    expected = {
        "schemes": ["https"],
        "hosts": ["*.example.org"],
        "severities": {"userinfo": "error"},
    }
    assert Policy.read(file).to_dict() == expected
    for content, message in [
        ('hosts = ["*.e*.org"]', 'hosts: "*.e*.org": "*" must be the whole first label'),
        ("hosts = 1", "hosts must be a list of texts, as in ['example.org'], not int"),
        ("port = [1]", "a policy has no term 'port'; did you mean 'ports'?"),
        ("hosts", "policy.toml: "),
    ]:
        file.write_text(content)
        with pytest.raises(ValueError, match=r"policy\.toml: ") as caught:
            Policy.read(str(file))
        assert message in str(caught.value)
    with pytest.raises(FileNotFoundError):
        Policy.read(tmp_path / "missing.toml")


def test_what_is_asked() -> None:
    for wrong in (None, 1, b"https://a.example/"):
        with pytest.raises(TypeError, match="text must be str"):
            OURS.allows(wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="text must be str"):
            OURS.refusals(wrong)  # type: ignore[arg-type]
    assert codes(OURS, IRI("https://example.org/")) == []
    [finding] = OURS.refusals("https://example.org/ a")
    assert finding == (
        "invalid-character",
        "error",
        (20, 21),
        "not an IRI: U+0020 SPACE is not allowed in a path segment (isegment, RFC 3987 §2.2)",
        "RFC 3987 §2.2",
        None,
        None,
    )
    [finding] = OURS.replace(max_length=25, hosts=None).refusals(
        "https://\u00e9.example/\U0001f600abcdefg"
    )
    assert (finding.code, finding.span, finding.evidence) == ("too-long", (25, 26), "26")


def test_what_is_required() -> None:
    made = OURS.require("https://example.org/", URI)
    assert (type(made), made) == (URI, "https://example.org/")
    assert type(error_of(OURS.require, "https://example.org/ a", URI)) is ParseError
    with pytest.raises(PolicyError) as caught:
        OURS.require("https://a:hunter2@evil.example:1/?token=hunter2", IRI)
    error: Any = caught.value
    assert str(error) == error.message == "".join(error.args)
    assert str(error) == "not allowed: the host “evil.example” is not allowed (host-not-allowed)"
    assert error.reason == "refused-by-policy"
    assert error.hint is None
    assert [f.code for f in error.refusals] == [
        "host-not-allowed",
        "userinfo-not-allowed",
        "password",
        "port-blocked",
        "secret-in-query",
    ]
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), copy.refusals, copy.text) == (PolicyError, error.refusals, error.text)
    with pytest.raises(PolicyError, match="is not ASCII"):
        Policy.REDIRECT_URI.require("https://\u00e9.example/", IRI)


@pytest.mark.parametrize("secret", ["u:hunter2@", "hunter2:@", ""])
@pytest.mark.parametrize(
    "rest", ["?token=hunter2", "#access_token=hunter2", "?a&amp;sig=hunter2", ""]
)
def test_no_refusal_shows_a_secret(secret: str, rest: str) -> None:
    text = f"HTTP://{secret}0x7f.1:22/%7e{rest}"
    every: Any = {r.code: "error" for r in findings.RULES if r.topic != "Policies"}
    policy = OURS.replace(
        query=False, fragment=False, max_length=3, severities=every, refuse="info"
    )
    with pytest.raises(PolicyError) as caught:
        policy.require(text, IRI)
    error = caught.value
    shown = f"{error}{error!r}{error.args}{error.details()}{vars(error)}"
    assert len(error.refusals) > 5
    assert "hunter2" not in shown


@given(iri_references())
def test_allows_is_no_refusal(text: str) -> None:
    for policy in EXAMPLES:
        is_valid = policy.to_dict().get("production", "IRI") != "IRI" or IRI.is_valid(text)
        if policy.allows(text):
            assert is_valid
            assert policy.refusals(text) == []
        else:
            assert policy.refusals(text)


@given(iri_references())
def test_a_profile_is_what_check_finds(text: str) -> None:
    """A policy without other terms refuses what `check` finds, except what its terms decide."""
    policy = Policy(addresses="any", userinfo=True, production="IRI-reference", refuse="info")
    decided = {"userinfo", "address-not-global"}
    expected = [f for f in IRIReference(text).check("untrusted") if f.code not in decided]
    assert policy.refusals(text) == expected


@pytest.mark.parametrize("file", EACH_CORPUS)
def test_links_of_the_collection(file: Path) -> None:
    """Real links are refused for a reason of the grammar, or for a finding of `check`."""
    lines = file.read_text(encoding="utf-8", errors="surrogateescape").splitlines()[:2000]
    for text in lines:
        found = Policy.WEB.refusals(text)
        if IRI.is_valid(text):
            checked = {f.code for f in IRI(text).check()} | {
                "scheme-not-allowed",
                "no-host",
                "userinfo-not-allowed",
            }
            assert {f.code for f in found} <= checked, text
        else:
            assert len(found) == 1, text


def test_the_defaults_of_the_signature_are_those_of_core() -> None:
    """Python's signature repeats them, for editors."""
    default = _core.ready_policies()["default"]
    assert Policy() == Policy.from_dict(default)
    assert list(inspect.signature(Policy).parameters) == list(default)


def test_the_page_has_each_term() -> None:
    page = (Path(__file__).parents[1] / "docs" / "policy.md").read_text("utf-8")
    [table] = [part for part in page.split("\n\n") if part.startswith("| Term |")]
    listed = [
        name for row in table.splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1])
    ]
    assert sorted(listed) == sorted(inspect.signature(Policy).parameters)
