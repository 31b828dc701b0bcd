"""A report on files with more faults than the examples."""

from __future__ import annotations

from pathlib import Path

import pytest

from iriform.audit import audit

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Write files with more faults than the examples, and with many hosts."""
    directory = tmp_path_factory.mktemp("report")
    bad, many = directory / "worse.txt", directory / "many.txt"
    bad.write_text(
        "http://a/<script>alert(1)</script>\nhttp://h\u200e/\n\nhttp://例え.jp/道\nhttp://例え.jp/道\n"
        f"http://{'long.' * 40}/{'path/' * 100}?{'q' * 500} x\n"
    )
    many.write_text("".join(f"https://host-{i}.{'label.' * (i % 9)}org/\n" for i in range(1200)))
    return [str(bad), str(ROOT / "examples/identifiers.csv"), str(many)]


@pytest.fixture(scope="module")
def report(files: list[str]) -> Path:
    """Write a report on these files."""
    page = Path(files[0]).with_name("report.html")
    audit(files, top=1000).write_report(str(page))
    return page
