"""An audit by Spark Connect, which Databricks' and EMR's shared clusters use: `make test-spark`.

The server has its own process, because a process has either sessions of Spark Connect or others.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from pyspark.sql import SparkSession

import iriform.spark
from iriform.audit import AuditError, audit
from tests.tables import ROOT

pytestmark = pytest.mark.filterwarnings("default")  # Spark's own warnings are Spark's

TABLE = str(ROOT / "examples/identifiers.parquet")


@pytest.fixture(scope="module", autouse=True)
def session() -> Iterator[SparkSession]:
    """Start a server with two cores, and connect to it."""
    os.environ["PYSPARK_PYTHON"] = (
        sys.executable
    )  # the server's, which lives as long as this process
    spark = SparkSession.builder.remote("local[2]").getOrCreate()
    assert type(spark).__module__ == "pyspark.sql.connect.session"
    yield spark
    spark.stop()


def test_a_frame(session: SparkSession) -> None:
    expected = audit(TABLE, top=1000).record()
    found = audit(session.read.parquet(TABLE), column="identifier", top=1000).record()
    for each in (found, expected):
        for group in (*each["problems"], *each["findings"]):
            group["examples"] = []  # the first ones depend on partitions
        each["files"], each["engine"] = [], ""
    assert found == expected
    assert session.catalog.listTables() == []


def test_files_and_rows(session: SparkSession, tmp_path: Path) -> None:
    files = [TABLE, str(ROOT / "examples/identifiers.txt"), str(tmp_path / "missing.txt")]
    one, two = (audit(files, engine=engine).record() for engine in ("local", "spark"))
    assert one | {"engine": ""} == two | {"engine": ""}
    assert session.catalog.listTables() == []
    with pytest.raises(AuditError, match="Spark Connect writes on its server; name a URL"):
        audit(files, engine="spark", out=str(tmp_path / "out"))
    url = (tmp_path / "out").as_uri()
    found = audit([Path(TABLE).as_uri(), files[1]], engine="spark", out=url)
    assert pq.read_table(tmp_path / "out").num_rows == found.read > 300


def test_columns(session: SparkSession) -> None:
    links = session.createDataFrame([("HTTP://É/%61",), ("no iri",)], "url string")
    rows = links.select(
        iriform.spark.host("url").alias("host"),
        iriform.spark.components("url", ["path"]).alias("parts"),
    ).collect()
    assert [row.asDict(recursive=True) for row in rows] == [
        {"host": "É", "parts": {"path": "/%61"}},
        {"host": None, "parts": None},
    ]


def test_sql(session: SparkSession) -> None:
    iriform.spark.register(session)
    (row,) = session.sql("SELECT iri_host('http://h/') AS host").collect()
    assert row["host"] == "h"
