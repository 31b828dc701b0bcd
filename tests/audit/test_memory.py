"""Columns in the memory of the engines have the same figures as a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from iriform import columns
from iriform.audit import AuditError, audit

ROOT = Path(__file__).parents[2]
VALUES: list[str | None] = [
    *(ROOT / "examples/identifiers.txt").read_text("utf-8").splitlines(),
    None,
    "",
    "http://a/\u200e",
] * 300

TABLE = pa.table({"url": pa.array(VALUES), "n": pa.array(range(len(VALUES)))})

ENGINES: dict[str, Callable[[], Any]] = {
    "array": lambda: pa.array(VALUES),
    "large": lambda: pa.array(VALUES, pa.large_string()),
    "view": lambda: pa.array(VALUES, pa.string_view()),
    "bytes": lambda: pa.array(VALUES).cast(pa.binary()),
    "dictionary": lambda: pa.array(VALUES).dictionary_encode(),
    "slices": lambda: pa.chunked_array([pa.array(["", *VALUES])[1:1000], pa.array(VALUES)[999:]]),
    "table": lambda: TABLE,
    "reader": lambda: TABLE.to_reader(max_chunksize=1000),
    "structure": lambda: pa.table({"page": TABLE.to_struct_array()}),
    "iriform": lambda: columns.normalize(pa.array(["x:y"]), threads=1),
    "Polars Series": lambda: pl.Series("url", VALUES),
    "Polars DataFrame": lambda: pl.DataFrame({"url": VALUES, "n": 1}),
    "Polars LazyFrame": lambda: pl.LazyFrame({"url": VALUES, "n": 1}).select("url"),
    "Polars categories": lambda: pl.Series("url", VALUES, pl.Categorical),
    "pandas": lambda: pd.Series(VALUES, name="url"),
    "pandas Arrow": lambda: pd.Series(VALUES, dtype="string[pyarrow]"),
    "pandas DataFrame": lambda: pd.DataFrame({"url": VALUES, "n": 1}),
    "DuckDB": lambda: duckdb.from_arrow(TABLE).select("url"),
}


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    file = tmp_path_factory.mktemp("memory") / "a.parquet"
    pq.write_table(TABLE, file)
    return figures(audit(str(file), top=1000).record())


def figures(record: dict[str, Any]) -> dict[str, Any]:
    """Leave out the name and the position of a column."""
    for group in (*record["problems"], *record["findings"]):
        for example in group["examples"]:
            del example["file"], example["part"]
    del record["files"]
    return record


@pytest.mark.parametrize("engine", ENGINES)
def test_a_column_gives_the_figures_of_a_file(expected: dict[str, Any], engine: str) -> None:
    found = audit(ENGINES[engine](), top=1000)
    [file] = found.files
    assert (file.file, file.format) == ("<memory>", "memory")
    if engine == "iriform":
        assert (found.valid, found.schemes.top[0].name) == (1, "x")
        return
    assert found.valid > 80_000
    assert figures(found.record()) == expected


def test_rows_of_lists_are_numbered() -> None:
    lists = pa.array([["x:y", "b c"], None, [], ["x:y", "d e"]])
    found = audit(lists)
    places = [example.place for group in found.problems for example in group.examples]
    assert (found.valid, found.invalid, places) == (2, 2, [1, 4])


def test_an_empty_column() -> None:
    for column in (
        pa.array([], pa.string()),
        pl.Series("u", [], pl.String),
        pa.chunked_array([[]], pa.string()),
    ):
        found = audit(column)
        assert (found.valid, found.invalid, found.empty) == (0, 0, 0)


def test_what_is_no_column_of_text() -> None:
    with pytest.raises(AuditError, match="there is no column of text; the types are: int64$"):
        audit(pa.array([1, 2]))
    with pytest.raises(AuditError, match="^which column of the table is meant"):
        audit(pa.table({"a": ["x:y"], "b": ["x:z"]}))
    assert audit(pa.table({"a": ["x:y"], "b": ["z"]}), column="b").invalid == 1
    with pytest.raises(TypeError, match="not int$"):
        audit(7)


def test_a_column_of_exactly_that_name_comes_before_one_in_a_structure(tmp_path: Path) -> None:
    inner = pa.array([{"c": "x:y", "b": "n n"}])
    for table in (
        pa.table({"a": ["b c"], "a.b": ["x:y"]}),
        pa.table({"a.b": ["x:y"], "a": ["b c"]}),
        pa.table({"a": inner, "a.b": ["x:y"]}),
        pa.table({"a": inner.field("c"), "a.b": ["x:y"], "a.c": ["b c"]}),
        pa.table({"a": pa.array([{"c": "n n"}]), "a.b": ["x:y"]}),
        pa.table({"a": pa.array([{"b": 7}]), "a.b": ["x:y"]}),
        pa.table({"x": pa.array([{"a.b": "n n"}]), "a": pa.array([{"b": "x:y"}])}),
        pa.table({"a": pa.array([[{"b.c": "n n", "b": "x:y"}]])}),
    ):
        file = tmp_path / "a.parquet"
        pq.write_table(table, file)
        # Arrow reads lists of structures under other names than those of the table.
        inputs = [table] if pa.types.is_list(table["a"].type) else [table, str(file)]
        for each in inputs:
            found = audit(each, column="a.b")
            assert (found.valid, found.invalid, found.files[0].column) == (1, 0, "a.b")


def test_a_structure_that_lacks_the_member() -> None:
    table = pa.table({"a": pa.array([{"c": "x:y", "d": {"e": "x:z"}}])})
    for column, then in {
        "a.b": "it has",
        "a": "did you mean a.c or a.d.e? It has",
        "a.c.x": "did you mean a.c? It has",
        "a.d": "did you mean a.d.e? It has",
        "a.": "did you mean a.c or a.d.e? It has",
    }.items():
        with pytest.raises(AuditError) as caught:
            audit(table, column=column)
        assert str(caught.value) == f"the table has no column {column}; {then}: a.c, a.d.e"


def test_the_parts_of_a_column(tmp_path: Path) -> None:
    audit(pl.Series("u", ["http://a/b", None, "c d"]), out=str(tmp_path / "out.parquet"))
    rows = pq.read_table(tmp_path / "out.parquet").to_pylist()
    assert [(row["place"], row["status"], row["host"]) for row in rows] == [
        (1, "valid", "a"),
        (2, "empty", None),
        (3, "invalid", None),
    ]
