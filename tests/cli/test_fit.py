"""Messages on a terminal: no line is wider, no word is broken, the caret is under its character."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from rich.cells import cell_len

from iriform import IRI
from iriform.cli.fit import fitted
from iriform.cli.message import Message
from iriform.cli.problems import Problem
from tests.cli.program import iriform
from tests.errors import error_of

ROOT = Path(__file__).parents[2]


def problem(text: str) -> Message:
    caught = error_of(IRI, text)
    return Problem.of(caught, IRI).drawn("a/file.txt:12:7")


def test_a_message_is_wrapped_by_words_and_indented() -> None:
    assert problem("http://example.org/a b").at(60).plain.split("\n") == [
        "a/file.txt:12:7: not an IRI: U+0020 SPACE is not allowed",
        "  in a path segment (isegment, RFC 3987 §2.2)",
        "  [invalid-character]",
        "  http://example.org/a b",
        "                      ^",
        "  position 20; percent-encode it as %20",
    ]
    assert problem("http://example.org/a b").at(80).plain.split("\n") == [
        "a/file.txt:12:7: not an IRI: U+0020 SPACE is not allowed in a path segment",
        "  (isegment, RFC 3987 §2.2) [invalid-character]",
        "  http://example.org/a b",
        "                      ^ position 20; percent-encode it as %20",
    ]


@pytest.mark.parametrize("width", [30, 60, 80, 120])
def test_the_caret_stands_under_its_place(width: int) -> None:
    random_ = random.Random(width)
    letters = ["a", "/", "道", "é", "e\u0301", "한", "ｱ", "ﾞ", "न", "म", "\U0001f600", "%E9", "ж"]
    for length in [0, 1, 5, 20, 60, 300] * 10:
        before, after = ("".join(random_.choice(letters) for _ in range(length)) for _ in range(2))
        lines = problem(f"http://a/{before}{{{after}").at(width).plain.split("\n")
        assert max(map(cell_len, lines)) <= width
        (caret,) = (i for i, line in enumerate(lines) if line.lstrip().startswith("^"))
        shown = lines[caret - 1]
        assert shown.count("{") == 1
        assert cell_len(shown[: shown.index("{")]) == lines[caret].index("^")
        uncut = f"http://a/{before}{{{after}"
        assert all(piece in uncut for piece in shown.strip().split("…"))


def test_what_fits_is_as_it_was() -> None:
    drawn = problem("http://example.org/a b")
    assert drawn.at(200).plain == drawn.plain
    picture = drawn.plain.partition("\n")[2]
    assert fitted(picture, 200) == picture.split("\n")


def test_a_long_place_is_shown_by_its_beginning() -> None:
    lines = problem(f"http://[{'x' * 500}]/").at(60).plain.split("\n")
    assert max(map(cell_len, lines)) <= 60
    assert any(line.startswith("         ^^^^") for line in lines)


@pytest.mark.parametrize("width", [60, 80])
def test_the_summary_fits(width: int) -> None:
    run = iriform("audit", "examples/identifiers.csv", "docs/audit.md", COLUMNS=str(width))
    assert run.status == 0
    lines = run.out.splitlines()
    assert [line for line in lines if cell_len(line) > width] == []
    # Words of the messages are whole: they occur in the messages of a wide terminal.
    wide = iriform("audit", "examples/identifiers.csv", "docs/audit.md", COLUMNS="100").out.split()
    known = set(wide) | {word.strip("…█▏▎▍▌▋▊▉") for word in wide}
    messages = [line for line in lines if line.startswith("     ") and "://" not in line]
    assert {w for line in messages for w in line.split() if w.isalpha()} <= known


def test_valid_and_invalid_have_two_glyphs_without_colours() -> None:
    bar = iriform("audit", "-", stdin=b"x:\nhttp://a b/\n").out.splitlines()[2]
    assert bar == " " + "█" * 39 + "░" * 39


def test_what_is_wrong_comes_before_names() -> None:
    out = iriform("audit", "examples/identifiers.csv").out
    places = [out.index(said) for said in (" invalid-character ", " port-empty ", " 88 schemes ")]
    assert places == sorted(places)
