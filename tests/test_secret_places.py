"""A secret in any position of a text, with the escapes of its writers, is never shown.

A secret consists of pieces of three letters that occur nowhere else, separated by characters that
its position allows.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pyarrow as pa
from hypothesis import example, given, settings
from hypothesis import strategies as st

from iriform import columns, security
from iriform.links import find

from .effort import rounds

PIECES = ["QXZ", "XQZ7", "ZZQ0", "qxz", "XXZ-q"]
PIECE = re.compile("[QXZ]{3}|qxz", re.IGNORECASE)
# Characters of userinfo that need no encoding (RFC 3986 §3.2.1), and those of a query.
OF_USERINFO = "-._~!$&'()*+,;=:"
OF_QUERY = "-._~!$'()*+,;=:@/?|^"
OF_PARAMETER = "-._~!$'()*+,=:@/?&#"


def secret(characters: str) -> st.SearchStrategy[str]:
    """A secret with some of these characters between its pieces."""
    between = st.text(characters, max_size=3)
    first = st.sampled_from(["", "1", "80", "8080;", "a"])
    pieces = st.lists(st.tuples(st.sampled_from(PIECES), between), min_size=1, max_size=3)
    return st.builds(
        lambda first, pieces: (
            (first if first.isalnum() or ";" in characters else "") + "".join(map("".join, pieces))
        ),
        first,
        pieces,
    )


def placed(forms: list[str], characters: str) -> st.SearchStrategy[str]:
    return st.builds(
        lambda form, secret: form.replace("\0", secret), st.sampled_from(forms), secret(characters)
    )


USERINFO = [
    *(f"{scheme}://{user}:\0@{host}"
      for scheme in ("http", "postgresql", "mongodb+srv", "jdbc:mysql", "git+ssh", "ftp", "nats")
      for user in ("u", "", "svc%40corp", "a.b+c", "CORP\\u", "é")
      for host in ("h", "h:80/x?a=b", "[::1]:80", "h1:1,h2:2", "npm.example/@scope/pkg", "h/a;v=1#b")),
    "mysql:///svc+ro:\0@h",
    "sip:u:\0@h;transport=tcp",
    "//u:\0@h/",
    "amqp://u:\0@h1:5672,amqp://v:w@h2",
    "https://k/?next=https://u:\0@h/",
    "https://k/proxy/https://u:\0@h/",
    "https://k/#https://u:\0@h/",
]  # fmt: skip
NAMES = [
    *("password", "access_token", "code", "state", "sig", "X-Amz-Signature", "passkey", "oobCode"),
    *(
        "secret_id",
        "bindpw",
        "_pragma_key",
        "x-functions-key",
        "api-key",
        "c%6Fde",
        "user[password]",
    ),
]
QUERIES = [
    f"{before}{name}=\0{after}"
    for name in NAMES
    for before in (
        "https://h/a?",
        "https://h/#",
        "/cb?a=b&",
        "redis://h:6379/0?",
        "?a;b&",
        "jdbc:mysql://h/db?",
    )
    for after in ("", "&b=c")
]
PARAMETERS = [
    "jdbc:sqlserver://h:1433;user=u;password=\0;encrypt=true",
    "jdbc:sqlserver://h;databaseName=d;password=\0",
    "jdbc:derby:db;user=u;password=\0;create=true",
    "Driver={SQL Server};Server=h,1433;Uid=u;Pwd=\0;Encrypt=yes",
    "Data Source=h;User ID=u;Password=\0;",
    "AccountName=a;AccountKey=\0;EndpointSuffix=core.example",
]
BRACES = [
    "jdbc:sqlserver://h:1433;user=u;password={\0};encrypt=true",
    "Driver={ODBC Driver 18 for SQL Server};Server=h;Uid=u;Pwd={\0};Encrypt=yes",
]
PATHS = [
    "https://hooks.slack.com/services/T0/B0/\0",
    "https://api.telegram.org/bot1:\0/x",
    "hooks[.]slack[.]com/services/\0",
]
OTHERS = [
    "jdbc:oracle:thin:u/\0@//h:1521/x",
    "jdbc:oracle:kprb:u/\0@h",
    "http_proxy=u:\0@proxy.example:3128",
    "curl -x u:\0@127.0.0.1:3128 https://h/",
    "nats://\0@h:4222",
    "hxxps[:]//u:\0@evil[.]example/",
]
TEXTS = st.one_of(
    placed(USERINFO, OF_USERINFO),
    placed(QUERIES, OF_QUERY),
    placed(PARAMETERS, OF_PARAMETER),
    placed(BRACES, OF_PARAMETER + ";"),
    placed(PATHS, "-._~!$'()*+,;="),
    placed(OTHERS, "-._~!$()*+=%"),
    # A token after a known beginning, under any name, and one by its length.
    placed(["https://h/?q=ghp_00000\0&a=b", "https://h/?key=0123456789abcdefghij\0"], "-_"),
)


def escaped(characters: str, form: str) -> Callable[[str], str]:
    """Return a function that writes these characters of a JSON string as escapes."""

    def write(text: str) -> str:
        return "".join(
            form.format(ord(c)) if c in characters else c for c in json.dumps(text)[1:-1]
        )

    return write


def inner(text: str) -> str:
    return json.dumps(text)[1:-1]


WRITERS: dict[str, Callable[[str], str]] = {
    "plain": str,
    "encoded once, in a query": lambda text: f"https://k/r?a=1&u={quote(text, safe='')}&z=a@b",
    "encoded once, but for slashes": lambda text: f"/go?u={quote(text)}#x",
    "JSON": inner,
    "PHP": lambda text: inner(text).replace("/", "\\/"),
    "Go": escaped("&<>", "\\u{:04x}"),
    "Gson": escaped("&<>='", "\\u{:04x}"),
    ".NET": escaped("&<>'+`é", "\\u{:04X}"),
    "all but letters": escaped("".join(map(chr, range(33, 48))) + ":;=?@[]_{|}~", "\\u{:04x}"),
    "YAML": escaped("/:@=&?#", "\\x{:02x}"),
    "JSON in JSON": lambda text: inner(inner(text).replace("/", "\\/")),
    "JSON in JSON in JSON": lambda text: inner(inner(inner(text).replace("/", "\\/"))),
    "JSON in a query": lambda text: (
        "/x?s=" + quote('{"u":"' + inner(text).replace("/", "\\/") + '"}')
    ),
    "HTML": html.escape,
    "a template of HTML": lambda text: "".join(
        f"&#x{ord(c):X};" if c in "&<>\"'`=/" else c for c in text
    ),
}
LINES = [
    "{}",
    '{{"url":"{}","user":"joey@k.example"}}',
    "{{'dsn': '{}'}}",
    *("URL={}", 'export URL="{}"', "url: {} # x", "- '{}'", "Location: {}", "<{}>; rel=next"),
    "2026-11-28 ERROR [db] cannot reach {} : timed out",
    *("({})", "[x]({})", "GET {} HTTP/1.1", "{},", "（{}）"),
]


@settings(max_examples=rounds(1_000, 50_000))
@given(TEXTS, st.sampled_from(list(WRITERS)), st.sampled_from(LINES))
@example("postgresql://svc%40corp:QXZ@db/x", "PHP", '{{"u":"{}"}}')
def test_no_secret_is_shown(text: str, writer: str, line: str) -> None:
    text = line.format(WRITERS[writer](text))
    masked = security.masked(text)
    assert not PIECE.search(masked), masked
    assert security.masked(masked) == masked
    assert not PIECE.search(security.for_logs(text))
    assert columns.masked(pa.array([text])).to_pylist() == [masked]


WORDS = r"""http https postgres ssh mailto urn data view-source blob hxxp : : :80 :// :// // / / \ @ @
%40 %3A %2F % [ ] ? # & ; ! = = ' , . h x 7 a.example b.example.org www. git@ token sig code pwd= key=
ghp_ u:QXZ QXZ QXZ " { } ( ) < > \u003d \/ \n &amp; [.] [at] [:] hooks.slack.com /services/ é ＠
jdbc:oracle:thin:"""
TEXTS_OF_WORDS = st.lists(
    st.sampled_from([*re.split(r"\s", WORDS), " ", "\t"]), min_size=2, max_size=14
).map("".join)
OPTIONS: list[dict[str, Any]] = [
    {},
    {"schemes": "any", "userinfo": True},
    {"schemes": "any", "userinfo": True, "refang": True},
    {"schemes": "any", "userinfo": True, "strict": True, "quotes": True},
    {"schemes": "any", "userinfo": True, "delimited": True},
]


@settings(max_examples=rounds(500, 20_000))
@given(TEXTS_OF_WORDS, st.sampled_from(OPTIONS))
def test_find_and_masked_read_the_same_references(text: str, options: dict[str, Any]) -> None:
    """A secret in a link is masked in the text, and no link of the masked text has a secret."""
    masked = security.masked(text)
    assert security.masked(masked) == masked
    for found in find(text, **options):
        if text.count("QXZ") == 1 and "QXZ" in found.text and "QXZ" in masked:
            assert "QXZ" in security.masked(found.text)
    for found in find(masked, **options):
        assert security.masked(found.text) == found.text
        if found.kind == "iri" and not found.changes:
            assert found.iri.masked() == found.iri
