"""An audit in a notebook."""

from __future__ import annotations

from pathlib import Path

import pytest

from iriform.audit import audit

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_result_shows_itself(tmp_path: Path) -> None:
    page = audit(str(EXAMPLES / "identifiers.csv"))._repr_html_()
    assert (
        "<strong>325 identifiers</strong> checked as IRI:\n288 valid (88.6%), 37 not valid" in page
    )
    assert "88 schemes" in page
    assert "<bdi>example.com</bdi>" in page
    assert "<code>invalid-port</code> 4" in page
    assert "<script" not in page
    empty = tmp_path / "empty.txt"
    empty.write_text("")
    assert "0 identifiers" in audit(str(empty))._repr_html_()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (
            "http://a/\n",
            ["1 identifier<", "1 scheme<", "1 host<", "1 valid", "in 1 value, up to 9"],
        ),
        ("http://a/\nx:b\n", ["2 identifiers<", "2 schemes<", "1 host<", "in 2 values, up to 9"]),
        ("x:\n", ["1 identifier<", "1 scheme<", "0 hosts<"]),
    ],
)
def test_one_is_singular(tmp_path: Path, data: str, said: list[str]) -> None:
    file = tmp_path / "a.txt"
    file.write_text(data)
    found = audit(str(file))
    found.write_report(str(tmp_path / "r.html"))
    shown = found._repr_html_() + (tmp_path / "r.html").read_text("utf-8")
    assert [words for words in said if words not in shown] == []


def test_one_row_is_singular(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("a,b\nx:y\n")
    found = audit(str(file), column="a")
    found.write_report(str(tmp_path / "r.html"))
    assert "1 row that cannot be read" in found._repr_html_()
    page = (tmp_path / "r.html").read_text("utf-8")
    assert "<dt>row that cannot be read</dt>" in page
    assert '<span class="soft">1 row</span>' in page


def test_a_report_of_nothing(tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text("")
    audit(str(empty)).write_report(str(tmp_path / "r.html"))
    assert "<dt>lines read, 0 judged</dt><dd>0</dd>" in (tmp_path / "r.html").read_text("utf-8")
