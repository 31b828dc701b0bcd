"""Every format gives its values and their exact places."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from iriform import ParseError
from iriform._io import streams
from iriform.audit import Audit, AuditError, audit
from tests.cli.program import iriform
from tests.effort import OF_READING


def bad(found: Audit) -> list[tuple[str, int, str | None]]:
    """Return the places of the examples of problems."""
    examples = [example for group in found.problems for example in group.examples]
    return sorted((e.unit, e.place, e.part) for e in examples)


def zstd(data: bytes) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as stream:
        stream.write(data)
    return bytes(sink.getvalue())


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": zstd,
}


# Compressed.


@pytest.mark.parametrize("suffix", PACKERS)
def test_compressed(tmp_path: Path, suffix: str) -> None:
    pack = PACKERS[suffix]
    lines = b"http://a/\n" * 50_000 + b"b c\n" + b"http://a/\n" * 50_000
    plain = tmp_path / "plain"
    # Several streams, as `cat` writes them, in a file without the usual suffix.
    plain.write_bytes(pack(lines[:100_005]) + pack(lines[100_005:]))
    found = audit(str(plain))
    assert (found.valid, bad(found)) == (100_000, [("line", 50_001, None)])
    table = tmp_path / f"a.csv.{suffix}"
    table.write_bytes(pack(b"id,url\n1,http://a/\n"))
    assert audit(str(table)).files[0].column == "url"
    assert "100,001 lines" in iriform("audit", "-", stdin=pack(lines)).out


@pytest.mark.parametrize("suffix", PACKERS)
def test_compressed_and_truncated(tmp_path: Path, suffix: str) -> None:
    import random

    data = PACKERS[suffix](random.Random(1).randbytes(200_000).hex().encode())
    file = tmp_path / f"a.txt.{suffix}"
    for cut in (12, 5000, len(data) // 2, len(data) - 3):
        file.write_bytes(data[:cut])
        run = iriform("audit", file)
        assert (run.status, run.out) == (2, ""), cut
        assert run.err.startswith(f"iriform: cannot read {file}: "), run.err
        assert run.err.count("\n") == 1


@OF_READING
@pytest.mark.parametrize("suffix", PACKERS)
def test_what_a_compressed_file_unpacks_to_is_bounded(tmp_path: Path, suffix: str) -> None:
    bomb = tmp_path / f"a.txt.{suffix}"
    bomb.write_bytes(PACKERS[suffix](b"a" * 70 * 2**20))
    run = iriform("audit", bomb)
    assert run.status == 2
    assert "it unpacks to more than 200 times its size" in run.err
    assert audit(str(bomb), unpack=10_000_000).invalid == 1


@pytest.mark.parametrize("suffix", PACKERS)
def test_what_a_small_file_unpacks_to_is_bounded(
    tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Like the slow test above, with a lower size that is allowed for any file."""
    monkeypatch.setattr(streams, "HARMLESS", 2**10)
    bomb = tmp_path / f"a.txt.{suffix}"
    bomb.write_bytes(PACKERS[suffix](b"a" * 2**22))
    with pytest.raises(AuditError, match="unpacks to more than 200 times its size"):
        audit(str(bomb))
    assert audit(str(bomb), unpack=10_000_000).invalid == 1


def test_compressed_twice(tmp_path: Path) -> None:
    file = tmp_path / "a.txt.gz"
    file.write_bytes(gzip.compress(gzip.compress(b"http://a/\n" * 100)))
    with pytest.raises(AuditError, match="compressed with gzip twice"):
        audit(str(file))


@OF_READING
def test_xz_that_asks_for_much_memory(tmp_path: Path) -> None:
    file = tmp_path / "a.txt.xz"
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 2**30}]
    packer = lzma.LZMACompressor(filters=filters)
    file.write_bytes(packer.compress(b"http://a/\n") + packer.flush())
    with pytest.raises(AuditError, match="[Mm]emory"):
        audit(str(file))


# Patterns.


def test_patterns(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    for name in ("b.txt", "a.txt", "deep/c.txt", "[x].txt"):
        (tmp_path / name).write_text("http://a/\n")
    found = audit([f"{tmp_path}/**/?.txt", f"{tmp_path}/[x].txt"])
    names = [Path(file.file).name for file in found.files]
    assert names == ["a.txt", "b.txt", "c.txt", "[x].txt"]
    with pytest.raises(AuditError, match="no file matches"):
        audit(f"{tmp_path}/*.nt")


# JSON lines.


@pytest.mark.parametrize(
    ("records", "column", "chosen", "valid", "places"),
    [
        ([{"url": "x:y"}, {"url": "b c"}], None, "url", 1, [2]),
        ([{"id": "1", "page": {"links": ["x:y", "b c", "x:z"]}}], None, "page.links", 2, [1]),
        ([{"a.b": "x:y", "a": {"b": "z"}}], "a.b", "a.b", 1, []),
        ([{"a": [{"b": "x:y"}, {"b": "z z"}]}], "a.b", "a.b", 1, [1]),
        (["x:y", "b c"], None, "", 1, [2]),
        ([{"url": None}, {"url": ""}, {"no": "x:y"}], "url", "url", 0, []),
    ],
)
def test_json_lines(
    tmp_path: Path,
    records: list[Any],
    column: str | None,
    chosen: str,
    valid: int,
    places: list[int],
) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text("".join(json.dumps(record) + "\n\n" for record in records))
    found = audit(str(file), column=column)
    assert (found.files[0].column, found.valid, found.unreadable) == (chosen, valid, 0)
    assert bad(found) == [("line", 2 * place - 1, chosen) for place in places]


def test_json_lines_that_cannot_be_read(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    lines = ['{"u": "x:y"}', "{", '{"u": 1}', '{"u": "\\ud800"}', '{"u": ' + "9" * 5000 + "}"]
    lines += ["[" * 100_000, '{"u": {"v": 1}}', "7", '{"u": "x:\udcff"}']
    file.write_bytes("\n".join(lines).encode("utf-8", "surrogateescape"))
    found = audit(str(file), column="u")
    assert (found.valid, found.invalid, found.unreadable) == (1, 2, 6)
    assert {group.code for group in found.problems} == {"ill-formed-utf-8"}
    assert found.unreadable_rows[0].message == (
        "not JSON: value or end of sequence expected at column 2"
    )


# Parquet.


def test_an_array_on_one_line(tmp_path: Path) -> None:
    (tmp_path / "links.json").write_text('[{"url": "http://a/"}, {"url": "b c"}]')
    found = audit(str(tmp_path / "links.json"))
    assert (found.files[0].column, found.valid, found.invalid) == ("url", 1, 1)


def test_two_columns_of_one_name(tmp_path: Path) -> None:
    """It is unclear which of the two is meant, so neither is read silently."""
    table, text = tmp_path / "a.parquet", tmp_path / "a.csv"
    values = [pa.array(["http://a/"]), pa.array(["b c"]), pa.array(["http://d/"])]
    pq.write_table(pa.Table.from_arrays(values, names=["u", "u", "v"]), table)
    text.write_text("u,u,v\nhttp://a/,b c,http://d/\n")
    for file in (table, text):
        with pytest.raises(AuditError, match=f"^2 columns of {file} are called u: rename one$"):
            audit(str(file), column="u")
        found = audit(str(file), column="v")
        assert (found.valid, found.invalid) == (1, 0)
    pq.write_table(pa.Table.from_arrays(values[:2], names=["u", "u"]), table)
    with pytest.raises(AuditError, match=f"^2 columns of {table} are called u: rename one$"):
        audit(str(table))
    outer = pa.array([{"b": "x:y"}])
    pq.write_table(pa.Table.from_arrays([values[0], outer], names=["a.b", "a"]), table)
    with pytest.raises(AuditError, match=rf"^2 columns of {table} are called a\.b: rename one$"):
        audit(str(table))


def test_two_members_of_one_name(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(
        '{"u": "http://a/", "u": "b c"}\n{"u": "http://a/", "n": 1, "n": 2}\n'
        '{"p": {"u": "x:y"}, "p": 1}\n'
    )
    found = audit(str(file), column="u")
    assert (found.valid, found.invalid, found.empty, found.unreadable) == (1, 0, 1, 1)
    assert found.unreadable_rows[0].message == "the member is there more than once"
    assert [row.place for row in audit(str(file), column="p.u").unreadable_rows] == [3]


def test_nested_parquet(tmp_path: Path) -> None:
    file = tmp_path / "a.parquet"
    values: list[Any] = [{"l": ["x:y", "b c"]}, None, {"l": []}, {"l": ["d e"]}]
    type_ = pa.struct({"l": pa.list_(pa.string())})
    pq.write_table(pa.table({"p": pa.array(values, type_)}), file)
    found = audit(str(file))
    assert (found.valid, found.invalid, found.files[0].column) == (1, 2, "p.l")
    assert bad(found) == [("row", 1, "p.l"), ("row", 4, "p.l")]


@pytest.mark.parametrize(
    "type_", [pa.string(), pa.large_string(), pa.binary(), pa.dictionary(pa.int32(), pa.string())]
)
def test_types_of_parquet(tmp_path: Path, type_: pa.DataType) -> None:
    file = tmp_path / "a.parquet"
    column = pa.array(["http://a/", None, "b c"]).cast(type_)
    pq.write_table(pa.table({"u": column, "n": [1, 2, 3]}), file, row_group_size=2)
    found = audit(str(file))
    assert (found.valid, found.invalid, found.empty) == (1, 1, 1)
    assert bad(found) == [("row", 3, "u")]


def test_parquet_that_says_utf_8_and_is_not(tmp_path: Path) -> None:
    file = tmp_path / "a.parquet"
    data = pa.array([b"http://\xff/", b"http://a/"], pa.binary())
    lie = pa.Array.from_buffers(pa.string(), 2, data.buffers())
    pq.write_table(pa.table({"u": lie}), file)
    found = audit(str(file))
    assert (found.valid, found.problems[0].code) == (1, "ill-formed-utf-8")


@OF_READING
@pytest.mark.parametrize("encoding", ["PLAIN", "DELTA_BYTE_ARRAY", "dictionary"])
def test_parquet_that_repeats_a_long_value(tmp_path: Path, encoding: str) -> None:
    """The data has one MiB more than any file may have."""
    file = tmp_path / "a.parquet"
    column = pa.array(["http://a/" + "b" * 2**18]).take(pa.array([0] * 260))
    if encoding == "dictionary":
        column = column.dictionary_encode()
    table = pa.table({"u": column})
    options = {} if encoding == "dictionary" else {"column_encoding": {"u": encoding}}
    pq.write_table(
        table, file, compression="zstd", use_dictionary=encoding == "dictionary", **options
    )
    assert file.stat().st_size < 100_000
    with pytest.raises(AuditError) as caught:
        audit(str(file))
    assert str(caught.value) == (
        f"cannot read {file}: it unpacks to more than 200 times its size, as decompression bombs do;"
        " --unpack allows more"
    )


def test_a_repeated_value_of_usual_length_may_be_much(tmp_path: Path) -> None:
    file = tmp_path / "a.parquet"
    values = pa.array(["http://example.org/" + "a" * 100]).take(pa.array([0] * 1_000_000))
    pq.write_table(pa.table({"u": values}), file)
    assert file.stat().st_size < 20_000
    assert audit(str(file)).valid == 1_000_000


# Base.


def test_a_base(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("../x\n//Other/y\nhttp://third/\nb c\n?q\n")
    found = audit(str(file), base="http://First/d/e", out=str(tmp_path / "out.parquet"))
    assert (found.kind, found.valid, found.invalid) == ("IRI-reference", 4, 1)
    assert {c.name: c.count for c in found.hosts.top} == {"first": 2, "other": 1, "third": 1}
    rows = pq.read_table(tmp_path / "out.parquet").to_pylist()
    assert [row["path"] for row in rows] == ["/x", "/y", "/", None, "/d/e"]
    assert rows[0]["text"] == "../x"
    with pytest.raises(ParseError):
        audit(str(file), base="no base")
    run = iriform("audit", file, "--base", "no base")
    assert (run.status, run.err) == (
        2,
        "iriform: --base: not an IRI: there is no scheme (scheme, RFC 3986 §3.1)\n",
    )


# Values that must not occur.


def test_fail_on(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("http://a/\n\nb c\nhttp://a/\u200e\n")
    for code, status, said in [
        ("invalid", 1, "found 1 invalid"),
        ("missing-scheme", 1, "found 1 missing-scheme"),
        ("invalid-port", 0, ""),
        ("empty", 1, "found 1 empty"),
        ("unreadable", 0, ""),
        ("findings", 1, "found 1 findings"),
        ("bidi-formatting", 1, "found 1 bidi-formatting"),
        ("bidi-mixed", 0, ""),
        ("invlid", 2, "--fail-on invlid: there is no such code"),
    ]:
        run = iriform("audit", file, "--fail-on", code)
        assert run.status == status, code
        assert said in run.err
        assert bool(run.out) is (status != 2)
    run = iriform("audit", file, "--fail-on", "invalid", "--fail-on", "empty")
    assert run.err == "iriform: found 1 invalid, 1 empty\n"


# Parts.


def test_the_parts_of_each_value(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(b"HTTP://me@H:80/p?q#f\n\nb c\nx:\xff\n")
    audit(str(file), out=str(tmp_path / "out.parquet"))
    rows = pq.read_table(tmp_path / "out.parquet").to_pylist()
    nothing = dict.fromkeys(rows[0])
    assert rows == [
        nothing
        | {
            "file": str(file),
            "place": 1,
            "text": "HTTP://me@H:80/p?q#f",
            "status": "valid",
            "ascii": True,
            "scheme": "HTTP",
            "authority": "me@H:80",
            "userinfo": "me",
            "host": "H",
            "port_text": "80",
            "path": "/p",
            "query": "q",
            "fragment": "f",
            "findings": "userinfo",
        },
        nothing | {"file": str(file), "place": 2, "text": "", "status": "empty"},
        nothing
        | {
            "file": str(file),
            "place": 3,
            "text": "b c",
            "status": "invalid",
            "reason": "missing-scheme",
            "rule": "scheme",
            "position": 1,
        },
        nothing
        | {
            "file": str(file),
            "place": 4,
            "text": "x:\\xff",
            "status": "invalid",
            "reason": "ill-formed-utf-8",
            "rule": "isegment",
            "position": 2,
        },
    ]


def test_a_null_list_has_no_values_though_some_are_under_it() -> None:
    values = pa.array([{"url": url} for url in ("x:a", "bad b", "x:c", "d")])
    mask = pa.array([False, True, False])
    lists = pa.ListArray.from_arrays(pa.array([0, 1, 2, 4], pa.int32()), values, mask=mask)
    report = audit(pa.table({"items": lists}), column="items.url")
    assert (report.valid, report.invalid) == (2, 1)
