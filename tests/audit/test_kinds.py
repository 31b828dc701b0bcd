"""The format of a file: by its name, or by its beginning if the name does not show it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from iriform import PrefixMap
from iriform.audit import audit
from iriform.audit.formats.known import FORMATS
from tests.cli.program import iriform, process

RDF = {
    "turtle": [
        "@prefix e: <http://e/> .\ne:a e:p <http://a/ b> .\n",
        "# of me\n\nPREFIX e: <http://e/>\n",
        "\ufeff@base <http://e/> .\n",
        "<http://a/> a <http://b/> ;\n",
    ],
    "rdf-xml": ['<?xml version="1.0"?>\n<rdf:RDF/>\n', "<rdf:RDF\n", "<!DOCTYPE rdf:RDF [\n"],
    "n-triples": [
        "<http://a/> <http://p/> <http://a/ b> .\n",
        '_:b <http://p/> "a \\" <b> . c"@en .\n',
        '<a> <b> "1"^^<c>.',
    ],
    "n-quads": ["<http://a/> <http://p/> _:b <http://g/> .\n"],
}


@pytest.mark.parametrize(("format_", "text"), [(f, text) for f in RDF for text in RDF[f]])
def test_rdf_under_another_name_is_not_read_as_text(
    tmp_path: Path, format_: str, text: str
) -> None:
    file, copy = tmp_path / "a.txt", tmp_path / "b.txt"
    file.write_text(text, encoding="utf-8")
    said = f"--format {format_} reads"
    for arguments in (
        ("repair", file, "--out", copy),
        ("normalize", file, "--out", copy),
        ("audit", file),
        ("check", file),
        ("check", file, "--fix"),
    ):
        run = iriform(*arguments)
        assert (run.status, run.out) == (2, ""), run
        assert said in run.err
        assert not copy.exists()
    assert said in process("check", "-", stdin=text.encode()).err
    # An explicit format of text is trusted.
    assert iriform("check", file, "--format", "text").status == 1


@pytest.mark.parametrize(
    ("text", "format_"),
    [
        ("<!doctype html>\n<p>a\n", "html"),
        ("\n<html lang=en>", "html"),
        ('<?xml version="1.0"?>\n<urlset/>\n', "feed"),
    ],
)
def test_documents_are_not_read_as_text(tmp_path: Path, text: str, format_: str) -> None:
    file = tmp_path / "a.txt"
    file.write_text(text)
    run = iriform("check", file)
    assert (run.status, run.out) == (2, "")
    assert f"--format {format_} reads" in run.err
    assert iriform("check", file, "--format", format_).status == 0


@pytest.mark.parametrize(
    "text",
    ["<http://a/>\n", "http://a/ <http://b/> .\n", "#a\n#b\n", "prefix:a\n", "@a\n", "_:b\n"],
)
def test_lines_of_values_are_text(tmp_path: Path, text: str) -> None:
    file = tmp_path / "a.txt"
    file.write_text(text)
    assert iriform("check", file, "--as", "IRI-reference").status in {0, 1}


@pytest.mark.parametrize("suffix", ["n3", "turtle", "ttl"])
def test_other_suffixes_of_turtle(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"a.{suffix}"
    file.write_text(RDF["turtle"][0])
    assert (audit(str(file)).valid, audit(str(file)).invalid) == (2, 1)


def test_a_file_called_as_standard_input_is_read_by_a_pattern(tmp_path: Path) -> None:
    (tmp_path / "-").write_text("http://a/ b\n")
    code = f"import os; os.chdir({str(tmp_path)!r})"
    from tests.cli.program import started

    with started("check", "*", before=code) as running:
        out, _ = running.communicate(b"x:y\n", timeout=60)
    assert out.decode().startswith("./-:1:10: not an IRI")
    assert running.returncode == 1


# An IRI of empty text.

EMPTY = {
    "nt": "<> <x:p> <x:o> .\n",
    "nq": "<x:s> <x:p> <x:o> <> .\n",
    "ttl": "<x:s> <> <x:o> .\n",
    "trig": "<> { <x:s> <x:p> <x:o> }\n",
    "rdf": '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:p="x:">'
    '<rdf:Description rdf:about=""><p:p rdf:resource="x:o"/></rdf:Description></rdf:RDF>',
}


@pytest.mark.parametrize("suffix", EMPTY)
def test_an_iri_of_empty_text_is_not_an_empty_cell(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"a.{suffix}"
    file.write_text(EMPTY[suffix])
    found = audit(str(file))
    assert (found.invalid, found.empty) == (1, 0)
    run = iriform("check", file)
    assert (run.status, run.out.count("the text is empty")) == (1, 1)
    rows = tmp_path / "rows.jsonl"
    iriform("audit", file, "--out", rows)
    statuses = [json.loads(row)["status"] for row in rows.read_text().splitlines()]
    assert statuses.count("invalid") == 1
    based = audit(str(file), base="http://b/")
    assert (based.invalid, based.empty) == (0, 0)


@pytest.mark.parametrize("suffix", ["nt", "nq"])
def test_an_iri_of_empty_text_is_rejected(tmp_path: Path, suffix: str) -> None:
    file, rejects, copy = (tmp_path / f"{name}.{suffix}" for name in "abc")
    file.write_text(EMPTY[suffix])
    run = iriform("repair", file, "--out", copy, "--rejects", rejects)
    assert (run.status, copy.read_text(), rejects.read_text()) == (1, "", EMPTY[suffix])


# Relative namespaces, as in every document of Solid.

SOLID = "@prefix : <#> .\n@prefix me: <card#> .\n:me :knows me:you , <http://a/ b> .\n"


def test_names_over_a_relative_namespace(tmp_path: Path) -> None:
    file, copy = tmp_path / "card.ttl", tmp_path / "copy.ttl"
    file.write_text(SOLID)
    found = audit(str(file))
    assert (found.unreadable, found.valid, found.invalid) == (0, 0, 6)
    run = iriform("check", file, "--base", "https://a.example/card")
    assert (run.status, run.out.count("not an IRI")) == (1, 1)
    assert audit(str(file), base="https://a.example/card").valid == 5
    run = iriform("repair", file, "--out", copy, "--base", "https://a.example/card")
    assert (run.status, copy.read_text()) == (0, SOLID.replace("/ b", "/%20b"))
    # Without a base the rest is left, and the copy is still written.
    run = iriform("repair", file, "--out", copy)
    assert (run.status, copy.read_text()) == (1, SOLID.replace("/ b", "/%20b"))


def test_prefixes_that_are_relative_are_read_with_a_base(tmp_path: Path) -> None:
    file, data = tmp_path / "card.ttl", tmp_path / "a.txt"
    file.write_text(SOLID)
    data.write_text("https://a.example/card#me\n")
    assert PrefixMap.read(file, base="https://a.example/card")[""] == "https://a.example/card#"
    base = ("--base", "https://a.example/card")
    run = iriform("expand", "--prefixes", file, *base, ":me")
    assert run.out == "https://a.example/card#me\n"
    run = iriform("compress", "--prefixes", file, *base, "https://a.example/card#me")
    assert run.out == ":me\n"
    found = json.loads(iriform("audit", data, "--prefixes", file, *base, "--json").out)
    assert found["prefixes"]["values"] == 1
    assert "--base is one" in iriform("audit", data, "--prefixes", file).err


def test_check_takes_a_base_for_text(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("../b\n/ c\n//0x7f.1/\n")
    run = iriform("check", file, "--base", "http://a/", "--findings")
    assert run.status == 1
    assert [line.split(":")[1] for line in run.out.splitlines() if line.startswith(str(file))] == [
        "2",
        "3",
    ]
    run = iriform("check", file, "--base", "a b")
    assert run.status == 2


def test_the_page_has_each_format() -> None:
    page = (Path(__file__).parents[2] / "docs" / "audit.md").read_text("utf-8")
    [overruling] = [part for part in page.split("\n\n") if part.startswith("`--format` overrides")]
    assert [name for name in FORMATS if f"`{name}`" not in overruling] == []


@pytest.mark.parametrize(
    "text",
    [
        '<Ontology xmlns="http://www.w3.org/2002/07/owl#"/>',
        '<?xml version="1.0"?>\n<!-- a -->\n<Ontology\nontologyIRI="http://h/"/>',
        '<owl:Ontology xmlns:owl="http://www.w3.org/2002/07/owl#"></owl:Ontology>',
    ],
)
def test_owl_xml_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.owl").write_text(text)
    run = iriform("check", tmp_path / "a.owl")
    assert (run.status, "a.owl: OWL/XML, which is not RDF" in run.err) == (2, True)


@pytest.mark.parametrize(
    ("text", "is_said"),
    [
        ("see http://h/a and\nfoo http://h/b\n", True),
        ("http://h/ is the page\nhttp://h/a\n", False),
        ("http://h/a b.pdf\n", False),
        ("a b\n", False),
        ("http://h/\n", False),
    ],
)
def test_lines_of_text_are_told_of_find(text: str, is_said: bool) -> None:
    for verb in ("check", "audit"):
        run = iriform(verb, "-", stdin=text.encode())
        assert ("--find judges the links" in run.err) is is_said, verb


def test_rows_of_a_table_are_not_told_of_find(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("url\nsee http://h/a and\n")
    run = iriform("audit", "--json", tmp_path / "a.csv")
    assert "--find" not in run.err
    assert json.loads(run.out)["files"][0]["in_text"] == 1


def test_links_in_text_have_their_line_and_column(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_bytes(
        b"\xc3\xa9 http://A.example/\n\xff http://h.example/, (http://B.example/) c@d.example\n"
    )
    given = ("--find", "--profile", "norm", "--json", tmp_path / "a.log")
    checked = [json.loads(line) for line in iriform("check", *given).out.splitlines()]
    places = [(1, 10, "http://A.example/"), (2, 30, "http://B.example/")]
    assert [(each["line"], each["column"], each["text"]) for each in checked] == places
    [found] = json.loads(iriform("audit", *given).out)["findings"]
    of_audit = [(each["place"], each["column"], each["text"]) for each in found["examples"]]
    assert of_audit == places
