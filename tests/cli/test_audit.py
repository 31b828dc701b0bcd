"""`iriform audit`."""

from __future__ import annotations

import csv
import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet as pq
import pytest

from iriform import IRI, ParseError
from tests.audit.slowly import folded, scheme_or_type
from tests.cli.program import iriform

EXAMPLES = Path(__file__).parents[2] / "examples"


def audit(*arguments: object, stdin: bytes = b"") -> dict[str, Any]:
    """Audit something that can be read, and return the report."""
    run = iriform("audit", "--json", *arguments, stdin=stdin)
    said = re.sub(r"iriform: using column .*\n", "", run.err)  # if it was not named
    assert (run.status, said) == (0, "")
    report: dict[str, Any] = json.loads(run.out)
    return report


def parquet(file: Path, select: str, *values: object) -> Path:
    """Write a Parquet file."""
    duckdb.connect().execute(f"COPY ({select}) TO $1 (FORMAT parquet)", [str(file), *values])
    return file


def names(report: dict[str, Any], kind: str) -> dict[str, int]:
    """Return the counts of schemes or hosts."""
    return {top["name"]: top["count"] for top in report[kind]["top"]}


def reason(value: str) -> str:
    """Return the reason why a value is not an IRI, or None."""
    try:
        IRI(value)
    except ParseError as error:
        return str(error.reason)
    return ""


# The examples.


@pytest.mark.parametrize("suffix", ["csv", "txt", "parquet"])
def test_the_examples_are_counted_as_a_slow_script_counts_them(suffix: str) -> None:
    with (EXAMPLES / "identifiers.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    values = [row["identifier"] for row in rows if row["identifier"]]
    good = [IRI(value) for value in values if IRI.is_valid(value)]
    report = audit(EXAMPLES / f"identifiers.{suffix}", "--top", 1000)
    assert report["valid"] == len(good)
    assert report["invalid"] == len(values) - len(good)
    assert report["empty"] == 2
    assert report["unreadable"] == 0
    assert report["ascii"] == sum(iri.isascii() for iri in good)
    assert names(report, "schemes") == Counter(scheme_or_type(iri) for iri in good)
    found = Counter(names(report, "hosts"))
    for name, count in names(report, "authorities").items():
        found[name.rpartition("://")[2]] += count
    assert found == Counter(folded(i.host) for i in good if i.host is not None)
    faults = Counter(row["fault"] for row in rows if row["fault"])
    assert {group["code"]: group["count"] for group in report["problems"]} == faults


def test_the_examples_are_broken_as_they_say() -> None:
    with (EXAMPLES / "identifiers.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if not row["identifier"]:
                continue
            assert reason(row["identifier"]) == row["fault"], row


def test_the_copies_of_the_examples_are_up_to_date() -> None:
    with (EXAMPLES / "identifiers.csv").open(encoding="utf-8", newline="") as file:
        values = [row["identifier"] for row in csv.DictReader(file)]
    assert (EXAMPLES / "identifiers.txt").read_text("utf-8").split("\n") == [*values, ""]
    rows = duckdb.read_parquet(str(EXAMPLES / "identifiers.parquet")).fetchall()
    assert [row[1] or "" for row in rows] == values


def test_the_summary_of_the_examples() -> None:
    run = iriform("audit", EXAMPLES / "identifiers.csv", "--column", "identifier")
    assert (run.status, run.err) == (0, "")
    lines = run.out.splitlines()
    assert lines[0].endswith("identifiers.csv · column identifier · 327 rows")
    assert "██" in lines[2]
    assert lines[3] == " 288   88.6%  valid IRIs, 226 of them URIs (ASCII only)"
    assert lines[4] == "  37   11.4%  not valid; iriform repair can mend 15 of them"
    assert lines[5] == "   2          empty"
    assert lines[6] == " 327          rows read, 325 judged"
    assert "pass@word" not in run.out
    assert "https://anna:***@example.com/" in run.out


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("http://a/\n", "1  100.0%  valid IRI, also a URI (ASCII only)"),
        ("http://é/\n", "1  100.0%  valid IRI, not a URI (ASCII only)"),
        ("http://é/\nx:\n", "2  100.0%  valid IRIs, 1 of them a URI (ASCII only)"),
        ("y:\nx:\n", "2  100.0%  valid IRIs, 2 of them URIs (ASCII only)"),
    ],
)
def test_one_is_singular(data: str, said: str) -> None:
    run = iriform("audit", "-", stdin=data.encode())
    assert f" {said}\n" in run.out
    count = data.count("\n")
    assert run.out.startswith(f" <stdin> · {count} line{'s' * (count > 1)}\n")


# Places.


def test_places_in_text(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(b"http://a/\n\r\nhttp://b/ c\r\n")
    [problem] = audit(file)["problems"]
    [example] = problem["examples"]
    assert (example["place"], example["unit"], example["column"]) == (3, "line", 10)
    assert f" {file}:3:10\n" in iriform("audit", file).out


def test_places_in_csv_are_lines_whatever_is_before_them(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_bytes(b'n,url\n"two\nlines",http://a/\n\n1,"http://\xff/"\n2,http://b/ c\n')
    report = audit(file)
    places = {p["code"]: p["examples"][0]["place"] for p in report["problems"]}
    assert places == {"ill-formed-utf-8": 5, "invalid-character": 6}


def test_places_in_parquet(tmp_path: Path) -> None:
    file = parquet(
        tmp_path / "a.parquet",
        "SELECT if(i = 123456, 'a b', 'x:' || i) AS u FROM range(200000) t(i)",
    )
    [problem] = audit(file)["problems"]
    assert problem["examples"][0]["place"] == 123457
    assert f"{file} row 123,457" in iriform("audit", file).out


def test_three_examples_of_many() -> None:
    run = iriform("audit", "-", stdin=b"http://a/ \n" * 5 + b"http://b:x/\n" * 2)
    assert "5  invalid-character  <stdin>:1:10; also 2, 3, …\n" in run.out
    assert "2  invalid-port  <stdin>:6:10; also 7\n" in run.out


# Columns.


@pytest.mark.parametrize(
    ("table", "column"),
    [
        ("url\nx\n", "url"),
        ("anything\nx\n", "anything"),
        ("id,url\n1,x:y\n", "url"),
        ("id;page;n\n1;http://a/?b,c;2\n", "page"),
        ("id\tpage\n1\thttp://a/\n", "page"),
        ("page,link\nhttp://a/,http://b/\n", "link"),
        ("id,link\n1,b\n", "link"),
        ("id,page URL\n1,b\n", "page URL"),
        ("1,http://a/\n2,http://b/\n", "2"),
        ("id,page\n", None),
        ("id,page\na,b\n", None),
        ("id,page\na,http://a/\n", None),
        ("id,page\n,http://a/\n", None),
        ("link,href\nhttp://a/,b\n", None),
        ("id,url,homepage\n1,b,http://a/\n", "url"),
        ("page,href\nhttp://a/,b\n", "href"),
        ("url,homepage\n7,http://a/\n", "url"),
        ("url,pageUrl\n7,http://a/\n", None),
        ("link_text,homepage\na,http://a/\n", None),
        ("n,page\n-1.5e3,b\n", "page"),
        ("a,b\nhttp://a/,http://b/\n", None),
    ],
)
def test_the_column_is_chosen_if_it_is_clear(
    tmp_path: Path, table: str, column: str | None
) -> None:
    file = tmp_path / "a.csv"
    file.write_text(table)
    if column is not None:
        assert audit(file)["files"][0]["column"] == column
        return
    run = iriform("audit", file)
    assert run.status == 2
    assert "Say --column NAME" in run.err
    for name in table.split("\n", maxsplit=1)[0].split(","):
        assert f" {name} (" in run.err


def test_the_column_is_wanted(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("a,b\nhttp://a/,http://b/\n")
    assert names(audit(file, "--column", "b"), "hosts") == {"b": 1}
    run = iriform("audit", file, "--column", "c")
    assert (run.status, run.err) == (2, f"iriform: {file} has no column c; it has: a, b\n")
    assert iriform("audit", "-", "--column", "c", stdin=b"x:y").status == 2
    file.write_text("Link URL,Page Name\nhttp://a/,http://b/\n")
    for wanted, meant in (("url", "Link URL"), ("pagename", "Page Name")):
        run = iriform("audit", file, "--column", wanted)
        assert run.err == (
            f"iriform: {file} has no column {wanted}; did you mean {meant}? It has: Link URL, Page Name\n"
        )


@pytest.mark.parametrize("verb", ["audit", "check", "repair"])
def test_the_choice_is_said(tmp_path: Path, verb: str) -> None:
    file, out = tmp_path / "a.csv", tmp_path / "out.csv"
    file.write_text("id,url,homepage\n1,http://a/b c,http://a/\n")
    more = ["--out", out] if verb == "repair" else []
    run = iriform(verb, file, *more)
    assert f"iriform: using column url of {file}\n" in run.err
    assert (verb == "check") == (run.status == 1)
    assert "using column" not in iriform(verb, file, *more, "--column", "url").err


@pytest.mark.parametrize("verb", ["audit", "check", "repair"])
def test_no_column_is_guessed(tmp_path: Path, verb: str) -> None:
    file, out = tmp_path / "a.csv", tmp_path / "out.csv"
    file.write_text("id,target,homepage\n" + "a,b,x:y\n" * 999 + "a,x:y,\n")
    run = iriform(verb, file, *(["--out", out] if verb == "repair" else []))
    assert (run.status, run.out, out.exists()) == (2, "", False)
    assert run.err == (
        f"iriform: which column of {file} is meant? Say --column NAME; there are:"
        " homepage (100% valid); target (<1% valid); id (0% valid)\n"
    )


def test_a_parquet_column(tmp_path: Path) -> None:
    file = parquet(tmp_path / "a.parquet", "SELECT 1 AS id, '7' AS size, 'http://a/' AS u")
    assert audit(file)["files"][0]["column"] == "u"
    for wanted, said in (("id", "has no text"), ("nope", "has no column nope")):
        run = iriform("audit", file, "--column", wanted)
        assert run.status == 2
        assert said in run.err
    file = parquet(tmp_path / "b.parquet", "SELECT 1 AS id")
    assert iriform("audit", file).status == 2


def test_a_parquet_column_of_bytes_and_of_an_enumeration(tmp_path: Path) -> None:
    file = parquet(
        tmp_path / "a.parquet",
        "SELECT 'http://a/'::BLOB AS u UNION ALL SELECT 'http://\\xFF/'::BLOB",
    )
    report = audit(file)
    assert (report["valid"], report["problems"][0]["code"]) == (1, "ill-formed-utf-8")
    file = parquet(tmp_path / "b.parquet", "SELECT 'x:y'::ENUM('x:y') AS u")
    assert audit(file)["valid"] == 1


# Hostile input.

HOSTILE = [
    "a'; DROP TABLE tally; --",
    '"',
    "c0) FROM read_csv('/etc/passwd') --",
    "*",
    "a\x1b[31m\u202eb",
    "名前",
    "",
]


@pytest.mark.parametrize("name", [n for n in HOSTILE if n])
def test_names_of_columns_are_data(tmp_path: Path, name: str) -> None:
    quoted = name.replace('"', '""')
    file = parquet(tmp_path / "a.parquet", f"SELECT 1 AS id, 'x:y' AS \"{quoted}\", 'b' AS \"b c\"")
    table = tmp_path / "a.csv"
    with table.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows([["id", name, "b c"], ["1", "x:y", "b"]])
    for input_ in (file, table):
        report = audit(input_, "--column", name)
        assert (report["valid"], report["files"][0]["column"]) == (1, name)
        for run in (iriform("audit", input_), iriform("audit", input_, "--column", "no")):
            assert "\x1b" not in run.out + run.err
            assert "\u202e" not in run.out + run.err


@pytest.mark.skipif(sys.platform == "win32", reason="files cannot be called so")
@pytest.mark.parametrize(
    "name",
    [
        "it's.parquet",
        "a[1].parquet",
        "*.parquet",
        "{a,b}.parquet",
        "a?.parquet",
        "k=v.parquet",
        "s3:.parquet",
        "a\x1b[31m.parquet",
    ],
)
def test_names_of_files_are_data(tmp_path: Path, name: str) -> None:
    parquet(tmp_path / "other.parquet", "SELECT 'http://other/' AS u")
    (tmp_path / "ok.parquet").write_bytes((EXAMPLES / "identifiers.parquet").read_bytes())
    plain = parquet(tmp_path / "plain", "SELECT 'http://a/' AS u")
    plain.rename(tmp_path / name)
    assert names(audit(tmp_path / name), "hosts") == {"a": 1}
    assert "\x1b" not in iriform("audit", tmp_path / name).out


@pytest.mark.parametrize("name", ["http://localhost:1/a.parquet", "s3://bucket/a.nt", "a:/b"])
def test_nothing_is_fetched(name: str) -> None:
    run = iriform("audit", name)
    assert run.status == 2
    assert run.err == (
        f"iriform: cannot read {name}: No such file or directory;"
        " inputs are files and - (standard input), and nothing is fetched."
        f" To check the value itself: iriform explain {name}\n"
    )


@pytest.mark.parametrize("suffix", ["parquet", "csv", "txt", "ttl"])
def test_a_password_in_the_name_of_a_missing_file(suffix: str) -> None:
    run = iriform("audit", f"http://anna:secret@h/\x1b.{suffix}")
    assert run.status == 2
    assert run.err.startswith(
        f"iriform: cannot read http://anna:***@h/\\x1b.{suffix}: No such file"
    )
    assert "secret" not in run.err
    assert "\x1b" not in run.err


def test_values_draw_nothing_on_the_terminal() -> None:
    data = "x:\x1b[31m\nhttp://\u202eh\u2066/\nx:[bold]:smile:\n\x1b]0;title\x07:\n".encode()
    run = iriform("audit", "-", stdin=data)
    assert run.status == 0
    assert not {"\x1b", "\u202e", "\u2066", "\x07"} & set(run.out)
    assert r"\u202eh\u2066" in run.out


def test_passwords_are_not_shown() -> None:
    data = b"http://anna:s3cr3t@h/ \nhttp://anna:s3cr3t@h:x/\nhttp://anna:s3cr3t@h/\n"
    for option in ("--json", "--top=3"):
        assert "s3cr3t" not in iriform("audit", option, "-", stdin=data).out


# Files that cannot be read, and files that still can.


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    good = EXAMPLES / "identifiers.parquet"
    (tmp_path / "truncated.parquet").write_bytes(good.read_bytes()[:1000])
    (tmp_path / "empty.parquet").write_bytes(b"")
    (tmp_path / "text.parquet").write_bytes(b"http://a/\n" * 100)
    (tmp_path / "empty.csv").write_bytes(b"")
    (tmp_path / "binary.csv").write_bytes(bytes(range(256)) * 10)
    (tmp_path / "table.csv.gz").write_bytes(b"\x1f\x8b\x08\x00")
    (tmp_path / "parquet.txt").write_bytes(good.read_bytes())
    (tmp_path / "dir.csv").mkdir()
    damaged = bytearray(good.read_bytes())
    damaged[6000:9000] = bytes(3000)
    (tmp_path / "damaged.parquet").write_bytes(damaged)
    for file in [*tmp_path.iterdir(), tmp_path / "missing.csv", tmp_path / "missing.parquet"]:
        run = iriform("audit", file)
        assert run.status == 2, file
        assert run.out == ""
        assert run.err.startswith("iriform: "), file
        assert file.name in run.err
        assert run.err.count("\n") == 1, run.err


def test_rows_that_cannot_be_read_are_counted_and_named(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("id,url\n1,http://a/,b\n2,http://b/\n3\n4,http://c/\n")
    report = audit(file)
    assert (report["valid"], report["unreadable"]) == (2, 2)
    assert [(e["place"], e["message"]) for e in report["unreadable_rows"]] == [
        (2, "the row has 3 fields, the header 2"),
        (4, "the row has 1 field, the header 2"),
    ]
    # A long line is wrapped between words.
    shown = " ".join(iriform("audit", file, COLUMNS="200").out.split())
    assert f"{file}:2: the row has 3 fields" in shown


def test_an_unclosed_quotation_mark_is_bounded(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_bytes(b'id,url\n1,http://a/\n2,"http://b/\n' + b"3,http://c/\n" * 2_000_000)
    report = audit(file)
    assert report["unreadable"] >= 1
    assert report["unreadable_rows"][0]["place"] == 3


@pytest.mark.parametrize(
    "rows",
    [
        '2,"http://b/\n3,http://c/ d\n',
        '2,"http://b/\n3,http://c/ d',
        '2,"http://b/""',
        '2,"http://b/"',
        '2,"http://b/"\n',
        '2,"http://b/\n"\n',
    ],
)
def test_a_quotation_mark_that_is_never_closed(tmp_path: Path, rows: str) -> None:
    """The rows that it contains are reported. Python's strict reader shows if it is closed."""
    file = tmp_path / "a.csv"
    text = f"id,url\n1,http://a/\n{rows}"
    file.write_text(text)
    try:
        list(csv.reader(text.splitlines(keepends=True), strict=True))
    except csv.Error:
        expected = [(3, "a quotation mark is never closed")]
    else:
        expected = []
    report = audit(file)
    assert [(e["place"], e["message"]) for e in report["unreadable_rows"]] == expected
    assert report["unreadable"] == len(expected)


def test_a_column_without_a_name_can_be_named() -> None:
    lines = b'{"u": "http://a/"}\n"http://b/"\n'
    run = iriform("audit", "--format", "jsonl", "-", stdin=lines)
    assert run.status == 2
    assert run.err.endswith("u (100% valid); '' (100% valid)\n")
    assert audit("--format", "jsonl", "--column", "", "-", stdin=lines)["valid"] == 1


@pytest.mark.parametrize("data", [b"", b"\n\n"])
def test_nothing_in_it(data: bytes) -> None:
    report = audit("-", stdin=data)
    assert (report["valid"], report["invalid"], report["hosts"]["distinct"]) == (0, 0, 0)
    run = iriform("audit", "-", stdin=data)
    assert run.status == 0
    assert "0  valid" not in run.out


def test_formats_are_told() -> None:
    table = b"id\tu\n1\thttp://a/\n"
    assert audit("-", "--format", "tsv", stdin=table)["valid"] == 1
    assert iriform("audit", "-", "--format", "parquet", stdin=table).status == 2
    assert iriform("audit", "-", "--format", "xml", stdin=table).status == 2


def test_as() -> None:
    data = "http://a/\nhttp://é/\nb\n".encode()
    valid = {"IRI": 2, "URI": 1, "IRI-reference": 3, "URI-reference": 2}
    assert {kind: audit("-", "--as", kind, stdin=data)["valid"] for kind in valid} == valid


def test_names_are_folded_in_ascii_only() -> None:
    report = audit("-", stdin="HTTP://Example.COM/\nhttp://example.com/\nhttp://É/\n".encode())
    assert names(report, "schemes") == {"http": 3}
    assert names(report, "hosts") == {"example.com": 2, "É": 1}


def test_top() -> None:
    report = audit("-", "--top", 1, stdin=b"http://a/\nhttp://b/\nhttp://a/\n")
    assert report["hosts"] == {"values": 3, "distinct": 2, "top": [{"name": "a", "count": 2}]}
    assert "1 more" in iriform("audit", "-", "--top", 1, stdin=b"x://a/\nx://b/\nx://a/\n").out


def test_several_files(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("http://a/\nb c\n")
    report = audit(EXAMPLES / "identifiers.csv", file, EXAMPLES / "identifiers.parquet")
    assert [f["valid"] for f in report["files"]] == [288, 1, 288]
    assert report["valid"] == 577


@pytest.mark.parametrize(("width", "count"), [(50, 2), (80, 1)])
def test_messages_are_wrapped_between_words(tmp_path: Path, width: int, count: int) -> None:
    file = tmp_path / "a.txt"
    file.write_text("http://a:b@c/\n")
    lines = iriform("audit", file, COLUMNS=str(width)).out.splitlines()
    first = next(i for i, line in enumerate(lines) if "the password can be" in line)
    message = audit(file)["findings"][0]["examples"][0]["message"]
    said = lines[first : first + count]
    assert message == " ".join(line.strip() for line in said)
    assert {line[:5] for line in said} == {"    " + line.lstrip()[0] for line in said}
    assert max(map(len, said)) <= width


def test_a_profile(tmp_path: Path) -> None:
    """The same file has other findings; `--fail-on` accepts the codes of each profile."""
    file = tmp_path / "links.txt"
    file.write_text("http://localhost/\nhttp://0x7f.1/\nHTTP://a.example/\nhttp://a.example/\n")

    def codes(*options: object) -> dict[str, int]:
        found = json.loads(iriform("audit", "--json", *options, file).out)["findings"]
        return {group["code"]: group["count"] for group in found}

    assert codes() == {"ipv4-lookalike": 1}
    assert codes("--profile", "norm") == {"scheme-not-lowercase": 1}
    untrusted = {"address-not-global": 1, "host-special-use": 1, "ipv4-lookalike": 1}
    assert codes("--profile", "untrusted") == untrusted
    out = tmp_path / "parts.parquet"
    assert codes("--profile", "untrusted", "--out", out) == untrusted
    assert sorted(filter(None, pq.read_table(out)["findings"].to_pylist())) == [
        "address-not-global ipv4-lookalike",
        "host-special-use",
    ]
    run = iriform("audit", "--profile", "untrusted", "--fail-on", "host-special-use", file)
    assert (run.status, run.err.splitlines()[-1]) == (1, "iriform: found 1 host-special-use")
    assert iriform("audit", "--fail-on", "host-special-use", file).status == 0


def test_findings_stand_apart_and_name_the_profile(tmp_path: Path) -> None:
    file = tmp_path / "links.txt"
    file.write_text("http://0x7f.1/\na b\nhttp://a.example/\n")

    def heads(*options: object) -> list[str]:
        lines = iriform("audit", *options, file).out.splitlines()
        return [line for line in lines if re.match(" (1  [a-z]|no |findings)", line)]

    bad, finding = f" 1  missing-scheme  {file}:2:1", f" 1  ipv4-lookalike  {file}:1:8"
    other = f" 1  address-not-global  {file}:1:8"
    assert heads() == [bad, " findings in valid values", finding]
    assert heads("--profile", "norm") == [bad, " no findings, by the profile norm"]
    by = ", by the profile untrusted"
    assert heads("--profile", "untrusted") == [
        bad,
        f" findings in valid values{by}",
        other,
        finding,
    ]


def test_a_report_on_standard_output_has_nothing_else_beside_it() -> None:
    run = iriform("audit", "-", "--report", "-", stdin=b"http://a/\n")
    assert run.status == 0
    assert run.out.startswith("<!DOCTYPE html>")
    assert run.out.endswith("</html>\n")
    assert "1  100.0%  valid IRI" in run.err
    run = iriform("audit", "-", "--report", "-", "--json", stdin=b"http://a/\n")
    assert (run.status, run.out) == (2, "")
