"""The request as received: `iriform.asgi`, `iriform.wsgi`, and the target put back after a base."""

import asyncio
import pickle
from collections.abc import Iterable
from contextlib import suppress
from typing import Any
from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iriform import URI, ParseError, append_target, asgi, wsgi
from iriform.asgi import BadRequest, Received, TargetUnknown
from iriform.security import target_reference, why_ambiguous

from .growth import assert_grows_at_most

HOSTS = ["example.org", "*.example.org"]


def scope(raw: bytes = b"/a", query: bytes = b"", **more: Any) -> dict[str, Any]:
    """The scope that an ASGI server makes, without the decoded path, which is not read here."""
    return {
        "type": "http",
        "method": "GET",
        "scheme": "https",
        "raw_path": raw,
        "query_string": query,
        "root_path": "",
        "headers": [(b"host", b"example.org")],
        "client": ("10.0.0.9", 5000),
        **more,
    }


def read(**more: Any) -> Received:
    return asgi.received(scope(**more), hosts=HOSTS)


@pytest.mark.parametrize(
    ("raw", "query", "target", "uri"),
    [
        (b"/a%2Fb", b"x=1", "/a%2Fb?x=1", "https://example.org/a%2Fb?x=1"),
        (b"/", b"", "/", "https://example.org/"),
        # A path, not a host: RFC 9112 §3.2.1, origin-form = absolute-path.
        (b"//evil.example/a", b"", "/.//evil.example/a", "https://example.org//evil.example/a"),
        # Nothing is resolved, decoded or normalized.
        (b"/a/../%2e%2E/b", b"", "/a/../%2e%2E/b", "https://example.org/a/../%2e%2E/b"),
        # Some servers pass the whole target instead of the path.
        (b"https://www.example.org:8443/a?b", b"b", None, "https://www.example.org:8443/a?b"),
        (b"https://www.example.org/a", b"b", None, "https://www.example.org/a?b"),
    ],
)
def test_what_came(raw: bytes, query: bytes, target: str | None, uri: str) -> None:
    found = read(raw=raw, query=query)
    assert found.uri == uri
    assert type(found.uri) is URI
    assert found.target == (uri if target is None else target)
    assert found.form == ("absolute" if target is None else "origin")


# Text that clients send as typed, and the reference that all programs read the same way.
RAW = [
    (b"/list?filter[name]=anna", "/list?filter%5Bname%5D=anna"),  # browsers, curl
    (b"/?ids[]=1&ids[]=2", "/?ids%5B%5D=1&ids%5B%5D=2"),
    (b"/a[0]", "/a%5B0%5D"),
    (b"/a|b?c|d", "/a%7Cb?c%7Cd"),
    (b"/{x}?{y}", "/%7Bx%7D?%7By%7D"),
    (b"/^?^", "/%5E?%5E"),
    (b"/`?`", "/%60?%60"),
    (b'/"<>?"<>', "/%22%3C%3E?%22%3C%3E"),  # curl
    (b"/100%", "/100%25"),
    (b"/?q=100%&r=%zz&s=%4", "/?q=100%25&r=%25zz&s=%254"),
    (b"/%%41", "/%25%41"),
    (rb"/?path=C:\a", "/?path=C:%5Ca"),  # a slash to nobody in a query
    (b"//a|b", "/.//a%7Cb"),
    (b"/a?http://b/|", "/a?http://b/%7C"),
    (b"/a?b?[c]", "/a?b?%5Bc%5D"),
]


@pytest.mark.parametrize(("raw", "target"), RAW)
def test_what_clients_send_raw_is_percent_encoded(raw: bytes, target: str) -> None:
    path, _, query = raw.partition(b"?")
    uri = f"https://example.org{target.removeprefix('/.')}"
    environ = {"RAW_URI": raw.decode(), "HTTP_HOST": "example.org", "wsgi.url_scheme": "https"}
    for found in (read(raw=path, query=query), read(raw=raw), wsgi.received(environ, hosts=HOSTS)):
        assert found == (target, uri, "origin", raw)
        assert type(found.uri) is URI
    assert target_reference(raw) == target_reference(raw.decode()) == target
    assert read(raw=b"https://example.org" + raw).uri == uri
    # The decoded octets are the same as those of the reference.
    assert unquote_to_bytes(raw) == unquote_to_bytes(target.removeprefix("/."))
    for refuse in (
        lambda: asgi.received(scope(path, query), hosts=HOSTS, strict=True),
        lambda: asgi.received(scope(b"https://example.org" + raw), hosts=HOSTS, strict=True),
        lambda: wsgi.received(environ, hosts=HOSTS, strict=True),
        lambda: target_reference(raw, strict=True),
    ):
        with pytest.raises(BadRequest, match="the target is"):
            refuse()


@given(st.text("".join(map(chr, range(0x21, 0x7F))).replace("#", ""), max_size=12))
def test_whatever_is_visible_is_read_as_it_came(text: str) -> None:
    raw = f"/{text}"
    try:
        found = read(raw=raw.encode())
    except BadRequest:
        assert "\\" in raw.partition("?")[0]
        return
    assert unquote_to_bytes(found.uri.removeprefix("https://example.org")) == unquote_to_bytes(raw)
    assert (found.uri.query is None) == ("?" not in raw)
    assert why_ambiguous(str(found.uri.path)) == why_ambiguous(raw.partition("?")[0])


def test_the_other_forms() -> None:
    star = read(raw=b"*", method="OPTIONS")
    assert (star.uri, star.target, star.form) == ("https://example.org", "", "asterisk")
    connect = read(raw=b"www.example.org:443", method="CONNECT")
    assert (connect.uri, connect.form) == ("https://www.example.org:443", "authority")


@pytest.mark.parametrize(
    ("more", "status", "message"),
    [
        ({"headers": []}, 400, "no Host"),
        ({"headers": [(b"host", b"example.org"), (b"Host", b"example.org")]}, 400, "2 Host fields"),
        ({"headers": [(b"host", b"")]}, 400, "not a host with an optional port"),
        ({"headers": [(b"host", b"u@example.org")]}, 400, "not a host with an optional port"),
        ({"headers": [(b"host", b"example.org/a")]}, 400, "Host is not"),
        ({"headers": [(b"host", b"example.org, example.org")]}, 400, "Host is not"),
        ({"headers": [(b"host", b"ex\xe9mple.org")]}, 400, "percent-encoded"),
        ({"headers": [(b"host", b"evil.example")]}, 421, "not served here"),
        ({"headers": [(b"host", b"example.org.evil.example")]}, 421, "not served here"),
        ({"raw": b"/a b"}, 400, "U+0020"),
        ({"raw": b"/\xc3\xa9"}, 400, "percent-encoded"),
        ({"raw": b"/a#b"}, 400, "fragment"),
        ({"raw": b"/?access_token=s3cret&b=\xc3\xa9"}, 400, "access_token=***&b="),
        ({"raw": rb"/a\b"}, 400, "U+005C"),
        ({"raw": rb"https://example.org/a\b"}, 400, "U+005C"),
        ({"raw": b"https://example.org|/a"}, 400, "U+007C"),
        ({"raw": b"https://example.org/|#a"}, 400, "fragment"),
        ({"raw": b"/\x7f"}, 400, "U+007F"),
        ({"raw": b"/a[0]\t"}, 400, "target"),
        ({"raw": b"*"}, 400, "OPTIONS only"),
        ({"raw": b"a/b"}, 400, "target"),
        ({"raw": b"https://evil.example/"}, 421, "not served here"),
        ({"raw": b"http://example.org/"}, 421, "scheme"),
        ({"raw": b"https://u:s3cret@example.org/"}, 400, "userinfo"),
        ({"raw": b"ftp://example.org/"}, 400, "not a URI of http"),
        ({"raw": b"example.org", "method": "CONNECT"}, 400, "no port"),
        ({"raw": b"/", "method": "CONNECT"}, 400, "target of CONNECT"),
    ],
)
def test_nothing_is_guessed(more: dict[str, Any], status: int, message: str) -> None:
    with pytest.raises(BadRequest) as raised:
        read(**more)
    assert raised.value.status == status, raised.value
    assert message in str(raised.value)
    assert "s3cret" not in str(raised.value)
    again = pickle.loads(pickle.dumps(raised.value))
    assert (str(again), again.status) == (str(raised.value), status)


def test_what_a_server_does_not_tell_is_not_known() -> None:
    without = {name: value for name, value in scope().items() if name != "raw_path"}
    with pytest.raises(TargetUnknown, match="no raw_path"):
        asgi.received(without, hosts=HOSTS)
    with pytest.raises(TargetUnknown, match="root_path_added"):
        read(raw=b"/api/a", root_path="/api")
    for added, path in ((True, "/a"), (False, "/api/a")):
        found = asgi.received(
            scope(raw=b"/api/a", root_path="/api"), hosts=HOSTS, root_path_added=added
        )
        assert found.target == path
    with pytest.raises(TargetUnknown, match="neither RAW_URI nor REQUEST_URI"):
        wsgi.received({"PATH_INFO": "/a", "HTTP_HOST": "example.org"}, hosts=HOSTS)


@pytest.mark.parametrize("hosts", [[], ["*"], ["example.org", "*"]])
def test_hosts_are_named(hosts: list[str]) -> None:
    with pytest.raises(ValueError, match="must name your own hosts"):
        asgi.received(scope(), hosts=hosts)


@pytest.mark.parametrize(
    ("by", "headers", "uri"),
    [
        ("forwarded", [(b"forwarded", b"proto=http;host=www.example.org")], "http://www.example.org/a"),
        ("forwarded", [(b"forwarded", b'for="[::1]";host="www.example.org:81"')],
         "https://www.example.org:81/a"),
        # The last element, from the trusted hop, counts; the one before came from outside.
        ("forwarded", [(b"forwarded", b"host=evil.example, proto=http")], "http://example.org/a"),
        ("forwarded", [(b"forwarded", b"host=evil.example"), (b"Forwarded", b"host=www.example.org")],
         "https://www.example.org/a"),
        ("forwarded", [(b"x-forwarded-host", b"evil.example")], "https://example.org/a"),
        ("forwarded", [], "https://example.org/a"),
        ("x-forwarded", [(b"x-forwarded-host", b"evil.example, www.example.org"),
                         (b"x-forwarded-proto", b"http")], "http://www.example.org/a"),
        ("x-forwarded", [(b"forwarded", b"host=evil.example")], "https://example.org/a"),
        # Members of a list may be empty (RFC 9110 §5.6.1.2), and pairs of a member (RFC 7239 §4).
        ("forwarded", [(b"forwarded", b"for=a, ,proto=http")], "http://example.org/a"),
        ("forwarded", [(b"forwarded", b"for=a;;proto=http")], "http://example.org/a"),
        ("forwarded", [(b"forwarded", b";proto=http;")], "http://example.org/a"),
        ("forwarded", [(b"forwarded", b"proto=http ; ; ;host=www.example.org ;")], "http://www.example.org/a"),
        ("forwarded", [(b"forwarded", b", ,proto=http,,")], "http://example.org/a"),
        ("forwarded", [(b"forwarded", b"proto=http, ;; ,\t")], "http://example.org/a"),
        ("forwarded", [(b"forwarded", b"proto=http"), (b"forwarded", b"")], "http://example.org/a"),
        ("forwarded", [(b"forwarded", b" , ")], "https://example.org/a"),
        ("forwarded", [(b"forwarded", b"")], "https://example.org/a"),
        ("forwarded", [(b"forwarded", b'for=",;";;host="www.example.org";,')], "https://www.example.org/a"),
        ("x-forwarded", [(b"x-forwarded-host", b"www.example.org, ,")], "https://www.example.org/a"),
        ("x-forwarded", [(b"x-forwarded-proto", b"http"), (b"x-forwarded-proto", b"")],
         "http://example.org/a"),
        ("x-forwarded", [(b"x-forwarded-host", b" ,")], "https://example.org/a"),
    ],
)  # fmt: skip
def test_a_named_proxy_is_believed(by: Any, headers: list[tuple[bytes, bytes]], uri: str) -> None:
    sent = scope(headers=[(b"host", b"example.org"), *headers])
    found = asgi.received(sent, hosts=HOSTS, forwarded_from=["10.0.0.0/8"], forwarded_by=by)
    assert found.uri == uri
    # No other hop is trusted, and by default none.
    for networks in ([], ["192.0.2.0/24"]):
        found = asgi.received(sent, hosts=HOSTS, forwarded_from=networks, forwarded_by=by)
        assert found.uri == "https://example.org/a"


@pytest.mark.parametrize(
    "value",
    [
        b"host=a b",
        b'host="a',
        b"host=u@example.org",
        b"proto=gopher",
        b"host=a;host=b",
        b";;=",
        b"host",
        b'host"',  # it was skipped
        b'x", proto=http',
    ],
)
def test_a_forwarded_field_that_is_not_valid(value: bytes) -> None:
    sent = scope(headers=[(b"host", b"example.org"), (b"forwarded", value)])
    with pytest.raises(BadRequest):
        asgi.received(sent, hosts=HOSTS, forwarded_from=["10.0.0.0/8"])


@pytest.mark.parametrize("piece", ["a", "a=b;", " ", '\\"', ",", "a=b,"])
@pytest.mark.parametrize("end", ["", '"'])
def test_a_long_forwarded_field_takes_linear_time(piece: str, end: str) -> None:
    def work(length: int) -> None:
        value = (piece * (length // len(piece)) + end).encode()
        sent = scope(headers=[(b"host", b"example.org"), (b"forwarded", value)])
        with suppress(BadRequest):
            asgi.received(sent, hosts=HOSTS, forwarded_from=["10.0.0.0/8"])

    assert_grows_at_most(8, work, 8_000, 32_000)


def test_what_is_not_latin_1_makes_no_query() -> None:
    environ = {"REQUEST_METHOD": "GET", "RAW_URI": "/a\u2026b", "HTTP_HOST": "example.org"}
    with pytest.raises(BadRequest):
        wsgi.received(environ, hosts=HOSTS)
    with pytest.raises(BadRequest):
        wsgi.received({**environ, "RAW_URI": "/a", "HTTP_HOST": "\u2026"}, hosts=HOSTS)


@pytest.mark.parametrize(
    ("path", "word"),
    [
        ("/a%2Fb", "%2F"),
        ("/a%252fb", "%2F"),
        ("/a%5Cb", "%5C"),
        ("/a\\b", "%5C"),
        ("/%255c", "%5C"),
        ("/public/%2e%2e/admin", ". or .."),
        ("/a/%252E%252e", ". or .."),
        ("/a/./b", ". or .."),
        ("/a%00.html", "NUL"),
        ("//api/keys", "beginning"),
        ("/%2Fapi/keys", "%2F"),
        ("/admin;x", "semicolon"),
        ("/admin%3Bx", "semicolon"),
    ],
)
def test_paths_that_are_read_in_several_ways(path: str, word: str) -> None:
    assert word in (why_ambiguous(path) or "nothing")


@pytest.mark.parametrize(
    "path", ["/", "/a%20b/c", "/wiki/Foo_(bar)", "/a//b", "/100%25", "/%C3%A9", "/...", "/a:b@c"]
)
def test_paths_that_all_read_alike(path: str) -> None:
    assert why_ambiguous(path) is None


@given(
    st.lists(
        st.sampled_from(["a", "/", "%2f", "%25", "2e", ".", "%2e", "%", "5c", "\\", ";", "%00"])
    )
)
def test_what_is_let_through_has_the_same_segments_for_all(pieces: list[str]) -> None:
    path = "/" + "".join(pieces)
    if why_ambiguous(path) is not None:
        return
    once = unquote_to_bytes(path)
    counts = {len(path.split("/")), len(once.split(b"/")), len(unquote_to_bytes(once).split(b"/"))}
    assert len(counts) == 1
    assert b".." not in unquote_to_bytes(once).replace(b"\\", b"/").split(b"/")


def answers_of(app: Any, sent: dict[str, Any]) -> list[Any]:
    """Run an ASGI application and return the messages that it sends."""
    answers: list[Any] = []

    async def send(message: Any) -> None:
        answers.append(message)

    async def receive() -> Any:
        return {"type": "http.request"}

    asyncio.run(app(sent, receive, send))
    return answers


def test_the_middleware_of_asgi() -> None:
    seen: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:  # noqa: ARG001
        seen.append(scope)
        await send({"type": "http.response.start", "status": 200, "headers": []})

    guarded = asgi.RefuseAmbiguous(app, hosts=HOSTS)
    assert answers_of(guarded, scope())[0]["status"] == 200
    assert seen[0]["iriform.received"].uri == "https://example.org/a"
    for sent, status in (
        (scope(raw=b"/a%2Fb"), 400),
        (scope(headers=[(b"host", b"evil.example")]), 421),
    ):
        answers = answers_of(guarded, sent)
        assert [each["type"] for each in answers] == ["http.response.start", "http.response.body"]
        assert answers[0]["status"] == status
    [closed] = answers_of(guarded, scope(raw=b"/a%2Fb", type="websocket", scheme="wss"))
    assert closed["type"] == "websocket.close"
    assert len(seen) == 1
    told = answers_of(asgi.RefuseAmbiguous(app, hosts=HOSTS, strict=True), scope(b"/a[0]"))
    assert dict(told[0]["headers"])[b"content-type"] == b"text/plain; charset=utf-8"
    assert "(segment, RFC 3986 §3.3)" in told[1]["body"].decode()
    answers_of(guarded, {"type": "lifespan"})
    assert len(seen) == 2
    with pytest.raises(ValueError, match="hosts"):
        asgi.RefuseAmbiguous(app, hosts=[])


def test_the_middleware_of_wsgi() -> None:
    def app(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        start("200 OK", [])
        return [str(environ["iriform.received"].uri).encode()]

    guarded = wsgi.RefuseAmbiguous(app, hosts=HOSTS)

    def ask(**more: str) -> tuple[str, bytes]:
        status: list[str] = []
        environ: dict[str, Any] = {
            "REQUEST_METHOD": "GET",
            "wsgi.url_scheme": "http",
            "HTTP_HOST": "example.org",
            **more,
        }
        body = b"".join(guarded(environ, lambda line, _: status.append(line)))
        return status[0], body

    assert ask(RAW_URI="/a?b") == ("200 OK", b"http://example.org/a?b")
    assert ask(RAW_URI="/a?b[]=100%") == ("200 OK", b"http://example.org/a?b%5B%5D=100%25")
    status, body = ask(RAW_URI="/a\\b")
    assert (status, "§3.3" in body.decode()) == ("400 Bad Request", True)
    assert ask(REQUEST_URI="/b//c") == ("200 OK", b"http://example.org/b//c")
    assert ask(REQUEST_URI="//b")[0] == "400 Bad Request"
    assert ask(RAW_URI="/a%2Fb")[0] == "400 Bad Request"
    assert ask(RAW_URI="/", HTTP_HOST="example.org,evil.example")[0] == "400 Bad Request"
    assert ask(RAW_URI="/", HTTP_HOST="evil.example")[0] == "421 Misdirected Request"


@pytest.mark.parametrize("uri", ["http://h/a?b", "http://h//a", "http://h/a?", "http://h/a/../b?c"])
def test_a_target_is_the_inverse_of_request_target(uri: str) -> None:
    target = URI(uri).request_target
    assert target is not None
    assert (
        URI("http://h").resolve("/").with_parts(path=str(URI(uri).path), query=URI(uri).query)
        == uri
    )
    assert target_reference(target).request_target in {target, f"/.{target}"}


@pytest.mark.parametrize("target", ["", "a", "*", "http://h/", "/a#b", "/a b", "/\xe9"])
def test_what_is_no_target_of_the_origin_form(target: str) -> None:
    with pytest.raises(BadRequest):
        target_reference(target)
    with pytest.raises(TypeError):
        target_reference(3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("base", "target", "expected"),
    [
        ("https://api.example/v1", "/users/5?x=1", "https://api.example/v1/users/5?x=1"),
        ("https://api.example/v1/", "users/5", "https://api.example/v1/users/5"),
        ("https://api.example/v1//", "/users", "https://api.example/v1//users"),
        ("https://api.example", "users", "https://api.example/users"),
        ("https://api.example/v1", "", "https://api.example/v1"),
        ("https://api.example/v1", "?a", "https://api.example/v1?a"),
        ("https://api.example/v1", "//b", "https://api.example/v1//b"),
        (
            "https://api.example/v1",
            "http://evil.example/",
            "https://api.example/v1/http://evil.example/",
        ),
        ("urn:/a", "b", "urn:/a/b"),
    ],
)
def test_a_target_behind_a_base(base: str, target: str, expected: str) -> None:
    assert append_target(base, target) == expected


def test_a_query_of_the_base_is_kept_or_refused() -> None:
    with pytest.raises(ValueError, match="query='keep'"):
        append_target("https://a/v1?key=1", "/b?c=2")
    assert append_target("https://a/v1?key=1", "/b?c=2", query="keep") == "https://a/v1/b?key=1&c=2"
    assert append_target("https://a/v1?key=1", "/b", query="keep") == "https://a/v1/b?key=1"


@pytest.mark.parametrize(
    "target",
    ["../b", "/a/..", "/%2e%2E/b", "/a/.", "/a#b", ".", "/..%2Fb", "/a%5c%2e%2e%5cb", "/a%2f."],
)
def test_what_would_leave_the_base(target: str) -> None:
    with pytest.raises(ValueError, match="segment|fragment"):
        append_target("https://a/v1", target)


def test_what_is_not_valid_is_a_parse_error() -> None:
    with pytest.raises(ParseError):
        append_target("https://a/v1", "/a b")
    with pytest.raises(ParseError):
        append_target("https://a/v1", "/\ud800")
    with pytest.raises(ParseError):
        append_target("/v1", "/a")
    with pytest.raises(ValueError, match="no path"):
        append_target("mailto:a", "/a")
