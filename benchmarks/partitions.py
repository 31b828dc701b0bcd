"""Check the partitions that engines write, and that others read: a part of `make readers`.

`python -m benchmarks.partitions` checks those that are installed. A writer must make the folder
that `partitions.write` names in its style, and a reader must find the value that `partitions.read`
finds in the reader's own style. Values from `iriform.quote` must survive every pair.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from iriform import quote, unquote
from iriform.storage import partitions

VALUES = ["a/b c=d%é:e+f#g?h", "日本", "a\\b{c}[*]", "%41", "http://例え.jp/a b", "~'\"", "null"]


def _spark() -> Any:  # noqa: ANN401 - pyspark need not be installed
    builder = import_module("pyspark.sql").SparkSession.builder
    session = builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    session.conf.set("spark.sql.sources.partitionColumnTypeInference.enabled", "false")
    return session


def _polars_write(folder: str, value: str | None) -> None:
    import polars as pl

    frame = pl.DataFrame({"k": [value], "x": [1]}, schema={"k": pl.String, "x": pl.Int64})
    frame.write_parquet(folder, partition_by="k")


def _pyarrow_write(folder: str, value: str | None) -> None:
    import pyarrow as pa
    from pyarrow.dataset import write_dataset

    table = pa.table({"k": pa.array([value], pa.string()), "x": [1]})
    write_dataset(table, folder, format="parquet", partitioning=["k"], partitioning_flavor="hive")


def _pandas_write(folder: str, value: str | None) -> None:
    import pandas as pd

    pd.DataFrame({"k": pd.Series([value], dtype="str"), "x": [1]}).to_parquet(
        folder, partition_cols=["k"]
    )


def _duckdb_write(folder: str, value: str | None) -> None:
    import duckdb

    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE t AS SELECT ?::VARCHAR AS k, 1 AS x", [value])
        connection.execute(f"COPY t TO '{folder}' (FORMAT parquet, PARTITION_BY (k))")


def _daft_write(folder: str, value: str | None) -> None:
    daft: Any = import_module("daft")
    frame = daft.from_pydict({"k": [value], "x": [1]}).with_column(
        "k", daft.col("k").cast("string")
    )
    frame.write_parquet(folder, partition_cols=["k"])


def _delta_write(folder: str, value: str | None) -> None:
    import pyarrow as pa

    table = pa.table({"k": pa.array([value], pa.string()), "x": [1]})
    import_module("deltalake").write_deltalake(folder, table, partition_by=["k"])


def _datafusion_write(folder: str, value: str | None) -> None:
    import pyarrow as pa

    context: Any = import_module("datafusion").SessionContext()
    table = pa.table({"k": pa.array([value], pa.string()), "x": [1]})
    context.from_arrow(table, name="t")
    context.sql(f"COPY t TO '{folder}/' STORED AS PARQUET PARTITIONED BY (k)").collect()


def _spark_write(folder: str, value: str | None) -> None:
    frame = _spark().createDataFrame([(value, 1)], "k string, x int")
    frame.write.partitionBy("k").parquet(folder, mode="append")


def _polars_read(folder: str) -> object:
    import polars as pl

    schema = {"k": pl.String}
    found = pl.scan_parquet(
        f"{folder}/*/*.parquet", hive_partitioning=True, hive_schema=schema
    ).collect()
    return found["k"].to_list()[0]


def _pyarrow_read(folder: str) -> object:
    import pyarrow as pa
    from pyarrow.dataset import dataset, partitioning

    files = [str(file) for file in Path(folder).rglob("*.parquet")]
    # Polars also writes the column into the file, as large strings.
    is_in_file = "k" in dataset(files, format="parquet").schema.names
    of = pa.schema([("k", pa.large_string() if is_in_file else pa.string())])
    hive = partitioning(of, flavor="hive")
    found = dataset(files, format="parquet", partitioning=hive, partition_base_dir=folder)
    return found.to_table(columns=["k"])["k"].to_pylist()[0]


def _duckdb_read(folder: str) -> object:
    import duckdb

    query = "SELECT k FROM read_parquet(?, hive_partitioning = true, hive_types_autocast = false)"
    row = duckdb.execute(query, [f"{folder}/*/*.parquet"]).fetchone()
    return row and row[0]


def _daft_read(folder: str) -> object:
    daft: Any = import_module("daft")
    frame = daft.read_parquet(f"{folder}/*/*.parquet", hive_partitioning=True)
    return frame.select(daft.col("k").cast("string")).to_pydict()["k"][0]


def _spark_read(folder: str) -> object:
    return _spark().read.parquet(f"file://{folder}").select("k").collect()[0][0]


Style = partitions.Style
WRITERS: dict[str, tuple[str, Style, Callable[[str, str | None], None]]] = {
    "polars": ("polars", "polars", _polars_write),
    "pyarrow": ("pyarrow", "pyarrow", _pyarrow_write),
    "pandas": ("pandas", "pyarrow", _pandas_write),
    "duckdb": ("duckdb", "pyarrow", _duckdb_write),
    "daft": ("daft", "pyarrow", _daft_write),
    "deltalake": ("deltalake", "pyarrow", _delta_write),
    "datafusion": ("datafusion", "datafusion", _datafusion_write),
    "spark": ("pyspark", "spark", _spark_write),
}
"""The writers by name: the module, the style, and the function."""

READERS: dict[str, tuple[str, Style, Callable[[str], object]]] = {
    "polars": ("polars", "polars", _polars_read),
    "pyarrow": ("pyarrow", "pyarrow", _pyarrow_read),
    "duckdb": ("duckdb", "pyarrow", _duckdb_read),
    "daft": ("daft", "pyarrow", _daft_read),
    "spark": ("pyspark", "spark", _spark_read),
}


def folder_of(root: Path) -> str | None:
    """Return the folder of the partition below a root."""
    # A value may have a slash, if the writer does not escape it.
    found = (path for path in root.rglob("k=*") if path.is_dir())
    return next((str(path.relative_to(root)) for path in found), None)


def moved(writer: str, readers: list[str], root: Path) -> list[str]:
    """Write each value raw and quoted, and list the differences from the table."""
    _, style, write = WRITERS[writer]
    wrong = []
    for number, value in enumerate([*VALUES, *map(quote, VALUES), None]):
        place = root / f"{writer}-{number}"
        write(str(place), value)
        folder = folder_of(place)
        expected = partitions.write({"k": value}, style=style)
        if folder != expected:
            wrong.append(f"{writer} writes {folder}, not {expected}")
        if number < len(VALUES) or value is None:
            continue
        for reader in readers:
            _, _, read = READERS[reader]
            found: object = "an error"
            with suppress(Exception):
                found = read(str(place))
            if not isinstance(found, str) or unquote(found) != unquote(value):
                wrong.append(f"{reader} reads {found!r} in {folder} of {writer}, not {value!r}")
    return wrong


def main() -> int:
    """Check all installed engines, and return 1 if one has changed its behaviour."""
    writers = [name for name, (module, _, _) in WRITERS.items() if find_spec(module)]
    readers = [name for name, (module, _, _) in READERS.items() if find_spec(module)]
    wrong = []
    with TemporaryDirectory() as folder:
        for writer in writers:
            wrong += moved(writer, readers, Path(folder))
    print(
        f"{len(writers)} writers ({', '.join(writers)}), {len(readers)} readers ({', '.join(readers)})"
    )
    print(
        f"{len(writers) * len(readers)} pairs carry what iriform.quote makes"
        if not wrong
        else "MOVED:"
    )
    print(*wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
