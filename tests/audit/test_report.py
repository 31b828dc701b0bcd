"""The report as a file."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from pathlib import Path

from iriform.audit import audit
from iriform.audit.report import page
from tests.tables import ROOT


def test_it_says_what_has_counted() -> None:
    found = audit(str(ROOT / "examples" / "identifiers.csv"))
    assert "counted by" not in page(found)
    assert "</time>, counted by Spark.</p>" in page(replace(found, engine="spark"))


def test_it_needs_nothing_else(report: Path) -> None:
    text = html.unescape(report.read_text("utf-8"))
    assert "default-src 'none'; style-src 'sha256-" in text
    assert "unsafe" not in text
    assert not re.search(r"""(?:src|href|action)=["'](?!#)""", text)
    # Namespace names are not addresses to fetch.
    rest = re.sub(r'xmlns(:\w+)?="[^"]*"', "", text)
    shown = re.sub(r">[^<]*<", "><", rest)
    assert not re.search(r"url\((?!#)", shown)
