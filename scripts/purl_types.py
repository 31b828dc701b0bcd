"""Write the table of the types of package URLs: `python -m scripts.purl_types`.

The definitions are in `crates/core/data/purl-types.jsonl`, one per line, unchanged from the
repository of the specification (crates/core/data/README.md has the version). To update them,
replace that file and run this; the tables of `iriform._types.purl_types` translate the words of a
definition, and reject other words. `tests/test_purl_types.py` compares.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from iriform._types.purl_types import rules

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "crates/core/data/purl-types.jsonl"
TABLE = ROOT / "crates/core/src/purl/table.rs"

DEFAULTS = {"Requirement::Optional", "&[]", "", "Rewrite::Nothing", "Form::Any"}
"""The values that a row omits, because `PurlType::plain` has them."""


def definitions() -> list[dict[str, Any]]:
    """Read the definitions."""
    return [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]


def row(definition: dict[str, Any]) -> str:
    """Return the row of a type."""
    known = rules(definition)
    lower = [f"Lower::{name.upper()}" for name in known.lower]
    required = ", ".join(f'"{key}"' for key in known.qualifiers)
    fields = {
        "namespace": f"Requirement::{known.namespace.capitalize()}",
        "qualifiers": f"&[{required}]",
        "lower": " ".join(lower[:1]) + "".join(f".and({each})" for each in lower[1:]),
        "rewrite": f"Rewrite::{known.rewrite}",
        "name_form": f"Form::{known.name_form}",
        "version_form": f"Form::{known.version_form}",
    }
    said = [f"{name}: {value}" for name, value in fields.items() if value not in DEFAULTS]
    plain = f'PurlType::plain("{known.name}")'
    return f"PurlType {{ {', '.join(said)}, ..{plain} }},\n" if said else f"{plain},\n"


def written() -> str:
    """Write the table."""
    rows = sorted(definitions(), key=lambda definition: definition["type"])
    return (
        "//! The registered types: made by `scripts/purl_types.py` from `data/purl-types.jsonl`.\n\n"
        "use super::types::{Form, Lower, PurlType, Requirement, Rewrite};\n\n"
        "/// The types, in order.\n"
        f"pub(super) static TYPES: [PurlType; {len(rows)}] = [\n{''.join(map(row, rows))}];\n"
    )


def formatted(text: str) -> str:
    """Format it like `cargo fmt`."""
    command = ["rustfmt", "--edition=2024", "--config-path", str(ROOT)]
    return subprocess.run(  # noqa: S603 - of Rust's own tools
        command, input=text, capture_output=True, text=True, check=True
    ).stdout


def main() -> None:
    """Write the file."""
    TABLE.write_text(formatted(written()), encoding="utf-8")


if __name__ == "__main__":
    main()
