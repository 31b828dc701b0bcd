"""Third-party data has a row, a notice and a path in the packages."""

import json
import re
import zipfile
from pathlib import Path

import pytest
from scripts import notices

ROOT = Path(__file__).parents[1]
EXPRESSION = "(MIT OR Apache-2.0) AND MPL-2.0 AND Unicode-3.0"


def test_each_file_of_data_has_a_row_and_each_row_a_file_and_a_notice() -> None:
    assert notices.without_row() == []
    for row in notices.rows():
        assert (ROOT / row.file).is_file(), row
        assert (ROOT / "LICENSES" / row.notice).is_file(), row
        assert row.shipped in {"packages", "repository"}, row


def test_data_without_a_row_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "rows", list)
    assert "crates/core/src/parts/public_suffixes.txt" in notices.without_row()


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("pyproject.toml", f'license = "{EXPRESSION}"'),
        ("Cargo.toml", f'license = "{EXPRESSION}"'),
        ("crates/duckdb/description.yml", f'license: "{EXPRESSION}"'),
        ("packaging/recipe.yaml", f"license: {EXPRESSION}"),
        ("docs/project/licence.md", f"`{EXPRESSION}`"),
    ],
)
def test_the_expression_is_the_same_everywhere(file: str, line: str) -> None:
    assert line in (ROOT / file).read_text("utf-8")


def test_the_notices_have_the_texts_of_what_packages_contain() -> None:
    written = (ROOT / "THIRD-PARTY-NOTICES.txt").read_text("utf-8")
    for notice in notices.data_notices():
        assert notice in written
    for crate in ("quick-xml", "hifijson", "oxilangtag", "arrow-data", "icu_properties_data"):
        assert re.search(rf"^== .*\b{crate} \d", written, re.MULTILINE), crate


def test_the_bill_of_materials_lists_data_and_no_crate_that_only_builds() -> None:
    bill = json.loads((ROOT / "crates/python/sbom.cdx.json").read_text("utf-8"))
    kinds = {part["name"]: part["type"] for part in bill["components"]}
    data = [row.what for row in notices.rows() if row.is_in_packages()]
    assert {name for name, kind in kinds.items() if kind == "data"} == set(data)
    assert kinds.keys() & {"syn", "quote", "proc-macro2", "wasip2", "r-efi", "autocfg"} == set()


def test_a_package_without_notices_is_told_apart(tmp_path: Path) -> None:
    wheel = tmp_path / "a.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("a.dist-info/licenses/LICENSE-MIT", notices.MARKS["MIT"])
    missing = notices.look_into(wheel)
    assert "MIT" not in missing
    assert {"MPL-2.0.txt", "Unicode-3.0.txt", "crates"} <= set(missing)
    with zipfile.ZipFile(wheel, "a") as archive:
        whole = (ROOT / "THIRD-PARTY-NOTICES.txt").read_text("utf-8")
        archive.writestr("a.dist-info/licenses/THIRD-PARTY-NOTICES.txt", whole)
    assert notices.look_into(wheel) == []
