"""Slips: text intended as a scheme, a host or a drive, and texts that are not repaired."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest

from iriform import IRI, URI, Host, IRIReference, ParseError, URITemplate, columns
from iriform.findings import fixed
from tests.errors import error_of


def codes(text: str) -> list[str]:
    return [finding.code for finding in IRIReference(text).check()]


@pytest.mark.parametrize(
    ("text", "code", "suggestion"),
    [
        ("https//example.org/", "scheme-delimiter", "https://example.org/"),
        ("https;//example.org/", "scheme-delimiter", "https://example.org/"),
        ("http.//example.org/", "scheme-delimiter", "http://example.org/"),
        ("HTTP,//example.org/", "scheme-delimiter", "HTTP://example.org/"),
        ("ftp;//example.org/", "scheme-delimiter", "ftp://example.org/"),
        ("wss//example.org/", "scheme-delimiter", "wss://example.org/"),
        ("mailto;a@example.org", "scheme-delimiter", "mailto:a@example.org"),
        ("tel;+1-201-555-0123", "scheme-delimiter", "tel:+1-201-555-0123"),
        ("www.example.com/x", "reference-like-host", "//www.example.com/x"),
        ("WWW.example.com", "reference-like-host", "//WWW.example.com"),
        ("C:/x", "scheme-one-letter", "file:///C:/x"),
        ("c:x", "scheme-one-letter", None),
        ("file://C:/Users/x", "file-authority", "file:///C:/Users/x"),
        ("file://c:", "file-authority", None),
        ("file://localhost:80/x", "file-authority", None),
        ("file://localhost:/x", "file-authority", None),
        ("file://@/x", "file-authority", None),
        ("FILE://u:@h/x", "file-authority", None),
        ("file://[::1]:8/x", "file-authority", None),
    ],
)
def test_slips_are_found(text: str, code: str, suggestion: str | None) -> None:
    found = {finding.code: finding for finding in IRIReference(text).check()}
    assert code in found
    assert found[code].suggestion == suggestion
    assert IRIReference(text).has_finding(code)


@pytest.mark.parametrize(
    "text",
    [
        "http", "https/a", "http/2", "httpd//a", "ftp/a", "ws", "mailto", "mailto.html", "mailto;",
        "www.html", "www.example", "www", "wwww.example.com/x", "a/www.example.com/x", "?www.example.com",
        "telephone;a", "/https//a", "urn", "file:///C:/x", "file://server/x", "file:/x", "file://[::1]/x",
        "//www.example.com/", "ab:/x", "https://example.org/", "./https//a",
    ],
)  # fmt: skip
def test_what_is_none(text: str) -> None:
    slips = {"scheme-delimiter", "reference-like-host", "scheme-one-letter", "file-authority"}
    assert not slips & set(codes(text))


FILES = ["file://C:/Users/x", "FILE://C:/Users/../x", "file://localhost:80/x", "file://@/%7Ex"]


@pytest.mark.parametrize("text", FILES)
def test_no_file_becomes_another(text: str) -> None:
    """`normalize` follows the RFC; `fixed` and `repair` leave the text unchanged."""
    assert fixed(IRI(text), "norm") == text
    assert fixed(IRI(text)) == text
    assert IRI.repair(text).value == text
    with pytest.raises(ParseError):
        IRI.repair(f"{text} y")
    assert IRI("file://C:/Users/x").normalize("scheme") == "file://c/Users/x"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "iriform", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603


def test_no_copy_names_another_file(tmp_path: Path) -> None:
    lines = "".join(f"{text}\n" for text in [*FILES, "HTTP://a/%7Ex"])
    (tmp_path / "a.txt").write_text(lines)
    done = run(
        "normalize", str(tmp_path / "a.txt"), "--out", str(tmp_path / "b.txt"), "--level", "scheme"
    )
    assert (tmp_path / "b.txt").read_text() == lines.replace("HTTP://a/%7Ex", "http://a/~x")
    assert done.returncode == 1
    assert "file:///C:/" in done.stdout
    done = run("check", str(tmp_path / "a.txt"), "--fix", "--profile", "norm")
    assert done.stdout == lines.replace("HTTP://a/%7Ex", "http://a/~x")
    assert "file-authority" in done.stderr
    done = run("normalize", "file://C:/Users/x", "--level", "scheme")
    assert done.stdout == "file://c/Users/x\n"


@pytest.mark.parametrize(
    "text",
    [
        "C:\\Users\\x", "c:\\a b", "C:dir\\x", "file:///C:\\dir\\s.json", "file:///c|\\x",
        "file:/C:\\x y",
        "file://C:\\x", "sip:u@[2001:db8::1]", "sips:[::1]:5061;transport=tcp", "stun:[2001:db8::1]:3478",
        "turn:[::1] ", "sip:[fe80::1%25eth0]",
    ],
)  # fmt: skip
def test_what_is_no_repair(text: str) -> None:
    with pytest.raises(ParseError):
        IRI.repair(text)
    with pytest.raises(ParseError):
        URI.repair(text, default_scheme="https")
    assert pa.array(columns.repair(pa.array([text]))).to_pylist() == [None]


@pytest.mark.parametrize(
    "text", ["http.//example.com/x", "HTTPS.//example.com/x", "htps.//example.com/x", "mailto.//x"]
)
def test_a_scheme_with_a_slip_is_no_host(text: str) -> None:
    with pytest.raises(ParseError):
        IRI.repair(text, default_scheme="https")


def test_what_is_repaired_still() -> None:
    for text, expected in [
        ("file:///C:/a b", "file:///C:/a%20b"),
        ("file:///home/a\\b", "file:///home/a%5Cb"),
        ("foo:a[1]", "foo:a%5B1%5D"),
        ("http://h/[::1]", "http://h/%5B::1%5D"),
    ]:
        assert IRI.repair(text).value == expected
    assert IRI.repair("example.org//a", default_scheme="https").value == "https://example.org//a"


def test_mail_reads_its_headers() -> None:
    """RFC 6068 §5: a plus is itself; §2: names are in any letter case."""
    iri = IRI("mailto:a@example.org?cc=bill+ietf@example.org&Subject=a%20b")
    assert iri.query_value("cc") == iri.query_value("CC") == "bill+ietf@example.org"
    assert iri.query_value("cc", plus=True) == "bill ietf@example.org"
    assert iri.query_values("subject") == ["a b"]
    assert iri.pairs() == [("cc", "bill+ietf@example.org"), ("Subject", "a b")]
    assert iri.without_query("SUBJECT") == "mailto:a@example.org?cc=bill+ietf@example.org"
    assert iri.update_query({"subject": "c"}) == (
        "mailto:a@example.org?cc=bill+ietf@example.org&subject=c"
    )
    assert IRI("http://h/?CC=a+b").query_value("cc") is None
    assert IRI("http://h/?cc=a+b").query_value("cc") == "a b"
    column = pa.array([str(iri), "http://h/?cc=a+b"])
    assert pa.array(columns.query_value(column, "cc")).to_pylist() == [
        "bill+ietf@example.org",
        "a b",
    ]
    assert pa.array(columns.query_value(column, "CC")).to_pylist() == [
        "bill+ietf@example.org",
        None,
    ]
    assert pa.array(columns.without_query(column, "CC")).to_pylist()[1] == "http://h/?cc=a+b"


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ("tel:+1-201-555-0123", False),
        ("tel:+12015550123;ext=1;isub=2", False),
        ("tel:+1?x", True),
        ("tel:+1;ext=1;ext=2", True),
        ("tel:+1;ext=1;EXT=2", True),
        ("tel:+1;", True),
        ("tel:+1;;ext=1", True),
        ("tel:+1;ext=", True),
        ("tel:+1;=a", True),
    ],
)
def test_telephone_numbers(text: str, is_found: bool) -> None:
    assert ("tel-syntax" in codes(text)) == is_found


def test_visual_separators_of_a_number_do_not_count() -> None:
    """RFC 3966 §4."""
    a, b = IRI("tel:+1-201-555-0123"), IRI("tel:+1(201)555.0123")
    assert a.equivalent(b, "scheme")
    assert not a.equivalent(b, "syntax")
    assert a.normalize("scheme") == "tel:+12015550123"
    assert pa.array(columns.normalize(pa.array([str(a)]), "scheme")).to_pylist() == [
        "tel:+12015550123"
    ]


def test_parameters_of_a_data_url() -> None:
    data = IRI("data:text/plain;Charset=%22utf-8%22;a=%22b;c%22;A=d,x").data
    assert data is None  # a raw semicolon separates parameters
    data = IRI("data:text/plain;Charset=%22utf-8%22;a=%22b%3Bc%22;A=d,x").data
    assert data is not None
    assert data.parameters == {"charset": "utf-8", "a": "b;c"}
    assert codes("data:text/plain;charset=utf-8;Charset=latin1,a") == ["data-parameter-repeated"]
    made = URI.from_data("x", "text/plain", parameters={"a": 'b;"c'})
    assert made.data is not None
    assert made.data.parameters["a"] == 'b;"c'


@pytest.mark.parametrize(
    ("make", "text", "hint"),
    [
        (URITemplate, "/users/<id>", "a variable is written {id}"),
        (URITemplate, "/users/<int:id>/x", "a variable is written {id}"),
        (URITemplate, "/a<b/c", "percent-encode it as %3C"),
        (URITemplate, "/a{?api-version}", "write the hyphen as %2D"),
        (URITemplate, "/a{user-id}", "write the hyphen as %2D"),
        (IRI, "http://2001:db8::1:8080/", "], or [2001:db8::1]:8080 if 8080 is the port"),
        (IRI, "http://2001:db8::1:99999/", "as in [2001:db8::1]:8080"),
        (IRI, "http://2001:db8:0:0:0:0:0:1:8080/", "as in [2001:db8::1]:8080"),
        (IRI, "http://2001:db8::1/", "write [2001:db8::1]"),
        (IRI, "http://::1/", "write [::1]"),
        (Host, "/var/run/x", "as Host.quote does"),
    ],
)  # fmt: skip
def test_messages_say_what_to_write(make: type[str], text: str, hint: str) -> None:
    caught = error_of(make, text)
    assert hint in (caught.hint or "")


@pytest.mark.parametrize(
    ("text", "port"),
    [
        ("postgresql://h/db", 5432),
        ("mysql://h/db", 3306),
        ("mongodb://h/db", 27017),
        ("amqps://h/", 5671),
        ("rediss://h/0", 6379),
        ("mssql://h/db", 1433),
    ],
)
def test_databases_have_default_ports(text: str, port: int) -> None:
    iri = IRI(text)
    assert iri.port_or_default == port
    assert IRI(text.replace("//h", f"//h:{port}")).equivalent(iri, "scheme")
