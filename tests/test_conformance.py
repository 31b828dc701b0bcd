"""docs/conformance.md names a test for each requirement, or says "planned"; and the check can fail."""

import importlib.util

from .tables import ROOT

_spec = importlib.util.spec_from_file_location(
    "check_conformance", ROOT / "scripts" / "check_conformance.py"
)
assert _spec is not None
assert _spec.loader is not None
check = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(check)

PAGE = (ROOT / "docs" / "conformance.md").read_text(encoding="utf-8")


def test_every_requirement_has_a_test_or_is_planned() -> None:
    assert check.problems(PAGE) == []


def test_the_check_finds_what_is_wrong() -> None:
    def without(row: str) -> str:
        return "\n".join(line for line in PAGE.splitlines() if not line.startswith(row))

    assert check.problems(without("| H5 |")) == ["H5: no row"]
    assert check.problems(PAGE + "| H12 | what | planned |\n") == ["H12: no such requirement"]
    assert check.problems(without("| H7 |") + "\n| H7 | what | some day |\n") == [
        "H7: neither a test nor planned"
    ]
    assert check.problems(without("| H7 |") + "\n| H7 | what | [it](resolve.md#nowhere) |\n") == [
        "H7: no section resolve.md#nowhere"
    ]
    assert check.problems(PAGE.replace("test_rfc_5952", "test_rfc_5953")) == [
        "H9: no test tests/test_oracle.py::test_rfc_5953"
    ]
    assert check.problems(PAGE.replace("::schemes`", "::scheme`")) == [
        "SC2: no test crates/core/tests/suite/scheme.rs::scheme"
    ]
