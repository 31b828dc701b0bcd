"""`iriform find`, and `--find` of `check` and `audit`."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tests.cli.program import iriform

NOTES = """\
See http://a.example/(b), [this](https://例え.jp/道) and README.md.
"http://c.example/"d or `https://e.example/x|y`; anna@f.example.
hxxps://evil[.]example/z urn:x:y
"""


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """Write a Markdown file."""
    file = tmp_path / "notes.md"
    file.write_text(NOTES, encoding="utf-8")
    return file


def test_places(notes: Path) -> None:
    assert iriform("find", notes) == (
        0,
        f"{notes}:1:5: http://a.example/(b)\n"
        f"{notes}:1:34: https://例え.jp/道\n"
        f"{notes}:2:2: http://c.example/\n"
        f"{notes}:2:26: https://e.example/x\n"
        f"{notes}:2:50: mailto:anna@f.example\n",
        "",
    )


def test_a_list_of_compressed_text(notes: Path, tmp_path: Path) -> None:
    packed = tmp_path / "notes.gz"
    packed.write_bytes(gzip.compress(notes.read_bytes()))
    run = iriform("find", "--as", "list", "--schemes", "http,URN", packed)

    assert run.out.splitlines() == [
        "http://a.example/(b)",
        "http://c.example/",
        "mailto:anna@f.example",
        "urn:x:y",
    ]


def test_records(notes: Path) -> None:
    run = iriform("find", "--as", "json", "--refang", notes)

    assert run.records[-1] == {
        "file": str(notes),
        "line": 3,
        "column": 1,
        "span": [0, 24],
        "text": "hxxps://evil[.]example/z",
        "iri": "https://evil.example/z",
        "kind": "iri",
        "changes": [],
        "flags": ["refanged"],
    }


def test_domains() -> None:
    run = iriform("find", "--domains", "-", stdin=b"example.org and README.md")

    assert run.out == "<stdin>:1:1: https://example.org\n<stdin>:1:17: https://README.md\n"


def test_where_links_end() -> None:
    """A template is shown unchanged: its IRI leads nowhere."""
    text = '"https://h/a\'b"c https://h/d? https://h/e見て (+https://h/f) https://h/{id}\n'
    run = iriform(
        "find", "--as", "list", "--quotes", "--prose", "--ascii", "-", stdin=text.encode()
    )

    assert run.out.splitlines() == [
        "https://h/a'b",
        "https://h/d",
        "https://h/e",
        "https://h/f",
        "https://h/{id}",
    ]


def test_a_line_that_ends_in_a_hyphen() -> None:
    text = "see\nhttps://h/a\u2010\n    b.html and http://c\n".encode()

    assert iriform("find", "--hyphens", "-", stdin=text).out == (
        "<stdin>:2:1: https://h/ab.html\n<stdin>:3:16: http://c\n"
    )
    assert iriform("find", "-", stdin=text).out == (
        "<stdin>:2:1: https://h/a\u2010\n<stdin>:3:16: http://c\n"
    )


def test_what_a_policy_refuses(notes: Path) -> None:
    run = iriform(
        "find",
        "--policy",
        "web",
        "-",
        stdin=b"http://a.example/ http://0x7f.example.1/ http://0x7f.1/",
    )

    assert (run.status, run.out, run.err) == (0, "", "")
    run = iriform("find", "--policy", "web", notes)
    assert (run.status, run.err) == (1, "iriform: 1 link refused\n")
    assert run.out == f"{notes}:2:50: mailto:anna@f.example\n"


def test_what_cannot_be_read_ends_none_of_the_others(notes: Path, tmp_path: Path) -> None:
    run = iriform("find", tmp_path / "none.md", notes)

    assert run.status == 2
    assert "none.md" in run.err
    assert len(run.out.splitlines()) == 5


def test_schemes_that_are_none() -> None:
    run = iriform("find", "--schemes", "a b", "-", stdin=b"")

    assert run == (2, "", "iriform: --schemes: a b is not a list of schemes\n")


def test_check_judges_links_at_their_places() -> None:
    text = "See https://a.example/é and\nthen http://a.example/b%zz, x@b.example.\n".encode()
    run = iriform("check", "--find", "-", stdin=text)

    assert run.status == 1
    assert run.out.startswith("<stdin>:2:24: not an IRI: ")
    assert run.err == "iriform: 1 of 3 values not valid as IRI\n"
    (record,) = iriform("check", "--find", "--json", "-", stdin=text).records
    assert (record["line"], record["column"], record["reason"]) == (
        2,
        24,
        "invalid-percent-encoding",
    )


def test_check_of_findings_and_sarif() -> None:
    text = b"ok http://a.example/ but http://a.example:80/x\n"
    run = iriform("check", "--find", "--findings", "--profile", "norm", "--sarif", "-", stdin=text)
    results = json.loads(run.out)["runs"][0]["results"]

    assert [result["ruleId"] for result in results] == ["port-default"]
    region = results[0]["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["startColumn"]) == (1, 42)


def test_find_is_not_for_columns() -> None:
    for option in ("--column=url", "--format=csv"):
        run = iriform("check", "--find", option, "-", stdin=b"")
        assert (run.status, run.out) == (2, "")
        assert run.err.startswith("iriform: --find: not with --")


def test_audit_counts_links(notes: Path) -> None:
    run = iriform("audit", "--find", "--json", notes)
    counts = json.loads(run.out)

    assert run.status == 0
    assert json.dumps(counts).count("e.example") >= 0
    assert iriform("audit", "--format", "prose", "--json", notes).out == run.out


def test_html_and_markdown(tmp_path: Path) -> None:
    page, notes = tmp_path / "p.html", tmp_path / "n.md"
    page.write_text("<p>\n <a href=b>", encoding="utf-8")
    notes.write_text("# t\n\nsee ![c](d)\n", encoding="utf-8")
    base = ("--base", "https://base.example/")
    assert iriform("find", "--html", *base, page) == (
        0,
        f"{page}:2:2: https://base.example/b\n",
        "",
    )
    found = iriform("find", "--markdown", *base, "--as", "jsonl", notes).records
    assert [(each["line"], each["iri"], each["where"]) for each in found] == [
        (3, "https://base.example/d", "image")
    ]
    assert iriform("find", *base, page) == (2, "", "iriform: --base is for --html and --markdown\n")
    refused = iriform("find", "--html", "--base", "x y", page)
    assert refused == (2, "", "iriform: --base: x y is not an IRI\n")
