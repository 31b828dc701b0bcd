"""Help and messages about the command are written for people, at every width."""

from __future__ import annotations

import re

import pytest
from rich.cells import cell_len

from iriform.cli.app import VERBS
from tests.cli.program import iriform, process

# Names of Python's types, of ours and of pydantic, which read the arguments.
INTERNAL = re.compile(
    r"<\w+|list\[|\bbool\b|\bstr\b|\bNone\b|Enum|Value error|Traceback|click|iriform\.cli"
)


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("verb", [None, *VERBS])
def test_help_names_no_type(verb: str | None, width: int) -> None:
    run = iriform(*([verb] if verb else []), "--help", COLUMNS=str(width))
    assert (run.status, run.err) == (0, "")
    assert "--help" in run.out
    shown = run.out.replace("<http://example.org/a b>", "")
    assert INTERNAL.findall(shown) == []
    assert max(map(cell_len, run.out.splitlines())) <= width


@pytest.mark.parametrize("arguments", [["--help"], ["audit", "--help"]])
def test_help_is_the_same_where_python_strips_docstrings(arguments: list[str]) -> None:
    stripped = process(*arguments, PYTHONOPTIMIZE="2")
    assert stripped == iriform(*arguments)


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check", "--as", "foo", "x"], "foo is none of URI, IRI, URI-reference, IRI-reference"),
        (["check", "--profile", "foo", "x"], "foo is none of default, norm, rdf, untrusted"),
        (["explain", "--profile", "foo", "x:"], "foo is none of default, norm, rdf, untrusted"),
        (["audit", "--engine", "foo", "x"], "foo is none of duckdb, spark"),
        (["audit", "--format", "foo", "x"], "foo is none of text, csv"),
        (["audit", "--top", "-1", "x"], "Invalid value for '--top'"),
        (["audit", "--top", "x", "x"], "Invalid value for '--top'"),
        (["repair", "--unpack", "0", "x"], "Invalid value for '--unpack'"),
        (["normalize", "--level", "foo", "x:"], "foo is none of syntax, scheme"),
        (["grammar", "no-rule"], "no RFC has a rule 'no-rule'"),
        (["audit", "--no-such-option"], "No such option"),
        (["resolve", "http://a/"], "Missing argument 'REF...'"),
        (["audit", "--fail-on", "invalid-prot", "x"], "is invalid-port or"),
    ],
)
def test_what_is_wrong_with_a_command_is_said_plainly(
    arguments: list[str], said: str, width: int
) -> None:
    run = iriform(*arguments, COLUMNS=str(width))
    assert (run.status, run.out) == (2, "")
    flat = " ".join(run.err.replace("│", " ").split())
    assert said in flat
    assert INTERNAL.findall(run.err) == []


@pytest.mark.parametrize(
    ("verb", "said"),
    [
        ("chekc", "chekc is no verb: is check meant?"),
        ("validate", "validate is no verb: is check meant?"),
        ("Parse", "Parse is no verb: is explain meant?"),
        ("formt", "formt is no verb: is normalize meant?"),
        ("zzz", "zzz is no verb; iriform --help lists the verbs"),
        ("x\x1b[31m", r"x\x1b[31m is no verb; iriform --help lists the verbs"),
    ],
)
def test_what_is_no_verb_is_suggested_one(verb: str, said: str) -> None:
    run = iriform(verb, "x", COLUMNS="120")
    assert (run.status, run.out) == (2, "")
    assert f" {said} " in run.err


def test_help_is_a_verb_for_those_who_know_it_so() -> None:
    assert iriform("help") == iriform("--help")
    assert iriform("help", "check") == iriform("check", "--help")
    run = iriform("help", "chekc")
    assert run.status == 2
    assert "chekc is no verb: is check meant?" in run.err
