"""`python -m benchmarks.audit.hosts [CORPORA]`: audits of lines with many hosts, on Linux.

First what a line with a host of its own costs. Then what would travel on a cluster: the partial counts
of the two pieces of a file, as Arrow writes them. One file has the lines of the corpora, repeated; in
the other one each line has a host of its own.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa

from benchmarks.audit.__main__ import measure
from iriform.audit.counting import PARTIAL, count
from iriform.audit.options import Options
from iriform.audit.sources import pieces

if TYPE_CHECKING:
    from collections.abc import Iterable

LINES = (1_300_000, 2_600_000)
"""How many lines have a host of their own."""
REPEATED = 3_000_000


def main() -> None:
    """Make the data, and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", nargs="?", type=Path, default="../shared/corpora")
    corpora = parser.parse_args().corpora
    audit = [sys.executable, "-m", "iriform", "audit", "--json"]
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as directory:
        for lines in LINES:
            file = Path(directory, f"{lines}.txt")
            write(
                file, (f"https://www.host-{i:07}.example/articles/2026/{i}\n" for i in range(lines))
            )
            print(f"{lines:,} lines and hosts, {file.stat().st_size >> 20} MiB")
            measure("iriform audit", [*audit, str(file)])
        repeated = Path(directory, "repeated.txt")
        source = [
            line for f in sorted(corpora.glob("*.txt")) for line in f.read_bytes().splitlines()
        ]
        with repeated.open("wb") as out:
            out.writelines(line + b"\n" for line in islice(cycle(source), REPEATED))
        for each in (repeated, file):
            travel(each)


def write(file: Path, lines: Iterable[str]) -> None:
    """Write a file of text."""
    with file.open("w") as out:
        out.writelines(lines)


def travel(file: Path) -> None:
    """Count the rows and bytes that two tasks would hand on."""
    size = file.stat().st_size
    cut, options = pieces(str(file), Options(), -(-size // 2))
    rows = 0
    written = pa.MockOutputStream()
    for piece in cut:
        with pa.ipc.new_stream(written, PARTIAL) as stream:
            for each in count(0, str(file), options, piece=piece):
                for batch in each.partials:
                    rows += batch.num_rows
                    stream.write_batch(batch)
    print(
        f"  {size / 1e6:.0f} MB in {len(cut)} pieces: {rows:,} rows of partial counts,"
        f" {written.size() / 1e6:.1f} MB, {written.size() / rows:.0f} bytes a row"
    )


if __name__ == "__main__":
    main()
