"""OAuth and MCP: comparisons and the location of metadata, from the RFCs and others' reports."""

import pickle

import pytest

from iriform import URI, Policy
from iriform.security import (
    redirect_matches,
    same_issuer,
    same_resource,
    well_known,
    well_known_candidates,
)


@pytest.mark.parametrize(
    ("registered", "requested", "component"),
    [
        ("https://app.example/cb", "https://app.example/cb", None),
        # RFC 8252 §7.3: the port of a literal loopback address may differ, or be absent.
        ("http://127.0.0.1/cb", "http://127.0.0.1:51004/cb", None),
        ("http://127.0.0.1:3000/cb", "http://127.0.0.1/cb", None),
        ("http://[::1]:1/cb?a=b", "http://[::1]:65535/cb?a=b", None),
        ("com.example.app:/cb", "com.example.app:/cb", None),
        # RFC 9700 §2.1: everything else must be the same text.
        ("https://127.0.0.1:1/cb", "https://127.0.0.1:2/cb", "port"),
        ("http://127.0.0.1:1/cb", "http://127.0.0.1:1/cb/", "path"),
        ("http://127.0.0.1/cb", "http://127.0.0.2/cb", "host"),
        ("http://127.0.0.1/cb", "http://[::1]/cb", "host"),
        ("http://127.0.0.1/cb", "http://127.1:80/cb", "host"),
        ("http://[::1]/cb", "http://[0:0::1]:80/cb", "host"),
        ("http://localhost/cb", "http://localhost:3000/cb", "port"),
        ("https://app.example/cb", "HTTPS://app.example/cb", "scheme"),
        ("https://app.example/cb", "https://app.example:443/cb", "port"),
        ("https://app.example/cb", "https://app.example/cb?", "query"),
        ("https://app.example/cb", "https://app.example/%63b", "path"),
        ("https://app.example/cb", "https://app.example/a/../cb", "path"),
        ("https://app.example/cb", "https://app.example/cb/evil", "path"),
        ("https://app.example", "https://app.example.evil.example", "host"),
        # Texts that never match, on either side, equal or not.
        ("http://127.0.0.1/cb", "http://127.0.0.1:80@evil.example/cb", "requested"),
        ("https://a@app.example/", "https://a@app.example/", "registered"),
        ("https://app.example/#f", "https://app.example/#f", "registered"),
        ("https://app.example/", "https://app.example/#", "requested"),
        ("http://127.0.0.1:0/cb", "http://127.0.0.1:0/cb", "registered"),
        ("http://127.0.0.1/cb", "http://127.0.0.1:65536/cb", "requested"),
        ("http://127.0.0.1/cb", "http://127.0.0.1:80a/cb", "requested"),
        ("/cb", "/cb", "registered"),
        ("https://\xe9.example/", "https://\xe9.example/", "registered"),
        ("https://app.example/a b", "https://app.example/a b", "registered"),
        ("", "", "registered"),
    ],
)
def test_redirect_uris(registered: str, requested: str, component: str | None) -> None:
    match = redirect_matches(registered, requested)
    assert match.component == component, match
    assert bool(match) is (component is None)
    assert bool(match.why) is (component is not None)


# The registered URI, the received one, True if it matches, and with `localhost=True`.
LOOPBACK = [
    ("http://127.0.0.1/cb", "http://127.0.0.1:53219/cb", True, True),
    ("http://127.0.0.1:33418/", "http://127.0.0.1:50001/", True, True),
    ("http://[::1]:3000/cb", "http://[::1]:50000/cb", True, True),
    ("http://localhost:9876/cb", "http://localhost:53219/cb", False, True),
    ("http://localhost/cb", "http://localhost:62336/cb", False, True),
    ("http://localhost:/cb", "http://localhost:62336/cb", False, True),  # an empty port
    ("http://localhost/cb", "http://localhost:1/callback?a=b", False, False),
    ("http://127.0.0.1/cb", "http://localhost:53219/cb", False, False),
    ("http://localhost/cb", "http://127.0.0.1:1/cb", False, False),
    ("http://127.0.0.1/cb", "http://u@127.0.0.1:1/cb", False, False),
    ("http://127.0.0.1/cb", "HTTP://127.0.0.1:1/cb", False, False),
    ("http://127.0.0.1/cb", "http://127.1:1/cb", False, False),
    # RFC 8252 §7.3 names one address of 127.0.0.0/8, and http.
    ("http://127.0.0.2/cb", "http://127.0.0.2:1/cb", False, False),
    ("https://localhost/cb", "https://localhost:62336/cb", False, False),
    ("https://127.0.0.1:4000/cb", "https://127.0.0.1:4001/cb", False, False),
    ("ftp://127.0.0.1:1/cb", "ftp://127.0.0.1:2/cb", False, False),
    ("https://app.example.com/cb", "https://app.example.com:8443/cb", False, False),
]


@pytest.mark.parametrize(("registered", "requested", "usual", "localhost"), LOOPBACK)
def test_ports_of_the_loopback_interface(
    registered: str, requested: str, usual: bool, localhost: bool
) -> None:
    assert bool(redirect_matches(registered, requested)) is usual
    assert bool(redirect_matches(registered, requested, localhost=True)) is localhost


# True if two resources are equal as text, and without a slash at the end.
RESOURCES = [
    ("https://mcp.example", "https://mcp.example/", False, True),
    ("https://api.example.com/mcp/", "https://api.example.com/mcp", False, True),
    ("https://example.com/api", "https://example.com", False, False),
]


@pytest.mark.parametrize(("one", "other", "as_text", "without_slash"), RESOURCES)
def test_resources_as_text(one: str, other: str, as_text: bool, without_slash: bool) -> None:
    assert bool(same_resource(one, other)) is as_text
    assert bool(same_resource(one, other, slash=False)) is without_slash
    # RFC 3986 §6.2.3: an empty path equals a slash, and no other slash may be removed.
    at_root = URI(one).path in {"", "/"} and URI(other).path in {"", "/"}
    assert bool(same_resource(one, other, level="scheme")) is at_root


def test_localhost_is_taken_where_that_is_said() -> None:
    one, other = "http://localhost/cb", "http://localhost:3000/cb"
    assert redirect_matches(one, other, localhost=True)
    for wrong in (
        "https://localhost:1/cb",
        "http://localhost.evil.example/cb",
        "http://LOCALHOST:1/cb",
    ):
        assert not redirect_matches(one, wrong, localhost=True), wrong


def test_of_several_one_must_match_and_the_nearest_says_why() -> None:
    several = ["https://app.example/cb", "https://other.example/"]
    assert redirect_matches(several, "https://other.example/")
    assert redirect_matches(several, "https://app.example/cb2").component == "path"
    assert redirect_matches([], "https://app.example/").why == "no redirect URI is registered"


def test_nothing_shows_a_userinfo() -> None:
    told = "https://anna:s3cret@app.example/"
    for match in (redirect_matches(told, "https://app.example/"), same_issuer(told, "https://x/"),
                  same_resource(told, "https://app.example/")):  # fmt: skip
        assert not match
        assert "s3cret" not in repr(match) + match.why


def test_nothing_shows_a_secret_elsewhere() -> None:
    one, other = (
        "https://app.example/cb?access_token=s3cret",
        "https://app.example/cb?access_token=s4cret",
    )
    for match in (redirect_matches(one, other), same_issuer(one, other), same_resource(one, other)):
        assert match.why == "the query differs: “access_token=***”, “access_token=***”"
        assert "cret" not in repr(match)


def test_a_comparison_pickles_and_a_wrong_type_is_told() -> None:
    match = redirect_matches("https://a/", "https://b/")
    assert pickle.loads(pickle.dumps(match)) == match
    with pytest.raises(TypeError, match="requested must be a str, not NoneType"):
        redirect_matches("https://a/", None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "other",
    ["https://AS.example", "https://as.example/", "https://as.example:443", "http://as.example",
     "https://as.example/%7e", "as.example", ""],
)  # fmt: skip
def test_issuers_are_text(other: str) -> None:
    assert same_issuer("https://as.example", "https://as.example")
    assert not same_issuer("https://as.example", other)


@pytest.mark.parametrize(
    ("one", "other", "level", "slash", "same"),
    [
        ("https://mcp.example/a", "https://mcp.example/a", "string", True, True),
        ("https://mcp.example/a", "https://mcp.example/a/", "string", True, False),
        ("https://mcp.example/a", "https://mcp.example/a/", "string", False, True),
        ("https://mcp.example/a", "https://mcp.example/a//", "string", False, False),
        ("https://mcp.example", "https://mcp.example/", "string", False, True),
        ("https://mcp.example", "https://mcp.example/", "scheme", True, True),
        ("HTTPS://MCP.example/a", "https://mcp.example:443/a", "scheme", True, True),
        ("HTTPS://MCP.example/a", "https://mcp.example/a", "syntax", True, True),
        ("https://mcp.example/a", "https://mcp.example/b", "scheme", False, False),
        ("https://mcp.example/a#f", "https://mcp.example/a#f", "string", True, False),
        ("/a", "/a", "string", True, False),
    ],
)
def test_resources(one: str, other: str, level: str, slash: bool, same: bool) -> None:
    assert bool(same_resource(one, other, level=level, slash=slash)) is same  # type: ignore[arg-type]
    assert bool(same_resource(["urn:x", one], other, level=level, slash=slash)) is same  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("iri", "suffix", "arguments", "expected"),
    [
        # RFC 8414 §3.1.
        ("https://example.com", "oauth-authorization-server", {},
         "https://example.com/.well-known/oauth-authorization-server"),
        ("https://example.com/issuer1", "oauth-authorization-server", {},
         "https://example.com/.well-known/oauth-authorization-server/issuer1"),
        ("https://example.com/issuer1/", "oauth-authorization-server", {},
         "https://example.com/.well-known/oauth-authorization-server/issuer1"),
        # RFC 9728 §3.1.
        ("https://resource.example.com/", "oauth-protected-resource", {},
         "https://resource.example.com/.well-known/oauth-protected-resource"),
        ("https://resource.example.com/resource1", "oauth-protected-resource", {},
         "https://resource.example.com/.well-known/oauth-protected-resource/resource1"),
        ("https://resource.example.com?tenant=1", "oauth-protected-resource", {},
         "https://resource.example.com/.well-known/oauth-protected-resource?tenant=1"),
        ("https://resource.example.com/a/", "oauth-protected-resource", {},
         "https://resource.example.com/.well-known/oauth-protected-resource/a/"),
        ("https://resource.example.com/a/", "oauth-protected-resource", {"trim": True},
         "https://resource.example.com/.well-known/oauth-protected-resource/a"),
        # OpenID Connect Discovery 1.0 §4, and RFC 8414 §5.
        ("https://example.com/issuer1/", "openid-configuration", {},
         "https://example.com/issuer1/.well-known/openid-configuration"),
        ("https://example.com/issuer1", "openid-configuration", {"place": "insert"},
         "https://example.com/.well-known/openid-configuration/issuer1"),
        # RFC 8615 §3.
        ("http://h:8080/a?b", "security.txt", {"place": "root"},
         "http://h:8080/.well-known/security.txt"),
    ],
)  # fmt: skip
def test_where_metadata_stand(
    iri: str, suffix: str, arguments: dict[str, str], expected: str
) -> None:
    assert well_known(iri, suffix, **arguments) == URI(expected)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("iri", "suffix", "arguments", "message"),
    [
        ("https://a/", "security.txt", {}, "say where"),
        ("https://a/", "a/b", {"place": "root"}, "segment"),
        ("https://a/", "..", {"place": "root"}, "one segment"),
        ("https://a/", "", {"place": "root"}, "one segment"),
        ("https://a/?b", "oauth-authorization-server", {}, "not have a query"),
        ("https://a/#b", "oauth-protected-resource", {}, "not have a userinfo or a fragment"),
        ("https://u:pw@a/", "oauth-protected-resource", {}, "not have a userinfo or a fragment"),
        ("ftp://a/", "oauth-protected-resource", {}, "http or https"),
        ("https:/a", "oauth-protected-resource", {}, "http or https"),
        ("https://a/", "oauth-protected-resource", {"place": "root"}, "place must be 'insert'"),
    ],
)
def test_where_metadata_cannot_stand(
    iri: str, suffix: str, arguments: dict[str, str], message: str
) -> None:
    with pytest.raises(ValueError, match=message) as raised:
        well_known(iri, suffix, **arguments)  # type: ignore[arg-type]
    assert "pw" not in str(raised.value)


def test_candidates_are_in_the_order_of_mcp() -> None:
    assert list(well_known_candidates("https://a.example")) == [
        "https://a.example/.well-known/oauth-authorization-server",
        "https://a.example/.well-known/openid-configuration",
    ]
    assert len(well_known_candidates("https://a.example/t")) == 3


@pytest.mark.parametrize(
    ("client", "codes"),
    [
        ("https://app.example/client", []),
        ("https://app.example/", []),
        ("https://app.example/client?v=1", []),
        ("https://app.example:8443/client", []),
        ("https://app.example", ["no-path"]),
        ("https://app.example/a/../b", ["dot-segment-not-allowed"]),
        ("https://app.example/a/%2E%2e/b", ["dot-segment-not-allowed"]),
        ("https://app.example/.%2e", ["dot-segment-not-allowed"]),
        ("https://app.example/...", []),
        ("https://app.example/c#f", ["fragment-not-allowed"]),
        ("https://u@app.example/c", ["userinfo-not-allowed"]),
        ("http://app.example/c", ["scheme-not-allowed"]),
        ("https://127.0.0.1/c", ["address-not-allowed"]),
    ],
)
def test_a_client_id_that_is_a_url(client: str, codes: list[str]) -> None:
    terms = [
        f.code
        for f in Policy.CLIENT_ID.refusals(client)
        if f.code.endswith("-allowed") or f.code == "no-path"
    ]
    assert terms == codes
    assert Policy.CLIENT_ID.allows(client) is not bool(codes)


@pytest.mark.parametrize(
    ("policy", "text", "message"),
    [
        (Policy.WEB, "ftp://a/", "the scheme “ftp” is not allowed; allowed: http, https"),
        (Policy(schemes={"https"}, production="IRI-reference"),
         "//a.example/", "there is no scheme; allowed: https"),
        (Policy(hosts={"a.example"}), "https://b.example/", "the host “b.example” is not allowed"),
        (Policy(ports={443, 8443}), "https://a.example:1/",
         "the port 1 is not allowed; allowed: 443, 8443"),
        (Policy(ports=range(1, 20)), "https://a.example/",
         "the port 443 is not allowed; allowed: 1, 2, 3, 4, 5, 6, 7, 8, …"),
        (Policy(), "https://127.1/", "the address 127.0.0.1 is not allowed"),
        (Policy(max_length=9), "https://a.example/",
         "the text has 18 characters, and at most 9 are allowed"),
        (Policy(query=False), "https://a.example/?b", "a query is not allowed"),
    ],
)  # fmt: skip
def test_every_refusal_is_in_words(policy: Policy, text: str, message: str) -> None:
    first = policy.refusals(text)[0]
    assert first.message == message
    assert first.sentence == f"{message} ({first.clause})"
    assert policy.error_of(text).details()["plain"] == message
