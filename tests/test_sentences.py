"""Sentences of the documentation in code begin with the noun that they document, or with a verb."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ["benchmarks", "crates", "examples", "lab", "python", "scripts", "tests"]

# A relative clause without a noun: "What is allowed." in place of "The references that are allowed."
WITHOUT_NOUN = re.compile(r"(What|Which|Whose|Of|That)\b")


def docstrings(source: str) -> Iterator[str]:
    """Yield the docstrings of Python code, and the texts below attributes."""
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else []:
            match statement:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    yield text.strip()


def doc_comments(source: str) -> Iterator[str]:
    """Yield the first lines of the doc comments of Rust code."""
    before = ""
    for line in map(str.strip, source.splitlines()):
        comment = re.match(r"//[/!] (.*)", line)
        if comment and not before.startswith(("///", "//!")):
            yield comment[1]
        before = line


def files(suffix: str) -> list[Path]:
    """List our own files with this suffix."""
    found = (path for room in ROOMS for path in (ROOT / room).rglob(f"*{suffix}"))
    return sorted(path for path in found if not {"target", ".venv"} & set(path.parts))


@pytest.mark.parametrize(
    ("suffix", "before", "read"), [(".py", '"""', docstrings), (".rs", "//[/!] ", doc_comments)]
)
def test_a_sentence_begins_with_its_noun(
    suffix: str, before: str, read: Callable[[str], Iterator[str]]
) -> None:
    found = {
        f"{path.relative_to(ROOT)}: {text.splitlines()[0]}"
        for path in files(suffix)
        # Searching for the words is faster than parsing.
        if re.search(rf"{before}\s*{WITHOUT_NOUN.pattern}", source := path.read_text("utf-8"))
        for text in read(source)
        if WITHOUT_NOUN.match(text)
    }
    assert len(files(suffix)) > 200
    assert found == set()


def test_where_sentences_are_looked_for() -> None:
    python = '"""A."""\nX = 1\n"""B."""\nclass C:\n    """D."""\n    def e(self): """F."""\n'
    assert sorted(docstrings(python)) == ["A.", "B.", "D.", "F."]
    rust = (
        "//! A.\n//! B.\n\n/// C.\n///\n/// D.\n#[e]\nfn f() {\n    /// G.\n    x: u8, // H.\n}\n"
    )
    assert list(doc_comments(rust)) == ["A.", "C.", "G."]
    assert WITHOUT_NOUN.match("What is allowed.")
    assert not WITHOUT_NOUN.match("Whatever it is.")
