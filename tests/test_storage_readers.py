"""The installed readers open the files that the table states. `make readers` tests all, and S3."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from benchmarks.readers import FILE_KEYS, SUBJECTS, make_files, measured

from iriform.storage import READERS

INSTALLED = [
    "duckdb",
    "pandas.read_csv",
    "pandas.read_parquet",
    "polars",
    "polars.write",
    "pyarrow",
    "sqlite3",
]


@pytest.mark.skipif(sys.platform == "win32", reason="names that Windows does not have")
@pytest.mark.parametrize("name", INSTALLED)
def test_a_text_opens_the_very_file(name: str, tmp_path: Path) -> None:
    answers = list(measured(name, "file", make_files(name, tmp_path / "files")))
    assert [answer for answer in answers if answer.has_moved] == []
    # None of these is refused, and many more texts are read as one key.
    assert all(answer.text for answer in answers[: len(FILE_KEYS)])
    assert len(answers) > 3 * len(FILE_KEYS)


def test_each_reader_is_measured() -> None:
    assert SUBJECTS.keys() == READERS.keys() - {"uri", "literal"}
    assert all(find_spec(SUBJECTS[name].module) for name in INSTALLED)
