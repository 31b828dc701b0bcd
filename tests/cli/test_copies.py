"""`--out` of the verbs: a copy of a file with results in place of its values."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pyoxigraph as ox
import pytest
import rdflib

from iriform import IRI, columns
from iriform.audit.mending import mend
from iriform.audit.mending.edits import Operation
from iriform.audit.mending.events import Changed, Mended, Place
from iriform.audit.options import Options
from tests.cli.program import Run, iriform, started

# The text of a file, and the text of its copy.
TABLE = (
    b'id;"url"\r\n1;HTTP://A/%7Eb\r\n\r\n2;"HTTP://A/;""\r\n"\r\n'
    b'3;"HTTP://A/;c"\r\n4\r\n5;\r\n6;HTTP://a b/\r\n'
)


def copied(file: Path, *verb: object, status: int = 0) -> tuple[bytes, Run]:
    """Write a copy."""
    out = file.with_name(f"copy-{file.name}")
    run = iriform(verb[0], *verb[1:], file, "--out", out)
    assert run.status == status, run
    return out.read_bytes(), run


def written(tmp_path: Path, name: str, data: bytes) -> Path:
    file = tmp_path / name
    file.write_bytes(data)
    return file


@pytest.mark.parametrize(
    ("verb", "name", "before", "after"),
    [
        (["normalize"], "x.txt", b"HTTP://A/%7Eb\r\n\nhttp://a/", b"http://a/~b\r\n\nhttp://a/"),
        (["normalize", "--level", "scheme"], "x.txt", b"HTTP://A:80\n", b"http://a/\n"),
        (["to-uri"], "x.jsonl", b'{"url":"x:\\u00e9\\/"}\n', b'{"url":"x:%C3%A9\\/"}\n'),
        (["to-iri"], "x.tsv", b"url\tn\nx:%C3%A9\t%C3%A9\n", b"url\tn\nx:\xc3\xa9\t%C3%A9\n"),
        (["relativize", "http://a/b"], "x.csv", b"url,n\nhttp://a/c,1\n", b"url,n\nc,1\n"),
        (["resolve", "http://a/b/"], "x.csv", b"url,n\nc,1\n,2\n", b"url,n\nhttp://a/b/c,1\n,2\n"),
        # A comma that is added to a field would end it.
        (["resolve", "http://a/b,c/"], "x.csv", b"url,n\nd,1\n", b'url,n\n"http://a/b,c/d",1\n'),
        (["resolve", "http://a/b;c/"], "x.csv", b'url,n\n"d",1\n', b'url,n\n"http://a/b;c/d",1\n'),
    ],
)
def test_results_take_the_places_of_values(
    tmp_path: Path, verb: list[str], name: str, before: bytes, after: bytes
) -> None:
    copy, run = copied(written(tmp_path, name, before), *verb)
    assert copy == after
    assert run.out == ""


def test_what_changes_is_asked_of_the_column_only(tmp_path: Path) -> None:
    asked = []

    def of(text: str) -> str:
        asked.append(text)
        return IRI(text).normalize()

    lines = b'{"u":["HTTP://A/","x:","","HTTP://b c/"]}\n{"u":["HTTP://\\u00e9/\\u00C9"]}\n'
    file, out = written(tmp_path, "x.jsonl", lines), io.BytesIO()
    edit = Operation(of, lambda column: columns.normalize(column, as_=IRI))
    events: list[object] = []
    for event in mend(str(file), "copy", Options(column="u"), lambda _: out, edit):
        events += event if isinstance(event, Changed) else [event]
    assert out.getvalue() == (
        b'{"u":["http://a/","x:","","HTTP://b c/"]}\n{"u":["http://\\u00e9/\\u00C9"]}\n'
    )
    assert asked == ["HTTP://b c/"]
    assert [event for event in events if isinstance(event, Mended)] == [
        Mended(Place("line", 1, "u", 8), "HTTP://A/", "http://a/"),
        Mended(Place("line", 2, "u", 8), "HTTP://é/É", "http://é/É"),
    ]


def test_a_copy_of_a_column_of_parquet(tmp_path: Path) -> None:
    file = tmp_path / "x.parquet"
    links = [["HTTP://A/", None], ["http://a b/"], [], None, ["x:%7e"]]
    pq.write_table(pa.table({"n": range(5), "links": links}), file)
    _, run = copied(file, "normalize", "--column", "links", status=1)
    copy = pq.read_table(tmp_path / "copy-x.parquet")
    assert copy["links"].to_pylist() == [["http://a/", None], *links[1:4], ["x:~"]]
    assert run.err == "iriform: 4 values read, 2 changed, 1 left as it is\n"
    rejects = tmp_path / "r.parquet"
    copied(file, "normalize", "--column", "links", "--rejects", rejects, status=1)
    copy = pq.read_table(tmp_path / "copy-x.parquet")
    assert copy.to_pydict() == {
        "n": [0, 2, 3, 4],
        "links": [["http://a/", None], [], None, ["x:~"]],
    }
    assert pq.read_table(rejects).to_pydict() == {"n": [1], "links": [["http://a b/"]]}


def test_what_has_no_result_stays_and_is_listed(tmp_path: Path) -> None:
    file = written(tmp_path, "x.csv", TABLE)
    copy, run = copied(file, "normalize", status=1)
    assert copy == TABLE.replace(b"HTTP://A/%7Eb", b"http://a/~b").replace(
        b"HTTP://A/;c", b"http://a/;c"
    )
    assert run.out == (
        f"{file}:4:4: not an IRI reference: U+0022 QUOTATION MARK is not allowed in a path segment"
        " (isegment, RFC 3987 §2.2) [invalid-character]\n"
        '  HTTP://A/;"\\r\\n\n            ^ position 10; percent-encode it as %22\n'
        f"{file}:7: the row has 1 field, the header 2 [unreadable]\n"
        f"{file}:9:3: not an IRI reference: U+0020 SPACE is not allowed in a host name"
        " (ireg-name, RFC 3987 §2.2) [invalid-character]\n"
        "  HTTP://a b/\n          ^ position 8\n"
    )
    assert run.err == (
        f"iriform: using column url of {file}\n"
        "iriform: 6 values read, 2 changed, 3 left as they are\n"
    )


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_rejected_records_are_in_a_file_of_their_own(tmp_path: Path, mark: bytes) -> None:
    file = written(tmp_path, "x.csv", mark + TABLE)
    changes, rejects = tmp_path / "c.jsonl", tmp_path / "r.csv.gz"
    copy, run = copied(file, "normalize", "--changes", changes, "--rejects", rejects, status=1)
    assert copy == (mark + b'id;"url"\r\n1;http://a/~b\r\n\r\n3;"http://a/;c"\r\n5;\r\n')
    assert gzip.decompress(rejects.read_bytes()) == (
        mark + b'id;"url"\r\n2;"HTTP://A/;""\r\n"\r\n4\r\n6;HTTP://a b/\r\n'
    )
    assert [json.loads(line) for line in changes.read_text().splitlines()] == [
        {"file": str(file), "line": line, "column": column, "part": "url", "before": b, "after": a}
        for line, column, b, a in [
            (2, 3, "HTTP://A/%7Eb", "http://a/~b"),
            (6, 4, "HTTP://A/;c", "http://a/;c"),
        ]
    ]
    assert run.err.endswith(f"6 values read, 2 changed, 3 rejected: they are in {rejects}\n")


def test_a_record_with_a_value_that_is_left_is_rejected_as_it_was(tmp_path: Path) -> None:
    lines = b'{"u":["<x:a>","http://b c/"]}\n{"u":["<x:a>"]}\nnot json\n{"u":[]}\n'
    file, rejects = written(tmp_path, "x.jsonl", lines), tmp_path / "r"
    copy, run = copied(file, "repair", "--column", "u", "--rejects", rejects, status=1)
    assert copy == b'{"u":["x:a"]}\n{"u":[]}\n'
    assert rejects.read_bytes() == b'{"u":["<x:a>","http://b c/"]}\nnot json\n'
    assert run.err.startswith("iriform: 4 values read, 1 mended, 2 rejected")


def test_a_copy_is_not_called_as_another_format(tmp_path: Path) -> None:
    file = written(tmp_path, "x.nt", b"<x:a> <x:b> <x:c> .\n")
    run = iriform("repair", file, "--out", "mended.csv")
    assert run == Run(
        2,
        "",
        f"iriform: cannot write mended.csv: a copy of {file} is n-triples, but that name is for csv\n",
    )
    bom = written(tmp_path, "bom.json", b'{"bomFormat": "CycloneDX", "components": []}')
    assert iriform("repair", bom, "--out", tmp_path / "mended.json").status == 0
    table = written(tmp_path, "x.txt", b"url\nx:%7e\n")
    run = iriform("normalize", table, "--format", "csv", "--out", tmp_path / "y.txt")
    assert (run.status, (tmp_path / "y.txt").read_bytes()) == (0, b"url\nx:~\n")


def test_a_copy_goes_to_standard_output_among_what_others_write(tmp_path: Path) -> None:
    file = written(tmp_path, "x.txt", b"HTTP://A/\na b\n")
    run = iriform("normalize", file, "--out", "-")
    assert (run.status, run.out) == (1, "http://a/\na b\n")
    assert f"{file}:2:2: not an IRI reference" in run.err
    assert "2 values read, 1 changed, 1 left as it is" in run.err
    run = iriform("normalize", file, "--out", "-", "--rejects", "-")
    assert run.err == "iriform: cannot write standard output: it is also the other output\n"
    run = iriform("normalize", file, "--out", "-", "--json")
    assert (run.status, run.out) == (2, "")
    out = tmp_path / "out"
    with out.open("wb") as stream:
        stream.write(b"before\n")
        stream.flush()
        for name in ("-", "/dev/stdout"):
            with started("normalize", file, "--out", name, "--quiet", stdout=stream) as running:
                assert running.wait() == 1
        stream.write(b"after\n")
    assert out.read_bytes() == b"before\n" + b"http://a/\na b\n" * 2 + b"after\n"


def test_nobody_has_to_read_all_of_a_copy(tmp_path: Path) -> None:
    file = written(tmp_path, "x.txt", b"HTTP://A/\n" * 100_000)
    with started("normalize", file, "--out", "-") as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"http://a/\n"
        running.stdout.close()
        assert running.wait() == 141
        assert running.stderr is not None
        assert running.stderr.read() == b""


def test_what_is_left_is_listed_as_far_as_wanted(tmp_path: Path) -> None:
    file, out = written(tmp_path, "x.txt", b"a b\nHTTP://A/\nc d\n"), tmp_path / "y.txt"
    run = iriform("normalize", file, "--out", out, "--max", "1")
    assert run.status == 1
    assert run.out.count("not an IRI reference") == 1
    assert run.err == (
        "iriform: 1 more, which --max 1 leaves out\n"
        "iriform: 3 values read, 1 changed, 2 left as they are\n"
    )
    assert iriform("normalize", file, "--out", out, "--quiet") == Run(1, "", "")
    assert out.read_bytes() == b"a b\nhttp://a/\nc d\n"


def test_the_list_of_changes_is_compressed_if_its_name_says_so(tmp_path: Path) -> None:
    file, changes = written(tmp_path, "x.txt", b"HTTP://A/\n"), tmp_path / "c.jsonl.gz"
    copied(file, "normalize", "--changes", changes)
    assert json.loads(gzip.decompress(changes.read_bytes()))["after"] == "http://a/"


def test_repaired_triples_are_read_by_everyone(tmp_path: Path) -> None:
    lines = (
        b"<http://a/s> <http://a/p> <http://a/b c> . # one\r\n"
        b"<http://a b/s> <http://a/p> <http://a/|> .\n"
        b'<http://a/s> <http://a/p> "open .\n'
        b'<http://a/s> <http://a/p> "1"^^<www.example.org> .\n'
        b'<http://a/s> <http://a/p> "z" .'
    )
    file, rejects = written(tmp_path, "x.nt", lines), tmp_path / "r.nt"
    copy, run = copied(file, "repair", "--rejects", rejects, status=1)
    assert f"{file}:3: " in run.out  # the statement that cannot be read, by its line
    assert "iriform: 1 more with --default-scheme https: they begin with a host\n" in run.err
    assert sorted([*copy.splitlines(), *rejects.read_bytes().splitlines()]) == sorted(
        lines.replace(b"b c>", b"b%20c>").splitlines()
    )
    assert len(list(ox.parse(copy, ox.RdfFormat.N_TRIPLES))) == 2
    graph = rdflib.Graph().parse(data=copy, format="nt")
    assert {str(term) for term in graph.objects()} == {"http://a/b%20c", "z"}


@pytest.mark.parametrize(
    ("verb", "name", "said"),
    [
        (["normalize"], "x.ttl", "cannot change {file}: only `iriform repair` writes copies"),
        (["normalize"], "x.nt", "cannot change {file}: only `iriform repair` writes copies"),
        (["repair", "--rejects", "r"], "x.ttl", "cannot reject what is wrong in {file}: in turtle"),
        (
            ["repair", "--rejects", "r"],
            "bom.json",
            "cannot reject what is wrong in {file}: in sbom",
        ),
        (
            ["normalize", "--rejects", "r.tsv"],
            "x.csv",
            "cannot write r.tsv: a copy of {file} is csv",
        ),
        (["normalize", "--rejects", "{file}"], "x.txt", "cannot write {file}: it is an input, too"),
    ],
)
def test_it_says_why_there_is_no_copy(
    tmp_path: Path, verb: list[str], name: str, said: str
) -> None:
    file = written(tmp_path, name, b"")
    verb = [word.format(file=file) for word in verb]
    run = iriform(*verb, file, "--out", tmp_path / "out")
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith(f"iriform: {said.format(file=file)}")
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("verb", [["normalize"], ["to-uri"], ["resolve", "http://a/"]])
def test_what_goes_with_a_copy_is_told_how(tmp_path: Path, verb: list[str]) -> None:
    file = written(tmp_path, "x.csv", b"url\n")
    run = iriform(*verb, file, "--column", "url")
    assert run == Run(
        2,
        "",
        "iriform: --column requires --out, which writes a copy of a file:"
        f" iriform {' '.join(verb)} {file} --column url --out COPY\n",
    )
    assert iriform(*verb, "http://a/", "--quiet").err == (
        "iriform: --quiet requires --out, which writes a copy of a file:"
        f" iriform {verb[0]} {'FILE ' * len(verb)}--quiet --out COPY\n"
    )
    run = iriform(*verb, file)
    typed = f"iriform {' '.join(verb)}"
    assert run.err.startswith(
        f"iriform: {file} is read as an identifier, but there is also a file of that name: {typed}"
        f" - < {file} reads"
        f" its lines, {typed} {file} --out COPY writes a copy with the results\n"
    )
    run = iriform(*verb, "no-such.csv")
    said = (
        ""
        if verb[0] == "resolve"
        else "iriform: no-such.csv is read as an identifier; no file has that name\n"
    )
    assert run.err == said


def test_a_value_where_a_file_is_meant_and_the_other_way(tmp_path: Path) -> None:
    run = iriform("check", "http://example.org/a?b c")
    assert (run.status, run.out) == (2, "")
    assert run.err.endswith(
        "nothing is fetched. To check the value itself: iriform explain 'http://example.org/a?b c'\n"
    )
    file = written(tmp_path, "x.csv", b"url\n")
    run = iriform("explain", file)
    assert run.err == (
        f"iriform: {file} is read as an identifier, but there is also a file of that name:"
        f" iriform explain - < {file} reads its lines,"
        f" iriform check {file} names what is wrong in it\n"
    )


def test_what_looks_like_a_host_is_said_to_be_a_path() -> None:
    said = (
        "without a scheme it is read as a path{};"
        " iriform repair --default-scheme https makes it an address\n"
    )
    run = iriform("normalize", "WWW.example.org", "www.example.org/a", "a")
    assert run.status == 0
    assert run.err == f"iriform: argument 1: {said.format(', and 1 more')}"
    run = iriform("resolve", "http://a/", "-", stdin=b"b\nwww.example.org\n")
    assert run.err == f"iriform: <stdin>:2: {said.format('')}"
    assert iriform("normalize", "--as", "IRI", "www.example.org").err.count("taken for") == 0
