"""Help and messages about the command are readable at every width."""

from __future__ import annotations

import re

import click
import pytest
from rich.cells import cell_len

from iriform.cli import pages
from iriform.cli.app import VERBS, app
from tests.cli.program import iriform, process

# Names of types of Python, of iriform and of pydantic, which read the arguments.
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
        (
            ["check", "--format", "foo", "x"],
            "foo is not one of text, prose, csv, tsv, jsonl, json, sbom, parquet",
        ),
        (["check", "--as", "foo", "x"], "foo is not one of URI, IRI, URI-reference, IRI-reference"),
        (["check", "--profile", "foo", "x"], "foo is not one of default, norm, rdf, untrusted"),
        (["explain", "--profile", "foo", "x:"], "foo is not one of default, norm, rdf, untrusted"),
        (["audit", "--engine", "foo", "x"], "foo is not one of local, spark"),
        (["audit", "--format", "foo", "x"], "foo is not one of text, prose, csv"),
        (["audit", "--top", "-1", "x"], "Invalid value for '--top'"),
        (["audit", "--top", "x", "x"], "Invalid value for '--top'"),
        (["repair", "--unpack", "0", "x"], "Invalid value for '--unpack'"),
        (["normalize", "--level", "foo", "x:"], "foo is not one of syntax, scheme"),
        (["grammar", "no-rule"], "no RFC has a rule 'no-rule'"),
        (["audit", "--no-such-option"], "No such option"),
        (["repair", "x", "-o", "y"], "No such option '-o'. Did you mean --out?"),
        (["find", "x", "-o", "y"], "No such option '-o'."),
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
        ("chekc", "there is no verb chekc; did you mean check?"),
        ("validate", "there is no verb validate; did you mean check?"),
        ("Parse", "there is no verb Parse; did you mean explain?"),
        ("lint", "there is no verb lint; did you mean check?"),
        ("formt", "there is no verb formt; did you mean normalize?"),
        ("version", "there is no verb version; did you mean --version?"),
        ("zzz", "there is no verb zzz; iriform --help lists them"),
        ("x\x1b[31m", r"there is no verb x\x1b[31m; iriform --help lists them"),
        ("http://a/?b&c", "no verb http://a/?b&c; for a value: iriform explain 'http://a/?b&c'"),
        ("pyproject.toml", "no verb pyproject.toml; for a file: iriform audit pyproject.toml"),
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
    assert "there is no verb chekc; did you mean check?" in run.err


@pytest.mark.parametrize("verb", VERBS)
def test_no_placeholder_is_broken_in_a_word(verb: str) -> None:
    command = app.get_command(click.Context(app), verb)
    assert command is not None
    help_ = iriform(verb, "--help").out
    for option in command.params:
        placeholder = option.make_metavar(click.Context(command))
        if isinstance(option, click.Option) and not option.is_flag:
            assert placeholder in help_, option.name


def test_help_has_examples_a_line_each_and_says_where_the_pages_are() -> None:
    epilog = iriform("--help").out.partition("Examples:")[2]
    examples = [line for line in epilog.splitlines() if "•" in line]
    assert len(examples) == 7
    assert all(": iriform " in line for line in examples)
    assert "make docs-serve" in epilog


def test_pages_have_their_address_once_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "see docs/findings.md#userinfo, docs/policy.md"
    assert pages.addressed(text) == text
    monkeypatch.setattr(pages, "_folder", lambda: "https://forge.example/us/docs")
    assert pages.addressed(text) == (
        "see https://forge.example/us/docs/findings.md#userinfo, https://forge.example/us/docs/policy.md"
    )
    assert pages.where() == "The documentation is at https://forge.example/us/docs."
