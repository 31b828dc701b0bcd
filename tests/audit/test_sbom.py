"""Bills of materials: the package URLs of CycloneDX and SPDX, by their JSON paths."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import iriform.audit
from iriform import Policy
from iriform.audit.formats.json_document import texts
from iriform.audit.formats.known import format_of
from iriform.audit.formats.sbom import identifiers
from tests.cli.program import iriform as run

CYCLONEDX: dict[str, Any] = {
    "bomFormat": "CycloneDX",
    "specVersion": "1.6",
    "metadata": {"component": {"name": "app", "purl": "pkg:generic/app@1"}},
    "components": [
        {"name": "core", "purl": "pkg:npm/%40angular/core@19.0.0", "type": "library"},
        {"name": "django", "purl": "pkg:pypi/Django@5"},
        {"name": "none"},
        {"name": "outer", "components": [{"purl": "pkg:npm/a b"}, {"purl": "pkg:sid/x"}]},
        {"name": "number", "purl": 5},
    ],
}
SPDX_2 = {
    "spdxVersion": "SPDX-2.3",
    "packages": [
        {
            "externalRefs": [
                {"referenceType": "cpe23Type", "referenceLocator": "cpe:2.3:a:b"},
                {"referenceType": "purl", "referenceLocator": "pkg:maven/junit@4"},
            ]
        }
    ],
}
SPDX_3 = {
    "@graph": [
        {"software_packageUrl": "pkg:npm/a"},
        {
            "externalIdentifier": [
                {"externalIdentifierType": "packageUrl", "identifier": "pkg:npm/b"},
                {"externalIdentifierType": "cve", "identifier": "CVE-1"},
            ]
        },
    ]
}


def in_document(document: object) -> list[tuple[str, str]]:
    """List the JSON paths and the texts of a document."""
    return [(each.path, each.text) for each in identifiers(document)]


def test_where_package_urls_stand() -> None:
    assert in_document(CYCLONEDX) == [
        ("$.metadata.component.purl", "pkg:generic/app@1"),
        ("$.components[0].purl", "pkg:npm/%40angular/core@19.0.0"),
        ("$.components[1].purl", "pkg:pypi/Django@5"),
        ("$.components[3].components[0].purl", "pkg:npm/a b"),
        ("$.components[3].components[1].purl", "pkg:sid/x"),
    ]
    assert in_document(SPDX_2) == [
        ("$.packages[0].externalRefs[1].referenceLocator", "pkg:maven/junit@4")
    ]
    assert in_document(SPDX_3) == [
        ('$["@graph"][0].software_packageUrl', "pkg:npm/a"),
        ('$["@graph"][1].externalIdentifier[0].identifier', "pkg:npm/b"),
    ]


@pytest.mark.parametrize(
    ("name", "format_"),
    [
        ("bom.json", "sbom"),
        ("app.CDX.json.gz", "sbom"),
        ("a.spdx.json", "sbom"),
        ("a.json", "jsonl"),
        ("carbom.json", "jsonl"),
        ("app_bom.json", "sbom"),
        ("sbom.json", "sbom"),
        ("orjson.cyclonedx.json", "sbom"),
        ("a.CycloneDX.json.zst", "sbom"),
        ("cyclonedx.json", "jsonl"),
    ],
)
def test_the_name_tells_the_format(name: str, format_: str) -> None:
    assert format_of(name).name == format_


def test_check_names_each_place(tmp_path: Path) -> None:
    path = tmp_path / "bom.json"
    path.write_text(json.dumps(CYCLONEDX, indent=1), encoding="utf-8")
    shown = run("check", "--findings", str(path))
    assert shown.status == 1
    for place in (
        "bom.json package 3 $.components[1].purl",
        "bom.json package 4 $.components[3].components[0].purl",
        "bom.json package 5 $.components[3].components[1].purl",
    ):
        assert place in shown.out
    for code in ("purl-not-canonical", "invalid-character", "purl-type-unknown"):
        assert code in shown.out


def test_the_audit_counts_types(tmp_path: Path) -> None:
    path = tmp_path / "a.cdx.json"
    path.write_text(json.dumps(CYCLONEDX), encoding="utf-8")
    found = iriform.audit.audit(str(path))
    assert (found.valid, found.invalid) == (4, 1)
    counts = {each.name: each.count for each in found.schemes.top}
    assert counts == {"pkg:npm": 1, "pkg:pypi": 1, "pkg:generic": 1, "pkg:sid": 1}
    assert "a.cdx.json package 4" in run("audit", str(path)).out


@pytest.mark.parametrize("text", ["", "{", '{"purl": "\udcff"}', "[" * 100_000])
def test_what_is_no_document_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "bom.json"
    path.write_text(text, encoding="utf-8", errors="surrogateescape")
    shown = run("check", str(path))
    assert shown.status == 2
    assert "cannot read" in shown.err


# Text as the tools write it: members in any order, escapes, a repeated name, whose last value counts.
WRITTEN = r"""{"bomFormat": "CycloneDX", "components": [
	{"purl" : "pkg:pypi\/Django@5",  "name": "\u007b"}, {"p\u0075rl":"pkg:npm/a b"},
	{"purl": "pkg:maven/junit@4", "parts": [{"purl": "http://example.org/a b"}, {"purl": 5}]},
	{"purl":"pkg:npm/old way", "purl": "pkg://NPM/\u0040angular/core", "é": ["pkg:npm/a b"]} ] }
"""
MENDED = r"""{"bomFormat": "CycloneDX", "components": [
	{"purl" : "pkg:pypi\/django@5",  "name": "\u007b"}, {"p\u0075rl":"pkg:npm/a%20b"},
	{"purl": "pkg:maven/junit@4", "parts": [{"purl": "http://example.org/a b"}, {"purl": 5}]},
	{"purl":"pkg:npm/old way", "purl": "pkg:npm/%40angular/core", "é": ["pkg:npm/a b"]} ] }
"""


@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_a_mended_copy_differs_in_package_urls_only(bom: bytes, tmp_path: Path) -> None:
    path, copy = tmp_path / "bom.json", tmp_path / "mended.json"
    path.write_bytes(bom + WRITTEN.encode())
    shown = run("repair", str(path), "--out", str(copy))
    assert copy.read_bytes() == bom + MENDED.encode()
    assert shown.status == 1
    assert "bom.json package 3 $.components[2].purl: not a package URL" in shown.out
    assert shown.out.count("$.components[2].p") == 2
    assert "$.components[3].purl: the member occurs more than once" in shown.out
    assert "6 values read, 3 mended, 3 left as they are" in shown.err
    again = run("repair", str(copy), "--format=sbom", "--out", str(tmp_path / "again.json"))
    assert "6 values read, 0 mended, 3 left as they are" in again.err


def test_changes_of_a_mended_copy_have_json_paths(tmp_path: Path) -> None:
    path, changes = tmp_path / "a.spdx.json", tmp_path / "changes.jsonl"
    path.write_text(json.dumps(SPDX_3).replace("npm/b", "NPM/b"), encoding="utf-8")
    run("repair", str(path), "--out", str(tmp_path / "b.json"), "--changes", str(changes))
    [change] = map(json.loads, changes.read_text().splitlines())
    assert change["part"] == '$["@graph"][1].externalIdentifier[0].identifier'
    assert (change["before"], change["after"]) == ("pkg:NPM/b", "pkg:npm/b")


@pytest.mark.parametrize("document", [CYCLONEDX, SPDX_2, SPDX_3])
def test_each_package_url_is_found_where_it_stands(document: object) -> None:
    for indent in (None, 2):
        data = json.dumps(document, indent=indent).encode()
        spans = texts(data)
        for path, text in in_document(document):
            start, stop = spans[path]
            assert data[start:stop].decode() == text


@pytest.mark.parametrize(
    ("data", "options", "why"),
    [
        ('{"purl": "pkg:npm/a b"}'.encode("utf-16"), (), "not written in UTF-8"),
        (b'{"purl": "pkg:npm/a b"}', ("--default-scheme", "https"), "it is always pkg"),
        (b'{"purl": "pkg:npm/a b"}', ("--column", "purl"), "has no columns"),
        (b'{"purl": "pkg:npm/a b"', (), "not JSON"),
    ],
)
def test_what_is_not_mended_is_not_written(
    data: bytes, options: tuple[str, ...], why: str, tmp_path: Path
) -> None:
    path, copy = tmp_path / "bom.json", tmp_path / "mended.json"
    path.write_bytes(data)
    shown = run("repair", str(path), "--out", str(copy), *options)
    assert shown.status == 2
    assert why in shown.err
    assert not copy.exists()


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("bom.json", '{"purl": "pkg:npm/a b"}', "iriform repair can mend it"),
        ("a.jsonl", '{"url": "http://a/b c"}', "iriform repair can mend it"),
        ("a.jsonld", '{"@id": "http://a/b c", "http://a/p": "x"}', "iriform repair can mend it"),
    ],
)
def test_the_audit_says_what_repair_can_do(name: str, data: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(data, encoding="utf-8")
    assert said in run("audit", str(path)).out
    written = run("repair", str(path), "--out", str(tmp_path / "copy")).status == 0
    assert written == said.startswith("iriform repair")


def test_what_is_no_package_url_is_not_counted_as_one(tmp_path: Path) -> None:
    path = tmp_path / "bom.json"
    purls = ["https://example.org/", "npm:lodash@4", "", "pkg:npm", "pkg:npm/%40a/b"]
    path.write_text(json.dumps({"components": [{"purl": purl} for purl in purls]}))
    found = iriform.audit.audit(str(path))
    assert (found.valid, found.invalid, found.empty, found.unreadable) == (1, 0, 0, 4)
    shown = run("check", str(path))
    assert shown.status == 1
    for number, why in enumerate(
        [
            "not a package URL, which begins with pkg",
            "not a package URL, which begins with pkg",
            "not a package URL, which begins with pkg: the text is empty",
            "not a package URL: the text ends before the end of the type",
        ],
        1,
    ):
        assert f"package {number} $.components[{number - 1}].purl: {why}" in shown.out


def test_other_iris_of_a_document_are_read_as_such(tmp_path: Path) -> None:
    path = tmp_path / "bom.json"
    document = {
        "externalReferences": [{"url": "https://a/ b", "type": "vcs"}],
        "uri": "not one",
        "packages": [
            {"downloadLocation": "NOASSERTION"},
            {"downloadLocation": "git+https://a/c"},
            {"software_downloadLocation": "https://a/d e"},
        ],
    }
    path.write_text(json.dumps(document))
    found = iriform.audit.audit(str(path))
    assert (found.valid, found.invalid, found.unreadable) == (1, 2, 0)
    copy = tmp_path / "copy.json"
    assert run("repair", str(path), "--out", str(copy)).status == 0
    mended = json.dumps(document).replace("/ b", "/%20b").replace("/d e", "/d%20e")
    assert copy.read_text() == mended


# The places of IRIs and references in CycloneDX and SPDX, and the findings there.
IRIS: list[tuple[dict[str, Any], str, str]] = [
    ({"bomFormat": "CycloneDX", "serialNumber": "urn:uuid:not-a-uuid"}, "$.serialNumber", "uuid-syntax"),
    ({"bomFormat": "CycloneDX", "serialNumber": "3e671687"}, "$.serialNumber", "missing-scheme"),
    ({"externalReferences": [{"url": "rust-lang/libc"}]}, "$.externalReferences[0].url", "relative"),
    ({"externalReferences": [{"url": "/a?b#c"}]}, "$.externalReferences[0].url", "relative"),
    ({"externalReferences": [{"url": "#b"}]}, "$.externalReferences[0].url", "relative"),
    ({"externalReferences": [{"url": "a b"}]}, "$.externalReferences[0].url", "invalid-character"),
    ({"externalReferences": [{"url": "http://127.1/"}]}, "$.externalReferences[0].url", "ipv4-lookalike"),
    ({"licenses": [{"license": {"url": "//h/mit"}}]}, "$.licenses[0].license.url", "relative"),
    ({"supplier": {"url": ["http://h/", "www.h"]}}, "$.supplier.url[1]", "relative"),
    ({"services": [{"endpoints": ["/v1"]}]}, "$.services[0].endpoints[0]", "relative"),
    ({"vulnerabilities": [{"source": {"url": "a"}}]}, "$.vulnerabilities[0].source.url", "relative"),
    ({"advisories": [{"url": "../a"}]}, "$.advisories[0].url", "relative"),
    ({"evidence": {"license": {"url": "a"}}}, "$.evidence.license.url", "relative"),
    ({"packages": [{"homepage": "h.example"}]}, "$.packages[0].homepage", "missing-scheme"),
    ({"documentNamespace": "a b"}, "$.documentNamespace", "missing-scheme"),
    ({"seeAlsos": ["http://h/", "a"]}, "$.seeAlsos[1]", "missing-scheme"),
]  # fmt: skip


@pytest.mark.parametrize(("document", "path", "code"), IRIS)
def test_where_iris_and_references_stand(
    document: dict[str, Any], path: str, code: str, tmp_path: Path
) -> None:
    file, rows = tmp_path / "a.cyclonedx.json", tmp_path / "rows.parquet"
    file.write_text(json.dumps(document))
    shown = run("check", "--findings", "--json", file)
    [record] = [each for each in shown.records if code in json.dumps(each)]
    assert record["part"] == path
    found = iriform.audit.audit(str(file), out=str(rows))
    codes = [each.code for each in [*found.problems, *found.findings]]
    assert codes == [code]
    (row,) = [
        row for row in pq.read_table(rows).to_pylist() if code in (row["reason"], row["findings"])
    ]
    assert row["status"] == ("invalid" if found.problems else "valid")
    assert f"[{code}]" in run("check", "--findings", file).out


def test_what_is_no_identifier_is_not_read() -> None:
    document = {
        "serialNumber": "of a certificate",
        "properties": [{"name": "url", "value": "a b"}],
        "downloadLocation": "NOASSERTION",
        "homepage": "NONE",
        "url": 5,
        "endpoints": [None, 1],
    }
    assert in_document(document) == []


def test_a_policy_for_iris_takes_no_relative_reference(tmp_path: Path) -> None:
    file = tmp_path / "bom.json"
    file.write_text(json.dumps({"url": ["a", "https://h.example/"]}))
    found = iriform.audit.audit(str(file), policy=Policy.WEB)
    assert (found.valid, found.invalid) == (1, 1)
    assert run("check", "--policy", "web", file).out.count("missing-scheme") == 1


def test_a_member_that_another_hides_is_named(tmp_path: Path) -> None:
    path = tmp_path / "bom.json"
    path.write_text('{"purl": "pkg:npm/a b", "purl": "pkg:npm/c"}')
    found = iriform.audit.audit(str(path))
    assert (found.valid, found.unreadable) == (1, 1)
    assert "the member occurs more than once" in run("check", str(path)).out


def test_check_shows_how_a_package_url_is_written(tmp_path: Path) -> None:
    path = tmp_path / "bom.json"
    path.write_text('{"purl": "pkg:npm/@hapi/hoek"}')
    assert "; write pkg:npm/%40hapi/hoek [purl-syntax]" in run("check", "--findings", str(path)).out
