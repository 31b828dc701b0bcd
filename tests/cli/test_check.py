"""`iriform check`."""

from __future__ import annotations

import gzip
import os
import re
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from iriform._io import lines
from iriform._io.streams import opened
from iriform.audit import AuditError, audit
from tests.cli.program import iriform, measured, started


def test_nothing_found(tmp_path: Path) -> None:
    file = tmp_path / "good.txt"
    file.write_bytes("http://a/\nurn:x:y\nhttp://例え.jp/道\n".encode())
    assert iriform("check", file) == (0, "", "")


def test_what_is_found_is_named_and_drawn(tmp_path: Path) -> None:
    file = tmp_path / "names.txt"
    file.write_bytes("http://a/\n\nhttp://例え.jp/道 x\n".encode())
    run = iriform("check", file)
    assert run.status == 1
    assert run.out == (
        f"{file}:3:15: not an IRI: U+0020 SPACE is not allowed in a path segment"
        " (isegment, RFC 3987 §2.2) [invalid-character]\n"
        "  http://例え.jp/道 x\n"
        "                   ^ position 14; percent-encode it as %20\n"
    )
    assert run.err == "iriform: 1 of 2 values not valid as IRI\n"


def test_json() -> None:
    run = iriform("check", "--json", "-", stdin=b"http://h:80a/")
    assert run.status == 1
    assert run.records == [
        {
            "file": "-",
            "line": 1,
            "column": 10,
            "position": 12,
            "span": [9, 12],
            "production": "IRI",
            "rule": "port",
            "reason": "invalid-port",
            "message": "not an IRI: “80a” is not a port (port, RFC 3986 §3.2.3)",
            "hint": "a port has digits only",
            "text": "http://h:80a/",
        }
    ]


@pytest.mark.parametrize(
    ("kind", "bad_lines"),
    [("IRI", [3, 4]), ("URI", [2, 3, 4]), ("IRI-reference", []), ("URI-reference", [2, 4])],
)
def test_as(kind: str, bad_lines: list[int]) -> None:
    run = iriform("check", "--json", "--as", kind, "-", stdin="http://a/\né:/\na\né".encode())
    # "é:/" has no scheme; as a reference its first segment has a colon.
    expected = [2, *bad_lines] if 2 not in bad_lines else bad_lines
    assert [record["line"] for record in run.records] == expected


# The input, the status, and the message on standard output or standard error.
BAD_INPUT = [
    (b"", 0, ""),
    (b"\n\n\r\n", 0, ""),
    (b"http://a/", 0, ""),
    (b"http://a/\r\nhttp://b/\r\n", 0, ""),
    (b"\xef\xbb\xbfhttp://a/\n", 0, ""),
    (b"http://a/\n\xef\xbb\xbfhttp://b/\n", 1, "<stdin>:2:1: not an IRI: U+FEFF"),
    (b"http://a/\rhttp://b/\n", 1, "<stdin>:1:10: not an IRI: U+000D"),
    (b"http://a/\xff\n", 1, "<stdin>:1:10: not an IRI: the bytes are not UTF-8"),
    ("http://é/".encode() + b"\xc3\n", 1, "<stdin>:1:10: not an IRI: the bytes are not UTF-8"),
    ("http://é/".encode("latin-1"), 1, "<stdin>:1:8: not an IRI: the bytes are not UTF-8"),
    (b"http://a/\xed\xa0\x80\n", 1, "the bytes are not UTF-8"),
    (b"http://a/\x00\n", 1, "<stdin>:1:10: not an IRI: U+0000"),
    (b" \n", 1, "<stdin>:1:1: not an IRI: there is no scheme"),
    (b"http://anna:secret@h/ \n", 1, "http://anna:***@h/"),
    (
        "http://a/".encode("utf-16"),
        2,
        "<stdin>: not lines of UTF-8 text: it is UTF-16 text; convert",
    ),
    (b"h\0t\0t\0p\0:\0/\0/\0", 2, "it is binary"),
    (b"\x1f\x8b\x08\x00", 2, "cannot read <stdin>: Compressed file ended"),
    (gzip.compress(b"http://a/\na:b c\n", mtime=0), 1, "<stdin>:2:4: not an IRI: U+0020 SPACE"),
    (b"PAR1\x15\x04", 2, "it is a Parquet file"),
    (b"\x7fELF\x02\x01\x01\x00\x00", 2, "it is binary"),
]


@pytest.mark.parametrize(("data", "status", "said"), BAD_INPUT)
def test_bad_input(data: bytes, status: int, said: str) -> None:
    run = iriform("check", "-", stdin=data)
    assert run.status == status, run
    assert said in run.out + run.err
    assert "secret" not in run.out


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for name in (tmp_path / "missing", tmp_path, "", "a\nb"):
        run = iriform("check", name)
        assert run.status == 2
        assert run.err.startswith("iriform: cannot read ")
        assert run.err.count("\n") == 1


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root reads everything")
def test_a_file_without_permission(tmp_path: Path) -> None:
    file = tmp_path / "secret.txt"
    file.write_text("http://a/")
    file.chmod(0)
    assert iriform("check", file).status == 2


def test_a_name_that_would_draw_on_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "a\x1b[31m\u202e.txt"
    file.write_text("a:b c")
    run = iriform("check", file)
    assert run.status == 1
    assert r"a\x1b[31m\u202e.txt:1:4" in run.out


def test_codes_are_links_on_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "both.txt"
    file.write_text("http://0x7f.1/\na b\n")
    links = [
        rf"\x1b]8;[^;]*;{re.escape(clause)}\x1b\\\[{code}\]\x1b]8;;\x1b\\"
        for code, clause in (
            ("ipv4-lookalike", "https://www.rfc-editor.org/rfc/rfc3986#section-7.4"),
            ("missing-scheme", "https://www.rfc-editor.org/rfc/rfc3986#section-3.1"),
        )
    ]
    shown = iriform("check", "--findings", file, FORCE_COLOR="1", TERM="xterm").out
    assert [len(re.findall(link, shown)) for link in links] == [1, 1]
    assert "\x1b" not in iriform("check", "--findings", file).out


def test_a_very_long_line() -> None:
    line = b"http://a/" + b"b" * 100_000_000 + b" c"
    run = iriform("check", "-", stdin=line)
    assert run.status == 1
    assert run.out.startswith("<stdin>:1:100000010: not an IRI: U+0020 SPACE")
    assert len(run.out) < 1000


def test_a_line_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "long.txt"
    file.write_bytes(b"http://a/\n" + b"b" * 5000)
    monkeypatch.setattr(lines, "MAX_LINE", 4096)
    with opened(str(file)) as input_, pytest.raises(AuditError, match=":2: the line is longer"):
        list(lines.text_lines(input_))


@pytest.mark.skipif(sys.platform == "win32", reason="there is no resource module")
def test_many_errors_in_constant_memory(tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    peaks = []
    for count in (1_000, 50_000):
        file.write_bytes(b"a:b c\n" * count)
        run, peak = measured("check", file)
        assert run.err == f"iriform: {count:,} of {count:,} values not valid as IRI\n"
        peaks.append(peak)
    # In KB. Data that is read ahead takes three megabytes; keeping the values would take twenty.
    assert peaks[1] < peaks[0] + 4_500


def test_several_files_and_a_missing_one(tmp_path: Path) -> None:
    one, two = tmp_path / "1", tmp_path / "2"
    one.write_text("a:b c\n")
    two.write_text("http://a/\n")
    run = iriform("check", one, two)
    assert (run.status, run.err) == (1, "iriform: 1 of 2 values not valid as IRI\n")
    run = iriform("check", one, tmp_path / "missing")
    assert run.status == 2
    assert f"{one}:1:4" in run.out


# The same IRI in each format, and its place.
BAD = {
    "a.txt": (b"http://a/ b\n", ":1:10"),
    "a.csv": (b"u,x\nhttp://a/ b,\n", ":2"),
    "a.tsv": (b"u\tx\nhttp://a/ b\t\n", ":2"),
    "a.jsonl": (b'{"u": "http://a/ b"}\n', ":1"),
    "a.nt": (b"\n<http://a/ b> <http://a/p> <http://a/o> .\n", ":2 statement 1 subject"),
    "a.nq": (b"<http://a/s> <http://a/p> <http://a/o> <http://a/ b> .\n", ":1 statement 1 graph"),
    "a.ttl": (b"@prefix e: <http://a/ > .\ne:b\na <http://a/o> .\n", ":3 statement 1 subject"),
    "a.trig": (b"<http://a/g> { <http://a/s> a <http://a/ b> }\n", ":1 statement 1 object"),
    "a.rdf": (
        b'<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/">'
        b'<r:Description r:about="http://a/ b">\n<e:p r:resource="http://e/"/></r:Description></r:RDF>',
        ":2 statement 1 subject",
    ),
    "a.jsonld": (
        b'{"@id": "http://a/ b", "http://e/p": {"@id": "http://e/"}}',
        " statement 1 subject",
    ),
}


@pytest.mark.parametrize("is_packed", [False, True])
@pytest.mark.parametrize("name", BAD)
def test_every_format_has_its_places(tmp_path: Path, name: str, is_packed: bool) -> None:
    data, place = BAD[name]
    file = tmp_path / (f"{name}.gz" if is_packed else name)
    file.write_bytes(gzip.compress(data) if is_packed else data)
    options = ["--column", "u"] if name in {"a.csv", "a.tsv", "a.jsonl"} else []
    run = iriform("check", file, *options)
    assert run.status == 1
    assert run.out == (
        f"{file}{place}: not an IRI: U+0020 SPACE is not allowed in a path segment (isegment, RFC"
        " 3987 §2.2) [invalid-character]\n  http://a/ b\n           ^ position 9; percent-encode it"
        " as %20\n"
    )


def test_what_an_audit_reads(tmp_path: Path) -> None:
    """Values are checked in order, each with its place, as the audit counts them."""
    table = {"id": ["1", "2", "3"], "url": ["http://a/", "http://b/ c", ""]}
    pq.write_table(pa.table(table), tmp_path / "a.parquet")
    (tmp_path / "a.csv").write_bytes(b'id,url\n1,http://a/\n2,"http://b/\xff\nc"\n3\n4,\n')
    (tmp_path / "a.jsonl").write_text('{"u": ["http://a/", "b c"]}\nno\n')
    (tmp_path / "a.nt").write_text(
        '<http://s/> <http://p/> <http://o/ o> .\nno .\n\n<http://s/é x> <http://p/> ""^^<t> .\n'
    )
    for name, said, total in [
        ("a.parquet", [" row 2: not an IRI: U+0020 SPACE"], 2),
        ("a.csv", [":3: not an IRI: the bytes are not UTF-8", ":5: the row has 1 field, the"], 3),
        ("a.jsonl", [":1: not an IRI: there is no scheme", ":2: not JSON: value expected"], 3),
        (
            "a.nt",
            [
                ":1 statement 1 object: not an IRI: U+0020 SPACE",
                ":2:1 statement 2: ",
                ":4 statement 3 subject: not an IRI: U+0020 SPACE",
                ":4 statement 3 datatype: not an IRI: there is no scheme",
            ],
            7,
        ),
    ]:
        file = tmp_path / name
        run = iriform("check", file)
        lines_ = [line for line in run.out.splitlines() if not line.startswith(" ")]
        assert [line[: len(f"{file}{text}")] for line, text in zip(lines_, said, strict=True)] == [
            f"{file}{text}" for text in said
        ]
        assert run.status == 1
        column = {"a.parquet": "url", "a.csv": "url", "a.jsonl": "u"}.get(name)
        chosen = f"iriform: using column {column} of {file}\n" if column else ""
        counts = audit(str(file))
        assert counts.invalid + counts.unreadable == len(said)
        assert counts.valid == total - len(said)
        # Both count the same way.
        bad, lost = counts.invalid, counts.unreadable
        row = "statement" if name == "a.nt" else "row"
        rows = f"{lost} {row}{'s' * (lost > 1)} that cannot be read"
        assert run.err == (
            f"{chosen}iriform: {bad} of {counts.valid + bad} values not valid as IRI"
            f"{'; ' + rows if lost else ''}\n"
        )


def test_a_column_is_one_of_the_tables(tmp_path: Path) -> None:
    nt, table, text = tmp_path / "a.nt", tmp_path / "a.csv", tmp_path / "a.txt"
    nt.write_text("<x:s> <x:p> <o o> .\n")
    table.write_text("url,other\nb c,x:y\n")
    text.write_text("d e\n")
    run = iriform("check", nt, table, text, "--column", "url")
    heads = [line.partition(": ")[0] for line in run.out.splitlines() if line[0] != " "]
    assert heads == [f"{nt}:1 statement 1 object", f"{table}:2", f"{text}:1:1"]
    found = audit([str(nt), str(table), str(text)], column="url")
    assert (found.valid, found.invalid) == (2, 3)
    said = "has no position url; it has: subject, predicate"
    assert said in iriform("check", nt, text, "--column", "url").err
    assert "which has no columns" in iriform("check", text, "--column", "url").err


@pytest.mark.parametrize("verb", ["check", "audit"])
def test_a_second_column_is_refused(tmp_path: Path, verb: str) -> None:
    """The first option was silently ignored, and with it the faults of its column."""
    table = tmp_path / "a.csv"
    table.write_text("a,b\nb c,x:y\n")
    run = iriform(verb, table, "--column", "a", "--column", "b")
    assert run.status == 2
    assert "Invalid value for '--column': it is given more than once" in run.err
    assert iriform(verb, table, "--column", "a", "--json", "--json").status == (verb == "check")


def test_the_records_of_what_an_audit_reads(tmp_path: Path) -> None:
    (tmp_path / "a.nt").write_text("<x:s> <x:p> <o o> .\nno .\n")
    one, two = iriform("check", "--json", tmp_path / "a.nt").records
    assert (one["statement"], one["part"], one["reason"]) == (1, "object", "missing-scheme")
    assert "column" not in one
    assert (two["statement"], two["part"], two["reason"]) == (2, None, "unreadable")


def test_a_format_and_a_pattern(tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / name).write_text("url,id\nb c,1\n")
    run = iriform("check", tmp_path / "*", "--format", "csv", "--column", "url")
    heads = [line.partition(": ")[0] for line in run.out.splitlines() if line[0] != " "]
    assert heads == [f"{tmp_path / name}:2" for name in ("a", "b")]


def test_usage() -> None:
    assert iriform("check").status == 2
    assert iriform("check", "--no-such-option", "-").status == 2
    assert "Exit status" in iriform("check", "--help").out


def test_a_url_in_place_of_a_file_shows_no_password() -> None:
    for verb in ("check", "audit"):
        run = iriform(verb, "http://anna:secret@example.org/list.txt")
        assert run.status == 2
        assert "http://anna:***@example.org/list.txt" in run.err
        assert "secret" not in run.out + run.err


def test_findings(tmp_path: Path) -> None:
    file = tmp_path / "links.txt"
    file.write_bytes(b"http://a.example/\nhttp://0x7f.1/\na b\nhttp://localhost/\n")
    run = iriform("check", "--findings", file)
    assert run.status == 1
    assert run.out.splitlines()[0] == (
        f"{file}:2:8: error: the host looks like a name, but browsers and name look-up read it as an IPv4"
        " address: 127.0.0.1 (RFC 3986 §7.4) [ipv4-lookalike]"
    )
    assert run.err == "iriform: 2 of 4 values not valid as IRI or with findings\n"
    assert "host-special-use" in iriform("check", "--profile", "untrusted", file).out
    assert "ipv4-lookalike" not in iriform("check", file).out


def test_findings_as_json() -> None:
    run = iriform(
        "check", "--json", "--profile", "norm", "-", stdin=b"http://u:secret@A.example/%2f"
    )
    assert run.records[0] == {
        "file": "-",
        "line": 1,
        "column": 8 + len("u:secret@"),
        "code": "host-not-lowercase",
        "severity": "info",
        "span": [16, 25],
        "message": "the host has upper-case letters, which are equivalent to lower-case ones",
        "clause": "RFC 3986 §6.2.2.1",
        "evidence": None,
        "suggestion": "http://u:***@a.example/%2f",
        "text": "http://u:***@A.example/%2f",
    }
    assert [record["code"] for record in run.records] == [
        "host-not-lowercase",
        "percent-not-uppercase",
    ]
    assert "secret" not in run.out


def test_findings_of_a_graph() -> None:
    statement = b"<http://a.example/> <http://a.example/p> <http://0x7f.1/> .\n"
    run = iriform("check", "--findings", "--format", "n-triples", "-", stdin=statement)
    assert run.out.startswith("<stdin>:1 statement 1 object: error: the host looks like a name")


def test_fix(tmp_path: Path) -> None:
    """Line N of the output is line N of the input, with equivalent forms replaced by the plain one."""
    file = tmp_path / "links.txt"
    file.write_bytes(
        b"\xef\xbb\xbfhttp://h.example/a/../b\r\n\nurn:a b\nhttp://0x7f.1:/\xff\n"
        b"http://0x7f.1:/\nhttp://anna:secret@h.example:/?a&amp;b"
    )
    with started("check", "--fix", file) as running:
        out, err = running.communicate()
    assert running.returncode == 1
    # The name is unchanged, because only lookup reads it as an address; so are the password and &amp;.
    assert out == (
        b"http://h.example/b\r\n\nurn:a b\nhttp://0x7f.1:/\xff\n"
        b"http://0x7f.1/\nhttp://anna:secret@h.example/?a&amp;b\n"
    )
    heads = [line for line in err.decode().splitlines() if line[0] != " "]
    assert [line.partition(": ")[0] for line in heads[:3]] == [
        f"{file}:{n}" for n in ("3:6", "4:16", "5:8")
    ]
    assert [line.rpartition(" ")[2] for line in heads[2:-2]] == [
        "[ipv4-lookalike]",
        "[userinfo]",
        "[password]",
        "[html-entity]",
    ]
    assert heads[-2:] == [
        "iriform: 3 of 5 values fixed",
        "iriform: 4 of 5 values not valid as IRI or with findings",
    ]
    assert b"secret" not in err


def test_fix_by_another_profile() -> None:
    run = iriform("check", "--fix", "--profile", "norm", "-", stdin=b"HTTP://A.example:80/%7Ea\n")
    assert (run.status, run.out) == (0, "http://a.example/~a\n")
    assert run.err == "iriform: 1 of 1 value fixed\n"


def test_severities_and_protected_names(tmp_path: Path) -> None:
    """Lines and tables give the same results, although tables are first read as columns."""
    texts = "http://a:b@h/\nhttp://paypa1.com/\nhttp://h/a/./b\n"
    (tmp_path / "a.csv").write_text("url\n" + texts)
    severities = ["password=ignore", "userinfo=ignore", "dot-segment=info"]
    asked = [f"--severity={severity}" for severity in severities]
    asked += ["--protected=paypal.com", "--protected=example.org"]
    for run in (
        iriform("check", *asked, "-", stdin=texts.encode()),
        iriform("check", *asked, tmp_path / "a.csv"),
    ):
        assert run.status == 1
        found = [line.rpartition("[")[2] for line in run.out.splitlines() if line.endswith("]")]
        assert found == ["host-font-confusable-with]", "dot-segment]"]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("password", "it must be CODE=SEVERITY"),
        ("pasword=error", 'no rule has the code "pasword"'),
        ("password=bad", "severity must be"),
    ],
)
def test_severities_that_are_none(asked: str, message: str) -> None:
    run = iriform("check", "--severity", asked, "-", stdin=b"")
    assert run.status == 2
    assert message in " ".join(run.err.split())


def test_fix_takes_lines_of_text(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("url\nhttp://h.example:/\n")
    run = iriform("check", "--fix", tmp_path / "a.csv")
    assert (run.status, run.out) == (2, "")
    assert "is not text with one identifier per line" in run.err


@pytest.mark.parametrize(
    "asked", ["", "--findings", "--profile=untrusted", "--policy=web", "--as=URI-reference"]
)
def test_a_column_is_checked_as_lines_are(tmp_path: Path, asked: str) -> None:
    """The rows of a column are checked all at once, and lines one by one."""
    values = [
        b"http://a/",
        b"http://a/ b",
        b"",
        b"http://a/\xff",
        b"HTTP://user@b.example:80/",
        "http://例え.jp/".encode(),
        "http://pаypal.example/".encode(),
        b"../x",
    ]
    text, table = tmp_path / "a.txt", tmp_path / "a.csv"
    text.write_bytes(b"\n".join(values) + b"\n")
    table.write_bytes(b"n,url\n" + b"".join(b"1,%s\n" % value for value in values))
    options = [asked] if asked else []
    lines_, rows = (iriform("check", file, "--json", *options) for file in (text, table))
    assert lines_.status == rows.status == 1
    assert lines_.err == rows.err.partition("\n")[2]  # after the column that was chosen
    places = {"file", "line", "row", "part", "column"}
    said = [
        [
            {name: value for name, value in record.items() if name not in places}
            for record in records
        ]
        for records in (lines_.records, rows.records)
    ]
    assert said[0] == said[1] != []


@pytest.mark.parametrize("face", [[], ["--json"]])
def test_a_limit_of_what_is_printed(tmp_path: Path, face: list[str]) -> None:
    one, two = tmp_path / "1.txt", tmp_path / "2.txt"
    one.write_text("a b\nhttp://a/\nc d\n")
    two.write_text("e f\n")
    whole = iriform("check", *face, one, two)
    run = iriform("check", *face, "--max", "2", one, two)
    assert (run.status, run.err) == (1, "iriform: 1 more, which --max 2 leaves out\n" + whole.err)
    assert run.out == whole.out[: whole.out.index('{"file": "' + str(two) if face else str(two))]
    assert iriform("check", "--max", "0", one).out == ""
    assert "--fix prints every line" in iriform("check", "--fix", "--max", "1", one).err


def test_a_file_of_protected_names(tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("# ours\n\npaypal.com\n", "utf-8")
    run = iriform("check", "--protected", names, "-", stdin=b"https://paypal-login.com/\n")
    assert run.status == 1
    assert "paypal.com (RFC 3986 §7.6) [host-contains-name]" in run.out
    names.write_bytes(b"\xff")
    run = iriform("check", "--protected", names, "-", stdin=b"https://paypal-login.com/\n")
    assert run.status == 2
    assert "cannot be read" in run.err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has no name"),
        ("# ours\n\n", "has no name"),
        ("paypal.com\nhttps://a.com/\n", ":2: this: a protected name is a host without a scheme"),
        ("# ours\n\n127.0.0.1\n", ':3: "127.0.0.1": an address has no look-alikes'),
        ("*.paypal.com\n", ':1: "*.paypal.com": a protected name has no "*"'),
        ("pay pal.com\n", ":1: this: a host must not contain ' '"),
    ],
)
def test_a_file_of_what_is_no_name(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "names.txt"
    file.write_text(text, "utf-8")
    run = iriform("check", "--protected", file, "-", stdin=b"https://paypal-login.com/\n")
    assert run.status == 2
    assert message in " ".join(run.err.replace("│", " ").split())
    assert run.out == ""


def test_what_is_given_for_a_protected_name() -> None:
    for given, message in (
        ("nosuch.txt", "nosuch.txt: no such file"),
        ("https://paypal.com/", "a protected name is a host without"),
    ):
        run = iriform("check", "--protected", given, "-", stdin=b"https://a.com/\n")
        assert run.status == 2
        assert message in " ".join(run.err.replace("│", " ").split())
    names = ["bücher.example", "xn--fsq.com", "a_b.com", "intranet"]
    options = [word for name in names for word in ("--protected", name)]
    run = iriform("check", *options, "-", stdin=b"http://bucher.example/\nhttp://a_b.com/\n")
    assert run.status == 1
    assert "bücher.example (UTS #39 §4) [host-confusable-with]" in run.out


def test_quiet_prints_what_cannot_be_read_and_nothing_else(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.csv", tmp_path / "bad.csv"
    good.write_text("url\nx:y\n")
    bad.write_text("url,n\nx y,1\nx:y\n")
    assert iriform("check", "--quiet", good) == (0, "", "")
    assert iriform("check", "-q", good, bad) == (1, "", "")
    run = iriform("check", "-q", bad, tmp_path / "nosuch")
    assert (run.status, run.out) == (2, "")
    assert run.err == f"iriform: cannot read {tmp_path / 'nosuch'}: No such file or directory\n"
    assert "--quiet cannot be used with --json" in iriform("check", "-q", "--json", good).err


def test_a_row_that_cannot_be_read_is_no_value(tmp_path: Path) -> None:
    file = tmp_path / "x.csv"
    file.write_text("url,n\nx:y,1\nx:y\n")
    run = iriform("check", "--column", "url", file)
    assert (run.status, run.err) == (
        1,
        "iriform: 1 row that cannot be read, in addition to 1 value\n",
    )
