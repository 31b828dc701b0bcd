"""Installed engines write and read partitions as in the table; `make readers` tests all engines."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from benchmarks.partitions import moved

INSTALLED = ["duckdb", "pandas", "polars", "pyarrow"]


@pytest.mark.skipif(sys.platform == "win32", reason="names that Windows does not have")
@pytest.mark.parametrize("writer", INSTALLED)
def test_a_writer_and_the_readers(writer: str, tmp_path: Path) -> None:
    assert moved(writer, ["duckdb", "polars", "pyarrow"], tmp_path) == []
