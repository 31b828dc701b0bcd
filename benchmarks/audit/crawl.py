"""`python -m benchmarks.audit.crawl [PIECES]`: three billion URLs, as a cluster would audit them.

The tasks are those that Spark's workers run (`audit/engines/spark/files.py`): each reads a file of
128 MiB and sends partial counts. Here two processes are the workers. They send their counts as
Arrow over TCP to this process, which adds them up in DuckDB with the plan's SQL, as Spark's own SQL
would. Before a task, its worker writes the file: lines sorted by host, 60 lines per host, like the
index of a crawl. That time is listed separately. The counts must be exact.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import socket
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import duckdb
import numpy as np
import pyarrow as pa

from iriform._io.pieces import WHOLE
from iriform.audit import plan
from iriform.audit.engines.spark.copies import File
from iriform.audit.engines.spark.files import Task, of_task
from iriform.audit.options import Options
from iriform.audit.partials import PARTIAL

if TYPE_CHECKING:
    from collections.abc import Iterator

LINE = b"http://h000000000.example.com/path/of/the/page\n"
LINES = 2**27 // len(LINE)
PER_HOST = 60
EACH_BAD = 100
"""One in this number of lines has a space."""
WORKERS = 2
MEMORY = "4GB"


class Spent(NamedTuple):
    """The cost of a task: seconds of processor time, and the rows and bytes that were sent."""

    writing: float
    counting: float
    rows: int
    sent: int


def write(piece: int, name: Path) -> None:
    """Write the lines of a piece; lines differ only by the number of their host."""
    lines = np.tile(np.frombuffer(LINE, np.uint8), (LINES, 1))
    hosts = (np.arange(piece * LINES, (piece + 1) * LINES)) // PER_HOST
    for place in range(16, 7, -1):
        hosts, digit = np.divmod(hosts, 10)
        lines[:, place] = digit + ord("0")
    lines[::EACH_BAD, -2] = ord(" ")
    name.write_bytes(lines.tobytes())


def work(piece: int, address: tuple[str, int]) -> Spent:
    """Run one task, as a worker."""
    with tempfile.TemporaryDirectory() as folder:
        name = Path(folder) / f"{piece}.txt"
        begun = time.process_time()
        write(piece, name)
        written = time.process_time()
        task = Task(piece, File.of(str(name)), WHOLE, Options())
        rows = 0
        with (
            socket.create_connection(address) as connection,
            connection.makefile("wb") as stream,
            pa.output_stream(stream) as counting,
            pa.ipc.new_stream(counting, PARTIAL) as sent,
        ):
            for batch in of_task(task):
                rows += batch.num_rows
                sent.write_batch(batch)
            size = counting.tell()
        return Spent(written - begun, time.process_time() - written, rows, size)


def received(listener: socket.socket, pieces: int) -> Iterator[pa.RecordBatch]:
    """Receive the batches of all tasks, in order."""
    for _ in range(pieces):
        connection, _ = listener.accept()
        with connection, connection.makefile("rb") as stream:
            yield from pa.ipc.open_stream(stream)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pieces", nargs="?", type=int, default=-(-3_000_000_000 // LINES))
    pieces = parser.parse_args().pieces
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; {pieces:,} pieces")
    begun = time.perf_counter()
    with (
        socket.create_server(("127.0.0.1", 0), backlog=WORKERS) as listener,
        multiprocessing.get_context("spawn").Pool(WORKERS) as pool,
        tempfile.TemporaryDirectory() as folder,
        duckdb.connect() as adder,
    ):
        adder.execute(f"SET memory_limit = '{MEMORY}'")
        adder.execute(f"SET temp_directory = '{folder}'")
        tasks = [pool.apply_async(work, (n, listener.getsockname())) for n in range(pieces)]
        reader = pa.RecordBatchReader.from_batches(PARTIAL, received(listener, pieces))
        adder.register("partials", reader)
        spent = time.process_time()
        adder.execute(f"CREATE TEMP TABLE facts AS {plan.facts()}")
        adding = time.process_time() - spent
        done = [task.get() for task in tasks]
        counts = adder.execute(
            "SELECT name, CAST(sum(n) AS BIGINT) FROM facts WHERE what = 'status' GROUP BY name"
        ).fetchall()
        asked = plan.queries(5)["host_totals"]
        hosts = adder.execute(asked).fetchall()
    took = time.perf_counter() - begun
    lines, bad = pieces * LINES, pieces * -(-LINES // EACH_BAD)
    assert dict(counts) == {"valid": lines - bad, "invalid": bad}, counts
    # If a host is divided between two pieces, both count it, and the sum has it once.
    assert hosts == [(lines - bad, -(-lines // PER_HOST))], hosts
    columns = Spent(*map(sum, zip(*done, strict=True)))
    slowest = max(each.counting for each in done)
    print(
        f"{lines:,} lines in {took:.0f} s: writing them {columns.writing:.0f} s of processor time,"
        f" counting {columns.counting:.0f} s ({columns.counting / lines * 1e9:.0f} ns a line,"
        f" a task at most {slowest:.2f} s), adding up {adding:.0f} s;"
        f" {columns.rows:,} rows travelled, {columns.sent / 1e9:.2f} GB"
    )


if __name__ == "__main__":
    main()
