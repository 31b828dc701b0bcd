"""What a notebook shows of an audit."""

from __future__ import annotations

from pathlib import Path

from iriform.audit import audit

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_result_shows_itself(tmp_path: Path) -> None:
    page = audit(str(EXAMPLES / "identifiers.csv"))._repr_html_()
    assert (
        "<strong>325 identifiers</strong> held against IRI:\n288 valid (88.6%), 37 not valid"
        in page
    )
    assert "86 schemes" in page
    assert "<bdi>example.com</bdi>" in page
    assert "<code>invalid-port</code> 4" in page
    assert "<script" not in page
    empty = tmp_path / "empty.txt"
    empty.write_text("")
    assert "0 identifiers" in audit(str(empty))._repr_html_()


def test_a_report_of_nothing(tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text("")
    audit(str(empty)).write_report(str(tmp_path / "r.html"))
    assert "Audit of 0 identifiers" in (tmp_path / "r.html").read_text("utf-8")
