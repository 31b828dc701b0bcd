"""Hostile input: nothing is fetched, nothing is executed, nothing draws, nothing fills the memory."""

from __future__ import annotations

import json
import os
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from html.parser import HTMLParser
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from iriform.audit import AuditError, audit
from tests.cli.program import iriform

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"


@pytest.fixture
def server() -> Iterator[tuple[str, list[bytes]]]:
    """Listen, and note every request. The answer could be a context."""
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


def declared(declaration: str = '<!ENTITY {} "{}">') -> str:
    """Declare an entity of the greatest length, and one that refers to it and is a byte longer."""
    return declaration.format("d", "x" * 1024) + declaration.format("e", "&d;x")


# The prolog of a document with an entity that is too large.
PROLOGS = [
    ("<!DOCTYPE r [{}]>", declared()),
    ("\n\n<!DOCTYPE r [{}]>", declared()),
    ("<!DOCTYPE r [\n{}]>", declared('<!ENTITY {} "{}">\n')),
    # After a text that is longer than any buffer.
    (f"<!-- {'x' * 140_000} -->\n<!DOCTYPE r [{{}}]>", declared()),
    (f"<!DOCTYPE r [ {' ' * 140_000} {{}}]>", declared()),
    # A form that only this parser accepts.
    ("<!doctype r [{}]>", declared()),
    ("<!DOCTYPE r {}>", declared()),
    ("<!DOCTYPE r [{}]>", declared('<!ENTITY{} "{}">')),
    ("<!DOCTYPE r [{}]>", declared('<!ENTITY % {} "{}">')),
    ("<!DOCTYPE r []><!DOCTYPE r [{}]>", declared()),
    # One that is large by itself needs no others.
    ("<!DOCTYPE r [{}]>", f'<!ENTITY e "{"x" * 1025}">'),
]


def refused(file: Path) -> tuple[str, int | None]:
    """Audit a document that is refused and one that is not; return the reason and the line."""
    other = file.with_name("other.txt")
    other.write_text("x:y\n")
    found = audit([str(file), str(other)])
    assert ([each.unreadable for each in found.files], found.files[1].valid) == ([1, 0], 1)
    [row] = found.unreadable_rows
    assert row.file == str(file)
    return row.message, row.line


@pytest.mark.parametrize(("prolog", "declarations"), PROLOGS)
def test_an_entity_that_is_too_large(tmp_path: Path, prolog: str, declarations: str) -> None:
    file = tmp_path / "a.rdf"
    file.write_text(
        f'{prolog.format(declarations)}<rdf:RDF xmlns:rdf="{RDF}">'
        '<rdf:Description rdf:about="x:&e;"/></rdf:RDF>'
    )
    assert refused(file)[0] == (
        "the XML entity e expands to more than 1024 bytes, as in an attack: the rest is not read"
    )


def test_an_entity_that_is_too_large_within_the_document(tmp_path: Path) -> None:
    file = tmp_path / "a.rdf"
    file.write_text(
        f'<rdf:RDF xmlns:rdf="{RDF}">\n<!DOCTYPE r [{declared()}]>'
        '<rdf:Description rdf:about="x:&e;"/></rdf:RDF>'
    )
    message, line = refused(file)
    assert (message.startswith("the XML entity e expands to more than"), line) == (True, 2)


# The largest number of references of 1 KiB that a tag or text may have.
AT_ONCE = "&e;" * 2**14


@pytest.mark.parametrize(
    "body",
    [
        f'<p:c rdf:about="x:{AT_ONCE}&e;"/>',
        f"<p:c><p:p>{AT_ONCE}&e;</p:p></p:c>",
        f'<p:c p:r="{AT_ONCE}"/>' * 4 + '<p:c p:r="&e;"/>',
        f"<p:c><p:p>{AT_ONCE}</p:p></p:c>" * 4 + "<p:c><p:p>&e;</p:p></p:c>",
    ],
)
def test_small_entities_that_become_much(tmp_path: Path, body: str) -> None:
    """One more reference than a tag, a text or a document may have."""
    file = tmp_path / "a.rdf"
    file.write_text(
        f'<!DOCTYPE r [<!ENTITY e "{"x" * 1024}">]><rdf:RDF xmlns:rdf="{RDF}" xmlns:p="x:">'
        f"{body}</rdf:RDF>"
    )
    assert refused(file)[0] == (
        "references to XML entities expand to far more text than the document has, as in an attack:"
        " the rest is not read"
    )


def test_an_entity_that_is_too_large_from_a_pipe_that_is_slow(tmp_path: Path) -> None:
    """The first reads return too little to contain a declaration."""
    text = (
        f'<!DOCTYPE r [{declared()}]><rdf:RDF xmlns:rdf="{RDF}"><rdf:a rdf:about="&e;"/></rdf:RDF>'
    )
    pipe = tmp_path / "pipe.rdf"
    os.mkfifo(pipe)

    def write() -> None:
        with suppress(BrokenPipeError), pipe.open("wb", buffering=0) as stream:
            for i in range(0, 40, 4):
                stream.write(text[i : i + 4].encode())
                time.sleep(0.01)
            stream.write(text[40:].encode())

    with ThreadPoolExecutor() as pool:
        pool.submit(write)
        assert refused(pipe)[0].startswith("the XML entity e expands to more than")


def test_entities_for_namespaces_are_none(tmp_path: Path) -> None:
    file = tmp_path / "a.rdf"
    file.write_text(
        '<!DOCTYPE r [<!ENTITY n "http://n/"><!ENTITY m "&n;m/">]>'
        f'<rdf:RDF xmlns:rdf="{RDF}" xmlns:p="&n;">'
        '<rdf:Description rdf:about="&m;s"><p:p rdf:resource="&n;o"/></rdf:Description></rdf:RDF>'
    )
    assert audit(str(file)).hosts.top[0].count == 3


@pytest.mark.parametrize("gap", ["", "\n" * 5000])
def test_what_looks_like_a_declaration_is_text(tmp_path: Path, gap: str) -> None:
    file = tmp_path / "a.rdf"
    file.write_text(
        f'<!-- <!ENTITY --><!DOCTYPE r [<!ENTITY e "{"x" * 1024}">]>{gap}<rdf:RDF'
        f' xmlns:rdf="{RDF}" xmlns:p="x:"><rdf:Description rdf:about="x:&e;"><p:p>'
        "<![CDATA[<!ENTITY is how one is declared]]></p:p></rdf:Description></rdf:RDF>"
    )
    found = audit(str(file))
    assert (found.valid, found.unreadable) == (2, 0)


def nested(depth: int) -> str:
    return f"<x:s> <x:p> {'<<( <x:s> <x:p> ' * depth}<x:o>{' )>>' * depth} .\n"


def test_triple_terms_nest_as_deep_as_anybody_writes_them(tmp_path: Path) -> None:
    file = tmp_path / "a.nt"
    file.write_text(nested(99) + nested(101) + nested(1))
    found = audit(str(file))
    assert (found.valid, found.unreadable) == (2 * 100 + 1 + 5, 1)
    [row] = found.unreadable_rows
    assert (row.place, row.message) == (2, "more than 100 triple terms are nested")


@pytest.mark.parametrize("before", ["", f'<x:s> <x:p> "{"x" * 300_000}" .\n' * 2])
def test_triple_terms_that_nest_too_deeply(tmp_path: Path, before: str) -> None:
    files = [tmp_path / f"a.{suffix}" for suffix in ("nt", "nq", "ttl", "trig")]
    for file in files:
        file.write_text(before + nested(1) + nested(101) + nested(2))
    run = iriform("audit", *files, "--json")
    found = json.loads(run.out)
    statements = before.count("\n")
    assert (run.status, found["valid"], found["unreadable"]) == (
        0,
        len(files) * (2 * statements + 5 + 7),
        len(files),
    )
    for row in found["unreadable_rows"]:
        assert (row["place"], row["line"]) == (statements + 2, statements + 2)
        assert row["message"] == "more than 100 triple terms are nested"


def test_many_triple_terms_are_not_nested(tmp_path: Path) -> None:
    file = tmp_path / "a.nt"
    file.write_text(nested(1) * 5000 + "<x:a> <x:b> <<( <x:c>\n" * 5000)
    found = audit(str(file))
    assert (found.valid, found.unreadable) == (25_000, 5000)


@pytest.mark.parametrize(
    "document",
    [
        '{"@id":"x:a","x:p":' * 101 + '"o"' + "}" * 101,
        '{"@graph":' * 100 + "{}" + "}" * 100,
        '{"@id":"x:a","x:p":' + '{"@list":[' * 50 + "]}" * 50 + "}",
        '{"x:p":' * 101,  # and is cut off
    ],
)
def test_json_ld_that_nests_too_deeply(tmp_path: Path, document: str) -> None:
    file, other = tmp_path / "a.jsonld", tmp_path / "b.jsonld"
    file.write_text(document)
    other.write_text('{"@id": "x:a", "x:p": "o"}')
    run = iriform("audit", file, other, "--json")
    found = json.loads(run.out)
    assert (run.status, [each["unreadable"] for each in found["files"]]) == (0, [1, 0])
    assert found["files"][1]["valid"] == 2
    [row] = found["unreadable_rows"]
    assert row["message"] == ("more than 100 objects and lists are nested: the rest is not read")
    assert iriform("audit", file, "--fail-on", "unreadable").status == 1


@pytest.mark.parametrize("length", range(2010, 2050))
def test_brackets_in_json_strings_are_text(tmp_path: Path, length: int) -> None:
    """The parser reads about two thousand bytes at a time; an escape may cross that border."""
    file = tmp_path / "a.jsonld"
    text = "x" * length + r"\"" + "[{" * 2000
    file.write_text(f'[{{"@id": "x:a", "x:p": "{text}"}}, {{"@id": "x:b", "x:p": "o"}}]')
    assert audit(str(file)).valid == 4


def test_json_lines_that_nest_too_deeply(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    deep = ["[" * 1001, '{"a":' * 1001, '{"a":' * 999 + '"x:y"' + "}" * 999]
    file.write_text("".join(line + "\n" for line in deep))
    run = iriform("audit", file, "--column", "a" + ".a" * 998, "--json")
    found = json.loads(run.out)
    assert (run.status, found["valid"], found["unreadable"]) == (0, 1, 2)
    assert {row["message"] for row in found["unreadable_rows"]} == {
        "more than 1000 objects and lists are nested"
    }


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.ttl", f"@prefix x: <x:{'y' * 2**16}> .\n" + "x: x: x: .\n" * 350),
        (
            "a.rdf",
            f'<rdf:RDF xmlns:rdf="{RDF}" xmlns:p="x:{"y" * 2**16}">'
            + "<p:c/>" * 1050
            + "</rdf:RDF>",
        ),
    ],
)
def test_prefixes_make_so_much_of_a_document_only(tmp_path: Path, name: str, text: str) -> None:
    file = tmp_path / name
    file.write_text(text)
    found = audit(str(file))
    assert found.unreadable == 1
    assert found.unreadable_rows[0].message == (
        "the IRIs of the document expand to more than 200 times its size, as in an attack:"
        " the rest is not read"
    )


def test_xml_that_nests_too_deeply(tmp_path: Path) -> None:
    file = tmp_path / "a.rdf"
    nested = "<p:a><p:b>" * 50 + "</p:b></p:a>" * 50
    file.write_text(f'<rdf:RDF xmlns:rdf="{RDF}" xmlns:p="x:">\n{nested}</rdf:RDF>')
    [row] = audit(str(file)).unreadable_rows
    assert row.message == "more than 100 elements are nested: the rest is not read"
    assert row.line == 2


def test_a_table_with_thousands_of_columns(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text(",".join(f"c{i}" for i in range(5000)) + "\n" + ",".join(["x:y"] * 5000))
    columns = ", ".join(f"c{i}" for i in range(20))
    with pytest.raises(AuditError, match=f"has no column u; it has: {columns}, and 4,980 more$"):
        audit(str(file), column="u")
    with pytest.raises(AuditError, match=r"c19 \(100% valid\); and 4,980 more$"):
        audit(str(file))


def test_more_names_than_an_engine_can_count(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("http://a/\n")
    run = iriform("audit", file, "--top", 10**30)
    assert (run.status, run.err) == (0, "")


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
    """Records the elements of a page, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.attributes: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.attributes |= {name for name, _ in attrs}


def plain(tmp_path: Path) -> Page:
    """Make a report on harmless values with the same sections."""
    file = tmp_path / "harmless.txt"
    file.write_text("http://a/\nx y\nhttp://é/\u200e\n\n")
    audit(str(file)).write_report(str(tmp_path / "harmless.html"))
    return Page((tmp_path / "harmless.html").read_text())


@pytest.mark.parametrize("text", HOSTILE)
def test_values_and_names_are_data(tmp_path: Path, text: str) -> None:
    allowed = plain(tmp_path)
    name = text.replace("/", "\u2215")  # no file name has a slash
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


def test_long_names_do_not_make_a_large_report(tmp_path: Path) -> None:
    file, report = tmp_path / "a.txt", tmp_path / "r.html"
    file.write_text("".join(f"s{'x' * 100_000}{i}://h{i}{'y' * 100_000}/\n" for i in range(30)))
    audit(str(file)).write_report(str(report))
    assert report.stat().st_size < 200_000
    assert f">s{'x' * 99}…{'y' * 100}<" in report.read_text()


@pytest.mark.parametrize("suffix", ["nt", "nq", "ttl", "trig"])
@pytest.mark.parametrize("text", ["%", "\0", "\\", "'", "_", "<a ", '"', "a", "("])
def test_a_line_of_mistakes(tmp_path: Path, suffix: str, text: str) -> None:
    file = tmp_path / f"a.{suffix}"
    good = "<x:s> <x:p> <x:o> .\n"
    file.write_text(good * 1000 + text * 1001 + "\n" + good)
    found = audit(str(file))
    if suffix in {"nt", "nq"}:
        assert (found.valid, found.unreadable) == (3 * 1001, 1)
    assert found.valid >= 3 * 1000
    # In Turtle, an unclosed IRI ends at the next `>`.
    assert 1 <= found.unreadable + found.invalid <= 1002


def test_what_is_left_open_on_a_line_is_not_closed_by_another(tmp_path: Path) -> None:
    file, mended_ = tmp_path / "a.nt", tmp_path / "b.nt"
    lines = [
        '<x:a> <x:b> "open .',
        '<x:a> <x:b> "c" .',
        "<x:a> <x:b> <open .",
        "<x:a> <x:b> <x:c> .",
        '<x:a> <x:b> <x:c> . "open .',
        "<x:a> <x:b> <x:c> .",
        "<x:a> <x:b>",
        "<x:c> .",
        "<x:a> <x:b> <x:c d> .",
        '<x:a> <x:b> "open',
    ]
    file.write_text("".join(f"{line}\n" for line in lines))
    found = audit(str(file))
    assert [row.line for row in found.unreadable_rows] == [1, 3, 5]
    assert (found.valid, found.invalid, found.unreadable) == (2 + 3 + 3 + 3 + 2, 1, 6)
    run = iriform("repair", file, "--out", mended_, "--json")
    assert [record["line"] for record in run.records] == [1, 3, 5, 7, 8, 10]
    lines[8] = "<x:a> <x:b> <x:c%20d> ."
    assert mended_.read_text() == "".join(f"{line}\n" for line in lines)


SECRETS = [
    ("a.trig", 'GRAPH "http://anna:s3cr3t@h/" {}\n'),
    ("a.rdf", '<rdf:Description rdf:about="x:y" rdf:ID="http://anna:s3cr3t@h/"/>'),
    ("a.rdf", '<rdf:Description rdf:nodeID="http://anna:s3cr3t@h/"/>'),
    ("a.rdf", "&http://anna:s3cr3t@h/;"),
    ("a.rdf", "http://anna:s3cr3t@h/"),
    ("a.jsonld", '{"@context": {"http://anna:s3cr3t@h/": "x:y"}, "@id": "x:a"}'),
    ("a.jsonld", '{"@id": "x:a", "x:p": {"@value": "a", "http://anna:s3cr3t@h/": 1}}'),
]


@pytest.mark.parametrize(("name", "text"), SECRETS)
def test_passwords_are_not_in_messages_of_the_parsers(tmp_path: Path, name: str, text: str) -> None:
    file, report = tmp_path / name, tmp_path / "r.html"
    if name.endswith("rdf"):
        text = f'<rdf:RDF xmlns:rdf="{RDF}">{text}</rdf:RDF>'
    file.write_text(text)
    runs = [iriform(verb, file, *more) for verb in ("audit", "check") for more in ([], ["--json"])]
    runs += [iriform("audit", file, "--report", report), iriform("check", file, "--sarif")]
    said = [run.out + run.err for run in runs] + [report.read_text()]
    assert [("s3cr3t" in each, "anna:***@h" in each) for each in said] == [(False, True)] * 7


def test_a_name_of_a_column_is_bounded(tmp_path: Path) -> None:
    """The name is stored with every value: 100 KB with 60,000 rows would be 6 GB."""
    file = tmp_path / "a.csv"
    for length, is_fine in [(1024, True), (1025, False), (100_000, False)]:
        file.write_text("n" * length + "\n" + "x:y\n" * 60_000)
        run = iriform("audit", file, "--out", tmp_path / "out.parquet")
        assert (run.status == 0) == is_fine
        if not is_fine:
            assert run.err == (
                f"iriform: the name of the column of {file} has more than 1,024 characters:"
                f" {'n' * 100}…\n"
            )
    file.write_text(f"{'n' * 100_000},{'m' * 100_000}\nx:y,x:y\n")
    assert len(iriform("audit", file).err) < 1000


@pytest.mark.parametrize("top", [-1, -(2**70)])
def test_a_negative_number_of_names(tmp_path: Path, top: int) -> None:
    file = tmp_path / "a.txt"
    file.write_text("http://a/\n")
    with pytest.raises(ValueError, match=f"^top must be 0 or more, not {top}$"):
        audit(str(file), top=top)
    with pytest.raises(TypeError, match="float"):
        audit(str(file), top=1.5)  # type: ignore[arg-type]


def test_the_record_and_the_report_name_their_profile(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("http://a/\n")
    assert audit(str(file)).record()["profile"] == "default"
    report = tmp_path / "r.html"
    run = iriform("audit", file, "--profile", "untrusted", "--json", "--report", report)
    assert json.loads(run.out)["profile"] == "untrusted"
    assert "The findings are those of the profile untrusted." in report.read_text()
