"""Explicit repair: the table of permitted changes, row by row, and the refused texts."""

import pickle
import re
from contextlib import suppress
from itertools import product
from typing import Any

import ada_url
import pyarrow as pa
import pytest
from hypothesis import given

from iriform import IRI, URI, Change, IRIReference, ParseError, Repaired, URIReference, columns
from iriform.security import for_logs, masked
from tests.errors import error_of

from .oracle.syntax import RFC3987
from .strategies import almost_references, iri_references

# A change as (found, replacement, cause).
Changes = list[tuple[str, str, str]]

APPENDIX_C, SECTION_3_1, BEYOND = "RFC 3986 Appendix C", "RFC 3987 §3.1", "beyond the RFCs"
CLAUSES = {
    "trimmed": APPENDIX_C,
    "not-allowed": SECTION_3_1,
    "bare-percent": BEYOND,
    "bracket": BEYOND,
    "second-hash": BEYOND,
    "scheme": "RFC 3986 §4.5",
}


def brief(repaired: Repaired[Any]) -> Changes:
    return [(c.found, c.replacement, c.cause) for c in repaired.changes]


@pytest.mark.parametrize(
    ("text", "value", "changes"),
    [
        ("\u3000http://h/\xa0 ", "http://h/", [("\u3000", "", "trimmed"), ("\xa0 ", "", "trimmed")]),
        ("<URL: http://h/ >", "http://h/", [("<URL: ", "", "trimmed"), (" >", "", "trimmed")]),
        ("<\ufeffhttp://h/\ufeff>", "http://h/\ufeff", [  # at the end it is a character
         ("<\ufeff", "", "trimmed"), (">", "", "trimmed")]),
        ("st:/a\\b?\\#\\", "st:/a%5Cb?%5C#%5C", [("\\", "%5C", "not-allowed")] * 3),
        ("s:\ufffd\U000e0001", "s:%EF%BF%BD%F3%A0%80%81", [("\ufffd", "%EF%BF%BD", "not-allowed"),
         ("\U000e0001", "%F3%A0%80%81", "not-allowed")]),
        ("s:\ue000?\ue000\ufffe", "s:%EE%80%80?\ue000%EF%BF%BE", [
         ("\ue000", "%EE%80%80", "not-allowed"),  # iprivate only in a query
         ("\ufffe", "%EF%BF%BE", "not-allowed")]),
        ("s:#a#b#", "s:#a%23b%23", [("#", "%23", "second-hash")] * 2),
        # some of all
        (" s:a b%#[", "s:a%20b%25#%5B", [(" ", "", "trimmed"), (" ", "%20", "not-allowed"),
         ("%", "%25", "bare-percent"), ("[", "%5B", "bracket")]),
    ],
)  # fmt: skip
def test_the_table(text: str, value: str, changes: Changes) -> None:
    """Core's is longer (`suite/repair.rs`)."""
    repaired = IRI.repair(text)

    assert (type(repaired.value), repaired.value) == (IRI, value)
    assert brief(repaired) == changes
    for change in repaired.changes:
        assert text[slice(*change.span)] == change.found
        assert change.clause == CLAUSES[change.cause]


@pytest.mark.parametrize(
    "text",
    [
        "http://h/%41/é?\ue000#'",
        "URL:http://h/",  # a URI of the scheme URL, and valid
        "http://h/\u3000",  # ucschar: the white space that an IRI may end with
        "http:/h",
        "http://u/v@h/",
    ],
)
def test_what_is_valid_stays_as_it_is(text: str) -> None:
    assert IRI.repair(text) == Repaired(IRI(text), ())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        # scheme, host and port: a guess about who is meant
        ("ht tp://h/", "not an IRI: U+0020 SPACE is not allowed in a scheme"),
        ("<http://h/", "not an IRI: U+003C LESS-THAN SIGN is not allowed in a scheme"),
        ("1http://h/", "not an IRI: U+0031 DIGIT ONE is not allowed in a scheme"),
        ("http://a b/", "not an IRI: U+0020 SPACE is not allowed in a host name"),
        ("http://a|b/", "not an IRI: U+007C VERTICAL LINE is not allowed in a host name"),
        ("http://a%/", "not an IRI: “%” is not followed by two hexadecimal digits"),
        ("http://[::1/", "not an IRI: “[” is never closed"),
        ("http://h:8o/", "not an IRI: “8o” is not a port"),
        ("http://a@b@h/", "not an IRI: there is a second “@” in the authority"),
        ("www.example.org/a b", "not an IRI: there is no scheme"),  # K4: no heuristics
        # a backslash in the authority, or where a browser sees one
        ("http://h\\b/", "not an IRI: U+005C REVERSE SOLIDUS is not allowed in a host name"),
        ("http://evil.example\\@h/", "not an IRI: U+005C REVERSE SOLIDUS is not allowed"),
        ("http:\\\\h\\a", "not an IRI: U+005C REVERSE SOLIDUS is not allowed in a path segment"),
        (
            "https:/evil.example\\@good.example/",
            "not an IRI: U+005C REVERSE SOLIDUS is not allowed",
        ),
        ("https:evil.example\\@good.example/", "not an IRI: U+005C REVERSE SOLIDUS is not allowed"),
        ("https:evil.example/a b", "not an IRI: U+0020 SPACE is not allowed in a path segment"),
        ("http:/\\h/a", "not an IRI: U+005C REVERSE SOLIDUS is not allowed in a path segment"),
        ("http:\\h/p", "not an IRI: U+005C REVERSE SOLIDUS is not allowed in a path segment"),
        ("HTTPS:\\h", "not an IRI: U+005C REVERSE SOLIDUS is not allowed in a path segment"),
        ("ws:h\\p", "not an IRI: U+005C REVERSE SOLIDUS is not allowed in a path segment"),
        ("wss:///h\\p", "not an IRI: U+005C REVERSE SOLIDUS is not allowed in a path segment"),
        ("ftp:/u[@h/", "not an IRI: U+005B LEFT SQUARE BRACKET is not allowed in a path segment"),
        ("http:/h/a b", "not an IRI: U+0020 SPACE is not allowed in a path segment"),
        ("file:\\h", "not an IRI: U+005C REVERSE SOLIDUS is not allowed in a path segment"),
        ("file:///\\h/a", "not an IRI: U+005C REVERSE SOLIDUS is not allowed in a path segment"),
        # in the userinfo, what is beyond the RFCs
        ("http://%@h/", "not an IRI: “%” is not followed by two hexadecimal digits"),
        ("http://[@h/", "not an IRI: “[@h” is not an IPv6 address"),
        ("http://\ufffe@h/", "not an IRI: U+FFFE is not allowed in a host name"),
        # tab and line break inside, lone surrogate
        ("http://h/a\tb", "not an IRI: U+0009 is not allowed in a path segment"),
        ("http://h/a\nhttp://h/b", "not an IRI: U+000A is not allowed in a path segment"),
        ("http://h/\ud800", "not an IRI: U+D800 is half of a surrogate pair, not a character"),
        ("  ", "not an IRI: the text is empty"),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    caught = error_of(IRI.repair, text)
    assert str(caught).startswith(message)


@pytest.mark.parametrize(
    ("text", "position", "blamed"),
    [
        ("<http://exa mple.org/>", 11, " "),
        (" \t<URL:http://h:8x/a b>", 18, "8x"),  # until there it could be userinfo
        ("  http://u :p@h:8x/", 17, "8x"),
        ("http://{{{@h x/", 12, " "),
        (" a b ", 2, "a b"),  # no scheme: all of it
        (" http://[::1 ", 12, "[::1"),  # what is missing is missing before the white space
        (" :é ", 1, ":"),
    ],
)
def test_what_is_refused_is_where_it_is_in_the_original(
    text: str, position: int, blamed: str
) -> None:
    error = error_of(IRI.repair, text)
    assert (error.text, error.position, text[slice(*error.span)]) == (text, position, blamed)


def test_a_browser_finds_the_same_host_in_what_is_repaired() -> None:
    """Every short text of delimiters, compared with ada, a parser of the URL Standard."""
    compared = 0
    for start in ("http:", "HTTPS:", "ws:", "wss:", "ftp:", "file:", "s:", "//", "", "\x01"):
        kind, base = (IRI, None) if start.endswith(":") else (IRIReference, "http://base/a/b")
        for size in range(5):
            for end in product("h\\/ @:[?#%", repeat=size):
                text = start + "".join(end)
                with suppress(ValueError):  # refused by ada or by us
                    theirs = ada_url.URL(text, base)
                    value = str(kind.repair(text).value)
                    found = ada_url.URL(value, base) if value != text else theirs
                    assert (found.hostname, found.username) == (theirs.hostname, theirs.username)
                    compared += value != text
    assert compared > 5_000


@given(almost_references())
def test_a_character_that_is_refused_is_one_of_the_original(text: str) -> None:
    try:
        IRI.repair(text)
    except ParseError as error:
        if error.reason == "invalid-character" and error.text:
            assert error.text == text
            assert f"U+{ord(text[error.span[0]]):04X}" in str(error)


def test_places_are_code_points_of_the_original() -> None:
    repaired = IRI.repair(" http://\U0001f600/\U0001f600 \ufffe#é\U0001f600 %")

    spans = [change.span for change in repaired.changes]
    assert spans == [(0, 1), (11, 12), (12, 13), (16, 17), (17, 18)]
    assert repaired.value == "http://\U0001f600/\U0001f600%20%EF%BF%BE#é\U0001f600%20%25"


# Texts without a scheme, and the result with `https`.
COMPLETED = [
    ("www.example.org/x", "https://www.example.org/x"),
    (" <example.org> ", "https://example.org"),
    ("\ufeffExample.ORG?q#f", "https://Example.ORG?q#f"),
    ("//example.org/x", "https://example.org/x"),
    ("//u@example.org/x", "https://u@example.org/x"),  # a network-path reference, unchanged
    ("例え.jp/道 の駅", "https://例え.jp/道%20の駅"),
    ("例え。jp", "https://例え。jp"),
    ("localhost", "https://localhost"),
    ("LOCALHOST:3000/a", "https://LOCALHOST:3000/a"),
    ("127.0.0.1:8080", "https://127.0.0.1:8080"),
    ("[::1]:8080/a[0]", "https://[::1]:8080/a%5B0%5D"),
    # By the grammar a scheme and a path.
    ("example.org:8080/x", "https://example.org:8080/x"),
    ("example.org:8080?q", "https://example.org:8080?q"),
    ("a-b.example:1", "https://a-b.example:1"),
    # Not a path, if the caller says so.
    ("readme.md", "https://readme.md"),
]


@pytest.mark.parametrize(("text", "value"), COMPLETED)
def test_a_default_scheme(text: str, value: str) -> None:
    repaired = IRI.repair(text, default_scheme="https")
    assert repaired.value == value
    [added] = [change for change in repaired.changes if change.cause == "scheme"]
    assert (added.found, added.clause) == ("", CLAUSES["scheme"])
    assert added.replacement in {"https:", "https://"}
    assert IRIReference.repair(text, default_scheme="https").value == value
    # A browser finds the same host.
    host = IRI(value).host
    assert host is not None
    assert host.matches(ada_url.URL(value).hostname)
    if not IRI.is_valid(text):
        with pytest.raises(ParseError):
            IRI.repair(text)


@pytest.mark.parametrize(
    "text",
    [
        "anna@example.org",
        "www.example.org@evil.example/",
        "example.org\\@evil.example",
        "exa mple.org/",
        "0x7f.1/",
        "1.2",
        "2130706433",
        "example.0x1",
        ".example.org",
        "example",
        "",
        "/example.org",
        "/\\example.org",
        "///example.org",
        "?example.org",
        "#example.org",
        "..",
        "../example.org",
    ],
)
def test_what_gets_no_scheme(text: str) -> None:
    with pytest.raises(ParseError):
        IRI.repair(text, default_scheme="https")


@pytest.mark.parametrize(
    "text",
    [
        "http://example.org/",
        "tel:5550123",
        "example.org:x",
        "example.org:/x",
        "a.b:123456",
        "a.b:1:2",
        "example.org:80@evil.example",
        "example.org:8o/",
    ],
)
def test_what_has_a_scheme_keeps_it(text: str) -> None:
    assert IRI.repair(text, default_scheme="https") == Repaired(IRI(text), ())


def test_the_places_of_changes_beside_a_scheme() -> None:
    text = " www.example.org/é b% "
    repaired = IRI.repair(text, default_scheme="http")
    assert [(change.span, change.cause) for change in repaired.changes] == [
        ((0, 1), "trimmed"),
        ((1, 1), "scheme"),
        ((18, 19), "not-allowed"),
        ((20, 21), "bare-percent"),
        ((21, 22), "trimmed"),
    ]
    caught = error_of(IRI.repair, " www.exa mple.org:8x/", default_scheme="https")
    assert (caught.text[1:], caught.position) == ("www.exa mple.org:8x/", 8)


def test_a_default_scheme_is_a_scheme() -> None:
    for scheme in ("", "1", "https:", "https://", "é"):
        with pytest.raises(ParseError):
            IRI.repair("www.example.org", default_scheme=scheme)
    wrong: Any = 1
    with pytest.raises(TypeError):
        IRI.repair("www.example.org", default_scheme=wrong)


@given(almost_references())
def test_a_hint_to_percent_encode_is_what_repair_does(text: str) -> None:
    for kind in (IRI, IRIReference, URI):
        try:
            kind(text)
        except ParseError as error:
            hint, position, blamed = error.hint or "", error.position, error.span[0]
        else:
            continue
        found = re.fullmatch(r"(percent-encode it as|write a literal “%” as) (%\S+)", hint)
        if found is None:
            continue
        start = position if found[1].startswith("percent") else blamed
        try:
            changes = kind.repair(text).changes
        except ParseError as left:
            # The fault that repair cannot mend is at a later position: it has followed the hint.
            assert left.position != position
        else:
            assert [c.replacement for c in changes if c.span[0] == start] == [found[2]]


def test_a_uri_is_repaired_to_be_one() -> None:
    repaired = URI.repair("http://é@h/é")

    assert repaired.value == "http://%C3%A9@h/%C3%A9"
    assert brief(repaired) == [("é", "%C3%A9", "not-allowed")] * 2
    with pytest.raises(ParseError, match="is not ASCII"):
        URI.repair("http://é/")


def test_a_reference_is_repaired_to_be_one() -> None:
    assert IRIReference.repair("../a b").value == "../a%20b"
    assert IRIReference.repair(" ").value == ""
    for text in ("\\\\h\\a", "/\\h"):  # network paths to a browser
        with pytest.raises(ParseError, match="REVERSE SOLIDUS"):
            IRIReference.repair(text)
    assert IRIReference.repair("\\a").value == "%5Ca"


def test_the_outcome() -> None:
    repaired = IRI.repair("s:a b")
    change = Change((3, 4), " ", "%20", "not-allowed", "RFC 3987 §3.1")

    assert repaired == Repaired(IRI("s:a%20b"), (change,))
    assert repaired != IRI.repair("s:a%20b")
    assert hash(repaired) == hash(IRI.repair("s:a b"))
    assert pickle.loads(pickle.dumps(repaired)) == repaired
    assert repr(IRI.repair("s://u:p @h")).startswith("Repaired(value=IRI('s://u:***@h'), ")
    match repaired:
        case Repaired(value, (only,)):
            assert (value, only) == ("s:a%20b", change)


def test_only_text() -> None:
    text: Any = b"s:a b"
    with pytest.raises(TypeError, match=r"^repair\(\) takes str, not bytes$"):
        IRI.repair(text)


@given(iri_references())
def test_a_valid_reference_has_nothing_to_repair(text: str) -> None:
    assert IRIReference.repair(text).changes == ()


@given(almost_references())
def test_the_changes_make_the_value(text: str) -> None:
    try:
        repaired = IRIReference.repair(text)
    except ParseError:
        assert not RFC3987.is_reference(text)
        return
    made, end = "", 0
    for change in repaired.changes:
        start, stop = change.span
        assert end <= start < stop
        made += text[end:start] + change.replacement
        end = stop
    assert repaired.value == made + text[end:]
    assert IRIReference.repair(str(repaired.value)).changes == ()


@given(almost_references())
def test_repair_never_changes_who_is_meant(text: str) -> None:
    """The scheme, host and port of the value are in the text unchanged."""
    try:
        value = IRIReference.repair(text).value
    except ParseError:
        return
    for part in (value.scheme, value.host, value.port_text):
        assert (part or "") in text


TWO = [
    "https://a.example/x https://b.example/y",
    "<mailto:a@b.example>, <https://c.example/>",
    '"https://a.example/" "https://b.example/"',
    'https://a.example/"https://b.example/',
    "https://a.example/, https://b.example/",
    "https://a.example/ and https://b.example/",
    "https://a.example/; urn:isbn:1",
    "https://a.example/ www.b.example",
    "https://a.example/\nhttps://b.example/",
    "\u201chttps://a.example/\u201d \u201chttps://b.example/\u201d",
]


@pytest.mark.parametrize("text", TWO)
def test_two_links_do_not_become_one(text: str) -> None:
    for repaired in (
        lambda: IRI.repair(text),
        lambda: IRIReference.repair(text),
        lambda: URI.repair(text),
        lambda: IRI.repair(text, default_scheme="https"),
    ):
        caught = error_of(repaired)
        assert "the text has two links, at positions " in str(caught)
        assert caught.text == text
    column = pa.array([text])
    assert columns.repair(column).to_pylist() == [None]
    assert columns.repair(column, default_scheme="https").to_pylist() == [None]


@pytest.mark.parametrize(
    "text",
    [
        "https://a.example/{id}",
        "https://a.example/{?name,label}",
        "https://a.example/users{/id}/x y",
        "https://a.example/{{ user.name }}",
        "https://a.example/${id}",
        "https://a.example/<name>",
        "https://a.example/?q=%s",
        "https://a.example/%(name)s",
        "https://a.example/?q={query:3}",
        " https://a.example/arn/{arn} ",
    ],
)
def test_what_is_to_be_filled_in_is_not_encoded(text: str) -> None:
    for repaired in (
        lambda: IRI.repair(text),
        lambda: URIReference.repair(text),
        lambda: IRI.repair(text, default_scheme="https"),
    ):
        hint = error_of(repaired).hint or ""
        assert "a placeholder is left in" in hint or "URI template" in hint, hint
    assert columns.repair(pa.array([text])).to_pylist() == [None]


@pytest.mark.parametrize(
    "text",
    [
        "data:text/css,a{color:red}",
        "javascript:f({a})",
        "https://a.example/?q={}",
        'https://a.example/?q={"a":1}',
        "https://a.example/?q=100%",
        "https://a.example/?a[b]=c",
    ],
)
def test_what_is_no_placeholder_is_repaired(text: str) -> None:
    assert IRI.repair(text).changes


def test_where_the_two_links_begin_is_said() -> None:
    caught = error_of(IRI.repair, TWO[0])
    assert caught.hint == "the text has two links, at positions 0 and 20: write each by itself"


@given(almost_references(), iri_references())
def test_no_link_becomes_a_part_of_another(first: str, second: str) -> None:
    text = f"http://a/{first} http://b/{second}"
    with suppress(ParseError):
        assert "%20http://b/" not in IRI.repair(text).value


def test_links_that_are_joined_are_a_finding() -> None:
    def codes(text: str) -> list[str]:
        return [finding.code for finding in IRI(text).check("untrusted")]

    for text in ("https://a/xhttps://b/", "https://a/x;HTTP://b/", "https://a/?q=xhttp://b/"):
        assert "links-joined" in codes(text)
    for text in ("https://a/x/https://b/", "https://a/?q=https://b/", "https://a/?q=x,https://b/"):
        assert "links-joined" not in codes(text)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("postgresql://u:p/w@h:5432/db", "percent-encode it: “/” is %2F"),
        ("postgresql://u:p?w@h:5432/db", "“?” %3F"),
        ("postgresql://u:p#w@h:5432/db", "“#” %23"),
        ("postgresql://u:p%w@h:5432/db", "“%” %25"),
        ("postgresql://u:p w@h:5432/db", "a space %20"),
        (
            "postgresql://u:p@w@h:5432/db",
            "only the last “@” is a delimiter: write the others as %40",
        ),
        (
            "postgresql://h1:5432,h2:5432/db",
            "a reference has one host: write a reference for each host",
        ),
        ("git@github.com:o/r.git", "write ssh://git@github.com/o/r.git"),
        ("\u201chttps://a.example/\u201d", "remove the quotation marks around it"),
        ("hxxp://evil[.]example", "write http for hxxp, “.” for “[.]”"),
    ],
)
def test_other_notations_have_advice(text: str, hint: str) -> None:
    for cls in (IRI, URI, IRIReference):
        caught = error_of(cls, text)
        assert hint in (caught.hint or "")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("git+ssh://git@host:org/repo.git@v1", "git+ssh://git@host/org/repo.git@v1"),
        ("ssh://git@github.com:o/r.git", "ssh://git@github.com/o/r.git"),
        ("git+ssh://git@host:~org/r@v1#egg=x", "git+ssh://git@host/~org/r@v1#egg=x"),
        ("GIT+SSH://git@host:o/r@a@b", "GIT+SSH://git@host/o/r@a@b"),
        ("svn+ssh://anna@host:path/x@12", "svn+ssh://anna@host/path/x@12"),
        ("hg+ssh://hg@host:o/r@tip", "hg+ssh://hg@host/o/r@tip"),
        ("git+ssh://host:o/r.git", "git+ssh://host/o/r.git"),
        ("git+ssh://host.example:o/r.git?x=1", "git+ssh://host.example/o/r.git?x=1"),
        # Not a password either, and without a suggestion.
        ("s3://arn:aws:s3:us-east-1:123456789012:accesspoint/a/k", None),
        ("s3://arn:aws-cn:s3:::bucket/k", None),
        ("s3a://arn:aws:s3:::bucket/k", None),
    ],
)
def test_a_repository_behind_a_scheme_is_no_password(text: str, written: str | None) -> None:
    for cls in (IRI, URI, IRIReference):
        caught = error_of(cls, text)
        assert text in str(caught)
        assert (f"write {written}" in (caught.hint or "")) is (written is not None)
        assert "password" not in (caught.hint or "")
    assert masked(text) == for_logs(text) == text
    assert columns.masked(pa.array([text])).to_pylist() == [text]
    if written is not None:
        assert IRI.is_valid(written)


@pytest.mark.parametrize(
    "text",
    [
        "git+ssh://git:S3cret/x@host/r",
        "git+ssh://u:S3cret@host:o/r.git@v1",
        "ssh://u@k:S3cret@host/r",
        "ssh://u:S3cret/p@host/r",
        "postgresql://u@k:S3cret/x@host/d",
        "https://u@k:S3cret/x@host/d",
        "s3://arn:S3cret/x",
    ],
)
def test_a_password_of_other_schemes_is_one(text: str) -> None:
    assert "S3cret" not in str(error_of(IRI, text))
