"""DuckDB, embedded: adds up the partial counts, and spills to a temporary directory what memory lacks."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, Any

import duckdb
import pyarrow as pa

from iriform._io.errors import AuditError
from iriform._io.temporary import temporary_directory
from iriform.audit import plan
from iriform.audit.counting import PARTIAL, Counted, count
from iriform.audit.threads import startable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import BinaryIO, TypeAlias

    from iriform.audit.options import Options
    from iriform.audit.out import Form
    from iriform.audit.watch import Watch

    Judge: TypeAlias = Callable[[pa.RecordBatch], pa.RecordBatch]
    Out: TypeAlias = tuple[BinaryIO, Form]
    Write: TypeAlias = Callable[[int, pa.RecordBatch | None], None]

# Beyond this it writes to its temporary directory.
_MEMORY = "512MB"


def run(
    files: Sequence[str], options: Options, *, top: int, out: Out | None, watch: Watch
) -> Mapping[str, Sequence[Any]]:
    """Run the plan, and give its tables, and as one more why inputs could not be read.

    `AuditError` if no input could be read.
    """
    stop = Event()
    # One of them reads, and the others count. Without one, this thread does it all.
    threads = startable((os.cpu_count() or 1) + 1)
    with (
        _sandbox(max(1, threads - 1)) as connection,
        # Before the threads, so that it ends after them: none writes to a file that is closed.
        _writing(out, files, options) as (rows, write),
        ThreadPoolExecutor(max(1, threads - 1)) as counters,
        ThreadPoolExecutor(1) as runner,
    ):
        # What ends the reading passes through DuckDB, which would make a text of it.
        ended: list[BaseException] = []
        refused: dict[int, str] = {}

        def of(number: int, name: str) -> Iterator[Counted]:
            return count(number, name, options, counters if threads > 1 else None, stop, rows=rows)

        def partials() -> Iterator[pa.RecordBatch]:
            try:
                for number, counted in _counted(files, refused, stop, watch, of):
                    write(number, counted.rows)
                    watch.advance(counted.progress, counted.values)
                    yield from counted.partials
            except BaseException as error:
                ended.append(error)
                raise

        def facts() -> None:
            connection.register("partials", pa.RecordBatchReader.from_batches(PARTIAL, partials()))
            connection.execute(f"CREATE TEMP TABLE facts AS {plan.facts()}")

        try:
            _elsewhere(facts, runner if threads else None)
        except duckdb.Error as error:
            if ended:
                raise ended[0] from None
            raise _gave_up(error) from None
        except BaseException:
            stop.set()
            connection.interrupt()
            raise
        if len(refused) == len(files):
            raise AuditError(*refused.values())
        return {**_asked(connection, plan.queries(top)), "refused": [*refused.items()]}


def _elsewhere(function: Callable[[], None], runner: ThreadPoolExecutor | None) -> None:
    """Run it in another thread if there can be one: this one must be free to be interrupted."""
    if runner is None:
        function()
    else:
        runner.submit(function).result()


def _counted(
    files: Sequence[str],
    refused: dict[int, str],
    stop: Event,
    watch: Watch,
    of: Callable[[int, str], Iterator[Counted]],
) -> Iterator[tuple[int, Counted]]:
    """Count the inputs, each as far as it can be read, and note why it cannot."""
    for number, name in enumerate(files):
        watch.begin(name)
        try:
            for counted in of(number, name):
                if stop.is_set():
                    return
                yield number, counted
        except AuditError as error:
            if stop.is_set():
                return
            refused[number] = str(error)


@contextmanager
def _writing(
    out: Out | None, files: Sequence[str], options: Options
) -> Iterator[tuple[Judge | None, Write]]:
    """Return how rows are made of values, and the writer of them, if there is `out`."""
    if out is None:
        yield None, lambda _, __: None
        return
    # To import these takes its time, too.
    from iriform.audit.judge import judge
    from iriform.audit.out import writing

    with writing(*out, files) as write:
        yield partial(judge, options=options), write


def _asked(
    connection: duckdb.DuckDBPyConnection, queries: Mapping[str, str]
) -> dict[str, list[Any]]:
    try:
        return {name: connection.execute(query).fetchall() for name, query in queries.items()}
    except (duckdb.Error, MemoryError) as error:
        raise _gave_up(error) from None


def _gave_up(error: Exception) -> AuditError:
    return AuditError(f"DuckDB gave up: {str(error).partition(chr(10))[0]}")


@contextmanager
def _sandbox(threads: int = 1) -> Iterator[duckdb.DuckDBPyConnection]:
    """Start DuckDB so that it opens no file but its own, loads nothing and reaches no network."""
    with temporary_directory() as directory:
        connection = duckdb.connect(
            config={
                "autoinstall_known_extensions": False,
                "autoload_known_extensions": False,
                "memory_limit": _MEMORY,
                "temp_directory": directory,
                "preserve_insertion_order": False,
                "threads": threads,
            }
        )
        try:
            # It would draw on standard output, where the result goes.
            connection.execute("SET enable_progress_bar = false")
            connection.execute("SET enable_external_access = false")
            connection.execute("SET lock_configuration = true")
            yield connection
        finally:
            connection.close()
