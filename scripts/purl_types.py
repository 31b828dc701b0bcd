"""Write the table of the types of package URLs: `python -m scripts.purl_types`.

The definitions are in `crates/core/data/purl-types.jsonl`, one a line, as the repository of the
specification has them (crates/core/data/README.md says which version). To go by newer ones, replace
that file and run this; what a definition says in words is in the tables below, and a definition with
other words fails here. `tests/test_purl_types.py` compares.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "crates/core/data/purl-types.jsonl"
TABLE = ROOT / "crates/core/src/purl/table.rs"
REVISION = "16f3d0e"

FORMS = {
    "^[a-p]{32}$": "ExtensionId",
    r"^\d+(\.\d+){0,3}$": "DottedNumbers",
    # It asks for the first character only, and a name that is normal has it.
    "^[a-z0-9_]": "Any",
}
"""Rust's name for each `permitted_characters`."""

FORMS_IN_WORDS = {
    ("cpan", "name"): ("shall not contain the string '::'", "DistributionName"),
}
"""What a note requires, and Rust's name for it."""

REWRITES = {
    "Replace underscore _ with dash -": "Dashes",
    "Replace non-[a-z] letters, non-[0-9] digits with underscore _": "Underscores",
    # What `case_sensitive` says already.
    "It is not case sensitive and shall be lowercased.": None,
    # Of the names of files; the tests keep the dot.
    "Replace dot . with underscore _ when used in distribution (sdist, wheel) names": None,
    # The examples and the tests have AC-HalfInteger.
    "Apply kebab-case": None,
    # A way to compare two versions, and no way to write one.
    "normalize version as specified in vercmp(8) at https://man.archlinux.org/man/vercmp.8"
    "#DESCRIPTION as part of alpm.": None,
}
"""Rust's name for each of the `normalization_rules`; None for one that changes no text."""


def definitions() -> list[dict[str, Any]]:
    """Read the definitions."""
    return [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]


def row(definition: dict[str, Any]) -> str:
    """Write the row of a type."""
    components = {
        name: definition.get(f"{name}_definition", {})
        for name in ("namespace", "name", "version", "subpath")
    }
    lower = [
        f"Lower::{n.upper()}" for n, d in components.items() if d.get("case_sensitive") is False
    ]
    rewrites = [
        rewrite
        for component in components.values()
        for rule in component.get("normalization_rules", [])
        if (rewrite := REWRITES[rule]) is not None
    ]
    [rewrite] = rewrites or ["Nothing"]
    required = [
        f'"{qualifier["key"]}"'
        for qualifier in definition.get("qualifiers_definition", [])
        if qualifier.get("requirement") == "required"
    ]
    requirement = components["namespace"]["requirement"].capitalize()
    lowered = lower[0] if lower else "Lower::NONE"
    lowered += "".join(f".and({each})" for each in lower[1:])
    return (
        "PurlType {\n"
        f'name: "{definition["type"]}",\n'
        f"namespace: Requirement::{requirement},\n"
        f"qualifiers: &[{', '.join(required)}],\n"
        f"lower: {lowered},\n"
        f"rewrite: Rewrite::{rewrite},\n"
        f"name_form: Form::{form(definition['type'], 'name', components['name'])},\n"
        f"version_form: Form::{form(definition['type'], 'version', components['version'])},\n"
        "},\n"
    )


def form(type_: str, name: str, component: dict[str, Any]) -> str:
    """Give Rust's name for what a component may be."""
    if (type_, name) in FORMS_IN_WORDS:
        words, form = FORMS_IN_WORDS[type_, name]
        if words not in component["note"]:
            raise ValueError(f"{type_} says no longer {words!r}")
        return form
    pattern = component.get("permitted_characters")
    return "Any" if pattern is None else FORMS[pattern]


def written() -> str:
    """Write the table."""
    rows = sorted(definitions(), key=lambda definition: definition["type"])
    return (
        "//! The registered types: made by `scripts/purl_types.py` from `data/purl-types.jsonl`.\n\n"
        "use super::types::{Form, Lower, PurlType, Requirement, Rewrite};\n\n"
        "/// The revision of the definitions in the repository package-url/purl-spec.\n"
        f'pub const TYPES_REVISION: &str = "{REVISION}";\n\n'
        "/// The types in their order.\n"
        f"pub(super) static TYPES: [PurlType; {len(rows)}] = [\n{''.join(map(row, rows))}];\n"
    )


def formatted(text: str) -> str:
    """Put it into shape as `cargo fmt` does."""
    command = ["rustfmt", "--edition=2024", "--config-path", str(ROOT)]
    return subprocess.run(  # noqa: S603 - of Rust's own tools
        command, input=text, capture_output=True, text=True, check=True
    ).stdout


def main() -> None:
    """Write the file."""
    TABLE.write_text(formatted(written()), encoding="utf-8")


if __name__ == "__main__":
    main()
