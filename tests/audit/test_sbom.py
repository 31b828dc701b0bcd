"""Bills of materials: the package URLs of CycloneDX and SPDX, by their JSON paths."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import iriform.audit
from iriform.audit.formats.known import format_of
from iriform.audit.formats.sbom import packages
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


def test_where_package_urls_stand() -> None:
    assert list(packages(CYCLONEDX)) == [
        ("$.metadata.component.purl", "pkg:generic/app@1"),
        ("$.components[0].purl", "pkg:npm/%40angular/core@19.0.0"),
        ("$.components[1].purl", "pkg:pypi/Django@5"),
        ("$.components[3].components[0].purl", "pkg:npm/a b"),
        ("$.components[3].components[1].purl", "pkg:sid/x"),
    ]
    assert list(packages(SPDX_2)) == [
        ("$.packages[0].externalRefs[1].referenceLocator", "pkg:maven/junit@4")
    ]
    assert list(packages(SPDX_3)) == [
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
