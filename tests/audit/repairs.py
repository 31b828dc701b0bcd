"""Mends random files, and compares each copy with the one expected from how the file was written."""

from __future__ import annotations

import bz2
import gzip
import lzma
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pyarrow as pa

from iriform._io import lines
from iriform.audit.mending import mend
from iriform.audit.mending.events import Changed, Chosen, Event, Left, Looked, Mended
from iriform.audit.options import Options
from iriform.audit.sources import among

from .random_statements import statements, turtle
from .random_tables import json_lines, parquet, table, text
from .written import File, Said

WRITERS: dict[str, Callable[[Random], File]] = {
    "text": text,
    "table": table,
    "json-lines": json_lines,
    "statements": statements,
    "turtle": turtle,
    "parquet": parquet,
}

PACKERS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".bz2": lambda data: bz2.compress(data, 1),
    ".xz": lambda data: lzma.compress(data, preset=0),
    ".zst": lambda data: pa.compress(data, "zstd", asbytes=True),
}
UNPACKERS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.decompress,
    ".bz2": bz2.decompress,
    ".xz": lzma.decompress,
    ".zst": lambda data: pa.CompressedInputStream(pa.BufferReader(data), "zstd").read(),
}


def try_one(name: str, seed: int, directory: Path) -> None:
    """Write a file, mend it, and compare the copy and the events with the expected ones."""
    random = Random(f"{name} {seed}")
    file = WRITERS[name](random)
    packer, unpacker = "", ""
    if file.copy is not None:
        packer = random.choice(["", "", *PACKERS])
        unpacker = random.choice(["", "", *UNPACKERS])
    source, out = directory / f"x{file.suffix}{packer}", directory / f"y{file.suffix}{unpacker}"
    source.write_bytes(PACKERS[packer](file.data) if packer else file.data)

    options = among(Options(column=file.column), [str(source)])
    # A block of input may end anywhere.
    size = random.choice([1, 7, 64, lines.BLOCK])
    with out.open("wb") as opened, patch.object(lines, "BLOCK", size):
        events = list(mend(str(source), str(out), options, lambda _: opened))
    copy = out.read_bytes()
    copy = UNPACKERS[unpacker](copy) if unpacker else copy
    if file.copy is not None:
        assert copy == file.copy
    assert said_by(events, of_turtle=name == "turtle") == file.said
    file.check(file.data, copy, events)


def said_by(events: list[Event], *, of_turtle: bool) -> list[Said]:
    """Return the reports of events; `check` compares those of values that stay in Turtle."""
    said = []
    for event in events:
        assert not isinstance(event, Changed), "only operations change values without a repair"
        if isinstance(event, (Chosen, Looked)) or (of_turtle and isinstance(event, Left)):
            continue
        number, column = event.place.number, event.place.column
        if isinstance(event, Mended):
            said.append(Said(number, column, event.before, event.after))
        elif event.text is None:
            # test_unreadable.py checks the column at which it cannot be read.
            said.append(Said(number, None, None, None))
        else:
            said.append(Said(number, column, event.text, None))
    return said


def main(count: int) -> None:
    """Try this number of files of each format."""
    with TemporaryDirectory() as directory:
        for name in WRITERS:
            for seed in range(count):
                try:
                    try_one(name, seed, Path(directory))
                except BaseException:
                    print(f"failed: {name} {seed}", file=sys.stderr)  # noqa: T201 - a script
                    raise
            print(f"{name}: {count:,} copies are as they must be", flush=True)  # noqa: T201


if __name__ == "__main__":
    main(int(sys.argv[1]))
