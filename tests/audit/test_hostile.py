"""Hostile input: nothing is fetched, nothing is executed, nothing draws, nothing fills the memory."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from iriform.audit import AuditError, audit
from iriform.audit.engines.duckdb import _sandbox
from tests.cli.program import iriform

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"


@pytest.fixture
def server() -> Iterator[tuple[str, list[bytes]]]:
    """Listen, and note every request. It answers what a context could be."""
    requests: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(0.1)
        done = threading.Event()

        def listen() -> None:
            while not done.is_set():
                try:
                    connection, _ = listening.accept()
                except TimeoutError:
                    continue
                with connection:
                    requests.append(connection.recv(1000))

        thread = threading.Thread(target=listen)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}", requests
        done.set()
        thread.join()


def test_nothing_is_fetched(tmp_path: Path, server: tuple[str, list[bytes]]) -> None:
    url, requests = server
    secret = tmp_path / "secret"
    secret.write_text("s3cr3t")
    inputs = {
        "context.jsonld": json.dumps({"@context": f"{url}/c", "@id": "x:y", "x:p": "o"}),
        "import.jsonld": json.dumps(
            {"@context": {"@version": 1.1, "@import": f"{url}/i"}, "@id": "x:y", "x:p": "o"}
        ),
        "dtd.rdf": f'<!DOCTYPE rdf:RDF SYSTEM "{url}/d"><rdf:RDF xmlns:rdf="{RDF}"/>',
        "entity.rdf": f'<!DOCTYPE r [<!ENTITY e SYSTEM "{url}/e">]><rdf:RDF xmlns:rdf="{RDF}"'
        ' xmlns:p="x:"><rdf:Description rdf:about="x:&e;"><p:p>&e;</p:p></rdf:Description></rdf:RDF>',
        "file.rdf": f'<!DOCTYPE r [<!ENTITY e SYSTEM "{secret.as_uri()}">]><rdf:RDF'
        f' xmlns:rdf="{RDF}" xmlns:p="x:"><rdf:Description rdf:about="x:&e;"/></rdf:RDF>',
        "base.ttl": f"@base <{url}/> . @prefix p: <{url}/p#> . <a> p:b <c> .",
        "links.txt": f"{url}/x\n",
        "links.csv": f'url\n"{url}/x"\n',
    }
    for name, text in inputs.items():
        file = tmp_path / name
        file.write_text(text)
        run = iriform("audit", file, "--report", tmp_path / "r.html", "--json")
        assert run.status in {0, 2}, run
        assert "s3cr3t" not in run.out + run.err
    for name in (f"{url}/a.parquet", f"{url}/a.txt", "s3://bucket/a.parquet"):
        run = iriform("audit", name)
        assert (run.status, run.err.count("\n")) == (2, 1)
    assert requests == []


def test_duckdb_opens_nothing() -> None:
    with _sandbox() as connection:
        for statement in (
            "SELECT * FROM read_csv('/etc/passwd')",
            "SELECT * FROM '/etc/passwd'",
            "COPY (SELECT 1) TO '/tmp/iriform-test'",
            "INSTALL httpfs",
            "LOAD httpfs",
            "ATTACH 'a.db'",
            "SET enable_external_access = true",
        ):
            with pytest.raises(duckdb.Error):
                connection.execute(statement)


LAUGHS = '<!ENTITY l0 "hahahahaha">' + "".join(
    f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 12)
)


@pytest.mark.parametrize(
    "declared",
    [
        LAUGHS,
        LAUGHS.replace('"', "'"),
        f'<!ENTITY l11 "{"x" * 70_000}">',
        f'<!ENTITY l11 "{"x" * 200_000}">',  # the declaration ends beyond what is looked at
    ],
)
def test_entity_bombs(tmp_path: Path, declared: str) -> None:
    file = tmp_path / "a.rdf"
    file.write_text(
        f'<!DOCTYPE r [{declared}]><rdf:RDF xmlns:rdf="{RDF}">'
        '<rdf:Description rdf:about="x:&l11;"/></rdf:RDF>'
    )
    with pytest.raises(AuditError, match="its XML entities are an attack"):
        audit(str(file))


def test_entities_for_namespaces_are_none(tmp_path: Path) -> None:
    file = tmp_path / "a.rdf"
    file.write_text(
        '<!DOCTYPE r [<!ENTITY n "http://n/"><!ENTITY m "&n;m/">]>'
        f'<rdf:RDF xmlns:rdf="{RDF}" xmlns:p="&n;">'
        '<rdf:Description rdf:about="&m;s"><p:p rdf:resource="&n;o"/></rdf:Description></rdf:RDF>'
    )
    assert audit(str(file)).hosts.top[0].count == 3


HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</style><script>alert(1)</script>",
    "{{ 7*7 }}{% raw %}",
    "'; DROP TABLE facts; --",
    "$1 ? :name %s",
    "a\x1b[31m\u202e\u2066b",
    "\u2028\u0085",
]


class Page(HTMLParser):
    """Notes the elements of a page, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.attributes: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.attributes |= {name for name, _ in attrs}


def plain(tmp_path: Path) -> Page:
    """Make the report of what is harmless, but has the same sections."""
    file = tmp_path / "harmless.txt"
    file.write_text("http://a/\nx y\nhttp://é/\u200e\n\n")
    audit(str(file)).write_report(str(tmp_path / "harmless.html"))
    return Page((tmp_path / "harmless.html").read_text())


@pytest.mark.parametrize("text", HOSTILE)
def test_values_and_names_are_data(tmp_path: Path, text: str) -> None:
    allowed = plain(tmp_path)
    name = text.replace("/", "\u2215")  # what no file can be called
    table = pa.table({"id": ["1"] * 3, text: ["http://a/", f"http://{text}/", f"x:{text}"]})
    file = tmp_path / f"{name}.parquet"
    pq.write_table(table, file)
    run = iriform(
        "audit", file, "--column", text, "--report", tmp_path / "r.html", "--out", tmp_path / "o"
    )
    assert run.status == 0, run
    page = (tmp_path / "r.html").read_text()
    made = Page(page)
    assert made.elements <= allowed.elements
    assert made.attributes <= allowed.attributes | {"aria-label"}
    for shown in (run.out, page):
        assert not {"\x1b", "\u202e", "\u2066", "\u2028", "\u0085"} & set(shown)
    assert pq.read_table(tmp_path / "o")["part"].unique().to_pylist() == [text]


def test_hostile_hosts_are_data(tmp_path: Path) -> None:
    allowed = plain(tmp_path)
    file = tmp_path / "a.txt"
    file.write_text("http://a&amp;b;(c)'d/\nhttp://\u202eh\u2066/\nhttp://é$&'*+,;=/\n")
    found = audit(str(file))
    found.write_report(str(tmp_path / "r.html"))
    for page in ((tmp_path / "r.html").read_text(), found._repr_html_()):
        assert "a&amp;amp;b;(c)&#39;d" in page
        assert Page(page).elements <= allowed.elements | {"details", "summary", "code", "strong"}
        assert not {"\u202e", "\u2066"} & set(page)


def test_passwords_are_not_shown(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text(
        "http://anna:s3cr3t@h/ \nhttp://anna:s3cr3t@h:x/\nhttp://anna:s3cr3t@h/\u200e\n"
    )
    found = audit(str(file))
    found.write_report(str(tmp_path / "r.html"))
    assert found.findings[0].count == 1
    for page in (
        (tmp_path / "r.html").read_text(),
        found._repr_html_(),
        json.dumps(found.record()),
    ):
        assert "s3cr3t" not in page


def test_deep_json_ld_ends(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonld"
    file.write_text('{"x:p":' * 100_000)
    run = iriform("audit", file)
    assert run.status in {0, 2}
    assert run.err.count("\n") <= 1
