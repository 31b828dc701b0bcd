"""Hosts under a top-level domain that does not exist."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from iriform.audit import audit
from iriform.audit.report import page
from tests.cli.program import iriform


@pytest.mark.parametrize(
    ("host", "is_unknown"),
    [
        ("printer.lcoal", True),
        ("example.con", True),
        ("a.b.example.con.", True),
        ("example.com", False),
        ("EXAMPLE.ORG", False),
        ("xn--e1afmkfd.xn--p1ai", False),
        ("\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444", False),
        ("shop.co.uk", False),
        # Special-use names (RFC 2606, RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476), and one label.
        ("a.localhost", False),
        ("a.example", False),
        ("a.test", False),
        ("a.invalid", False),
        ("printer.local", False),
        ("a.onion", False),
        ("nas.home.arpa", False),
        ("git.internal", False),
        ("a.alt", False),
        ("intranet", False),
        ("192.0.2.1", False),
        ("[2001:db8::1]", False),
    ],
)
def test_a_top_level_domain_exists_or_not(tmp_path: Path, host: str, is_unknown: bool) -> None:
    (tmp_path / "a.txt").write_text(f"https://{host}/\nhttps://example.org/\n" * 2, "utf-8")
    found = audit(str(tmp_path / "a.txt"), unknown_domains=True, top=1)
    assert [each.count for each in found.unknown_domains or ()] == [2] * is_unknown
    assert len(found.hosts.top) == 1


def test_they_are_shown_if_the_option_is_given(tmp_path: Path) -> None:
    file, report = tmp_path / "a.txt", tmp_path / "r.html"
    file.write_text("https://printer.lcoal/\nhttps://example.org/\n")
    run = iriform("audit", "--unknown-domains", file, "--report", report)
    assert ("1 host under a top-level domain that does not exist\n 1  printer.lcoal\n") in run.out
    assert "printer.lcoal" in report.read_text().split('id="unknown-domains"')[1]
    found = json.loads(iriform("audit", "--unknown-domains", file, "--json").out)
    assert found["unknown_domains"] == [{"name": "printer.lcoal", "count": 1}]
    file.write_text("https://example.org/\n")
    assert "no host under a top-level" in iriform("audit", "--unknown-domains", file).out
    assert "that does not exist" not in iriform("audit", file).out
    assert "unknown-domains" not in page(audit(str(file)))
