"""RDF in every syntax: the same statements give the same IRIs, including bad ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from iriform.audit import AuditError, audit
from tests.cli.program import iriform

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

# Statements with a bad subject, with a datatype, and with a bad object.
SYNTAXES = {
    "nt": "<http://a/b c> <http://p/x> <http://o/> .\n"
    '<http://s/> <http://p/x> "1"^^<http://t/int> .\n<http://s/> <http://p/x> <http://[/> .\n',
    "ttl": "@prefix p: <http://p/> .\n<http://a/b c> p:x <http://o/> .\n"
    '<http://s/> p:x "1"^^<http://t/int>, <http://[/> .\n',
    "nq": "<http://a/b c> <http://p/x> <http://o/> .\n"
    '<http://s/> <http://p/x> "1"^^<http://t/int> .\n<http://s/> <http://p/x> <http://[/> .\n',
    "trig": "{ <http://a/b c> <http://p/x> <http://o/> }\n"
    '{ <http://s/> <http://p/x> "1"^^<http://t/int>, <http://[/> }\n',
    "rdf": f'<rdf:RDF xmlns:rdf="{RDF}" xmlns:p="http://p/">'
    '<rdf:Description rdf:about="http://a/b c"><p:x rdf:resource="http://o/"/></rdf:Description>'
    '<rdf:Description rdf:about="http://s/"><p:x rdf:datatype="http://t/int">1</p:x>'
    '<p:x rdf:resource="http://[/"/></rdf:Description></rdf:RDF>',
    "jsonld": '[{"@id": "http://a/b c", "http://p/x": {"@id": "http://o/"}},'
    ' {"@id": "http://s/", "http://p/x": [{"@value": "1", "@type": "http://t/int"},'
    ' {"@id": "http://[/"}]}]',
}


@pytest.mark.parametrize("suffix", SYNTAXES)
def test_a_bad_iri_is_found_and_not_fatal(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"a.{suffix}"
    file.write_text(SYNTAXES[suffix])
    found = audit(str(file))
    assert {p: (c.valid, c.invalid) for p, c in found.files[0].positions.items()} == {
        "datatype": (1, 0),
        "object": (1, 1),
        "predicate": (3, 0),
        "subject": (2, 1),
    }
    assert found.unreadable == 0
    assert {
        group.code: [(e.place, e.part) for e in group.examples] for group in found.problems
    } == {"invalid-character": [(1, "subject")], "unclosed-bracket": [(3, "object")]}
    line = "" if suffix == "jsonld" else ":2" if suffix == "ttl" else ":1"
    assert f"{file}{line} statement 1 subject\n" in iriform("audit", file).out


PREFIXES = "@prefix gnd: <https://d-nb.info/gnd/> .\n@prefix tag: <http://t.example/> .\n"
COMPACT = {
    "gnd:118559230": "https://d-nb.info/gnd/118559230",
    "gnd:": "https://d-nb.info/gnd/",
    "gnd:a/b?c#d": "https://d-nb.info/gnd/a/b?c#d",
    "foaf:name": "http://xmlns.com/foaf/0.1/name",  # well known, although not declared
    "GND:1": None,
    "gnd://h/a": None,  # it has an authority
    "tag:a@b.example,2026:x": None,  # the scheme is in use
    "mailto:a@b.example": None,
    "urn:example:a": None,
    "nobody:1": None,
    "https://d-nb.info/gnd/1": None,
}


@pytest.mark.parametrize("name", ["a.ttl", "a.trig", "a.rdf", "a.nt", "a.nq", "a.jsonld"])
@pytest.mark.parametrize(("iri", "expansion"), COMPACT.items())
def test_a_compact_iri_in_brackets(
    tmp_path: Path, name: str, iri: str, expansion: str | None
) -> None:
    file = tmp_path / name
    statement = f"<http://a/s> <http://a/p> <{iri}> ."
    file.write_text(
        {
            ".ttl": PREFIXES + statement,
            ".trig": PREFIXES + "{ " + statement + " }",
            ".nt": statement,
            ".nq": statement,
            ".rdf": f'<r:RDF xmlns:r="{RDF}" xmlns:p="http://a/" xmlns:gnd="https://d-nb.info/gnd/" '
            f'xmlns:tag="http://t.example/"><r:Description r:about="http://a/s"><p:p r:resource="{iri}"/>'
            "</r:Description></r:RDF>",
            ".jsonld": json.dumps({"@id": "http://a/s", "http://a/p": {"@id": iri}}),
        }[file.suffix]
    )
    if file.suffix in {".nt", ".nq", ".jsonld"} and iri.startswith("gnd:"):
        expansion = None  # it is not declared
        prefixes = {"gnd": "https://d-nb.info/gnd/"}
        given = audit(str(file), prefixes=prefixes).findings
        assert bool(given) == (not iri.startswith("gnd://"))
    found = [
        (group.code, place.part, place.message)
        for group in audit(str(file)).findings
        for place in group.examples
    ]
    message = (
        "the scheme is the name of a prefix: the text is a compact IRI, not an IRI: {}"
        " (RDF 1.1 Turtle §2.4)"
    )
    expected = [("prefix-as-scheme", "object", message.format(expansion))] if expansion else []
    assert [each for each in found if each[0] == "prefix-as-scheme"] == expected
    run = iriform("check", "--findings", file)
    assert ("[prefix-as-scheme]" in run.out) == bool(expansion)
    out = tmp_path / "out.jsonl"
    assert iriform("audit", file, "--out", out).status == 0
    assert ("prefix-as-scheme" in out.read_text()) == bool(expansion)


@pytest.mark.parametrize(
    ("predicate", "is_found"),
    [
        ("http://a/1", True),
        ("http://a/", True),
        ("http://a/x1", False),
        ("http://a/1x", False),
        ("http://a/%C3%A9", False),  # `A9` is a name
        ("http://a/%20", True),
        ("http://a/é", False),
        ("http://a/x-", False),
        ("http://a/-", True),
        ("http://a/x()", True),
        ("urn:x:1", True),
        ("urn:x", False),
        (f"{RDF}_1", False),
        (f"{RDF}li", True),
        (f"{RDF}about", True),
    ],
)
def test_predicates_that_rdf_xml_cannot_write(
    tmp_path: Path, predicate: str, *, is_found: bool
) -> None:
    file, out = tmp_path / "a.nt", tmp_path / "out.jsonl"
    file.write_text(f"<{predicate}> <{predicate}> <{predicate}> .\n")
    found = audit(str(file), profile="rdf").findings
    parts = [(g.count, p.part) for g in found for p in g.examples if g.code == "rdf-xml-predicate"]
    assert parts == ([(1, "predicate")] if is_found else [])
    assert iriform("audit", "--profile", "rdf", file, "--out", out).status == 0
    assert out.read_text().count("rdf-xml-predicate") == is_found
    assert iriform("check", "--profile", "rdf", file).out.count("[rdf-xml-predicate]") == is_found
    assert all(group.code != "rdf-xml-predicate" for group in audit(str(file)).findings)


def test_graphs_and_statements_about_statements(tmp_path: Path) -> None:
    file = tmp_path / "a.trig"
    file.write_text("<http://g/ g> { <x:s> <x:p> <<( <x:s2> <x:p2> <x:o 2> )>> }")
    [example] = [e for group in audit(str(file), column="graph").problems for e in group.examples]
    assert (example.part, example.place) == ("graph", 1)
    counts = {p: c.judged for p, c in audit(str(file)).files[0].positions.items()}
    assert counts == {"graph": 1, "subject": 2, "predicate": 2, "object": 1}


def test_relative_iris_and_a_base(tmp_path: Path) -> None:
    file = tmp_path / "a.ttl"
    file.write_text("<s> <x:p> <../o> .")
    assert audit(str(file)).problems[0].code == "missing-scheme"
    found = audit(str(file), base="http://b/c/d")
    assert (found.valid, found.invalid, found.hosts.top[0].name) == (3, 0, "b")


def test_a_broken_statement_costs_no_other(tmp_path: Path) -> None:
    file = tmp_path / "a.nt"
    file.write_bytes(
        b"<x:a> <x:b> <x:c> .\nbroken .\n<x:a> <x:b> <x:\xff> .\n<x:d> <x:b> <x:c> .\n"
    )
    found = audit(str(file))
    assert (found.valid, found.unreadable) == (6, 2)
    assert [row.place for row in found.unreadable_rows] == [2, 3]


def test_implied_datatypes_are_no_iris_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "a.nt"
    file.write_text('<x:a> <x:b> "c" .\n<x:a> <x:b> "c"@en .\n<x:a> <x:b> "c"^^<x:t> .\n')
    assert audit(str(file), column="datatype").valid == 1


def test_a_position_that_is_none(tmp_path: Path) -> None:
    file = tmp_path / "a.nt"
    file.write_text("<x:a> <x:b> <x:c> .\n")
    with pytest.raises(AuditError, match="has no position url; it has: subject, predicate"):
        audit(str(file), column="url")


@pytest.mark.parametrize(
    "context",
    ['"https://schema.org"', '[{"a": "x:a"}, "http://x/c"]', '{"@version": 1.1, "@import": "x:i"}'],
)
def test_a_context_that_is_elsewhere(tmp_path: Path, context: str) -> None:
    """Its terms could be anything, so they are not bad IRIs."""
    file, other = tmp_path / "a.jsonld", tmp_path / "b.nt"
    file.write_text(
        f'[{{"@id": "x:y", "x:p": "o"}}, {{"@context": {context}, "@id": "x:y", "name": "o"}}]'
    )
    other.write_text("<x:a> <x:b> <x:c> .\n")
    found = audit([str(file), str(other)])
    assert (found.valid, found.invalid, found.unreadable) == (2 + 3, 0, 1)
    [row] = found.unreadable_rows
    assert (row.file, row.place, row.message) == (
        str(file),
        2,
        "the document refers to a context elsewhere, and nothing is fetched: the rest"
        " cannot be read without it",
    )


@pytest.mark.parametrize("suffix", ["nt", "nq"])
def test_a_comment_takes_a_line_to_the_parser_and_changes_nothing(
    tmp_path: Path, suffix: str
) -> None:
    """Most lines are read without the parser; a line with a comment never is."""
    values = Path("examples/identifiers.txt").read_text(encoding="utf-8").splitlines()
    iris = [f"<{value}>" for value in values if not {*value} & {*"<>\\"}]
    objects = [*iris, "_:b1", '"é <x:y>"', '"a"@en', '"1"^^<x:t y>', '"2"^^<http://a.example/>']
    graphs = [""] if suffix == "nt" else ["", " <x:g h>", " _:g", " <http://a.example/g>"]
    lines = [
        f"{iris[i % len(iris)]} {iris[i * 7 % len(iris)]} {objects[i * 3 % len(objects)]}"
        f"{graphs[i % len(graphs)]} ."
        for i in range(2000)
    ]
    plain, commented = tmp_path / f"plain.{suffix}", tmp_path / f"commented.{suffix}"
    plain.write_text("\n".join(lines), encoding="utf-8")
    commented.write_text("\n".join(f"{line} # a comment" for line in lines), encoding="utf-8")

    def figures(file: Path) -> str:
        return json.dumps(audit(str(file)).record()).replace(str(file), "")

    assert figures(plain) == figures(commented)
    found = audit(str(plain))
    assert found.unreadable == 0
    assert min(found.valid, found.invalid, len(found.problems)) > 8


@pytest.mark.parametrize("name", ["a.nt", "a.ttl", "a.nq", "a.trig"])
def test_every_control_character_may_be_in_a_literal(tmp_path: Path, name: str) -> None:
    """Raw controls, as in W3C's `LITERAL1_all_controls` and `literal_needing_uchar_escaping-01`."""
    file = tmp_path / name
    controls = "".join(map(chr, [*range(32), 127])).translate({10: None, 13: None})
    statement = f'<http://a/s> <http://a/p> "{controls * 20}" .\n'
    file.write_text(statement + "<http://a/s> <http://a/p> <http://a/o p> .\n", newline="")
    found = audit(str(file))
    assert (found.valid, found.invalid, found.unreadable) == (4, 1, 0)
    run = iriform("repair", file, "--out", tmp_path / f"mended-{name}")
    assert (run.status, run.err) == (
        0,
        "iriform: 5 values read, 1 mended\niriform: values by the cause of a change: 1 not-allowed\n",
    )
    mended = (tmp_path / f"mended-{name}").read_text()
    assert mended == statement + "<http://a/s> <http://a/p> <http://a/o%20p> .\n"
