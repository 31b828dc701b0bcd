"""`--out` in each of its forms: the same rows."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest

from iriform.audit import AuditError, audit
from tests.cli.program import iriform

# Quotes, line breaks, bytes that are not UTF-8, empty values and missing values.
TABLE = (
    b'id,url\n1,http://a/\n2,"http://b/ ""c"""\n3,\n4,"http://\xc3\xa9.example:/?#"\n5\n'
    b'6,"http://b/\xff\n"\n7,"//h/ , d"\n'
)


@pytest.fixture
def parts(tmp_path: Path) -> tuple[Path, list[dict[str, object]]]:
    file = tmp_path / "links.csv"
    file.write_bytes(TABLE)
    assert iriform("audit", file, "--out", tmp_path / "parts").status == 0
    rows = pq.read_table(tmp_path / "parts").to_pylist()
    assert {row["status"] for row in rows} == {"valid", "invalid", "empty", "unreadable"}
    return file, rows


def test_json_lines(tmp_path: Path, parts: tuple[Path, list[dict[str, object]]]) -> None:
    file, rows = parts
    for name in ("parts.jsonl", "parts.NDJSON"):
        assert iriform("audit", file, "--out", tmp_path / name).status == 0
        lines = (tmp_path / name).read_text(encoding="utf-8").splitlines()
        assert [json.loads(line) for line in lines] == rows


def test_csv(tmp_path: Path, parts: tuple[Path, list[dict[str, object]]]) -> None:
    file, rows = parts
    assert iriform("audit", file, "--out", tmp_path / "parts.csv").status == 0
    schema = pq.read_schema(tmp_path / "parts").remove_metadata()
    types = {"file": pa.string()} | {f.name: f.type for f in schema if f.name != "file"}
    found = pyarrow.csv.read_csv(
        tmp_path / "parts.csv",
        parse_options=pyarrow.csv.ParseOptions(newlines_in_values=True),
        convert_options=pyarrow.csv.ConvertOptions(
            column_types=types, strings_can_be_null=True, quoted_strings_can_be_null=False
        ),
    )
    assert found.to_pylist() == rows


@pytest.mark.parametrize("name", ["a.tsv", "a.json", "a.nt", "a.txt", "a.csv.gz", "a.parquet.zst"])
def test_another_format_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "links.txt").write_text("x:y\n")
    run = iriform("audit", tmp_path / "links.txt", "--out", tmp_path / name)
    said = f"cannot write {tmp_path / name}: rows are written as .parquet, .csv or .jsonl"
    assert (run.status, run.err) == (2, f"iriform: {said}\n")
    assert [file.name for file in tmp_path.iterdir()] == ["links.txt"]


def test_an_open_file_and_a_format(tmp_path: Path) -> None:
    (tmp_path / "links.txt").write_text("x:y\n")
    out = io.BytesIO()
    audit(str(tmp_path / "links.txt"), out=out, out_format="jsonl")
    assert json.loads(out.getvalue())["text"] == "x:y"
    audit(str(tmp_path / "links.txt"), out=str(tmp_path / "a.txt"), out_format="parquet")
    assert pq.read_table(tmp_path / "a.txt")["text"].to_pylist() == ["x:y"]


def test_spark_writes_parquet(tmp_path: Path) -> None:
    with pytest.raises(AuditError, match="a directory of Parquet files, and no other format"):
        audit(str(tmp_path / "links.txt"), engine="spark", out=str(tmp_path / "a.csv"))
