"""References in RDF are resolved by RFC 3986 §5.2, whatever the parser of a syntax does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from scripts.resolution_of_pairs import BASES, REFERENCES

from tests.cli.program import iriform
from tests.oracle.resolution import resolve

PAIRS = [(base, reference) for base in BASES for reference in REFERENCES]
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"


def subjects(file: Path, *options: str) -> list[str]:
    """List the subjects of the statements in a file, in order."""
    rows = file.with_name("rows.jsonl")
    run = iriform("audit", file, "--column", "subject", "--out", rows, *options)
    assert run.status == 0, run.err
    return [json.loads(row)["text"] for row in rows.read_text("utf-8").splitlines()]


def turtle(base: str, reference: str) -> str:
    return f"@base <{base}> . <{reference}> <x:p> 1 .\n"


def xml(base: str, reference: str) -> str:
    return f"<r:Description xml:base='{base}' r:about='{reference}'><x:p>1</x:p></r:Description>\n"


def json_ld(base: str, reference: str) -> str:
    return json.dumps({"@context": {"@base": base}, "@id": reference, "x:p": 1})


@pytest.mark.parametrize("suffix", ["ttl", "trig", "rdf", "jsonld"])
def test_each_pair_is_resolved_as_the_rfc_says(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"pairs.{suffix}"
    if suffix == "rdf":
        body = "".join(xml(*pair) for pair in PAIRS)
        text = f"<r:RDF xmlns:r='{RDF}' xmlns:x='x:'>{body}</r:RDF>"
    elif suffix == "jsonld":
        text = f"[{','.join(json_ld(*pair) for pair in PAIRS)}]"
    else:
        text = "".join(turtle(*pair) for pair in PAIRS)
    file.write_text(text, encoding="utf-8")
    assert len(PAIRS) == 570
    wrong = [
        (*pair, found)
        for pair, found in zip(PAIRS, subjects(file), strict=True)
        if found != resolve(*pair)
    ]
    # The JSON-LD parser replaces `g/..` with nothing, so a path without a slash becomes absolute.
    known = {("urn:x:y", "g/../h"), ("mailto:a@b", "g/../h")} if suffix == "jsonld" else set()
    assert {pair[:2] for pair in wrong} == known | {(base, "g;x=1/../y") for base, _ in known}, (
        wrong
    )


@pytest.mark.parametrize("syntax", ["turtle", "xml", "json-ld"])
def test_a_base_of_the_command_line_is_resolved_against(tmp_path: Path, syntax: str) -> None:
    texts = {
        "turtle": "<../d> <x:p> 1 .",
        "xml": f"<r:RDF xmlns:r='{RDF}' xmlns:x='x:'><r:Description r:about='../d' x:p='1'/></r:RDF>",
        "json-ld": '{"@id": "../d", "x:p": 1}',
    }
    suffixes = {"turtle": "ttl", "xml": "rdf", "json-ld": "jsonld"}
    file = tmp_path / f"a.{suffixes[syntax]}"
    file.write_text(texts[syntax])
    assert subjects(file, "--base", "http://h/a/b/../c/") == ["http://h/a/d"]


@pytest.mark.parametrize(
    "reference", ["1a:b", ":x", "_x:y", "é:x", "a,b:c", "%41:b", "-a:b", "+:b", "1:2/3", ".:a"]
)
def test_a_colon_in_the_first_segment_is_a_fault_with_a_base(
    tmp_path: Path, reference: str
) -> None:
    for suffix, text in [
        ("ttl", turtle("http://h/", reference)),
        ("rdf", f"<r:RDF xmlns:r='{RDF}' xmlns:x='x:'>{xml('http://h/', reference)}</r:RDF>"),
    ]:
        file = tmp_path / f"a.{suffix}"
        file.write_text(text, encoding="utf-8")
        assert subjects(file) == [reference]
        assert iriform("check", file).status == 1


def test_a_version_of_n_triples_is_read(tmp_path: Path) -> None:
    for suffix in ("nt", "nq"):
        file = tmp_path / f"a.{suffix}"
        file.write_text('VERSION "1.2"\n<x:s> <x:p> <<( <x:a> <x:b> <x:c> )>> .\n')
        assert iriform("check", file).status == 0
        assert subjects(file) == ["x:s", "x:a"]


def test_an_element_without_a_name_of_xml_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "a.rdf"
    file.write_text(
        f"<r:RDF xmlns:r='{RDF}'><r:Description r:about='x:s'>\n"
        "<n: xmlns:n='http://h/1'>1</n:></r:Description></r:RDF>"
    )
    run = iriform("check", file)
    assert run.status == 1
    assert "a name is not an XML QName" in run.out
