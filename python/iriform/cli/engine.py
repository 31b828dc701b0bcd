"""DuckDB: reads Parquet, and counts more names than memory holds."""

from __future__ import annotations

import re
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from iriform._display import escape

from .terminal import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Beyond this it writes to its temporary directory.
_MEMORY = "512MB"


@contextmanager
def engine(files: Iterable[str]) -> Iterator[duckdb.DuckDBPyConnection]:
    """Start DuckDB in a sandbox: it reads these files, and no other file, and no network."""
    paths = {path for name in files for path in (absolute(name), literal(name))}
    with tempfile.TemporaryDirectory(prefix="iriform-") as directory:
        connection = duckdb.connect(
            config={
                "autoinstall_known_extensions": False,
                "autoload_known_extensions": False,
                "memory_limit": _MEMORY,
                "temp_directory": directory,
            }
        )
        try:
            connection.execute("SET allowed_paths = $1", [sorted(paths)])
            connection.execute("SET enable_external_access = false")
            connection.execute("SET lock_configuration = true")
            yield connection
        except duckdb.Error as error:
            raise InputError(f"the query engine gave up: {reason(error)}") from None
        finally:
            connection.close()


def absolute(name: str) -> str:
    """Name a file so that nothing but a local file can be meant, whatever it is called."""
    return str(Path(name).absolute())


def literal(name: str) -> str:
    """Name a file for DuckDB, which takes names for patterns.

    >>> literal("/data/a[1]*.parquet")
    '/data/a[[]1[]][*].parquet'
    """
    return re.sub(r"[][*?{}]", lambda match: f"[{match[0]}]", absolute(name))


def reason(error: duckdb.Error) -> str:
    """Take the first line of DuckDB's message, without the name of its class."""
    return escape(str(error).partition("\n")[0].partition("Error: ")[2] or str(error))
