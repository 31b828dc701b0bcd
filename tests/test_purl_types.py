"""The types of package URLs: the table follows the definitions, and a process may add others."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from scripts import purl_types

from iriform import PURL, load_purl_types
from iriform._types import purl_types as _purl_types


def test_the_table_is_what_the_script_writes() -> None:
    assert purl_types.TABLE.read_text(encoding="utf-8") == purl_types.formatted(
        purl_types.written()
    )


def test_every_rule_in_words_is_in_the_definitions() -> None:
    """A rule that a newer definition states differently does not stay in the tables."""
    components = [
        component
        for definition in purl_types.definitions()
        for key, component in definition.items()
        if key.endswith("_definition") and isinstance(component, dict)
    ]
    rules = {rule for each in components for rule in each.get("normalization_rules", [])}
    forms = {each["permitted_characters"] for each in components if "permitted_characters" in each}
    assert rules == set(_purl_types.REWRITES)
    assert forms == set(_purl_types.FORMS)


ACME: dict[str, Any] = {
    "type": "acme",
    "namespace_definition": {"requirement": "required", "case_sensitive": False},
    "name_definition": {"normalization_rules": ["Replace underscore _ with dash -"]},
    "qualifiers_definition": [{"key": "arch", "requirement": "required"}, {"key": "os"}],
}
PROGRAM = """
import pyarrow as pa
from iriform import IRI, PURL, columns, load_purl_types

text = "pkg:acme/Team/a_b?arch=x"
assert PURL(text).name == "a_b" and [f.code for f in IRI(text).check()] == ["purl-type-unknown"]
assert load_purl_types({one!r}) == ["acme"]
assert PURL(text).name == "a-b" and PURL.repair(text).value == "pkg:acme/team/a-b?arch=x"
assert {{f.code for f in IRI(text).check()}} == {{"purl-not-canonical"}}
assert not PURL.is_valid("pkg:acme/a_b?arch=x") and not PURL.is_valid("pkg:acme/Team/a_b")
column = pa.array([text, "pkg:acme/a"])
assert columns.purl_canonical(column).to_pylist() == ["pkg:acme/team/a-b?arch=x", None]
assert load_purl_types({folder!r}) == ["acme", "pypi"]
assert PURL.is_valid("pkg:acme/a")
assert PURL("pkg:pypi/A_b").name == "A_b"
assert not PURL.is_valid("pkg:maven/junit"), "the others stay"
"""


def test_a_process_goes_by_the_definitions_that_it_is_given(tmp_path: Path) -> None:
    one, folder = tmp_path / "acme-definition.json", tmp_path / "types"
    one.write_text(json.dumps(ACME), encoding="utf-8")
    folder.mkdir()
    for name in ("acme", "pypi"):
        text = json.dumps({"type": name}, indent=1)
        (folder / f"{name}-definition.json").write_text(text, encoding="utf-8")
    program = PROGRAM.format(one=str(one), folder=str(folder))
    subprocess.run([sys.executable, "-c", program], check=True)  # noqa: S603 - it is above


def test_the_definitions_of_the_wheel_can_be_loaded() -> None:
    assert load_purl_types(purl_types.DATA) == [d["type"] for d in purl_types.definitions()]
    assert PURL.repair("pkg:PyPI/A_b").value == "pkg:pypi/a-b"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "is not JSON"),
        ("", "has no definition"),
        ("[]", "has no definition"),
        ("[1]", "is not the definition of a package URL type"),
        ('{"name": "acme"}', "is not the definition of a package URL type"),
        ('{"type": "Acme"}', "not the type of a package URL"),
        ('{"type": "acme", "name_definition": 1}', "does not have the form"),
        ('{"type": "acme", "qualifiers_definition": [{"requirement": "required"}]}', "the form"),
        (
            '{"type": "acme", "namespace_definition": {"requirement": "never"}}',
            "a namespace must be one of optional, required, prohibited, not 'never'",
        ),
        (
            '{"type": "acme", "name_definition": {"normalization_rules": ["Reverse it"]}}',
            "the definition of acme: this version does not know the rule 'Reverse it'",
        ),
        (
            '{"type": "acme", "version_definition": {"permitted_characters": "^x$"}}',
            "the definition of acme: this version does not know the characters '^x$'",
        ),
    ],
)
def test_what_is_no_definition_is_refused(text: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "acme-definition.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="(?s)acme|Acme|type") as error:
        load_purl_types(path)
    assert why in str(error.value)
    assert PURL.is_valid("pkg:acme/a"), "nothing is changed"


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "1\n" + "[" * 100_000])
def test_json_that_is_nested_deeply_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "deep.json"
    file.write_text(text)
    with pytest.raises(ValueError, match="nested too deeply|not JSON"):
        load_purl_types(file)
