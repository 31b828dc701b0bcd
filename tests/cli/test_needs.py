"""No option is silently ignored: with each other option of its verb it has an effect or is refused."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import click
import pytest

from iriform.cli.app import VERBS, app
from iriform.cli.needs import TABLE
from tests.cli.program import iriform

CONTEXT = click.Context(app, info_name="iriform")

# A value for each option that has one. {dir} is a folder for outputs.
VALUES = {
    "--as": "URI-reference",
    "--base": "http://base.example/",
    "--baseline": "{dir}/known.jsonl",
    "--changes": "{dir}/changes.jsonl",
    "--column": "url",
    "--conf": "spark.app.name=x",
    "--default-scheme": "https",
    "--engine": "local",
    "--extra": "refuse",
    "--fail-on": "invalid",
    "--flavor": "ecmascript",
    "--form": "absolute-path",
    "--format": "csv",
    "--level": "scheme",
    "--master": "local[1]",
    "--max": "0",
    "--out": "{dir}/out.csv",
    "--path": "$..url",
    "--policy": "web",
    "--prefixes": "{dir}/map.ttl",
    "--profile": "untrusted",
    "--protected": "paypal.com",
    "--query": "any-order",
    "--rejects": "{dir}/rejects.csv",
    "--report": "{dir}/report.html",
    "--severity": "port-out-of-range=info",
    "--schemes": "any",
    "--syntax": "safe-curie",
    "--target": "3.14",
    "--top": "1",
    "--type": "x=int",
    "--unpack": "300",
    "--values": '{{"x": 1}}',
    "--within": "http://a/b/",
}

# The arguments of a verb, if they are not a file.
ARGUMENTS = {
    "explain": ["http://a/"],
    "resolve": ["http://b/", "{dir}/a.csv"],
    "relativize": ["http://b/", "{dir}/a.csv"],
    "match": ["/{{x}}", "/1"],
    "literals": ["{dir}/a.py"],
    "grammar": ["port", "80"],
}


def arguments(verb: str, folder: Path) -> list[str]:
    return [word.format(dir=folder) for word in ARGUMENTS.get(verb, ["{dir}/a.csv"])]


def options(verb: str) -> list[str]:
    command = app.get_command(CONTEXT, verb)
    assert command is not None
    there = [option for option in command.params if isinstance(option, click.Option)]
    return [option.opts[0] for option in there if option.opts[0] != "--help"]


def is_flag(verb: str, name: str) -> bool:
    command = app.get_command(CONTEXT, verb)
    assert command is not None
    return any(option.is_flag for option in command.params if name in option.opts)  # type: ignore[attr-defined]  # an option


def typed(verb: str, name: str, folder: Path) -> list[str]:
    if is_flag(verb, name):
        return [name]
    other = {("grammar", "--as"): "regex", ("repair", "--fail-on"): "merged"}
    value = other.get((verb, name), VALUES[name])
    return [name, value.format(dir=folder)]


def refused(verb: str, given: tuple[str, ...]) -> bool:
    """Return True if options have no effect together, by the table."""
    for row in TABLE:
        for option in row.options if verb in row.verbs else ():
            if option not in given:
                continue
            if row.not_with in given:
                return True
            # The option that a row needs has another value here, unless it is a rule, whose name is
            # in the row.
            needed, _, value = (row.needs or "").partition(" ")
            has_value = value in {"", "any-order", "regex"}
            if needed and needed != "RULE" and not (needed in given and has_value):
                return True
    return False


@pytest.mark.parametrize("verb", VERBS)
def test_each_pair_of_options_does_something_or_is_refused(verb: str, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,url\n1,HTTP://a/%7e\n2,http://a/ b\n3,a b\n4,//c/\n")
    (tmp_path / "map.ttl").write_text("@prefix a: <http://a/> .\n")
    (tmp_path / "a.py").write_text("x = 1\n")
    (tmp_path / "known.jsonl").write_text("")
    names = options(verb)
    pairs = [(name,) for name in names] + [*combinations(names, 2)]
    for pair in pairs:
        words = arguments(verb, tmp_path)
        for name in pair:
            words += typed(verb, name, tmp_path)
        run = iriform(verb, *words)
        is_refused = " requires " in run.err or " cannot be used with " in run.err
        assert is_refused == refused(verb, pair), (words, run)
        if is_refused:
            assert run.status == 2
            assert run.out == ""
        for written in tmp_path.glob("*.*"):
            if written.name not in {"a.csv", "map.ttl", "a.py", "known.jsonl"}:
                written.unlink()


def effect(verb: str, given: tuple[str, ...], folder: Path) -> object:
    """Return the messages and files of a run with options."""
    words = arguments(verb, folder)
    for name in given:
        words += typed(verb, name, folder)
    run = iriform(verb, *words)
    known = {"a.csv", "map.ttl", "a.py"}
    written = {file.name: file.read_bytes() for file in folder.iterdir() if file.name not in known}
    for name in written:
        (folder / name).unlink()
    return run, written


# The options of a copy; each of them has an effect together with the others.
COPY = ["--out", "--column", "--changes", "--rejects", "--max", "--quiet", "--json", "--format"]


@pytest.mark.parametrize("verb", ["normalize", "repair", "to-uri"])
def test_each_option_of_a_copy_has_an_effect_beside_each_other(verb: str, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("link,url\nHTTP://b/é,HTTP://a/%7eé\nx:y,http://a b/\n")
    for name in COPY[1:]:
        for other in COPY[1:]:
            # Two columns could be meant, so one must be named.
            others = tuple(dict.fromkeys(("--out", "--column", other)))
            if name in others or refused(verb, (*others, name)) or name == "--format":
                continue
            if (name, other) in {("--max", "--rejects"), ("--json", "--max"), ("--max", "--json")}:
                others = ("--out", "--column")
            alone, both = effect(verb, others, tmp_path), effect(verb, (*others, name), tmp_path)
            assert alone != both, (verb, name, others)


def test_values_that_are_needed_are_compared() -> None:
    for words, said in (
        (["match", "/{x}", "/1", "--plus"], "--plus requires --query any-order"),
        (
            ["match", "/{x}", "/1", "--plus", "--query", "exact"],
            "--plus requires --query any-order",
        ),
        (["grammar", "port", "--flavor", "re2"], "--flavor requires --as regex"),
        (["grammar", "--as", "regex"], "--as requires RULE"),
        (["audit", "x", "--master", "y"], "--master requires --engine spark"),
        (["expand", "{x}", "--max", "1"], "--max requires --out"),
        (
            ["expand", "a:b", "--prefixes", "well-known", "--iri"],
            "--iri cannot be used with --prefixes",
        ),
        (["normalize", "a:b", "--unpack", "3"], "--unpack requires --out"),
    ):
        run = iriform(*words)
        assert (run.status, run.out) == (2, "")
        assert said in run.err
