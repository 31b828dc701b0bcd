"""Columns of each library, and the answers as objects of that library."""

from typing import Any

import arro3.core
import duckdb
import nanoarrow
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from iriform import IRIReference, columns

TEXTS = ["http://example.org:8042/a?q=1", None, "a b", "urn:x"]
HOSTS = ["example.org", None, None, None]
VALID = [True, None, False, True]
PORTS = [8042, None, None, None]

PANDAS_3 = pytest.mark.skipif(
    not hasattr(pd.Series, "__arrow_c_stream__"),
    reason="a Series is an Arrow column from pandas 3.0 on, which needs CPython 3.11",
)


def test_polars() -> None:
    series = pl.Series("url", TEXTS)
    host = columns.host(series)

    assert host.name == "url"
    assert (host.dtype, host.to_list()) == (pl.String, HOSTS)
    assert (columns.is_valid(series).dtype, columns.is_valid(series).to_list()) == (
        pl.Boolean,
        VALID,
    )
    assert columns.port(series).to_list() == PORTS
    fields = columns.components(series, ["host", "port"]).struct.unnest()
    assert (fields["host"].to_list(), fields["port"].to_list()) == (HOSTS, PORTS)
    errors = columns.errors(series)
    assert errors.is_null().to_list() == [True, True, False, True]
    assert columns.resolve(series, "http://h/b").to_list() == [TEXTS[0], None, None, TEXTS[3]]
    assert columns.resolve(pl.Series(["a"]), pl.Series(["http://h/b"])).to_list() == ["http://h/a"]


@pytest.mark.parametrize(
    "series",
    [
        pl.Series("url", TEXTS).append(pl.Series("url", TEXTS)),
        pl.Series("url", [*TEXTS, *TEXTS])[:8],
        pl.Series("url", [*TEXTS, *TEXTS], dtype=pl.Categorical),
        pl.Series("url", ["x", *TEXTS, *TEXTS, "x"]).slice(1, 8),
        pl.Series("url", [t and t.encode() for t in [*TEXTS, *TEXTS]]),
    ],
    ids=["chunks", "slice", "categorical", "slice inside", "binary"],
)
def test_polars_columns_of_all_kinds(series: pl.Series) -> None:
    assert columns.is_valid(series).to_list() == VALID * 2
    assert columns.host(series).cast(pl.String).to_list() == HOSTS * 2
    assert len(columns.components(series)) == 8
    assert columns.host(series).dtype == series.dtype


INDEX = [10, 11, 12, 13]


@PANDAS_3
@pytest.mark.parametrize(
    "dtype",
    ["str", "string", "string[python]", "string[pyarrow]", "large_string[pyarrow]", object],
    ids=str,
)
def test_pandas(dtype: Any) -> None:
    series = pd.Series(TEXTS, name="url", index=INDEX).astype(dtype)
    host = columns.host(series)

    assert (host.name, list(host.index)) == ("url", INDEX)
    assert [None if pd.isna(value) else value for value in host] == HOSTS
    if dtype is not object:
        assert host.dtype == series.dtype
    valid = columns.is_valid(series)
    assert valid.dtype == pd.ArrowDtype(pa.bool_())
    assert [None if value is pd.NA else value for value in valid] == VALID
    assert list(series[valid]) == [TEXTS[0], TEXTS[3]]
    assert columns.port(series).dtype == pd.ArrowDtype(pa.uint16())
    assert list(columns.components(series, ["host", "port"]).struct.explode().columns) == [
        "host",
        "port",
    ]
    assert list(columns.errors(series).isna()) == [True, True, False, True]


@PANDAS_3
def test_pandas_categories_that_become_the_same() -> None:
    series = pd.Series(["http://h/a", "http://h/b", None], dtype="category")

    assert [None if pd.isna(v) else v for v in columns.host(series)] == ["h", "h", None]
    assert columns.is_valid(series).dropna().all()


@pytest.mark.parametrize(
    "column",
    [
        arro3.core.Array(pa.array(TEXTS)),
        arro3.core.ChunkedArray(pa.chunked_array([TEXTS[:1], TEXTS[1:]])),
        nanoarrow.Array(TEXTS, nanoarrow.string()),
        nanoarrow.c_array(TEXTS, nanoarrow.string()),
        nanoarrow.Array.from_chunks([TEXTS[:1], TEXTS[1:]], nanoarrow.string()),
    ],
    ids=["arro3", "arro3 chunked", "nanoarrow", "nanoarrow c_array", "nanoarrow chunked"],
)
def test_others_get_an_array(column: Any) -> None:
    host = columns.host(column)
    several = "chunked" in repr(column).lower() or getattr(column, "n_chunks", 1) > 1

    assert type(host) is (columns.ChunkedArray if several else columns.Array)
    assert len(host) == 4
    assert pa.chunked_array(host).to_pylist() == HOSTS
    assert pl.Series(host).to_list() == HOSTS
    assert nanoarrow.Array(host).to_pylist() == HOSTS
    assert arro3.core.ChunkedArray(columns.components(column)).to_pylist()[0]["port"] == 8042
    # The answer can be exported again, and used as a column.
    assert pa.chunked_array(columns.is_valid(host, as_=IRIReference)).to_pylist() == [
        True,
        None,
        None,
        None,
    ]


def test_what_an_array_says_of_itself() -> None:
    array = columns.host(nanoarrow.c_array(TEXTS, nanoarrow.string()))
    chunked = columns.port(arro3.core.ChunkedArray(pa.chunked_array([TEXTS[:1], TEXTS[1:]])))

    assert repr(array) == "<iriform.columns.Array of 4 Utf8>"
    assert repr(chunked) == "<iriform.columns.ChunkedArray of 4 UInt16 in 2 chunks>"
    assert pa.field(array).type == pa.string()
    assert pa.field(chunked).type == pa.uint16()


def test_duckdb() -> None:
    """A function of Arrow arrays that SQL calls, and a column of a result."""
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE t AS SELECT unnest($1) AS url", [TEXTS])
        connection.create_function(  # type: ignore[call-overload]
            "iri_host",
            lambda column: columns.host(column, threads=1),
            ["VARCHAR"],
            "VARCHAR",
            type="arrow",
            null_handling="special",
        )
        found = connection.execute("SELECT url, iri_host(url) FROM t").fetchall()
        assert found == list(zip(TEXTS, HOSTS, strict=True))
        column = connection.sql("SELECT url FROM t").to_arrow_table()["url"]
        assert columns.host(column).to_pylist() == HOSTS
