"""Parquet that is damaged, or has columns of rare types."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.cli.program import iriform
from tests.effort import rounds

VALUES = ["http://a/ b", "http://a b", "http://c/", None]


def test_a_damaged_file_is_named_and_ends_no_other_input(tmp_path: Path) -> None:
    random = Random(3)
    file, other, copy = tmp_path / "a.parquet", tmp_path / "b.txt", tmp_path / "copy.parquet"
    urls = [f"http://a/{i}" for i in range(300)]
    pq.write_table(pa.table({"url": urls, "n": range(300)}), file, row_group_size=100)
    other.write_text("http://a/ b\n")
    whole = file.read_bytes()
    # The file contains the names of the columns twice; if they differ, Arrow raises a KeyError.
    renamed = whole.replace(b"url", b"urm", 1)
    damaged = [renamed, whole[: len(whole) // 2], whole[:-1]]
    at = whole.rindex(b"url")
    damaged.append(whole[:at] + b"urm" + whole[at + 3 :])
    for _ in range(rounds(2, 200)):
        changed = bytearray(whole)
        for _ in range(3):
            changed[random.randrange(len(changed))] = random.randrange(256)
        damaged.append(bytes(changed))
    for data in damaged:
        file.write_bytes(data)
        for verb in ("check", "audit"):
            run = iriform(verb, file, other)
            assert f"{other}:1" in run.out
            assert run.status in {0, 1, 2}
        run = iriform("repair", file, "--out", copy)
        assert run.status == 0 or "a.parquet" in run.err


@pytest.mark.parametrize(
    "column",
    [
        pa.array(VALUES, pa.string_view()),
        pa.array([value and value.encode() for value in VALUES], pa.binary_view()),
        pa.DictionaryArray.from_arrays(
            pa.array([0, 1, 2, None], pa.int32()), pa.array(VALUES[:3]), ordered=True
        ),
    ],
    ids=["string_view", "binary_view", "ordered"],
)
def test_rare_types_are_mended_and_rejected(tmp_path: Path, column: Any) -> None:
    file, copy, rejects = (tmp_path / f"{name}.parquet" for name in "abc")
    others = pa.array([{"x": ["q"]}] * 4, pa.struct({"x": pa.list_(pa.string_view())}))
    pq.write_table(pa.table({"url": column, "other": others}), file)
    run = iriform("repair", file, "--column", "url", "--out", copy, "--rejects", rejects)
    assert run.status == 1, run
    before, after, rejected = map(pq.read_table, (file, copy, rejects))
    assert before.schema == after.schema == rejected.schema
    texts = [
        value.decode() if isinstance(value, bytes) else value for value in after["url"].to_pylist()
    ]
    assert texts == ["http://a/%20b", "http://c/", None]
    assert rejected.num_rows == 1
