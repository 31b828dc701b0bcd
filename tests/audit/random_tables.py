"""Random files of lines and of tables, which csv, json and pyarrow read again."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from io import StringIO
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from iriform.audit.mending.events import Event

from .written import (
    BOM,
    Begin,
    File,
    Line,
    Said,
    Unreadable,
    Value,
    bytes_of,
    expected,
    joined,
    meaning,
    mended,
    text_of,
    written,
)


def text(random: Random) -> File:
    """Write a value on each line."""
    lines: list[Line] = []
    for _ in range(random.randrange(1, 8)):
        value = random.choice([text_of(random, ",", "\t", "\udcff"), text_of(random), ""])
        lines.append([Value(value, bytes_of(value))])
    parts = joined(random, lines)
    copy, said = expected(parts)

    def check(_: bytes, after: bytes, __: list[Event]) -> None:
        again = after.removeprefix(BOM).decode("utf-8", "surrogateescape")
        found = [line.removesuffix("\r") for line in again.split("\n")]
        meant = [meaning(part) for part in parts if isinstance(part, Value)]
        assert found[: len(meant)] == meant

    return File(".txt", b"".join(map(written, parts)), copy, said, check)


def table(random: Random) -> File:
    """Write a table with every way of quoting."""
    suffix, mark = random.choice([(".csv", ","), (".csv", ";"), (".csv", "|"), (".tsv", "\t")])
    width = random.randrange(2, 5)
    place = random.randrange(width)
    names = ["url" if i == place else f"n{i}" for i in range(width)]
    lines: list[Line] = [[]]
    for i, name in enumerate(names):
        quote = random.choice(["", '"'])
        lines[0].append(f"{mark if i else ''}{quote}{name}{quote}".encode())
    rows: list[list[Value]] = []
    for _ in range(random.randrange(1, 7)):
        kind = random.random()
        if kind < 0.1:
            lines.append([Unreadable(f"1{mark}http://a/ b".encode()) if width > 2 else b""])
            continue
        row: Line = [Begin()]
        values: list[Value] = []
        for i in range(width):
            value = text_of(random, mark, "\n", '"\n', f'"{mark}', "\r\n")
            field = written_field(random, random.choice([value, value, ""]), mark)
            values.append(field)
            row += [mark.encode()] * (i > 0) + [b'"'] * (field.closed is not None)
            row.append(field if i == place else written(field))
        lines.append(row)
        rows.append(values)
    parts = joined(random, lines)
    copy, said = expected(parts)

    def check(before: bytes, after: bytes, _: list[Event]) -> None:
        def read(data: bytes) -> list[list[str]]:
            source = StringIO(data.removeprefix(BOM).decode(), newline="")
            return [row for row in csv.reader(source, delimiter=mark) if len(row) == width][1:]

        assert read(before) == [[value.text for value in row] for row in rows]
        assert read(after) == [
            [meaning(value) if i == place else value.text for i, value in enumerate(row)]
            for row in rows
        ]

    return File(suffix, b"".join(map(written, parts)), copy, said, check, "url")


def written_field(random: Random, value: str, mark: str) -> Value:
    """Write a field: unchanged, between quotation marks, or with part of it after them."""
    special = {mark, "\r", "\n"}
    if not special & set(value) and not value.startswith('"') and random.random() < 0.5:
        return Value(value, bytes_of(value))
    closed = random.randrange(len(value) + 1) if random.random() < 0.3 else len(value)
    if special & set(value[closed:]) or value[closed:].startswith('"'):
        closed = len(value)
    doubled = [b'""' if c == b'"' else c for c in bytes_of(value[:closed])]
    return Value(value, doubled + bytes_of(value[closed:]), closed)


def json_lines(random: Random) -> File:
    """Write objects, one per line, with every way of escaping."""
    outer = random.choice([None, "page"])
    lines: list[Line] = []
    values: list[Value] = []

    def space() -> bytes:
        return b" " * random.choice([0, 0, 1, 2])

    def several(depth: int) -> Line:
        kind = random.random()
        if kind < 0.1:
            return [b"null"]
        if kind < 0.3 and depth < 3:
            items = [several(depth + 1) for _ in range(random.randrange(3))]
            between = [part for item in items for part in (b"," + space(), *item)]
            return [b"[" + space(), *between[1:], b"]"]
        value = text_of(random, "\t", "\n", "/", "\udcff")
        values.append(Value(value, [json_character(random, c) for c in value]))
        return [b'"', values[-1], b'"']

    for _ in range(random.randrange(1, 7)):
        if random.random() < 0.15:
            path = b'{"url": 7}' if outer is None else b'{"page": {"url": 7}}'
            bad = [b"not json", path, b'{"url": "a b", "url": "c d"', b"8"]
            lines.append(random.choice([[], [Unreadable(random.choice(bad))]]))
            continue
        member = [random.choice([b'"url"', b'"\\u0075rl"']), space(), b":", space(), *several(0)]
        other = b'"n": ' + random.choice([b"1e5", b'"http://a/ b"', b'[{"url": "http://a/ b"}]'])
        members: list[Line] = [member, [other]] if random.random() < 0.5 else [[other], member]
        inside: Line = [b"{", space(), *members[0], space(), b",", *members[1], b"}"]
        lines.append(
            inside if outer is None else [b'{"x":{"url":"a b"},"page":', *inside, b"}", space()]
        )
    parts = joined(random, lines)
    copy, said = expected(parts)

    def check(before: bytes, after: bytes, _: list[Event]) -> None:
        meant = [[value.text for value in values], [meaning(value) for value in values]]
        for data, texts in zip((before, after), meant, strict=True):
            assert list(strings(data, outer)) == texts

    column = "url" if outer is None else "page.url"
    return File(".jsonl", b"".join(map(written, parts)), copy, said, check, column)


def json_character(random: Random, c: str) -> bytes:
    """Write a character of a string."""
    ways = [json.dumps(c).encode()[1:-1]] if not "\udc80" <= c <= "\udcff" else bytes_of(c)
    if c.isprintable() and c not in '"\\':
        ways += bytes_of(c)
    if c == "/":
        ways.append(b"\\/")
    if c.isascii():
        ways.append(b"\\u%04X" % ord(c))
    return random.choice(ways)


def strings(data: bytes, outer: str | None) -> Iterator[str]:
    """Read the strings of a member."""

    def walk(value: Any) -> Iterator[str]:
        if isinstance(value, list):
            for item in value:
                yield from walk(item)
        elif isinstance(value, str):
            yield value

    for line in data.removeprefix(BOM).decode("utf-8", "surrogateescape").split("\n"):
        try:
            found = json.loads(line)
        except ValueError:
            continue
        if isinstance(found, dict):
            yield from walk((found if outer is None else found.get(outer, {})).get("url"))


def parquet(random: Random) -> File:  # noqa: C901 - each kind of column
    """Write a table whose identifiers may be nested."""
    count = random.randrange(1, 9)

    def value() -> str | None:
        return random.choice([None, "", text_of(random), text_of(random), "http://a/"])

    def items() -> list[str | None] | None:
        return random.choice([None, [], [value(), value()], [value()]])

    def structure() -> dict[str, Any] | None:
        return random.choice([None, {"url": value(), "n": 1}, {"url": value(), "n": None}])

    flat = [value() for _ in range(count)]
    of_structures = pa.struct([("n", pa.int64()), ("url", pa.string())])
    kinds: list[tuple[str, pa.Array]] = [
        ("c", pa.array(flat, pa.string())),
        ("c", pa.array(flat, pa.large_string())),
        ("c", pa.array([None if v is None else v.encode() for v in flat], pa.binary())),
        ("c", pa.array(flat, pa.string()).dictionary_encode()),
        ("c", pa.array([items() for _ in range(count)], pa.list_(pa.string()))),
        ("c.url", pa.array([structure() for _ in range(count)], of_structures)),
        (
            "c.url",
            pa.array(
                [random.choice([None, [], [structure(), structure()]]) for _ in range(count)],
                random.choice([pa.list_, pa.large_list])(of_structures),
            ),
        ),
    ]
    path, column = random.choice(kinds)
    other = pa.array([text_of(random) for _ in range(count)])
    plain = pa.table({"n": list(range(count)), "c": column, "url": other}, metadata={"who": "me"})
    buffer = pa.BufferOutputStream()
    codec = random.choice(["none", "snappy", "gzip", "zstd", "lz4", "brotli"])
    size = random.randrange(1, count + 1)
    pq.write_table(plain, buffer, row_group_size=size, compression=codec)
    said: list[Said] = []

    def changed(found: Any, number: int) -> Any:
        if isinstance(found, list):
            return [changed(item, number) for item in found]
        if isinstance(found, dict):
            return found | {"url": changed(found["url"], number)}
        if not found:
            return found
        text = found.decode() if isinstance(found, bytes) else found
        done = mended(Value(text, bytes_of(text)))
        if done is not None and done[0] == text:
            return found
        said.append(Said(number, None, text, None if done is None else done[0]))
        if done is None:
            return found
        return done[0].encode() if isinstance(found, bytes) else done[0]

    rows = plain.to_pylist()
    meant = [row | {"c": changed(row["c"], i)} for i, row in enumerate(rows, 1)]

    def check(before: bytes, after: bytes, _: list[Event]) -> None:
        files = [pq.ParquetFile(pa.BufferReader(data)) for data in (before, after)]
        assert files[1].read().to_pylist() == meant
        assert files[1].schema_arrow.equals(files[0].schema_arrow, check_metadata=True)
        groups = [
            [
                (
                    file.metadata.row_group(g).num_rows,
                    file.metadata.row_group(g).column(0).compression,
                )
                for g in range(file.num_row_groups)
            ]
            for file in files
        ]
        assert groups[0] == groups[1]

    return File(".parquet", buffer.getvalue().to_pybytes(), None, said, check, path)
