"""Spark, in local mode with two workers: `make test-spark`, since pyspark is 450 MB and needs Java."""

import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql import functions as F  # noqa: N812 - Spark's own custom

import iriform.duckdb
import iriform.spark
from iriform import IRI, URI, ParseError, Policy
from iriform._engines.sql import BoundOperation

from .answers import ANSWERS, BASE, CASES, EXPANSIONS, ROWS, TEXTS, VALUES, call, expected

pytestmark = pytest.mark.filterwarnings("default")  # Spark's own


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    builder = (
        SparkSession.builder.master("local[2,4]")  # two workers, a task may fail three times
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.ui.showConsoleProgress", "false")
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture
def links(spark: SparkSession) -> DataFrame:
    frame = spark.createDataFrame(list(enumerate(TEXTS)), "id INT, url STRING")
    frame.createOrReplaceTempView("links")
    return frame


def plain(value: Any) -> Any:
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, Row):
        return {name: plain(field) for name, field in value.asDict().items()}
    return value


@pytest.mark.parametrize(("name", "options", "answer"), CASES)
def test_same_answers(links: DataFrame, name: str, options: dict[str, Any], answer: Any) -> None:
    column = call(getattr(iriform.spark, name), options, "url")

    rows = links.orderBy("id").select(column).collect()

    assert [plain(row[0]) for row in rows] == expected(answer)


SQL = [
    "SELECT iri_host(url), iri_port(url) FROM links ORDER BY id",
    "SELECT iri_is_valid(url), iri_is_valid(url, 'URI') FROM links ORDER BY id",
    "SELECT iri_components(url).path, iri_errors(url).position FROM links ORDER BY id",
    "SELECT iri_resolve('../x', url), iri_resolve(url, 'http://a/b/c') FROM links ORDER BY id",
    "SELECT iri_normalize(url, 'scheme'), iri_query_value(url, 'q') FROM links ORDER BY id",
    "SELECT iri_to_uri(url, true), iri_comparison_key(url, 'string', 'URI') FROM links ORDER BY id",
    "SELECT iri_without_query(url, '[\"q\"]'), iri_without_query(url) FROM links ORDER BY id",
    """SELECT iri_compress(url, '{"ex": "http://example.org/"}', 'turtle') FROM links ORDER BY id""",
    """SELECT iri_expand(url, '{"ex": "http://example.org/"}') FROM links ORDER BY id""",
    "SELECT iri_match_template(url, '{+start}://{host}{/path*}') FROM links ORDER BY id",
    "SELECT iri_relative_to(url, 'http://example.org/a/b', 'absolute-path') FROM links ORDER BY id",
    "SELECT iri_host(url) AS host, count(*) AS n FROM links GROUP BY 1 ORDER BY n DESC, host LIMIT 1",
]


@pytest.mark.parametrize("query", SQL)
def test_same_sql_as_duckdb(spark: SparkSession, links: DataFrame, query: str) -> None:
    assert links.count() == len(TEXTS)
    iriform.spark.register(spark)
    with duckdb.connect() as connection:
        iriform.duckdb.register(connection)
        table = pa.table({"id": range(len(TEXTS)), "url": TEXTS})
        connection.register("links", table)
        rows = connection.sql(query).fetchall()

    assert [tuple(row) for row in spark.sql(query).collect()] == rows


def test_protected_names(spark: SparkSession) -> None:
    iriform.spark.register(spark, protected=["paypal.com"])
    rows = spark.sql("SELECT iri_check('http://paypa1.com/'), iri_check('http://a/')").collect()
    assert [tuple(row) for row in rows] == [(["host-font-confusable-with"], [])]
    iriform.spark.register(spark)


def test_prefixes(spark: SparkSession, links: DataFrame) -> None:
    iriform.spark.register(spark, prefixes={"ex": "http://example.org/"})
    assert links.count() == len(TEXTS)

    rows = spark.sql("SELECT iri_expand('ex:a'), iri_compress('http://example.org/b')").collect()

    assert [tuple(row) for row in rows] == [("http://example.org/a", "ex:b")]
    iriform.spark.register(spark)
    query = "SELECT iri_compress('http://example.org/b', map('ex', 'http://example.org/'))"
    assert [tuple(row) for row in spark.sql(query).collect()] == [("ex:b",)]


def test_templates(spark: SparkSession, links: DataFrame) -> None:
    iriform.spark.register(spark, templates={"page": "https://{+rest}/{a.b}{?q*}"})
    assert links.count() == len(TEXTS)

    rows = spark.sql(
        "SELECT iri_match_page('https://h/x?c=d') AS page, iri_match_page('x') AS none"
    )

    page = {"rest": "h", "a.b": "x", "q": [{"name": "c", "value": "d"}]}
    assert [plain(row) for row in rows.collect()] == [{"page": page, "none": None}]
    values = spark.createDataFrame(
        [(row["user"], row["page"], row["path"]) for row in ROWS],
        "user STRING, page INT, path ARRAY<STRING>",
    ).coalesce(1)
    column = F.struct("user", "page", "path")
    expanded = values.select(iriform.spark.expand_template(column, VALUES)).collect()
    assert [row[0] for row in expanded] == EXPANSIONS
    values.createOrReplaceTempView("rows")
    query = f"SELECT iri_expand_template(struct(*), '{VALUES}'), iri_expand_template(to_json(struct(*)), '{VALUES}') FROM rows"  # noqa: E501, S608
    assert [tuple(row) for row in spark.sql(query).collect()] == [(t, t) for t in EXPANSIONS]


def test_fields_and_columns(links: DataFrame) -> None:
    fields = iriform.spark.components("url", ["port", "host"])
    resolved = iriform.spark.resolve(F.lit("?x"), F.col("url"))

    row = links.where("id = 0").select(fields.alias("parts"), resolved.alias("resolved")).first()

    assert row is not None
    assert row["parts"].asDict() == {"port": 8042, "host": "example.org"}
    assert row["resolved"] == "https://me:secret@example.org:8042/over/there?x"


class Callback(URI, policy=Policy.WEB):
    """A class that a user defines."""


class Short(Callback, policy=Policy(max_length=30)):
    """A type whose values must satisfy both policies."""


@pytest.mark.parametrize("cls", [Callback, Short])
def test_a_class_with_a_policy(links: DataFrame, cls: type[URI]) -> None:
    """Only `is_valid` applies the policy; the other functions reject it."""
    rows = links.orderBy("id").select(iriform.spark.is_valid("url", as_=cls)).collect()
    assert [row[0] for row in rows] == expected(cls.is_valid)
    with pytest.raises(TypeError, match=f"{cls.__name__} has a policy, which only is_valid asks"):
        iriform.spark.host("url", as_=cls)


def test_errors_come_early(links: DataFrame) -> None:
    assert links.columns == ["id", "url"]
    with pytest.raises(ParseError, match="not a URI"):
        iriform.spark.resolve("url", "http://例え.jp/", as_=URI)
    with pytest.raises(TypeError, match="as_ must be one of URI"):
        iriform.spark.host("url", as_=str)  # type: ignore[arg-type]


def test_errors_of_workers_are_surfaced(spark: SparkSession, links: DataFrame) -> None:
    assert links.columns == ["id", "url"]
    iriform.spark.register(spark)
    with pytest.raises(Exception, match="as must be one of URI"):
        spark.sql("SELECT iri_host(url, 'URL') FROM links").collect()


def many(spark: SparkSession, rows: int) -> DataFrame:
    """Make rows; every tenth is invalid, and every hundredth is null."""
    return spark.range(rows, numPartitions=8).select(
        F.expr(
            "CASE WHEN id % 100 = 7 THEN NULL WHEN id % 10 = 3 THEN concat('http://h/a b', id) "
            "ELSE concat('http://h', id % 7, '.example/', id) END"
        ).alias("url")
    )


def test_many_rows(spark: SparkSession) -> None:
    rows = 1_000_000
    asked = many(spark, rows).select(
        iriform.spark.is_valid("url").alias("valid"), iriform.spark.host("url").alias("host")
    )

    counts = {
        tuple(row) for row in asked.groupBy("valid").agg(F.count("*"), F.count("host")).collect()
    }

    good = rows - rows // 10 - rows // 100
    assert counts == {(True, good, good), (False, rows // 10, 0), (None, rows // 100, 0)}


def test_a_worker_that_is_killed(spark: SparkSession, tmp_path: Path) -> None:
    """The first worker to get there kills itself; Spark uses another, and the answer is right."""
    mark = str(tmp_path / "killed")

    def accident(column: pa.Array) -> pa.Array:
        try:
            os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return BoundOperation("host")(column)
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError

    untyped: Any = F
    host = untyped.arrow_udf(accident, "string")("url")
    asked = many(spark, 200_000).select(host.alias("host"))

    assert asked.agg(F.count("host")).collect()[0][0] == 200_000 - 20_000 - 2_000
    assert Path(mark).exists()


def test_page(spark: SparkSession, capfd: pytest.CaptureFixture[str]) -> None:
    """The page's examples run in order."""
    text = Path("docs/spark.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)

    exec("\n".join(blocks), {})  # noqa: S102 - our own text

    assert spark.catalog.tableExists("links")
    shown = capfd.readouterr().out
    assert "192.0.2.16" in shown
    assert "invalid-character" in shown


def test_expected_is_not_trivial() -> None:
    assert IRI.is_valid(BASE)
    assert len(set(map(str, expected(ANSWERS["host"][0][1])))) > 4
