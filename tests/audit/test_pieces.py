"""Pieces of files: wherever a file is cut, the figures and places are those of the whole."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from iriform._io import lines, pieces
from iriform._io.pieces import WHOLE, Piece
from iriform.audit import AuditError, audit, plan
from iriform.audit.batches import moved
from iriform.audit.counting import count
from iriform.audit.options import Options
from iriform.audit.partials import PARTIAL, partials
from iriform.audit.result import audit_of, before_pieces
from iriform.audit.sources import among, source
from iriform.audit.sources import pieces as cut
from tests.effort import OF_READING, rounds

# Characters of several bytes, both kinds of line ends, empty lines, bytes that are not UTF-8, a carriage
# return that does not end a line, and a last line without an end.
TEXT = (
    "\ufeffhttp://é/\u05d0\r\n\r\n\nhttp://a/b c\n".encode()
    + b"http://\xff/\nx:\ry\r\r\n"
    + "http://😀.example/ü\n\nhttp://b c/".encode()
)
JSON = (
    "".join(
        json.dumps(row, ensure_ascii=False) + "\r\n"
        for row in [
            {"url": "http://é/", "n": 1},
            {"url": "a b"},
            {"n": "x"},
            {"url": ["http://ü/", "c d"]},
        ]
    ).encode()
    + b'{"url": \n{"url": "z z"}'
)
TRIPLES = (
    '<http://a/é> <http://b/> <c d> .\r\n\n# <no>\r\n_:b <http://b/> "😀"^^<http://c c/> .\n'
    "<http://a/> broken\n<x:s> <x:p> <x x> ."
).encode()  # fmt: skip

TABLE = (
    "\ufeffn,url\r\n1,http://é/\n\n2,a b\n3\n".encode()
    + b'4,http://\xff/\n5,"http://b c/"\r\n6,\n'
    + "7,http://😀.example/ü\n8,z z".encode()
)

# One for all: many small audits need no threads.
CONNECTION = duckdb.connect(config={"threads": 1})

FILES = {
    "a.txt": TEXT,
    "b.txt": TEXT + b"\n",
    "none.txt": b"\n",
    "a.jsonl": JSON,
    "a.csv": TABLE,
    "headless.csv": TABLE[10:],
    "a.tsv": TABLE.replace(b",", b"\t"),
    "a.nt": TRIPLES,
    "a.nq": TRIPLES.replace(b" .", b" <http://g g/> ."),
}


def of_pieces(file: str, options: Options, list_: list[Piece]) -> dict[str, Any]:
    return figures(by_pieces(file, options, list_))


def by_pieces(file: str, options: Options, list_: list[Piece]) -> dict[str, Any]:
    """Audit a file in pieces, each counted separately."""
    rows = [
        batch for piece in list_ for batch in partials(count(file, options, piece=piece), 0, piece)
    ]
    CONNECTION.register("partials", pa.Table.from_batches(rows, PARTIAL))
    CONNECTION.execute(f"CREATE OR REPLACE TABLE facts AS {plan.facts()}")
    tables = {
        name: CONNECTION.execute(query).fetchall() for name, query in plan.queries(10).items()
    }
    return audit_of(options, "local", [file], tables).record()


def figures(record: dict[str, Any]) -> dict[str, Any]:
    """Leave out the line of a statement: after an empty line only the reader of a piece knows it."""
    for group in (*record["problems"], *record["findings"]):
        for example in group["examples"]:
            example["line"] = None
    for row in record["unreadable_rows"]:
        row["line"] = None
    return record


def zstd(data: bytes) -> bytes:
    return bytes(pa.Codec("zstd").compress(data))


def skipped(data: bytes) -> bytes:
    """Write a frame after a skippable one, like `pzstd`."""
    frame = zstd(data)
    return b"\x50\x2a\x4d\x18\x04\x00\x00\x00" + len(frame).to_bytes(4, "little") + frame


@OF_READING
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(
    ("suffix", "pack"), [("bz2", bz2.compress), ("zst", zstd), ("zst", skipped)]
)
def test_a_compressed_file_is_cut_where_a_stream_begins(
    tmp_path: Path, name: str, suffix: str, pack: Callable[[bytes], bytes]
) -> None:
    """The cuts may be anywhere in the lines: in a character, or between two lines."""
    file = tmp_path / f"{name}.{suffix}"
    options = among(Options(rows_are_lines=True), [str(file)])
    data = FILES[name]
    plain = tmp_path / name
    plain.write_bytes(data)
    hosts = audit(str(plain)).record()["hosts"]
    for length in rounds((2, 30), (1, 5, 30)):
        parts = [data[at : at + length] for at in range(0, len(data), length)]
        file.write_bytes(b"".join(map(pack, parts)))
        whole = figures(audit(str(file)).record())
        assert whole["hosts"] == hosts
        for size in (1, 200):
            list_, read = cut(str(file), options, size)
            frames = len(parts) * (2 if pack is skipped else 1)  # a skipped frame counts
            assert len(list_) == frames if size == 1 else 1 <= len(list_) <= frames
            assert of_pieces(str(file), read, list_) == whole, (length, size)


def test_other_compressed_files_are_not_cut(tmp_path: Path) -> None:
    text = b"http://a/\n" * 5000
    for name, data in {
        "a.txt.gz": gzip.compress(text) * 2,
        "a.txt.xz": lzma.compress(text) * 2,
        "a.txt.bz2": bz2.compress(text),
        "a.txt.zst": zstd(text),
    }.items():
        (tmp_path / name).write_bytes(data)
        list_, _ = cut(str(tmp_path / name), Options(), 10)
        assert list_ == [WHOLE], name
    # A broken file is cut at its known frames, and refused when a piece is read.
    (tmp_path / "b.txt.zst").write_bytes(zstd(text) + zstd(text)[:-5])
    list_, options = cut(str(tmp_path / "b.txt.zst"), Options(), 10)
    with pytest.raises(AuditError, match="b.txt.zst"):
        by_pieces(str(tmp_path / "b.txt.zst"), options, list_)


@pytest.mark.parametrize("name", FILES)
def test_a_file_may_be_cut_at_every_byte(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_bytes(FILES[name])
    whole = figures(audit(str(file)).record())
    options = among(Options(rows_are_lines=True), [str(file)])
    _, read = cut(str(file), options, max(1, file.stat().st_size - 1))
    for at in range(1, file.stat().st_size, rounds(7, 1)):
        assert of_pieces(str(file), read, [Piece(0, at), Piece(at)]) == whole, at
    assert whole["invalid"] or name == "none.txt"


@OF_READING
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("size", [1, 3, 20])
def test_there_may_be_more_pieces_than_lines(tmp_path: Path, name: str, size: int) -> None:
    """Most pieces are then empty."""
    file = tmp_path / name
    file.write_bytes(FILES[name])
    list_, options = cut(str(file), among(Options(rows_are_lines=True), [str(file)]), size)
    assert len(list_) == -(-len(FILES[name]) // size)
    assert of_pieces(str(file), options, list_) == figures(audit(str(file)).record())


def test_the_line_of_a_statement(tmp_path: Path) -> None:
    """It is counted from the beginning of the file."""
    file = tmp_path / "a.nt"
    file.write_text(
        "".join(f"<x:{i}> <x:p> <{'a b' if i in {30, 60} else 'x:o'}> .\n" for i in range(99))
    )
    for size in (100, 1000):
        list_, options = cut(str(file), Options(), size)
        record = by_pieces(str(file), options, list_)
        assert [e["line"] for e in record["problems"][0]["examples"]] == [31, 61]


def test_row_groups_are_pieces(tmp_path: Path) -> None:
    file = str(tmp_path / "a.parquet")
    urls = [f"http://h{i % 7}/{'a b' if i % 31 == 30 else i}" for i in range(1000)]
    table = pa.table({"n": list(range(1000)), "url": urls, "s": ["x"] * 1000})
    pq.write_table(table, file, row_group_size=60)
    whole = figures(audit(file).record())
    for size, number in [(1, 17), (2000, 9), (10**9, 1)]:
        list_, options = cut(file, among(Options(), [file]), size)
        assert len(list_) in range(number - 3, number + 4), (size, list_)
        assert options.column == (None if len(list_) == 1 else "url")
        assert of_pieces(file, options, list_) == whole
    pq.write_table(table.slice(0, 0), file)
    assert cut(file, Options(), 1)[0] == [WHOLE]


def test_places_of_values_in_lists(tmp_path: Path) -> None:
    """They are counted by row, across the ends of batches and row groups."""
    file = str(tmp_path / "a.parquet")
    bad = {3: 2, 700: 1, 1999: 3}
    rows = [["x:y", None, "a b"][: bad[i]] if i in bad else ["x:y"] * (i % 4) for i in range(2000)]
    rows[699] = ["a b"]
    table = pa.table({"urls": rows})
    pq.write_table(table, file, row_group_size=600)
    for found in (audit(file), audit(table), audit(table.to_reader(max_chunksize=70))):
        assert [e.place for e in found.problems[0].examples] == [700, 2000]
    list_, options = cut(file, among(Options(), [file]), 1)
    assert of_pieces(file, options, list_) == figures(audit(file).record())
    out = str(tmp_path / "out.parquet")
    audit(file, out=out)
    places = [row["place"] for row in pq.read_table(out).to_pylist()]
    assert places == [i + 1 for i, row in enumerate(rows) for _ in row]


def test_what_is_not_cut(tmp_path: Path) -> None:
    """A CSV field or a Turtle statement may have line ends; a packed file cannot be searched."""
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(TEXT))
    (tmp_path / "a.csv").write_text('u\n"x:\na"\nx:b\n')
    (tmp_path / "a.ttl").write_text("<x:s>\n<x:p>\n<x:o> .\n")
    # The name as shown does not identify this column.
    (tmp_path / "a.jsonl").write_bytes(b'{"\xff": "x:y"}\n' * 2)
    for file in tmp_path.iterdir():
        assert cut(str(file), among(Options(), [str(file)]), 5)[0] == [WHOLE], file


def test_the_rows_of_pieces(tmp_path: Path) -> None:
    """The places in `--out` are those of the whole once the pieces before have been counted."""
    file = str(tmp_path / "a.txt")
    Path(file).write_bytes(TEXT)
    options = Options()
    with source(file, options) as opened:
        whole = [row for batch in opened.batches() for row in batch.to_pylist()]
    list_, _ = cut(file, options, 5)
    counts = [
        ("places", 0, None, piece.start, batch["n"][0].as_py())
        for piece in list_
        for batch in partials(count(file, options, piece=piece), 0, piece)
        if batch["what"][0].as_py() == "places"
    ]
    before = before_pieces(reversed(counts))
    rows = []
    for piece in list_:
        with source(file, options, piece=piece) as opened:
            for batch in opened.batches():
                there = moved(batch, before[0, None, piece.start]["places"])
                rows += there.to_pylist()
    assert rows == whole


def test_the_end_of_a_line_is_not_looked_for_without_bounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise each of many tasks would read all of a file without line ends."""
    monkeypatch.setattr(pieces, "MAX_LINE", 2**20)
    monkeypatch.setattr(lines, "MAX_LINE", 2**20)
    file = tmp_path / "a.txt"
    file.write_bytes(b"x:y\n" + b"x:" + b"a" * 2**22 + b"\nx:z\n")
    for piece in (Piece(0, 100), Piece(100, 2**22)):
        with pytest.raises(AuditError, match="longer than 1 MiB"):
            list(count(str(file), Options(), piece=piece))
    size = file.stat().st_size
    rest = list(count(str(file), Options(), piece=Piece(size - 10)))
    assert sum(counted.values for counted in rest) == 1
