"""Coq checks that each automaton has the language of its production: `make prove-grammar`."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping
from copy import deepcopy
from pathlib import Path

import pytest

from iriform.grammar._abnf import Node, Span
from tests.proof.machine import ACCEPT, DEAD, LIVE, Machine, bodies, machine

from .export import CHECKER, Rules, file_of, files, productions


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the checker, compiled by Coq."""
    path = tmp_path_factory.mktemp("coq")
    (path / CHECKER.name).write_bytes(CHECKER.read_bytes())
    assert checked(path, CHECKER.stem).returncode == 0
    return path


def checked(folder: Path, name: str) -> subprocess.CompletedProcess[str]:
    """Check a file with Coq."""
    command = ["coqc", f"{name}.v"]
    return subprocess.run(  # noqa: S603 - a fixed command
        command, cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("rfc", productions())
def test_each_automaton_has_the_language_of_its_production(folder: Path, rfc: str) -> None:
    text = dict(files())[rfc]
    (folder / f"{rfc}.v").write_text(text, encoding="ascii")

    answer = checked(folder, rfc)

    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.count("Closed under the global context") == len(productions()[rfc])


def accepts_another(whole: Machine) -> None:
    """A state accepts, but should not."""
    whole.output[whole.output.index(LIVE)] = ACCEPT


def accepts_one_less(whole: Machine) -> None:
    whole.output[whole.output.index(ACCEPT)] = LIVE


def goes_elsewhere(whole: Machine) -> None:
    """A character ends a text that could continue."""
    row = whole.table[0]
    letter = next(i for i, then in enumerate(row) if whole.output[then] != DEAD)
    row[letter] = whole.output.index(DEAD)


@pytest.mark.parametrize("rule", ["scheme", "h16", "ipath-absolute", "IPv4address"])
@pytest.mark.parametrize("fault", [accepts_another, accepts_one_less, goes_elsewhere])
def test_a_wrong_automaton_is_refused(
    folder: Path, rule: str, fault: Callable[[Machine], None]
) -> None:
    wrong = deepcopy(machine(rule))
    fault(wrong)

    assert "Unable to unify" in refused(folder, bodies("RFC3987"), rule, wrong)


@pytest.mark.parametrize(
    ("rule", "part", "other"),
    [
        ("scheme", "DIGIT", Span(0x30, 0x38)),
        ("h16", "HEXDIG", Span(0x41, 0x47)),
        ("ucschar", "ucschar", Span(0xA0, 0xD7FE)),
        ("ipath-rootless", "pct-encoded", Span(0x25, 0x25)),
    ],
)
def test_a_wrong_expression_is_refused(folder: Path, rule: str, part: str, other: Node) -> None:
    rules = {**bodies("RFC3987"), part: other}

    assert "Unable to unify" in refused(folder, rules, rule, machine(rule))


def refused(folder: Path, rules: Mapping[str, Node], rule: str, automaton: Machine) -> str:
    """Return Coq's message for a file that it rejects."""
    text = "\n".join(file_of(Rules(rules), [rule], lambda _: automaton)) + "\n"
    (folder / "Wrong.v").write_text(text, encoding="ascii")
    answer = checked(folder, "Wrong")
    assert answer.returncode != 0
    return answer.stderr
