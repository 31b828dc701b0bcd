"""Every drawing finishes at every width of a terminal, even if there is no room for it."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from rich.cells import cell_len

from iriform import IRI, IRIReference, ParseError
from iriform.audit import audit
from iriform.cli.anatomy import crop, drawing
from iriform.cli.fit import fitted
from iriform.cli.problems import Problem
from iriform.cli.summary import summary
from tests.cli.program import iriform

ROOT = Path(__file__).parents[2]
WIDTHS = range(201)

TEXTS = [
    "",
    "a",
    "http://example.org/a b",
    "道" * 150,
    "e\u0301" * 150,
    "\u202e" * 150,
    "https://anna:secret@例え.jp:8042/道/b%20c/../d?q=1&r=" + "é" * 100 + "#f",
]


@contextmanager
def ending(seconds: int) -> Iterator[None]:
    """Fail if something runs forever, on systems that can interrupt it."""

    def end(*_: object) -> None:
        raise TimeoutError(f"after {seconds} seconds")

    if sys.platform == "win32":
        yield
        return
    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("text", TEXTS)
def test_crop_ends(text: str) -> None:
    with ending(60):
        for width in range(-20, 201):
            assert cell_len(crop(text, width)) <= max(0, width)


@pytest.mark.parametrize("text", TEXTS)
def test_a_drawing_ends(text: str) -> None:
    with ending(60):
        for width in WIDTHS:
            try:
                drawn = drawing(IRIReference(text), width).text
            except ParseError as error:
                problem = Problem.of(error, IRIReference).drawn("file.txt:12:7")
                drawn = problem.at(width)
                assert fitted(drawn.plain.partition("\n")[2], width)
            assert drawn.plain.count("\n") < 400


def test_a_summary_ends() -> None:
    """Numbers may also be wider than the terminal."""
    prefixes = {"a": IRI("http://example.com/"), "wikidata": IRI("http://www.wikidata.org/")}
    found = audit(str(ROOT / "examples/identifiers.csv"), prefixes=prefixes, column="identifier")
    for names in (found.schemes, found.hosts):
        names.top[0].count = 10**12
    with ending(60):
        for width in WIDTHS:
            assert "valid IRIs" in summary(found, width).plain


VERBS = [
    ("audit", "examples/identifiers.csv", "--column", "identifier"),
    ("check", "examples/identifiers.csv", "--column", "identifier"),
    ("explain", *TEXTS[1:]),
    ("resolve", "--steps", "http://a/b/c/d;p?q", "./../g"),
    ("normalize", "--steps", "HTTP://a/%7Eb/../c"),
    ("grammar", "URI", "http://a/b"),
    ("--help",),
]


@pytest.mark.parametrize("width", [0, 1, 2, 5, 10, 20, 34])
@pytest.mark.parametrize("arguments", VERBS, ids=lambda arguments: arguments[0])
def test_a_verb_ends_on_a_narrow_terminal(
    arguments: tuple[str, ...], width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    with ending(60):
        run = iriform(*arguments, COLUMNS=str(width), LINES="24")
    assert run.status in {0, 1}
    assert run.out
