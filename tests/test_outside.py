"""The tree names no input that makes other software end, stall, or accept what it should refuse.

Each expression has brackets around a letter, so that it does not find itself.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

KINDS = {
    "how other software ends": (
        r"[s]egfault|[s]egmentation fault|[s]tack overflow|overflows? the [s]tack"
        r"|\b([p]anic(s|ked)|[h]angs?|[c]rash(es|ed)|[a]borts|[f]reezes?)"
        r" (on|at|when|where|for|if|with|after)\b"
    ),
    "time and memory": r"[q]uadratic|[e]xponential (time|backtracking)|the [s]quare of|\b[r]edos\b",
    "a check that lets pass": (
        r"\b[b]ypass|\b(gets?|got|walk(s|ing)?|slips?|sneaks?) [p]ast\b|\bways (a)?[r]ound\b|[s]muggl"
    ),
    "collections of payloads": (
        r"[p]ayloadsallthethings|[c]ujanovic|[s]srf-testing|[s]eclists|[n]aughty strings|[f]uzzdb"
        r"|[b]illion laughs|[z]ip bomb"
    ),
    "numbers of advisories": r"\b[g]hsa-[0-9a-z]{4}|\b[c]ve-[0-9]",
}
WORDS = re.compile("|".join(f"(?:{words})" for words in KINDS.values()))

# Allowed lines: a file, a part of the line, and the reason.
OURS = "iriform's own time or memory, which it bounds"
KEPT = [
    ("SECURITY.md", "of the template", OURS),
    ("crates/core/src/operations/edit.rs", "them together would take", OURS),
    ("crates/core/src/references/tests.rs", "as many reads", OURS),
    ("crates/core/src/links/find/tests.rs", "as many reads", OURS),
    ("crates/core/src/template/ambiguity.rs", "in the size of the template", OURS),
    ("crates/python/src/types/skeleton/mod.rs", "for many it would take", OURS),
    ("crates/python/src/types/reference/names.rs", "all parents together", OURS),
    ("crates/python/src/types/template/mod.rs", "in the template's size", OURS),
    ("python/iriform/_core.pyi", "all parents together", OURS),
    ("python/iriform/_core.pyi", "in the template's size", OURS),
    ("benchmarks/python/template_sizes.py", "a row has four times", OURS),
    ("tests/types/test_path_operations.py", "of the path", OURS),
    ("tests/test_bad_input.py", "of the length would not end", OURS),
    ("tests/test_regex.py", "time would be 64 times", OURS),
    ("tests/test_template.py", "would be a hundred times", OURS),
    ("crates/core/src/references/names.rs", 'pass",', "a parameter's name that is no secret"),
    ("tests/audit/test_sbom.py", '"externalIdentifierType": "cve"', "no advisory has its number"),
]

# Generated files, and files of other authors.
ELSEWHERE = {
    ROOT / name
    for name in (
        "target",
        "lab/target",
        "lab/fuzz/corpus",
        "lab/fuzz/artifacts",
        "dist",
        "build",
        "LICENSES",
        "crates/core/data",
        "Cargo.lock",
        "lab/Cargo.lock",
        "THIRD-PARTY-NOTICES.txt",
    )
}
GENERATED = re.compile(r"__pycache__|mutants\.out.*|\.(?!ci$|github$|cargo$|git[a-z]+$).*")


def texts() -> Iterator[tuple[str, str]]:
    """Yield the files that git tracks or would add, even without git."""
    for folder, folders, files in os.walk(ROOT):
        here = Path(folder)
        folders[:] = [
            name
            for name in folders
            if here / name not in ELSEWHERE and not GENERATED.fullmatch(name)
        ]
        for name in files:
            file = here / name
            if file not in ELSEWHERE:
                try:
                    yield file.relative_to(ROOT).as_posix(), file.read_text("utf-8")
                except UnicodeDecodeError:
                    continue


def has_words(text: str) -> bool:
    """Return True if a text has one of the words; lower case takes half the time of any case."""
    return WORDS.search(text.lower()) is not None


def found() -> list[tuple[str, str]]:
    files = [(file, text.splitlines()) for file, text in texts() if has_words(text)]
    return [(file, line) for file, lines in files for line in lines if has_words(line)]


def test_no_input_of_this_kind_is_named() -> None:
    lines = found()
    assert [(file, line) for file, line in lines if not is_kept(file, line)] == []
    for file, part, _ in KEPT:
        assert any(file == each and part in line for each, line in lines), (file, part)


def is_kept(file: str, line: str) -> bool:
    return any(file == known and part in line for known, part, _ in KEPT)


@pytest.mark.parametrize(
    "line",
    [
        "the parser overflows the " + "stack",
        "it pan" + "ics on this text",
        "quad" + "ratic in the length",
        "the check is by" + "passed",
        "texts of Payloads" + "AllTheThings",
        "GH" + "SA-abcd-efgh",
    ],
)
def test_the_words_are_found(line: str) -> None:
    assert has_words(line)
