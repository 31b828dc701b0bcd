"""`--policy` of `iriform check` and `iriform audit`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from iriform import Policy
from iriform.audit import audit
from tests.cli.program import iriform

if TYPE_CHECKING:
    from pathlib import Path

TERMS = """
schemes = ["https"]
hosts = ["example.org", "*.example.org"]
fragment = false
"""
LINKS = """https://example.org/a
http://example.org/
https://example.org/ b
https://x.example.org/#a
https://anna:SeCrEt@x.example.org/
"""


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    file = tmp_path / "policy.toml"
    file.write_text(TERMS)
    return file


@pytest.fixture
def links(tmp_path: Path) -> Path:
    file = tmp_path / "links.txt"
    file.write_text(LINKS)
    return file


def test_what_is_refused_is_named(policy: Path, links: Path) -> None:
    run = iriform("check", "--policy", policy, links)

    assert run.status == 1
    assert [line.rpartition(" ")[2] for line in run.out.splitlines() if "[" in line] == [
        "[scheme-not-allowed]",
        "[invalid-character]",
        "[fragment-not-allowed]",
        "[userinfo-not-allowed]",
        "[password]",
    ]
    assert run.out.startswith(
        f"{links}:2:1: error: the scheme “http” is not allowed; allowed: https"
        " (RFC 3986 §3.1) [scheme-not-allowed]\n"
    )
    assert run.err == "iriform: 4 of 5 values not valid as IRI or refused\n"
    assert "SeCrEt" not in run.out


def test_nothing_is_refused(tmp_path: Path, policy: Path) -> None:
    file = tmp_path / "links.csv"
    file.write_text("url\nhttps://example.org/a\nhttps://www.example.org/\n")

    assert iriform("check", "--policy", policy, "--column", "url", file) == (0, "", "")
    assert iriform("audit", "--policy", policy, "--column", "url", file).status == 0


def test_a_policy_that_is_ready(links: Path) -> None:
    run = iriform("check", "--policy", "redirect-uri", "--json", links)

    assert run.status == 1
    assert [record.get("code", record.get("reason")) for record in run.records] == [
        "scheme-not-allowed",
        "invalid-character",
        "fragment-not-allowed",
        "userinfo-not-allowed",
        "password",
    ]
    assert run.err == "iriform: 4 of 5 values not valid as URI or refused\n"
    run = iriform("check", "--policy", "redirect-uri", "-", stdin="https://é.example/".encode())
    assert (run.status, "[non-ascii]" in run.out) == (1, True)


def test_sarif(policy: Path, links: Path) -> None:
    (run,) = json.loads(iriform("check", "--policy", policy, "--sarif", links).out)["runs"]

    rules = run["tool"]["driver"]["rules"]
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == [
        "scheme-not-allowed",
        "invalid-character",
        "fragment-not-allowed",
        "userinfo-not-allowed",
        "password",
    ]


def test_an_audit_counts_what_is_refused(policy: Path, links: Path, tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    run = iriform("audit", "--policy", policy, "--json", "--out", out, links)

    assert run.status == 1
    record = json.loads(run.out)
    assert {group["code"]: group["count"] for group in record["findings"]} == {
        "scheme-not-allowed": 1,
        "fragment-not-allowed": 1,
        "userinfo-not-allowed": 1,
        "password": 1,
    }
    assert (record["valid"], record["invalid"], record["profile"]) == (4, 1, "policy")
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [row["findings"] for row in rows] == [
        None,
        "scheme-not-allowed",
        None,
        "fragment-not-allowed",
        "password userinfo-not-allowed",
    ]
    assert "SeCrEt" not in run.out


def test_the_target_of_a_relative_reference_is_judged(tmp_path: Path) -> None:
    file = tmp_path / "links.txt"
    file.write_text("a\n//evil.example/\n")
    own = Policy(hosts={"example.org"}, production="URI")

    found = audit(str(file), base="https://example.org/", policy=own)
    assert (found.kind, found.valid) == ("URI-reference", 2)
    assert {group.code: group.count for group in found.findings} == {"host-not-allowed": 1}


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("webb", "there is no policy or file webb; the ready policies are web,"),
        ("no.toml", "no.toml cannot be read: No such file or directory"),
    ],
)
def test_a_policy_that_is_not_there(named: str, said: str) -> None:
    for verb in ("check", "audit"):
        run = iriform(verb, "--policy", named, "-", stdin=b"a:\n")
        assert (run.status, run.err.startswith(f"iriform: --policy: {said}")) == (2, True)


def test_a_policy_with_a_wrong_term(tmp_path: Path) -> None:
    file = tmp_path / "policy.toml"
    file.write_text('host = ["example.org"]')

    run = iriform("check", "--policy", file, "-", stdin=b"a:\n")
    assert run.status == 2
    assert run.err == (
        f"iriform: --policy: {file}: a policy has no term 'host'; did you mean 'hosts'?\n"
    )


@pytest.mark.parametrize("option", ["--findings", "--fix", "--profile=norm"])
def test_a_policy_and_other_findings(option: str) -> None:
    run = iriform("check", "--policy", "web", option, "-", stdin=b"a:\n")
    name = option.partition("=")[0]
    assert (run.status, run.err) == (
        2,
        f"iriform: --policy decides what is reported: omit {name}\n",
    )
