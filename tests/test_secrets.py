"""No password is shown by itself, whatever is called, and however it fails or is displayed.

Only a requested result may contain it: the text itself, and a `str` made from it.
"""

import contextlib
import socket
import ssl
import traceback
import urllib.request
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path
from typing import Any

import httpx
import pyarrow as pa
import pytest

from iriform import (
    HTTPIRI,
    HTTPURI,
    IRI,
    URI,
    IRIReference,
    MutableIRI,
    MutableIRIReference,
    MutableURI,
    MutableURIReference,
    ParseError,
    Policy,
    URIReference,
    UserInfo,
    columns,
    findings,
    grammar,
    guard,
    links,
    security,
)
from tests.errors import error_of
from tests.growth import assert_grows_at_most

from .cli.program import iriform

MARKER = "SeCrEt"


URLS = pa.array(["http://h/"])


class Callback(IRIReference, policy=Policy.PUBLIC_WEBHOOK.replace(production="IRI-reference")):
    """A class with a policy."""


CLASSES: list[Any] = [
    Callback,
    *(IRI, URI, IRIReference, URIReference, HTTPIRI, HTTPURI),
    *(MutableIRI, MutableURI, MutableIRIReference, MutableURIReference),
]
TEXTS = [
    f"http://anna:{MARKER}@h/a/b?q#f",
    f"//anna:{MARKER}@h:99999/",  # no port
    f"http://anna:{MARKER}%FF@%FF/%FF",  # not UTF-8
    f"file://anna:{MARKER}@h/a%2Fb",
    f"s://anna:{MARKER}@:1",
    f"http://anna:{MARKER}@xn--a/",  # no A-label
    f"http://anna%3A{MARKER}@h/",
    f"https://ghp_{MARKER}:@h/",
    f"http://anna:{MARKER}@h h/",
    f"http://anna:x@{MARKER}@h/",
    f"http:anna:{MARKER}@h/ ",
    f"http://anna:{MARKER}/",  # at the position of a port
    f"http://anna:{MARKER}%40h/",
    f"//anna:{MARKER} {MARKER}",
]
ARGUMENTS: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    *(((value,), {}) for value in ("x", 5, None, "\ud800", b"\xff", *TEXTS[0:2], *TEXTS[-6:])),
    ((), {}),
    (("a", "b"), {}),
    ((f"http://anna:{MARKER}@h/\xff".encode("latin-1"), "utf-8"), {}),
    ((), {"userinfo": f"anna:{MARKER}\\"}),
    ((), {"userinfo": f"anna:{MARKER}", "host": "::1"}),
    ((), {"authority": f"anna:{MARKER}@h h"}),
    ((), {"authority": f"anna:{MARKER}@h", "path": "x"}),
    ((), {"scheme": "http", "userinfo": ("anna", MARKER), "port": 5}),
    ((), {"scheme": "http", "userinfo": ("anna", f"{MARKER}\ud800"), "host": "h"}),
    ((), {"scheme": "http", "userinfo": f"anna:{MARKER}", "host": "h", "port": "x"}),
    ((), {"idna": True}),
    ((), {"level": "none"}),
    ((), {"windows": True}),
]  # fmt: skip
# Requested results have it: a password, and Django's migrations; paths and hosts made from a text
# are not userinfo, and `unquote` gets the name of an error handler.
ASKED = {
    "password",
    "deconstruct",
    "unquote",
    "quote",
    "joined",
    "push",
    "append",
    "from_data",
    "from_file_path",
    "from_segments",
}


def shown(error: BaseException | None) -> Iterator[str]:
    """Yield all texts that are passed on from an error and from its causes."""
    while error is not None:
        yield f"{error}{error!r}{error.args}{getattr(error, '__notes__', '')}{vars(error)}"
        yield from traceback.format_exception_only(error)
        if isinstance(error, ParseError):
            yield f"{error.message}{error.hint}{error.details()}"
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def outcome(call: Any) -> str:
    """Return the text that shows an error, or a result that is not plain text."""
    try:
        result = call()
    except Exception as error:  # noqa: BLE001 - whatever it is
        return "".join(shown(error))
    html = result._repr_html_() if isinstance(result, IRIReference) else ""
    return "" if type(result) in {str, bytes} else f"{result!r}{html}"


def names(thing: Any) -> list[str]:
    inherited = dir(str) if isinstance(thing, str) else dir(tuple)
    return [n for n in dir(thing) if n[0] != "_" and n not in {*inherited, *ASKED}]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("cls", CLASSES)
def test_nothing_shows_a_password(cls: Any, text: str) -> None:
    assert MARKER not in outcome(lambda: cls(text))
    try:
        kinds = len(list(things(cls, text)))
    except ValueError:
        return  # it is not a value, and its error was checked
    for kind in range(kinds):
        for name in names(list(things(cls, text))[kind]):
            for positional, keywords in ARGUMENTS:
                # Created again each time, because some are edited.
                thing = list(things(cls, text))[kind]
                told = outcome(lambda: getattr(thing, name))  # noqa: B023
                told += outcome(lambda: called(getattr(thing, name), positional, keywords))  # noqa: B023
                assert MARKER not in told, (name, positional, keywords)


POLICIES = [
    Policy.WEB,
    Policy.PUBLIC_WEBHOOK,
    Policy.REDIRECT_URI,
    Policy(hosts={"a.example"}, userinfo=True, max_length=5, production="IRI-reference"),
]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("policy", POLICIES)
def test_no_policy_shows_a_password(policy: Policy, text: str) -> None:
    """The argument of `read` is the name of a file."""
    given = [(text,), (text, URI), ({text: text},), ({"hosts": [text]},)]
    for name in [n for n in dir(policy) if n[0] != "_" and n != "read"]:
        for arguments in given:
            told = outcome(lambda: getattr(policy, name)(*arguments))  # noqa: B023
            assert MARKER not in told, (name, arguments)
    for term in ("schemes", "hosts", "ports", "addresses", "loopback", "severities", "refuse"):
        for value in (text, [text], {text: text}, {text}):
            told = outcome(lambda: policy.replace(**{term: value}))  # noqa: B023
            assert MARKER not in told, (term, value)


def things(cls: Any, text: str) -> Iterator[Any]:
    """A value and all of its parts that are present."""
    value = cls(text)
    parts = (
        getattr(value, name, None) for name in ("authority", "userinfo", "host", "path", "parts")
    )
    return (thing for thing in (value, *parts) if thing is not None)


def called(member: Any, positional: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    return member(*positional, **keywords) if callable(member) else None


@pytest.mark.parametrize("rule", ["IRI", "URI-reference", "absolute-IRI"])
def test_trees_are_drawn_without_it(rule: str) -> None:
    text = f"http://anna:{MARKER}@h/"
    grammar_ = grammar.RFC3987 if "IRI" in rule else grammar.RFC3986
    tree = grammar_[rule].tree(text)

    assert MARKER not in f"{tree}{tree!r}{tree.draw(characters=True)}"
    assert f"0:{len(text)} 'http://anna:***@h/'" in str(tree)
    assert tree.text == text


@pytest.mark.parametrize("rule", ["IRI", "URI-reference", "absolute-URI"])
@pytest.mark.parametrize("start", ["http:", "HTTPS:/", "ws:///"])
def test_trees_of_web_addresses_without_slashes(rule: str, start: str) -> None:
    """The grammar finds a path, and browsers a userinfo."""
    text = f"{start}anna:{MARKER}@h/"
    grammar_ = grammar.RFC3987 if "IRI" in rule else grammar.RFC3986
    tree = grammar_[rule].tree(text)

    assert MARKER not in f"{tree}{tree!r}{tree.draw(characters=True)}"
    assert f"'{start}anna:***@h/'" in str(tree)


@pytest.mark.parametrize("text", [f"anna:{MARKER}%FF", f"{MARKER}%FF:x", f"{MARKER}%FF"])
def test_what_cannot_be_decoded_is_said_without_it(text: str) -> None:
    userinfo = UserInfo(text)
    for name in ("user", "password"):
        assert MARKER not in outcome(lambda: getattr(userinfo, name))  # noqa: B023
    with pytest.raises(UnicodeDecodeError, match="byte 0xff in position 6: invalid start byte"):
        _ = userinfo.user, userinfo.password


def test_an_encoded_colon_is_one() -> None:
    """`build` accepts only a user name, but people also pass a password."""
    iri = IRI.build(scheme="http", userinfo=f"anna:{MARKER}", host="h")

    assert repr(iri) == "IRI('http://anna%3A***@h')"
    assert MARKER not in repr(iri.userinfo)


@pytest.mark.parametrize("scheme", ["http", "HTTPS", "ws", "wss", "ftp"])
@pytest.mark.parametrize("slashes", ["", "/", "///"])
def test_a_web_address_without_its_slashes_has_a_userinfo(scheme: str, slashes: str) -> None:
    """The grammar finds a path, and browsers a userinfo."""
    iri = IRI(f"{scheme}:{slashes}anna:{MARKER}@h/")

    assert iri.userinfo is None
    assert iri.masked("password") == f"{scheme}:{slashes}anna:***@h/"
    assert MARKER not in f"{iri!r}{iri._repr_html_()}"


@pytest.mark.parametrize(
    "start", ["https://https://", "http://HTTP//", "ftp://https://http:///", "http:http://"]
)
def test_a_scheme_that_is_written_twice_hides_no_userinfo(start: str) -> None:
    """The grammar finds a host and a path, and people meant a userinfo: `scheme-doubled`."""
    text = f"{start}anna:{MARKER}@h/"
    iri = IRI(text)

    assert iri.userinfo is None
    assert iri.masked("password") == security.masked(iri) == f"{start}anna:***@h/"
    told = f"{iri!r}{MutableIRI(text)!r}{iri._repr_html_()}{iri.check('untrusted')}"
    assert MARKER not in told
    caught = error_of(IRI, f"{text} x")
    assert MARKER not in "".join(shown(caught))
    assert f"{start}anna:***@h/ x" in str(caught)


def test_a_slip_of_a_port_is_no_secret() -> None:
    """Text that is shown at the position of a port should not be a password."""
    for port in ("80a0", "8080x", "{port}", "80 is down", "3000\\api"):
        caught = error_of(IRI, f"http://h:{port}/")
        assert port in str(caught)


@pytest.mark.parametrize(
    "call",
    [
        lambda text: columns.host_matches(URLS, text),
        lambda text: columns.host_is_within(URLS, text),
        lambda text: columns.match_template(URLS, text),
        lambda text: columns.expand_template(pa.table({"a": ["b"]}), text),
        lambda text: columns.components(URLS, text),
        lambda text: columns.links(URLS, text),
        lambda text: columns.compress(URLS, {text: text}),
        lambda text: links.find(text, schemes=text),
        lambda text: links.linkify(text, schemes=[text]),
    ],
)
def test_no_argument_that_is_refused_shows_a_secret(call: Any) -> None:
    """People pass a URL where a host, a scheme or a template is expected."""
    for text in (f"https://anna:{MARKER}@h/", f"https://h/?token={MARKER}"):
        with pytest.raises((ValueError, TypeError)) as caught:
            call(text)
        assert MARKER not in "".join(shown(caught.value))


SECRET_PAIRS = [
    f"token={MARKER}",
    f"a=1&Access%5FToken={MARKER}%41%7e",
    f"sig={MARKER}=;pwd=a{MARKER}%2541",
    f"/x?id_token={MARKER}%0D%0A",
]


@pytest.mark.parametrize("form", ["--json", "--sarif", "--as=IRI-reference"])
@pytest.mark.parametrize("profile", ["norm", "untrusted"])
def test_no_finding_that_is_printed_shows_a_secret(
    profile: findings.Profile, form: str, tmp_path: Path
) -> None:
    """A suggestion is the whole corrected text, so the pairs are added to the text of every rule."""
    file = tmp_path / "links.txt"
    texts = [
        IRIReference(rule.bad_example).with_parts(**{component: pairs})
        for rule in findings.RULES
        for component in ("query", "fragment")
        for pairs in SECRET_PAIRS
    ]
    file.write_text("\n".join(texts))

    run = iriform("check", "--as", "IRI-reference", "--profile", profile, form, file)

    assert MARKER not in run.out + run.err
    if form == "--json":
        suggestions = [found.suggestion for text in texts for found in text.check(profile)]
        assert len(run.records) == len(suggestions) > 200
        for record, suggestion in zip(run.records, suggestions, strict=True):
            assert (record["suggestion"] is None) == (suggestion is None)


@pytest.mark.parametrize("pairs", SECRET_PAIRS)
def test_nothing_that_the_program_tells_shows_a_secret(pairs: str) -> None:
    for text in (f"http://h/a/../?{pairs}", f"http:anna:{MARKER}@h/a/../#{pairs}"):
        for arguments in (
            ("explain", text),
            ("explain", "--json", text),
            ("grammar", "IRI", text),
            ("grammar", "IRI", "--json", text),
        ):
            run = iriform(*arguments)
            assert "***" in run.out
            assert MARKER not in run.out + run.err
        for arguments in (("normalize", text), ("resolve", "http://h/b", text)):
            *steps, result = iriform(arguments[0], "--steps", *arguments[1:]).out.splitlines()
            assert any("***" in step for step in steps)
            assert MARKER in result  # which is data
            assert MARKER not in "".join(steps)


def test_what_is_masked() -> None:
    for text, expected in [
        ("http://u:pw@h/?sig=a&b=c#id_token=d;e", "http://u:***@h/?sig=***&b=c#id_token=***"),
        ("?token=&TOKEN=é", "?token=&TOKEN=***"),
        ("//ghp_x@h/?a", "//***@h/?a"),
        ("http:u:pw@h/?pwd=x", "http:u:***@h/?pwd=***"),
        ("https://https://u:pw@h/?pwd=x", "https://https://u:***@h/?pwd=***"),
        ("/token=x?q", "/token=***?q"),
    ]:
        masked = security.masked(IRIReference(text))
        assert masked == expected
        assert security.masked(IRIReference(masked)) == masked


@pytest.mark.parametrize("text", TEXTS)
def test_what_is_done_with_references_from_outside_shows_no_password(text: str) -> None:
    # A target has no userinfo: `//anna:pw@h` is its path.
    for name in set(security.__all__) - {"target_reference"}:
        call = getattr(security, name)
        for arguments in ((text,), ("https://h/", text), (text, "/a"), (text, None)):
            assert MARKER not in outcome(lambda: call(*arguments))  # noqa: B023
    if f" {MARKER}" not in text:  # white space ends a reference, and its password
        assert MARKER not in security.masked(text) + security.for_logs(text)
    if IRIReference.is_valid(text):
        assert MARKER not in security.displayed(text)
    target = outcome(lambda: security.redirect_target("https://h/", text, otherwise=None))
    assert MARKER not in target


@pytest.mark.parametrize("text", [*TEXTS, f"http://127.0.0.1/?token={MARKER}"])
@pytest.mark.parametrize("policy", [Policy.WEB, Policy(profile="none", userinfo=True)], ids=repr)
def test_no_refusal_of_a_guard_shows_a_secret(
    policy: Policy, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client's message, and the request that it adds to its error, belong to the client."""

    def no_name(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "nothing is looked up here")

    monkeypatch.setattr(socket, "getaddrinfo", no_name)
    made = guard.Guard(policy, networks="none")
    for name in names(made):
        for argument in (text, (text, 80)):
            assert MARKER not in outcome(lambda: called(getattr(made, name), (argument,), {}))  # noqa: B023
    opener = urllib.request.build_opener(*made.urllib(context=NO_TLS))
    with made.requests() as session, httpx.Client(transport=made.httpx(verify=NO_TLS)) as client:
        gets: list[Any] = [session.get, client.get, opener.open]
        for get in gets:
            with contextlib.suppress(
                ValueError, OSError, httpx.HTTPError, httpx.InvalidURL, HTTPException
            ):
                try:
                    get(text)
                except Exception as error:
                    if isinstance(error.__cause__, guard.Refused):
                        told = f"{error}{error!r}{error.args}{''.join(shown(error.__cause__))}"
                        assert MARKER not in told
                    raise


NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def test_masking_is_linear() -> None:
    def work(secrets: int) -> None:
        reference = IRIReference("http://a/?" + "token=a&" * secrets)
        assert security.masked(reference) == "http://a/?" + "token=***&" * secrets

    # Four times the secrets take four times as long, not sixteen times.
    assert_grows_at_most(10, work, 50_000, 200_000)
