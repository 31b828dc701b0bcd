"""The report as a file."""

from __future__ import annotations

import html
import re
from pathlib import Path


def test_it_needs_nothing_else(report: Path) -> None:
    text = html.unescape(report.read_text("utf-8"))
    assert "default-src 'none'; style-src 'sha256-" in text
    assert "unsafe" not in text
    assert not re.search(r"""(?:src|href|action)=["'](?!#)""", text)
    # Names of namespaces are no addresses to fetch.
    rest = re.sub(r'xmlns(:\w+)?="[^"]*"', "", text)
    shown = re.sub(r">[^<]*<", "><", rest)
    assert not re.search(r"url\((?!#)", shown)
