"""`--baseline`: known faults are left out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from .program import iriform

if TYPE_CHECKING:
    from pathlib import Path

OLD = "url\nhttp://h/a b\nhttp://anna:x@h/\nhttp://h/\n"


@pytest.fixture
def known(tmp_path: Path) -> tuple[Path, Path]:
    """Write a table, and the baseline of its faults."""
    table, baseline = tmp_path / "a.csv", tmp_path / "known.jsonl"
    table.write_text(OLD)
    baseline.write_text(iriform("check", "--findings", "--json", table).out)
    return table, baseline


@pytest.mark.parametrize(
    ("text", "new"),
    [
        pytest.param(OLD, [], id="the same"),
        pytest.param("url\nhttp://x/\n" + OLD[4:], [], id="other lines"),
        pytest.param("url\nhttp://h/\n", [], id="mended"),
        pytest.param(OLD + "http://h/a b\n", [], id="the same value once more"),
        pytest.param(OLD + "http://h/c d\n", ["invalid-character"], id="another value"),
        pytest.param(OLD + "http://bob@h/\n", ["userinfo"], id="a value with a finding"),
        pytest.param(OLD + "http://h/%%\n", ["invalid-percent-encoding"], id="another code"),
        pytest.param(OLD + "a,b\n", ["unreadable"], id="a row that cannot be read"),
        pytest.param(
            OLD + "http://h/a/../b\nhttp://h/a/../b c\n",
            ["dot-segment", "invalid-character"],
            id="two",
        ),
        pytest.param(
            OLD.replace("http://anna:x@h/", "http://anna:y@h/"), [], id="another password, masked"
        ),
    ],
)
def test_new_faults_only(known: tuple[Path, Path], text: str, new: list[str]) -> None:
    table, baseline = known
    table.write_text(text)
    run = iriform("check", "--findings", "--json", "--baseline", baseline, table)
    records = [json.loads(line) for line in run.out.splitlines()]
    assert [record.get("code") or record["reason"] for record in records] == new
    assert run.status == bool(new)
    sarif = json.loads(iriform("check", "--findings", "--sarif", "--baseline", baseline, table).out)
    assert [result["ruleId"] for result in sarif["runs"][0]["results"]] == new
    audited = iriform("audit", "--baseline", baseline, "--json", table)
    assert f"{len(new)} not in the baseline" in audited.err
    assert all(f"1 {code}" in audited.err for code in new)


def test_an_audit_fails_for_new_faults_only(known: tuple[Path, Path]) -> None:
    table, baseline = known
    options = ("--baseline", baseline, "--fail-on", "invalid", "--fail-on", "userinfo", table)
    assert iriform("audit", *options).status == 0
    table.write_text(OLD + "http://h/c d\n")
    run = iriform("audit", *options)
    assert (run.status, "found 1 invalid" in run.err) == (1, True)


def test_a_fault_of_another_file_is_new(known: tuple[Path, Path], tmp_path: Path) -> None:
    _, baseline = known
    (tmp_path / "b.csv").write_text(OLD)
    assert iriform("check", "--quiet", "--baseline", baseline, tmp_path / "b.csv").status == 1


@pytest.mark.parametrize("line", ["x", "[]", "{}", '{"file": "a", "code": "b"}', '{"file": 1}'])
def test_what_is_no_baseline(tmp_path: Path, line: str) -> None:
    (tmp_path / "known").write_text(line)
    run = iriform("check", "--baseline", tmp_path / "known", "-", stdin=b"")
    assert (run.status, "known:1 is not a line of iriform check --json" in run.err) == (2, True)


def test_an_audit_reads_files_twice(tmp_path: Path) -> None:
    (tmp_path / "known").write_text("")
    run = iriform("audit", "--baseline", tmp_path / "known", "-", stdin=b"")
    assert (run.status, "--baseline reads the files twice" in run.err) == (2, True)
