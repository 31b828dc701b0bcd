"""RDF/XML and JSON-LD: the statements that rdflib reads, and no more from broken documents."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
import rdflib

from iriform.audit import audit
from tests.cli.program import iriform
from tests.effort import rounds

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"


def iris(file: Path, base: str | None = None) -> list[str]:
    """List the IRIs that the audit reads in a file."""
    rows = file.with_name("rows.jsonl")
    options = () if base is None else ("--base", base)
    assert iriform("audit", file, "--out", rows, *options).status == 0
    read = [json.loads(row) for row in rows.read_text("utf-8").splitlines()]
    return sorted(row["text"] for row in read if row["status"] in {"valid", "invalid"})


def by_rdflib(file: Path, format_: str, base: str | None = None) -> list[str]:
    """List the IRIs of the statements that rdflib reads in a file, with repetitions."""
    graph = rdflib.Graph()
    graph.parse(data=file.read_text("utf-8"), format=format_, publicID=base)
    found: list[str] = []
    for statement in graph:
        for term in statement:
            if isinstance(term, rdflib.URIRef):
                found.append(str(term))
            elif isinstance(term, rdflib.Literal) and term.datatype is not None:
                found.append(str(term.datatype))
    return sorted(found)


WHOLE = f"""<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="{RDF}" xmlns:p="http://p/" xml:base="http://b/">
<rdf:Description rdf:about="s"><p:p rdf:resource="o"/><p:q>text</p:q></rdf:Description>
</rdf:RDF>
"""


def test_each_beginning_of_a_document_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "a.rdf"
    for length in range(0, len(WHOLE) - len("</rdf:RDF>\n") + 9, rounds(7, 1)):
        file.write_text(WHOLE[:length])
        run = iriform("check", file)
        assert run.status != 0, WHOLE[:length]
    file.write_text(WHOLE)
    assert iriform("check", file).status == 0
    file.write_text(WHOLE + WHOLE)
    assert "a second document begins" in iriform("check", file).out


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [
        ("utf-16", "UTF-16"),
        ("utf-16-le", "UTF-16"),
        ("utf-16-be", "UTF-16"),
        ("latin-1", "ISO-8859-1"),
        ("ascii", "US-ASCII"),
        ("utf-8-sig", "UTF-8"),
        ("ascii", "windows-1252"),
    ],
)
def test_encodings(tmp_path: Path, encoding: str, declared: str) -> None:
    file = tmp_path / "a.rdf"
    text = WHOLE.replace('"1.0"', f'"1.0" encoding="{declared}"')
    expected = "http://b/s"
    if encoding != "ascii":
        text, expected = text.replace('"s"', '"é"'), "http://b/é"
    file.write_bytes(text.encode(encoding))
    assert iris(file).count(expected) == 2


def test_an_encoding_that_is_not_read_is_named(tmp_path: Path) -> None:
    file = tmp_path / "a.rdf"
    text = WHOLE.replace('"1.0"', '"1.0" encoding="Shift_JIS"')
    file.write_text(text)
    assert "the document is in shift_jis" in iriform("check", file).out


def xml(random: Random) -> str:
    """Write a document with bases in bases, and attributes without a prefix."""

    def base() -> str:
        if random.random() < 0.5:
            return ""
        return (
            f' xml:base="{random.choice(["a/", "../b", "/c/d", "//e/f", "?g", "", "http://h/i"])}"'
        )

    def name(of: str) -> str:
        return random.choice(["", "rdf:"]) + of

    def node(depth: int) -> str:
        about = f'{name("about")}="{random.choice(["s", "", "#t", "u/v", "http://w/"])}"'
        inner = "".join(prop(depth) for _ in range(random.randrange(3)))
        return f"<rdf:Description {about}{base()}>{inner}</rdf:Description>\n"

    def prop(depth: int) -> str:
        kind = random.randrange(4)
        if kind == 0 or depth == 0:
            return f'<p:p {name("resource")}="{random.choice(["o", "../q", "#r"])}"{base()}/>'
        if kind == 1:
            return f"<p:q{base()}>\n{node(depth - 1)}</p:q>"
        if kind == 2:
            return f'<p:r {name("parseType")}="Resource"{base()}>{prop(depth - 1)}</p:r>'
        return f'<p:s rdf:datatype="http://t/"{base()}>1</p:s>'

    nodes = "".join(node(3) for _ in range(3))
    return (
        f'<rdf:RDF xmlns:rdf="{RDF}" xmlns:p="http://p/" xml:base="http://b/x/y">{nodes}</rdf:RDF>'
    )


def test_random_documents_have_the_iris_that_rdflib_reads(tmp_path: Path) -> None:
    random = Random(8)
    file = tmp_path / "a.rdf"
    for _ in range(rounds(60, 2000)):
        text = xml(random)
        file.write_text(text)
        # A graph has each statement once.
        assert {*iris(file)} == {*by_rdflib(file, "xml")}, text


# JSON-LD.

# Each document, and the IRIs of its statements.
DOCUMENTS: dict[str, tuple[Any, list[str]]] = {
    "a key that is mapped to nothing": (
        {"@id": "x:s", "name": "a", "x:p": "b", "other": {"@id": "x:t", "x:q": "c"}},
        ["x:p", "x:s"],
    ),
    "a key with a colon and no prefix": ({"@id": "x:s", "y:p": "b"}, ["x:s", "y:p"]),
    "a key that a context maps": (
        {"@context": {"name": "x:name"}, "@id": "x:s", "name": "a", "nick": "b"},
        ["x:name", "x:s"],
    ),
    "a vocabulary": ({"@context": {"@vocab": "x:"}, "@id": "x:s", "name": "a"}, ["x:name", "x:s"]),
    "a context within": (
        {
            "@id": "x:s",
            "x:p": {"@context": {"a": "x:a"}, "@id": "x:t", "a": "1", "b": "2"},
            "a": "3",
        },
        ["x:a", "x:p", "x:s", "x:t", "x:t"],
    ),
    "a context that forgets": (
        {
            "@context": {"a": "x:a"},
            "@id": "x:s",
            "a": {"@context": None, "@id": "x:t", "a": "1", "x:p": "2"},
        },
        ["x:a", "x:p", "x:s", "x:t", "x:t"],
    ),
    "a keyword by another name": (
        {"@context": {"id": "@id", "a": "x:a"}, "id": "x:s", "a": "1"},
        ["x:a", "x:s"],
    ),
    "a term of a definition is no prefix": (
        {"@context": {"ex": {"@id": "http://e/"}}, "@id": "x:s", "ex:a": "1"},
        ["ex:a", "x:s"],
    ),
    "a term that is declared a prefix": (
        {"@context": {"ex": {"@id": "http://e/", "@prefix": True}}, "@id": "x:s", "ex:a": "1"},
        ["http://e/a", "x:s"],
    ),
    "a simple term is a prefix by its end": (
        {"@context": {"ex": "http://e/", "no": "http://e"}, "@id": "x:s", "ex:a": "1", "no:a": "2"},
        ["http://e/a", "no:a", "x:s", "x:s"],
    ),
    "a context of a type": (
        {
            "@context": {"T": {"@id": "x:T", "@context": {"a": "x:a"}}},
            "@id": "x:s",
            "@type": "T",
            "a": "1",
            "b": "2",
        },
        [f"{RDF}type", "x:T", "x:a", "x:s", "x:s"],
    ),
}


@pytest.mark.parametrize("of", DOCUMENTS)
def test_keys_of_json_ld_are_read_by_their_contexts(tmp_path: Path, of: str) -> None:
    document, expected = DOCUMENTS[of]
    file = tmp_path / "a.jsonld"
    for whole in (document, [document]):
        file.write_text(json.dumps(whole, indent=1))
        assert iris(file) == sorted(expected)


@pytest.mark.filterwarnings("ignore:ConjunctiveGraph is deprecated")
def test_random_json_ld_has_the_iris_that_rdflib_reads(tmp_path: Path) -> None:
    random = Random(9)
    file = tmp_path / "a.jsonld"
    contexts = [{"a": "x:a"}, {"b": {"@id": "x:b"}}, {"c": None}, {"a": None}, None]

    def node(depth: int) -> dict[str, Any]:
        made: dict[str, Any] = {"@id": f"x:{random.randrange(100)}"}
        if random.random() < 0.4:
            chosen = random.sample(contexts, random.randrange(1, 3))
            made["@context"] = chosen if len(chosen) > 1 else chosen[0]
        for key in random.sample(["a", "b", "c", "d", "y:p"], 3):
            kind = random.randrange(3)
            made[key] = "text" if kind == 0 or depth == 0 else node(depth - 1)
            if kind == 2:
                made[key] = [made[key], "other"]
        return made

    for _ in range(rounds(60, 2000)):
        document = [node(2), node(2)]
        file.write_text(json.dumps(document))
        assert {*iris(file)} == {*by_rdflib(file, "json-ld")}, document


def test_what_stands_beside_a_damaged_document_is_read(tmp_path: Path) -> None:
    file, other = tmp_path / "a.rdf", tmp_path / "b.nt"
    file.write_text(WHOLE[:150])
    other.write_text("<x:a> <x:b> <x:c> .\n")
    found = audit([str(file), str(other)])
    assert (found.files[1].valid, found.unreadable) == (3, 1)
