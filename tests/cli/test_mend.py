"""`iriform repair FILE --out MENDED` changes only values that it can mend, and lists the others."""

from __future__ import annotations

import csv
import gzip
import json
import random
import signal
import sys
import time
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pyoxigraph as ox
import pytest

from iriform import IRI, ParseError
from tests.changes import before_and_after
from tests.cli.program import INTERRUPTIBLE, Run, iriform, started
from tests.effort import rounds

EXAMPLES = Path(__file__).parents[2] / "examples"

# The beginning of the line that counts causes.
CAUSE = "iriform: values by the cause of a change:"


def mended(file: Path, *options: object, status: int = 0) -> tuple[bytes, list[dict[str, Any]]]:
    """Mend a file, and return the copy and the changes."""
    out, changes = file.with_name(f"mended-{file.name}"), file.with_name("changes.jsonl")
    run = iriform("repair", file, "--out", out, "--changes", changes, *options)
    assert run.status == status, run
    return out.read_bytes(), [json.loads(line) for line in changes.read_text().splitlines()]


def names(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


def repaired(value: str) -> str:
    """Repair a value, or return it unchanged."""
    try:
        return str(IRI.repair(value).value)
    except ParseError:
        return value


def test_a_column_of_parquet_with_a_dot_in_its_name(tmp_path: Path) -> None:
    file = tmp_path / "a.parquet"
    values = {"a": ["http://a/ x"], "a.b": ["http://b/ x"]}
    pq.write_table(pa.table(values), file)
    mended(file, "--column", "a.b")
    copy = pq.read_table(tmp_path / "mended-a.parquet").to_pydict()
    assert copy == {"a": ["http://a/ x"], "a.b": ["http://b/%20x"]}


# The text of a file, with each change of the copy in brackets, and the number of values left.
COPIES = {
    "crlf.txt": ("http://a/b⟦ →%20⟧c\r\n\r\nhttp://b c/\r\n⟦<→⟧http://x/⟦>→⟧", 1),
    "bom.txt": ("\xef\xbb\xbfhttp://a/b⟦ →%20⟧c\nhttp://a/\xff x\n", 1),
    "quotes.csv": (
        'n,"url",z\n1,"http://a/b,⟦""→%22⟧c⟦|→%7C⟧d⟦""→%22⟧","x\ny"\n'
        "2,⟦ →⟧http://a/⟦|→%7C⟧b⟦ →⟧,\r\n\n3,http://b c/,\n4,short\n",
        2,
    ),
    "other column.csv": ("url;x\nhttp://a/b⟦ →%20⟧c;http://a/b c\n", 0),
    "bytes.csv": ("url,x\nhttp://a/b⟦ →%20⟧c,\xff\xfe\n", 0),
    # The mark is never closed, so the end of the row is uncertain.
    "open quote.csv": ('url,x\nhttp://a/a⟦ →%20⟧b,\nhttp://a/b c,"open\nhttp://a/c d,\n', 1),
    "returns.csv": (
        'id,url\r\n1,http://a/⟦ →%20⟧b\r\n2,"http://a/⟦ \r→⟧"\r\n3,http://a/\rd\n4,x:y⟦ →%20⟧z',
        1,
    ),
    "open in it.csv": ('id,url\n1,http://a/⟦ →%20⟧b\n2,"http://a/ c', 1),
    # The quotation mark that is open at the end of the second line closes on the third.
    "mark and break.csv": (
        'id,note,url\n1,"x"",http://a/p q\n",http://a/p⟦ →%20⟧q\n"2""\n","\n'
        '","http://a/p⟦"" →%22%20⟧q"\n',
        0,
    ),
    # Text after the closing mark belongs to the field.
    "behind the mark.csv": ('id,url\n1,"http://a/"p⟦ →%20⟧q\n', 0),
    # A last line is a line like any other: its carriage return is half of a line break.
    "return.txt": ("http://a/b⟦ →%20⟧c\r\nhttp://a/⟦|→%7C⟧\r", 0),
    "return.csv": ("id,url\r\n1,http://a/⟦|→%7C⟧\r", 0),
    "return.jsonl": ('{"url": "http://a/⟦|→%7C⟧"}\r', 0),
    "return.nt": ("<http://a/⟦|→%7C⟧> <a:p> <a:o> .\r", 0),
    "tabs.tsv": ("url\tx\nhttp://a/b⟦ →%20⟧c\t\n", 0),
    "spacing.jsonl": (
        '{ "z":1e5 ,"url" : "http:\\/\\/a\\/\\ud83d\\ude00⟦\\u0020→%20⟧c⟦\\"→%22⟧","a":[{"url":"ht'
        'tp://a/ b"} ]}\r\n\n[{"url": ["http://a/⟦ →%20⟧b", null, "http://a b/"]}]\nnot json\n'
        '{"url": "\\ud800"}',
        3,
    ),
    "twice.jsonl": (
        '{"url": "http://a/ b", "url": "http://a/ c"}\n{"url":"http://a/⟦ →%20⟧d"}\n',
        1,
    ),
    "lines.nt": (
        "# <http://a/ b>\n"
        '<http://a/⟦ →%20⟧s> <http://a/p> "<http://a/ b> \\" x"@en . # <http://a/ b>\r\n'
        '<http://a/s> <http://a/⟦|→%7C⟧p⟦|→%7C⟧> "1"^^<http://a/⟦ →%20⟧d> .\n'
        '<http://a/s> <http://a/p> "<http://a/ d>"^^<http://www.w3.org/2001/XMLSchema#string> .\n'
        "<http://a/s> <http://a/p> <http://a b/> .\n<http://a/s> <http://a/p ?> .\n"
        "<http://a/s> <http://a/p> <http://a/⟦\\u0020→%20⟧\\u00e9> . # \xff\n"
        "_:b <http://a/%⟦→25⟧> <<( <http://a/⟦ →%20⟧s> <http://a/⟦ →%20⟧p> <http://a/"
        "⟦ →%20⟧o> )>> .",
        2,
    ),
    "graphs.nq": ("<http://a/⟦ →%20⟧s> <http://a/p> <http://a/o> <http://a/⟦ →%20⟧g> .\n", 0),
    "terse.ttl": (
        "@prefix e: <http://a/b⟦ →%20⟧c#> . # <http://a/ b>\n@base <http://base/x⟦ →%20⟧y/> .\n"
        "e:s e:p <rel⟦ →%20⟧ative>, '''it's <http://a/ b>\n"
        '\'\'\' , """a "q" <http://a/ b>""" ;\n'
        "  a '<http://a/ b>' , \"\" , e:it\\'s , <http://a b/> .\r\n"
        '<< <http://a/⟦ →%20⟧q> e:p e:o >> e:p "<"^^<http://a/⟦ →%20⟧d> .',
        1,
    ),
    # Without a base, a relative reference is left, and is not also mended.
    "relative.ttl": ("<s s> <http://a/p⟦ →%20⟧q> <o> . <http://a/s> <x:base> <o o> .", 3),
    "graphs.trig": ("<http://a/⟦ →%20⟧g> { <http://a/s> <http://a/p> 1 }\n", 0),
}


@pytest.mark.parametrize("name", COPIES)
def test_only_what_is_mended_changes(tmp_path: Path, name: str) -> None:
    text, left = COPIES[name]
    data, copy = (each.encode("latin-1") for each in before_and_after(text))
    file = tmp_path / name
    file.write_bytes(data)
    is_table = file.suffix in {".csv", ".tsv", ".jsonl"}
    options = ["--column", "url"] if is_table else []
    run = iriform("repair", file, "--out", tmp_path / "out", *options, "--json")
    assert (run.status, len(run.records)) == (int(left > 0), left), run
    assert (tmp_path / "out").read_bytes() == copy
    assert file.read_bytes() == data
    assert names(tmp_path) == sorted([name, "out"])


def test_the_changes_are_written(tmp_path: Path) -> None:
    file = tmp_path / "x.csv"
    file.write_bytes(b'id,url\n1,"http://a/b c|"\n')
    _, changes = mended(file)
    assert changes == [
        {
            "file": str(file),
            "line": 2,
            "column": 4,
            "part": "url",
            "before": "http://a/b c|",
            "after": "http://a/b%20c%7C",
            "steps": [
                {
                    "span": [10, 11],
                    "found": " ",
                    "replacement": "%20",
                    "cause": "not-allowed",
                    "clause": "RFC 3987 §3.1",
                },
                {
                    "span": [12, 13],
                    "found": "|",
                    "replacement": "%7C",
                    "cause": "not-allowed",
                    "clause": "RFC 3987 §3.1",
                },
            ],
        }
    ]
    file = tmp_path / "x.nt"
    file.write_bytes(b"# x\n<http://a/s> <http://a/p> <http://a/o o> .\n")
    _, [change] = mended(file)
    assert (change["line"], change["part"], change["column"]) == (2, "object", 28)
    file = tmp_path / "x.ttl"
    file.write_bytes("<http://é/s>\n <http://a/p> <http://a/o o> .\n".encode())
    _, [change] = mended(file)
    assert (change["line"], change["column"]) == (2, 16)


def test_a_scheme_is_put_before_hosts(tmp_path: Path) -> None:
    for name, data, expected in [
        ("x.txt", b"www.a.org/ b\nc.org\n", b"https://www.a.org/%20b\nhttps://c.org\n"),
        ("x.csv", b'u;x\n"www.a.org/ ""b""";\n', b'u;x\n"https://www.a.org/%20%22b%22";\n'),
        ("x.jsonl", b'{"u": "www.a.org\\/ b"}', b'{"u": "https://www.a.org\\/%20b"}'),
        ("x.nt", b"<www.a.org/> <x:p> <x:o> .\n", b"<https://www.a.org/> <x:p> <x:o> .\n"),
    ]:
        file = tmp_path / name
        file.write_bytes(data)
        column = ["--column", "u"] if name in {"x.csv", "x.jsonl"} else []
        copy, _ = mended(file, "--default-scheme", "https", *column)
        assert copy == expected
    file = tmp_path / "x.ttl"
    file.write_bytes(b"<www.a.org> <x:p> <x:o> .\n")
    run = iriform("repair", file, "--out", tmp_path / "y", "--default-scheme", "https")
    assert (run.status, run.err) == (
        2,
        f"iriform: cannot put a scheme before the IRIs of {file}: in turtle, those without one are"
        " relative\n",
    )


def test_what_is_left_is_named(tmp_path: Path) -> None:
    file = tmp_path / "x.nt"
    file.write_bytes(b"<http://a/s> <http://a/ p> <http://a b/> .\n<http://a/s>\n")
    run = iriform("repair", file, "--out", tmp_path / "y.nt")
    assert run == Run(
        1,
        f"{file}:1:29: not an IRI: U+0020 SPACE is not allowed in a host name (ireg-name, RFC 3987"
        " §2.2) [invalid-character]\n  http://a b/\n          ^ position 8\n"
        f"{file}:2: the line ends before its dot [unreadable]\n",
        f"iriform: 4 values read, 1 mended, 2 left as they are\n{CAUSE} 1 not-allowed\n",
    )
    file = tmp_path / "x.txt"
    file.write_bytes("http://例え .jp/\n".encode())
    run = iriform("repair", file, "--out", tmp_path / "y")
    assert run.out.startswith(f"{file}:1:10: not an IRI: U+0020 SPACE")


# Round trips.


def dirty(seed: int, count: int) -> list[str]:
    """Make identifiers, many with faults that can be mended and some with others."""
    random_ = random.Random(seed)
    with (EXAMPLES / "identifiers.csv").open(encoding="utf-8", newline="") as file:
        values = [row["identifier"] for row in csv.DictReader(file) if row["identifier"]]
    marks = [" ", "|", "%", "[", "{x}", "`", '"', "^", ",", ";", "é", "道", "#", "\\"]
    found = []
    for _ in range(count):
        value = random_.choice(values)
        for _ in range(random_.randrange(3)):
            at = random_.randrange(len(value) + 1)
            value = value[:at] + random_.choice(marks) + value[at:]
        found.append(random_.choice(["", " ", "<"]) + value)
    return found


def audited(file: Path, *options: object) -> dict[str, Any]:
    run = iriform("audit", file, "--json", "--top", 0, *options)
    report: dict[str, Any] = json.loads(run.out)
    return report


def test_round_trip_of_csv(tmp_path: Path) -> None:
    values = dirty(1, 3000)
    text = StringIO()
    writers = [
        csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\r\n"),
        csv.writer(text, quoting=csv.QUOTE_MINIMAL, lineterminator="\r\n"),
    ]
    writers[0].writerow(["id", "a url", "note"])
    for i, value in enumerate(values):
        writers[i % 2].writerow([i, value, 'note, "x"\nand more'])
    file = tmp_path / "dirty.csv"
    file.write_text(text.getvalue(), encoding="utf-8", newline="")
    copy, changes = mended(file, "--column", "a url", status=1)
    left = iriform(
        "repair", file, "--out", tmp_path / "z.csv", "--column", "a url", "--json"
    ).records
    before = audited(file, "--column", "a url")
    after = audited(tmp_path / "mended-dirty.csv", "--column", "a url")
    assert before["mendable"] == len(changes) > 500
    assert after["invalid"] == len(left) > 100
    assert after["mendable"] == 0
    assert before["invalid"] == len(changes) + len(left)
    # Python's own reader finds everything unchanged except these values, which are those of `repair`.
    rows = list(csv.reader(StringIO(copy.decode(), newline="")))
    expected = list(csv.reader(StringIO(text.getvalue(), newline="")))
    assert rows == [[a, b if b == "a url" else repaired(b), c] for a, b, c in expected]


def test_round_trip_of_n_triples(tmp_path: Path) -> None:
    values = [v for v in dirty(2, 3000) if not set(v) & set('\\"\n\r<>')]
    file = tmp_path / "dirty.nt"
    file.write_text(
        "".join(
            f'<{v}> <http://e/p> "<{v}>" . # <{v}>\n_:b <http://e/p> <{v}> .\n' for v in values
        ),
        encoding="utf-8",
    )
    copy, changes = mended(file, status=1)
    left = iriform("repair", file, "--out", tmp_path / "z.nt", "--json").records
    before, after = audited(file), audited(tmp_path / "mended-dirty.nt")
    assert before["mendable"] == len(changes) > 500
    assert after["invalid"] == len(left) > 100
    assert (after["mendable"], after["unreadable"]) == (0, 0)
    comments = [line.rpartition(" . # ")[2] for line in copy.decode().splitlines()[::2]]
    assert comments == [f"<{v}>" for v in values]
    # Another binding of the parser finds everything unchanged except the IRIs.
    quads = ox.parse(copy, ox.RdfFormat.N_TRIPLES, lenient=True)
    found = [(str(q.subject.value), getattr(q.object, "value", "")) for q in quads]
    assert found == [pair for v in values for pair in [(repaired(v), f"<{v}>"), ("b", repaired(v))]]


def test_a_copy_of_a_copy_is_the_same(tmp_path: Path) -> None:
    for name, (text, _) in COPIES.items():
        data = before_and_after(text)[1].encode("latin-1")
        file = tmp_path / name
        file.write_bytes(data)
        is_table = file.suffix in {".csv", ".tsv", ".jsonl"}
        out = tmp_path / "out"
        run = iriform("repair", file, "--out", out, *["--column", "url"] * is_table)
        assert " 0 mended" in run.err, name
        assert out.read_bytes() == data


def test_parquet(tmp_path: Path) -> None:
    table = pa.table(
        {
            "n": list(range(6)),
            "url": pa.array(
                ["http://a/b c", None, "", "http://a/", "http://b c/", "http://a/b c"]
            ).dictionary_encode(),
            "page": pa.array(
                [
                    {"links": ["http://a/ b", "x:"], "n": 1},
                    None,
                    {"links": None, "n": 2},
                    {"links": [], "n": 3},
                    {"links": ["http://a b/", None], "n": 4},
                    {"links": ["y:"], "n": None},
                ]
            ),
            "raw": pa.array([b"http://a/ b", b"http://a/\xff", None, b"x:", b"", b" y:"]),
        },
        metadata={"who": "me"},
    )
    file = tmp_path / "x.parquet"
    pq.write_table(table, file, row_group_size=4, compression={"n": "none", "url": "gzip"})
    expected = table.to_pylist()
    for column, left in {"url": 1, "page.links": 1, "raw": 1}.items():
        out = tmp_path / "mended-x.parquet"
        _, changes = mended(file, "--column", column, status=1)
        run = iriform("repair", file, "--out", out, "--column", column, "--json")
        assert [record["row"] for record in run.records] == {"url": [5], "raw": [2]}.get(
            column, [5]
        )
        assert len(run.records) == left
        assert [c["row"] for c in changes] == {"url": [1, 6], "page.links": [1], "raw": [1, 6]}[
            column
        ]
        copy = pq.ParquetFile(out)
        assert copy.schema_arrow.equals(pq.read_schema(file), check_metadata=True)
        assert copy.metadata.num_row_groups == 2
        assert copy.metadata.row_group(0).column(1).compression == "GZIP"
        rows = [dict(row) for row in expected]
        if column == "url":
            rows[0]["url"] = rows[5]["url"] = "http://a/b%20c"
        elif column == "raw":
            rows[0]["raw"], rows[5]["raw"] = b"http://a/%20b", b"y:"
        else:
            rows[0]["page"] = {"links": ["http://a/%20b", "x:"], "n": 1}
        assert copy.read().to_pylist() == rows
        # DuckDB's reader, which shares no code with Arrow's, also reads the copy.
        rows_read = duckdb.connect().execute("SELECT sum(n) FROM read_parquet(?)", [str(out)])
        assert rows_read.fetchone() == (15,)


def test_compressed(tmp_path: Path) -> None:
    file = tmp_path / "x.nt.gz"
    file.write_bytes(gzip.compress(b"<http://a/ s> <http://a/p> <http://a/o> .\n"))
    expected = b"<http://a/%20s> <http://a/p> <http://a/o> .\n"
    for out in ("y.nt", "y.nt.gz", "y.nt.bz2", "y.nt.xz", "y.nt.zst", "y.ttl.gz"):
        run = iriform("repair", file, "--out", tmp_path / out)
        assert run == Run(0, "", f"iriform: 3 values read, 1 mended\n{CAUSE} 1 not-allowed\n")
        opened = iriform("check", tmp_path / out, "--format", "n-triples")
        assert opened == Run(0, "", "")
    assert (tmp_path / "y.nt").read_bytes() == expected
    assert gzip.decompress((tmp_path / "y.nt.gz").read_bytes()) == expected
    turtle = tmp_path / "x.ttl.gz"
    turtle.write_bytes(file.read_bytes())
    run = iriform("repair", turtle, "--out", tmp_path / "z.ttl.gz")
    assert (run.status, gzip.decompress((tmp_path / "z.ttl.gz").read_bytes())) == (0, expected)


def test_what_is_left_in_turtle_has_its_line(tmp_path: Path) -> None:
    """The line is the one on which the statement ends, as in `check`."""
    file = tmp_path / "x.ttl"
    file.write_text(
        "@prefix x: <http://x/ > .\nx:a x:b <http://h/a b> .\nx:a\n x:b <http://h h/> .\n"
    )
    run = iriform("repair", file, "--out", tmp_path / "y.ttl")
    [bad] = iriform("check", tmp_path / "y.ttl", "--json").records
    assert run.out.splitlines()[0].startswith(f"{file}:4 statement 2 object: not an IRI: U+0020")
    [left] = iriform("repair", file, "--out", tmp_path / "y.ttl", "--json").records
    assert left == bad | {"file": str(file)}
    assert left["line"] == 4


# Errors.


@pytest.mark.parametrize(
    ("name", "data", "arguments", "said"),
    [
        ("x.txt", b"x:", ["--out", "{file}"], "cannot write {file}: it is an input, too"),
        (
            "x.txt",
            b"x:",
            ["--out", "{dir}/./x.txt"],
            "cannot write {dir}/./x.txt: it is an input, too",
        ),
        (
            "x.txt",
            b"x:",
            ["--out", "{dir}/y", "--changes", "{file}"],
            "cannot write {file}: it is an input, too",
        ),
        (
            "x.txt",
            b"x:",
            ["--out", "{dir}/y", "--changes", "{dir}/y"],
            "cannot write {dir}/y: it is also the other output",
        ),
        (
            "x.txt",
            b"x:",
            ["--out", "{dir}/no/y"],
            "cannot write {dir}/no/y: No such file or directory",
        ),
        ("x.txt", b"x:", ["--out", "{dir}"], "cannot write {dir}: it is a directory"),
        (
            "x.txt",
            b"x:",
            ["--changes", "{dir}/c"],
            "--changes requires --out, which writes a copy of a file: iriform repair {file}"
            " --changes {dir}/c --out COPY",
        ),
        (
            "x.txt",
            b"x:",
            ["--column", "x"],
            "--column requires --out, which writes a copy of a file: iriform repair {file}"
            " --column x --out COPY",
        ),
        (
            "x.txt",
            b"x:",
            ["y.txt", "--out", "{dir}/y"],
            "--out writes a copy of one file, not of 2",
        ),
        (
            "x.rdf",
            b"<x/>",
            ["--out", "{dir}/y"],
            "cannot mend {file}: rdf-xml is read, but not written. It can be written as N-Quads first, by"
            " pyoxigraph",
        ),
        ("x.jsonld", b'{"@id": "a:s"', ["--out", "{dir}/y"], "cannot read {file}: not JSON: "),
        (
            "x.ttl",
            b"<a:s> <a:p> <a:o> .",
            ["--out", "{dir}/y", "--column", "object"],
            "cannot mend one position of {file}: in turtle, statements share terms",
        ),
        (
            "x.csv",
            b"",
            ["--out", "{dir}/y"],
            "{file} is empty: a table begins with the names of its columns",
        ),
        (
            "x.csv",
            b"a,b\n",
            ["--out", "{dir}/y", "--column", "c"],
            "{file} has no column c; it has: a, b",
        ),
        (
            "x.txt",
            b"\xff\xfeh\0",
            ["--out", "{dir}/y"],
            "cannot read {file}: not lines of UTF-8 text: it is UTF-16",
        ),
        (
            "x.nt",
            b"\xff\xfeh\0",
            ["--out", "{dir}/y"],
            "cannot read {file}: not lines of UTF-8 text: it is UTF-16",
        ),
        (
            "x.parquet",
            b"x:",
            ["--out", "{dir}/y"],
            "cannot read {file}: Parquet file size is 2 bytes",
        ),
        ("x.txt.gz", b"\x1f\x8b\x08x", ["--out", "{dir}/y"], "cannot read {file}: "),
    ],
)
def test_it_says_why_it_does_not(
    tmp_path: Path, name: str, data: bytes, arguments: list[str], said: str
) -> None:
    file = tmp_path / name
    file.write_bytes(data)
    known = {"file": str(file), "dir": str(tmp_path)}
    run = iriform("repair", file, *[argument.format(**known) for argument in arguments])
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith(f"iriform: {said.format(**known)}")
    assert run.err.count("\n") == 1
    assert file.read_bytes() == data
    assert names(tmp_path) == [name]


def test_standard_input_can_be_mended_unless_it_is_read_more_than_once(tmp_path: Path) -> None:
    out = tmp_path / "y"
    run = iriform("repair", "-", "--format", "csv", "--out", out, stdin=b"url,n\n<x:y>,1\n")
    assert (run.status, run.err) == (
        0,
        "iriform: using column url of <stdin>\niriform: 1 value read, 1 mended\n"
        f"{CAUSE} 1 trimmed\n",
    )
    assert out.read_bytes() == b"url,n\nx:y,1\n"
    run = iriform("repair", "-", "--format", "turtle", "--out", out, stdin=b"<x:s> <x:p> <x:o> .\n")
    assert run == Run(
        2, "", "iriform: cannot mend <stdin>: a file is needed, because it is read more than once\n"
    )


def test_a_link_to_the_input_is_no_output(tmp_path: Path) -> None:
    file, link = tmp_path / "x.txt", tmp_path / "link"
    file.write_bytes(b"http://a/ b\n")
    link.symlink_to(file)
    run = iriform("repair", file, "--out", link)
    assert (run.status, file.read_bytes()) == (2, b"http://a/ b\n")


# Hostile input.


@pytest.mark.parametrize("suffix", ["txt", "csv", "tsv", "jsonl", "nt", "nq", "ttl", "trig"])
@pytest.mark.parametrize("seed", range(rounds(5, 25)))
def test_whatever_is_in_it_the_end_is_known(tmp_path: Path, suffix: str, seed: int) -> None:
    """The copy differs only where values changed, and its audit is clean except for the values left."""
    random_ = random.Random(seed)
    pieces = [
        b"http://a/ b",
        b"<http://a/ b>",
        b'"',
        b"'",
        b'"""',
        b"\\",
        b"\\u0020",
        b"\xff",
        b"\r",
    ]
    pieces += [
        b"<",
        b">",
        b"{",
        b"}",
        b"[",
        b",",
        b":",
        b"\0",
        b"#",
        b"<<",
        b" . ",
        b"@prefix a:",
        b"\n",
    ]
    pieces += [b'{"url": "http://a/ b"}\n', b"<a:b> <a:b> <a:b c> .\n", b"1,http://a/ b\n", b"\t"]
    data = b"".join(random_.choice(pieces) for _ in range(random_.choice([3, 20, 200])))
    if suffix in {"csv", "tsv"}:
        data = b"id,url\n".replace(b",", b"\t" if suffix == "tsv" else b",") + data
    file, out = tmp_path / f"x.{suffix}", tmp_path / f"y.{suffix}"
    file.write_bytes(data)
    column = ["--column", "url"] if suffix in {"csv", "tsv", "jsonl"} else []
    run = iriform("repair", file, "--out", out, "--json", *column)
    assert run.status in {0, 1, 2}
    assert run.err.startswith("iriform: ")
    assert out.exists() == (run.status != 2)
    assert names(tmp_path) == sorted([file.name, *([out.name] if out.exists() else [])])
    if run.status != 2:
        assert out.read_bytes().count(b"\n") == data.count(b"\n")
        left = audited(out, *column)
        if suffix not in {"nt", "nq"}:  # there an open quotation mark has other effects
            assert left["invalid"] + left["unreadable"] == len(run.records)
            assert left["mendable"] <= sum("reason" in record for record in run.records)


def test_a_huge_line_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.nt"
    with file.open("wb") as lines:
        lines.write(b"<http://a/ s> <http://a/p> <http://a/o> .\n<http://a/")
        for _ in range(2**8 + 2):
            lines.write(b"x" * 2**20)
    run = iriform("repair", file, "--out", tmp_path / "y.nt")
    assert run.status == 2
    assert run.err == (
        f"iriform: {file}:2: the line is longer than 256 MiB; is this a file with one identifier"
        " per line?\n"
    )
    assert names(tmp_path) == ["x.nt"]


def test_a_long_line_is_mended(tmp_path: Path) -> None:
    long = b"x" * 1_200_000
    for name, line in {
        "x.txt": b"http://a/%s b\n",
        "x.csv": b'u,url\n1,"http://a/%s b"\n',
        "x.jsonl": b'{"url": "http://a/%s b"}\n',
        "x.nt": b"<http://a/%s b> <a:p> <a:o> .\n",
        "x.ttl": b"<http://a/%s b> <a:p> <a:o> .\n",
    }.items():
        file = tmp_path / name
        file.write_bytes(line % long)
        copy, _ = mended(file)
        assert copy == (line % long).replace(b" b", b"%20b")


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is another thing there")
@pytest.mark.parametrize("name", ["x.csv", "x.ttl"])
def test_ctrl_c_leaves_nothing(tmp_path: Path, name: str) -> None:
    line = "1,http://a/ b\n" if name == "x.csv" else "<a:s> <a:p> <a:o o> .\n"
    file = tmp_path / name
    file.write_text(("id,url\n" if name == "x.csv" else "") + line * 400_000)
    run = started(
        "repair", file, "--out", tmp_path / "y", "--changes", tmp_path / "c", before=INTERRUPTIBLE
    )
    deadline = time.monotonic() + 60
    while sum(path.stat().st_size for path in tmp_path.glob(".y.*")) < 1000:
        assert run.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=60)
    assert (run.returncode, out) == (130, b"")
    assert err.decode() == f"iriform: interrupted in {file}; nothing is written\n"
    assert names(tmp_path) == [name]


def test_a_type_that_arrow_does_not_keep_is_refused(tmp_path: Path) -> None:
    file, out = tmp_path / "x.parquet", tmp_path / "y.parquet"
    kept = "1::utinyint, 1::bigint, 1::decimal(9, 2), '2020-01-01'::timestamp, uuid(), time '12:00', true"
    lists = "[1, 2]::int[], map {'a': 1}, 'a'::enum('a', 'b'), '{}'::json, 1.5::float, date '2020-01-01'"
    duckdb.sql(
        f"COPY (SELECT 'http://a/ b' AS url, {kept}, interval 3 days AS i,"
        f" {{'t': '12:00:00+02'::timetz}} AS s) TO '{file}'"
    )
    run = iriform("repair", file, "--column", "url", "--out", out)
    assert run == Run(
        2,
        "",
        f"iriform: cannot mend {file}: Arrow, which writes the copy, does not keep the types of these"
        " columns: i, s.t\n",
    )
    assert names(tmp_path) == ["x.parquet"]
    duckdb.sql(f"COPY (SELECT 'http://a/ b' AS url, {kept}, {lists}) TO '{file}'")
    run = iriform("repair", file, "--column", "url", "--out", out)
    assert run.status == 0, run
    before, after = duckdb.read_parquet(str(file)), duckdb.read_parquet(str(out))
    assert after.types == before.types
    assert after.fetchall() == [("http://a/%20b", *row[1:]) for row in before.fetchall()]


def test_moments_of_parquet(tmp_path: Path) -> None:
    moment = datetime(2020, 1, 1)  # noqa: DTZ001 - of a type without a zone, too
    types = [pa.timestamp("us"), pa.timestamp("us", tz="UTC"), pa.timestamp("ns", tz="Asia/Tokyo")]
    at = {str(type_): pa.array([moment], type_) for type_ in types}
    file, copy = tmp_path / "x.parquet", tmp_path / "y.parquet"
    pq.write_table(pa.table({"url": ["http://a/ b"]} | at), file)
    assert iriform("repair", file, "--column", "url", "--out", copy).status == 0
    assert pq.read_table(copy).drop(["url"]) == pq.read_table(file).drop(["url"])
    assert pq.read_schema(copy) == pq.read_schema(file)
    copy.unlink()
    table = pa.table({"url": ["http://a/ b"], "at": at["timestamp[us]"]})
    pq.write_table(table, file, use_deprecated_int96_timestamps=True)
    run = iriform("repair", file, "--column", "url", "--out", copy)
    assert (run.status, run.err.endswith(" columns: at\n")) == (2, True)
    assert names(tmp_path) == ["x.parquet"]


def test_lists_of_structures(tmp_path: Path) -> None:
    items = [
        [{"url": "http://a/ b", "n": 1}, {"url": "x:", "n": 2}],
        None,
        [],
        [None, {"url": "y"}],
    ]
    file = tmp_path / "x.parquet"
    pq.write_table(pa.table({"n": [1, 2, 3, 4], "items": items}), file)
    copy = tmp_path / "y.parquet"
    run = iriform("repair", file, "--column", "items.url", "--out", copy)
    assert run.err == (
        f"iriform: 4 values read, 1 mended, 1 left as it is\n{CAUSE} 1 not-allowed\n"
        "iriform: 1 valid value is surely not what was meant; iriform check --findings says why\n"
    )
    assert run.out.startswith(f"{file} row 4: not an IRI")
    expected = pq.read_table(file).to_pylist()
    expected[0]["items"][0]["url"] = "http://a/%20b"
    assert pq.read_table(copy).to_pylist() == expected
    assert pq.read_schema(copy) == pq.read_schema(file)
    report = audited(file, "--column", "items.url")
    assert (report["valid"], report["invalid"], report["empty"]) == (1, 2, 1)
    run = iriform("check", file, "--column", "items.url", "--json")
    assert [record["row"] for record in run.records] == [1, 4]


def test_causes_and_what_is_not_meant_are_counted(tmp_path: Path) -> None:
    """A value counts once for each cause, in any format and in any output."""
    values = [
        "<http://h/a b.html>",  # two causes
        "http://h/a[b",
        "http://h/100%",
        "http://h/#a#b",
        "http:/h/a",  # valid, like the others, but surely not meant
        "http:///a",
        "hxxps://h/",
        "https:https://h/",
        "htp://h/",
        "http://h/a",
        "urn:x:y",
        "mailto:a@b.example",
    ]
    causes = f"{CAUSE} 1 bare-percent, 1 bracket, 1 not-allowed, 1 second-hash, 1 trimmed\n"
    not_meant = (
        "iriform: 5 valid values are surely not what was meant; iriform check --findings says why\n"
    )
    text, table, column = (tmp_path / f"x.{suffix}" for suffix in ("txt", "csv", "parquet"))
    text.write_text("".join(f"{value}\n" for value in values))
    table.write_text("".join(f"{value}\n" for value in ["url", *values]))
    pq.write_table(pa.table({"url": values}), column)
    for file in (text, table, column):
        run = iriform("repair", file, "--out", tmp_path / f"y{file.suffix}")
        assert (run.status, run.err[-len(causes + not_meant) :]) == (0, causes + not_meant), file
    run = iriform("repair", *values[:4])
    assert run.err == f"iriform: 4 of 4 values repaired\n{causes}"
