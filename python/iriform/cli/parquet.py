"""Parquet, read by DuckDB."""

# ruff: noqa: S608 - the SQL is made of names that are ours, as is said below

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import duckdb

from .batches import ROWS, Batch, Source
from .choose import SAMPLE, choose
from .engine import literal, reason
from .lines import label
from .options import Format
from .terminal import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator


def parquet(name: str, wanted: str | None, connection: duckdb.DuckDBPyConnection) -> Source:
    """Open one column of a Parquet file."""
    cursor = connection.cursor()  # the tally uses the connection while this one reads
    # The names of columns come from outside. DuckDB is told to call them c0, c1, … so that none
    # ever becomes a piece of SQL; the name of the file is a parameter.
    file = "read_parquet($1, hive_partitioning = false)"
    path = [literal(name)]
    with _readable(name):
        described = cursor.execute(f"DESCRIBE SELECT * FROM {file}", path).fetchall()
        texts = {row[0]: f"c{i}" for i, row in enumerate(described) if _is_text(row[1])}
        _refuse(wanted, {row[0]: row[1] for row in described}, texts, label(name))
        table = f"{file} AS t({', '.join(f'c{i}' for i in range(len(described)))})"
        head = f"SELECT {', '.join(texts.values())} FROM {table} LIMIT {SAMPLE}"
        sample = [[*map(_decoded, row)] for row in cursor.execute(head, path).fetchall()]
        column = list(texts)[choose(list(texts), sample, wanted, label(name))]
        counted = cursor.execute("SELECT sum(num_rows) FROM parquet_file_metadata($1)", path)
        total = int((counted.fetchone() or (0,))[0] or 0)
    done = 0

    def batches() -> Iterator[Batch]:
        nonlocal done
        with _readable(name):
            result = cursor.execute(f"SELECT {texts[column]} FROM {table}", path)
            while rows := result.fetchmany(ROWS):
                values = [_decoded(row[0]) or None for row in rows]
                places = range(done + 1, done + len(values) + 1)
                done += len(values)
                yield Batch(values, places, [])

    return Source(name, Format.PARQUET, column, batches(), lambda: done / max(1, total))


@contextmanager
def _readable(name: str) -> Iterator[None]:
    """Say which file DuckDB cannot read."""
    try:
        yield
    except duckdb.Error as error:
        raise InputError(f"cannot read {label(name)}: {reason(error)}") from None


def _refuse(wanted: str | None, types: dict[str, str], texts: dict[str, str], file: str) -> None:
    """Refuse a column that has no text, and a file that has no such column."""
    if wanted in types and wanted not in texts:
        raise InputError(f"column {wanted} of {file} has no text: its type is {types[wanted]}")
    if not texts:
        raise InputError(f"{file} has no column of text")


def _is_text(type_: str) -> bool:
    return type_ in {"VARCHAR", "BLOB"} or type_.startswith("ENUM")


def _decoded(value: str | bytes | None) -> str | None:
    return value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else value
