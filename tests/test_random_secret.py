"""A random secret, put into every position of random texts, is never printed.

The secret has letters, digits and the other characters that a userinfo may have unencoded (RFC 3986
§3.2.1), except the colon. In the value of a pair, characters that end the pair are percent-encoded.
"""

from __future__ import annotations

import html
import string
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

import iriform as iriform_package
from iriform import (
    IRI,
    URI,
    Fragment,
    IRIReference,
    MutableIRIReference,
    ParseError,
    Query,
    URIReference,
    URITemplate,
    columns,
    grammar,
    security,
)
from iriform.steps import normalize

from .cli.program import iriform
from .effort import rounds
from .test_masks import leaving

CHARACTERS = string.ascii_letters + string.digits + "-._~!$&'()*+,;="
# Long enough not to occur by chance, and with a letter: digits alone may be a port.
secrets = st.builds(
    "{}{}{}".format,
    st.text(CHARACTERS, max_size=5),
    st.sampled_from(["Qzx", "qZx9", "xqJ"]),
    st.text(CHARACTERS, min_size=2, max_size=12),
)

SCHEMES = ["http", "HTTPS", "ftp", "postgresql", "amqp", "git+ssh", "jdbc:mysql", "x-1", "sentinel"]
HOSTS = [
    "h",
    "h:80",
    "db.example.org:5432",
    "[::1]:80",
    "é.example",
    "h1:1,h2:2",
    "127.0.0.1",
    "HOST",
]
USERS = ["", "u", "anna.k", "a%40b", "é", "sa", "x-y"]
RESTS = [
    "",
    "/",
    "/a/b",
    "/a?b=c#d",
    "?a=b",
    "#f",
    "/0;v",
    "/a?mail=joe%40example.org",
    "/[",
    "/%zz",
]

# The contexts of references, and True if their delimiters are percent-encoded there.
FRAMES = [
    ("{}", False),
    ("https://k/login?next={}", False),
    ("https://k/login?next={}", True),
    ("https://k/login?a=1&next={}&z=2", True),
    ("/go?u={}#x", True),
    ("?dsn={}", False),
    ("https://k/proxy/{}", False),
    ("https://k/a#{}", False),
    ("view-source:{}", False),
    ("blob:{}", False),
    ("git::{}", False),
    ("failover:({},tcp://k:61616)", False),
    ("https://v:w@k/;{}", False),
    ("amqp://v:w@k:1,{}", False),
    ("https://k/ {}", False),
    ("k {}", False),
    ("[{}", False),
]

# The text around it in a line.
LINES = [
    "{}",
    "GET {} 200 in 3ms",
    "2026-11-26 12:00:00,123 ERROR [db] cannot reach {} : timed out",
    '{{"error":"cannot reach {}","user":"joey@example.org"}}',
    "<{}>",
    "see {}, or https://example.org/ (mail joe@example.org)",
    "'{}'",
    "({})",
    "{} {}",
    "一{}",
]


def userinfo(scheme: str, user: str, secret: str, host: str, rest: str) -> str:
    return f"{scheme}://{user}:{secret}@{host}{rest}"


references = st.builds(
    userinfo,
    st.sampled_from(SCHEMES),
    st.sampled_from(USERS),
    st.just("\0"),
    st.sampled_from(HOSTS),
    st.sampled_from(RESTS),
)
odd = st.sampled_from(
    ["sip:u:\0@h", "http:u:\0@h/", "https//u:\0@h/x", "//u:\0@h", "https://https://u:\0@h/",
     "https://ghp_\0@h/", "http:\\\\u:\0@h", "https://\0:x@h/".replace("\0", "ghp_\0")]
)  # fmt: skip
NAMES = [
    *("access_token", "sig", "X-Amz-Signature", "accessToken", "client-secret", "oauth_verifier"),
    *("SAMLResponse", "code", "state", "c%6Fde", "reset_token", "sslpassword", "assertion"),
]
pairs = st.builds(
    "{}{}{}=\0{}".format,
    st.sampled_from(["https://h/a", "/a", "", "//h", "jdbc:x://h"]),
    st.sampled_from(["?", "#", "?a=b&", "#/x?", "?a;"]),
    st.sampled_from(NAMES),
    st.sampled_from(["", "&b=c", "#d", ";e"]),
)
WEBHOOKS = st.sampled_from(
    [
        "https://hooks.slack.com/services/T01/B02/\0",
        "hooks.slack.com./services//T01/\0",
        "https://HOOKS.slack.com:443/services/T/\0?x",
        "https://discord.com/api/webhooks/123/\0",
        "https://outlook.office.com/webhook/\0",
        "https://api.telegram.org/bot123:\0/getMe",
    ]
)


def placed(
    reference: str, frame: tuple[str, bool], line: str, secret: str, other: str, *, whole: bool
) -> tuple[str, str, bool]:
    """A text with a secret, the secret as written there, and True if a name or position reveals it."""
    form, is_encoded = frame
    is_by_name = whole
    if whole:  # the end of a pair must not occur in its value
        secret = quote(secret, safe="-._~!$'()*+,=")
    if is_encoded:
        reference, secret = quote(reference, safe="\0*"), quote(secret, safe="")
    text = form.format(reference.replace("\0", secret))
    return line.format(text, other), secret, is_by_name


texts = st.one_of(
    st.builds(
        placed, st.one_of(references, odd), st.sampled_from(FRAMES), st.sampled_from(LINES), secrets,
        references.map(lambda text: text.replace("\0", "pw")), whole=st.just(value=False),
    ),
    st.builds(
        placed, pairs, st.sampled_from(FRAMES[:1] + FRAMES[2:5]), st.sampled_from(LINES), secrets,
        st.just("x"), whole=st.just(value=True),
    ),
    st.builds(
        placed, WEBHOOKS, st.sampled_from(FRAMES[:4]), st.sampled_from(LINES), secrets, st.just("x"),
        whole=st.just(value=True),
    ),
)  # fmt: skip

PARSERS: list[Any] = [
    IRI,
    URI,
    IRIReference,
    URIReference,
    URITemplate,
    Query,
    Fragment,
    iriform_package.Path,
]


def shown_of_value(value: Any, *, by_name: bool) -> str:
    """Join everything shown of a valid text: secrets by name only if masking is promised."""
    told = "" if by_name else f"{value!r}"
    if not isinstance(value, IRIReference):
        return told
    told += value.masked() + security.masked(value)
    for finding in value.check("untrusted"):
        told += f"{finding.code}{finding.sentence}"
        told += "" if by_name or finding.suggestion is None else repr(finding.suggestion)
    for compare in (security.same_issuer, security.same_resource, security.redirect_matches):
        told += repr(compare(value, "https://other.example/"))
        told += repr(compare("https://other.example/", value))
        # Texts that differ only at the end, so each component is shown once.
        told += repr(compare(value, f"{value}x")) + repr(compare(f"{value}x", value))
    if not by_name:
        told += f"{value.masked('password')}{MutableIRIReference(value)!r}{value._repr_html_()}"
        told += security.displayed(value)
    return told


def shown(text: str, *, by_name: bool) -> str:
    told = security.masked(text) + security.for_logs(text)
    told += str(columns.masked(pa.array([text])).to_pylist())
    errors = columns.errors(pa.array([text])).to_pylist()
    told += "".join(f"{e['message']}{e['hint']}" for e in errors if e is not None)
    for cls in PARSERS:
        try:
            value = cls(text)
        except ParseError as error:
            told += leaving(error)
        else:
            told += shown_of_value(value, by_name=by_name)
    for cls in (IRI, URIReference):
        try:
            repaired = cls.repair(text)
        except ParseError as error:
            told += leaving(error)
        else:
            told += "" if by_name else repr(repaired.value)
    if IRIReference.is_valid(text):
        told += str(grammar.RFC3987["IRI-reference"].tree(text))
        told += "".join(map(str, normalize(security.masked(IRIReference(text)), "scheme")))
    return told


@given(texts)
def test_a_secret_is_in_nothing_that_is_shown(placed: tuple[str, str, bool]) -> None:
    text, secret, by_name = placed
    masked = security.masked(text)
    assert secret not in masked
    assert security.masked(masked) == masked
    assert secret not in shown(text, by_name=by_name)


VERBS: list[tuple[str, ...]] = [
    ("explain", "--"),
    ("explain", "--json", "--"),
    ("grammar", "IRI-reference", "--"),
]
FILES: list[tuple[str, ...]] = [
    ("check", "--profile", "untrusted"),
    ("check", "--profile", "untrusted", "--json", "--as", "IRI-reference"),
    ("check", "--profile", "norm", "--sarif", "--as", "IRI-reference"),
    ("audit",),
    ("audit", "--json", "--as", "IRI-reference"),
    ("audit", "--find"),
    ("check", "--find", "--profile", "untrusted"),
]
# Their output is results, which are data; their messages about a fault are not.
RESULTS: list[tuple[str, ...]] = [
    ("resolve", "--", "https://k/a"),
    ("relativize", "--", "https://k/a"),
    ("normalize", "--"),
    ("to-uri", "--"),
    ("to-iri", "--"),
    ("repair", "--show-changes", "--"),
    ("compress", "--prefixes", "well-known", "--"),
    ("expand", "--prefixes", "well-known", "--"),
    ("match", "--", "/{a}"),
]
COPIES: list[tuple[str, ...]] = [
    ("resolve", "https://k/a"),
    ("relativize", "https://k/a"),
    *(("normalize",), ("to-uri",), ("to-iri",), ("repair",)),
]
# A verb whose first argument is the text: as a base, as a template.
FIRST: list[tuple[str, ...]] = [("resolve",), ("relativize",), ("expand",), ("match",)]


def said_by(*arguments: str | Path) -> tuple[str, str]:
    """Run a verb, and return its output and its messages."""
    run = iriform(*arguments)
    assert run.status in {0, 1}, run
    return run.out, run.err


@settings(max_examples=rounds(4, 100))
@given(st.lists(texts, min_size=5, max_size=10))
def test_no_verb_prints_a_secret(found: list[tuple[str, str, bool]]) -> None:
    lines = [text for text, _, _ in found]
    told = [each for verb in VERBS for each in said_by(*verb, *lines)]
    told += [said_by(*verb, *lines)[1] for verb in RESULTS]
    # A text that is not a base or template is reported with status 2.
    told += [iriform(*verb, "--", line, "a").err for verb in FIRST for line in lines[:3]]
    with TemporaryDirectory() as folder:
        file, source, report = (Path(folder, each) for each in ("a.txt", "a.py", "a.html"))
        file.write_text("\n".join(lines), encoding="utf-8")
        source.write_text(
            "from iriform import IRI\n" + "".join(f"IRI({line!r})\n" for line in lines),
            encoding="utf-8",
        )
        for verb in FILES:
            told += said_by(*verb, file)
        told += said_by("literals", source)
        told += said_by("audit", "--as", "IRI-reference", "--report", report, file)
        told.append(html.unescape(report.read_text(encoding="utf-8")))
        told.append(said_by("find", "--policy", "web", file)[1])
        for verb in COPIES:
            told.append(iriform(*verb, file, "--out", Path(folder, "copy.txt")).err)
    for text, secret, _ in found:
        assert all(secret not in each for each in told), text
