"""The resources of a call: memory, threads, the GIL."""

import gc
import multiprocessing
import os
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from iriform import IRI, columns
from tests.adapters.answers import ANSWERS, asked
from tests.cli.program import python
from tests.columns.test_corrupt import Struct, i32, i64, view
from tests.growth import assert_stays_flat

LINKS = [f"http://example{i % 7}.org:80{i % 90:02}/path/{i}?q={i}#f" for i in range(40_000)]
LINKS[::11] = ["a b"] * len(LINKS[::11])
COLUMN = pa.array(LINKS)
TEXT = b"http://a-long-host.example.org/a?q"


def test_a_view_keeps_what_it_shows_and_a_copy_does_not() -> None:
    size = len(TEXT)
    copied = Struct(b"u", [None, i32(0, size), TEXT])
    shared = Struct(b"vu", [None, view(size, 0, 0), TEXT, i64(size)])
    keys = Struct(b"c", [None, b"\0"], dictionary=Struct(b"u", [None, i32(0, size), TEXT]))
    for column, released in ((copied, 1), (shared, 0), (keys, 0)):
        answer = columns.host(column)
        assert column.released == released
        assert pa.array(answer).to_pylist() == ["a-long-host.example.org"]
        del answer
        gc.collect()
        assert column.released == 1


def test_an_answer_that_nobody_takes_is_let_go() -> None:
    before = pa.total_allocated_bytes()
    for ask in (columns.host, columns.components):
        column = COLUMN.cast(pa.string_view())
        answer = ask(column)
        answer.__arrow_c_array__()
        del answer, column
    gc.collect()
    assert pa.total_allocated_bytes() == before


def resident() -> int:
    """The memory of this process, in bytes."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="asks Linux for the memory")
def test_memory_stays_flat() -> None:
    """Each call makes a megabyte or more; a leak of one of them would show tenfold."""
    views = COLUMN.cast(pa.string_view())
    asks = [columns.components, columns.errors, columns.normalize, columns.check]

    def calls() -> None:
        for _ in range(10):
            for ask in asks:
                ask(COLUMN, threads=2)
                ask(views, threads=1)
            with pytest.raises(TypeError):
                columns.host(pa.array([1]))

    assert_stays_flat(resident, calls, 8_000_000)


def test_other_threads_of_python_run_in_the_meantime() -> None:
    """They get the GIL only if the call releases it: the switch interval is too long."""
    column = pa.array(LINKS * 5)
    ran = 0
    stop = threading.Event()

    def run() -> None:
        nonlocal ran
        while not stop.is_set():
            ran += 1
            time.sleep(0.0001)

    interval = sys.getswitchinterval()
    other = threading.Thread(target=run)
    other.start()
    sys.setswitchinterval(1_000)
    try:
        before = ran
        columns.components(column, threads=1)
        assert ran > before + 1
    finally:
        sys.setswitchinterval(interval)
        stop.set()
        other.join()


def test_many_threads_ask_at_once() -> None:
    asks = [columns.is_valid, columns.host, columns.components, columns.errors, columns.to_uri]
    want = [ask(COLUMN, threads=1) for ask in asks]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda i: asks[i % 5](COLUMN, threads=i % 3 + 1), range(40)))
    assert all(answer.equals(want[i % 5]) for i, answer in enumerate(answers))


@pytest.mark.parametrize("threads", [None, 1, 2, 3, 64, 10**9])
def test_every_number_of_threads_gives_the_same(threads: int | None) -> None:
    column = pa.chunked_array([COLUMN[:3], COLUMN[3:20_000], COLUMN[20_000:]])
    column = pa.chunked_array(column.chunks * 3)
    valid = [IRI.is_valid(link) for link in LINKS] * 3

    assert columns.is_valid(column, threads=threads).to_pylist() == valid
    for of in (pa.string_view(), pa.large_string(), pa.string()):
        again = columns.normalize(column.cast(of), "scheme", threads=threads)
        again.validate(full=True)
        assert again.cast(pa.string()).equals(columns.normalize(column, "scheme", threads=1))
        parts = columns.components(column.cast(of), threads=threads)
        parts.validate(full=True)
        assert parts.cast(columns.components(column).type).equals(columns.components(column))


def ask_again(connection: Any) -> None:
    connection.send(columns.is_valid(COLUMN, threads=2).equals(columns.is_valid(COLUMN, threads=1)))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_process_may_fork_after_a_call() -> None:
    """No thread outlives a call, so none is missing in the child."""
    columns.is_valid(COLUMN, threads=2)
    ours, theirs = multiprocessing.Pipe()
    child = multiprocessing.get_context("fork").Process(target=ask_again, args=[theirs])
    child.start()
    assert ours.poll(60)
    assert ours.recv() is True
    child.join()


def test_text_of_more_than_two_gigabytes_is_refused() -> None:
    """Offsets of 32 bits are too small, and nothing wraps: needs 3 GiB."""
    if "IRIFORM_HUGE" not in os.environ:
        base, count = "http://h/" + "a" * 1_000, 10
    else:
        base, count = "http://h/" + "a" * 1_000_000, 2_200
    column = pa.array([""] * count)
    huge = len(base) * count >= 2**31
    for of in (pa.large_string(), pa.string_view()):
        answer = columns.resolve(column.cast(of), base)
        assert len(answer) == count
        assert answer[count - 1].as_py() == base
        answer.validate(full=True)
        del answer
    if not huge:
        assert columns.resolve(column, base).to_pylist() == [base] * count
        return
    for threads in (1, 2):
        with pytest.raises(OverflowError, match="more than 2 GiB of text"):
            columns.resolve(column, base, threads=threads)


@pytest.mark.parametrize("name", ANSWERS)
def test_more_rows_than_memory(name: str) -> None:
    """Rows of the type `null` take no memory, but their answers take terabytes."""
    for threads in (1, 2):
        with pytest.raises(MemoryError, match="not enough memory for the answers to all rows"):
            asked(name)(Struct(b"n", [], length=2**40), threads=threads)
    with pytest.raises(MemoryError, match="not enough memory for the answers to all rows"):
        columns.expand_template(Struct(b"+s", [], length=2**40), "/{a}")


@pytest.mark.parametrize("threads", [2**60, 2**62, 2**63 - 1])
def test_any_number_of_threads(threads: int) -> None:
    assert columns.host(COLUMN, threads=threads).equals(columns.host(COLUMN))


WITHOUT_THREADS = """
import pyarrow as pa
from iriform import columns
column = pa.array(["http://example.org/a?q#f", "a b", None, "http://h"] * 100_000)
for ask in (columns.is_valid, columns.check, columns.normalize):
    assert ask(column, threads=8).equals(ask(column, threads=1))
print("answered")
"""


def test_where_no_thread_can_be_started_one_does_all() -> None:
    """No machine has a stack of the size that the variable sets, so no thread can be started."""
    run = python(WITHOUT_THREADS, env=os.environ | {"RUST_MIN_STACK": str(2**46)})
    assert run.stdout == "answered\n", run.stderr


WITHIN_LIMITS = """
import resource
import pyarrow as pa
from iriform import columns
column = pa.array(["http://example.org/a?q#f", "a b", None, "http://h"] * 25_000).cast(LAYOUT)
columns.check(column[:9])
size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
for room in (1, 2, 4, 8, 16):
    resource.setrlimit(resource.RLIMIT_AS, (size + (room << 20), resource.RLIM_INFINITY))
    for ask in (columns.is_valid, columns.errors, columns.components, columns.to_uri):
        try:
            ask(column, threads=1)
        except MemoryError:
            pass
print("alive")
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="asks Linux for the memory")
@pytest.mark.parametrize(
    "layout", ["pa.string()", "pa.string_view()", "pa.string()).dictionary_encode("]
)
def test_little_memory(layout: str) -> None:
    """Too little memory raises a MemoryError, and the process survives.

    Runs on one thread: starting another takes memory from the system.
    """
    run = python(WITHIN_LIMITS.replace("LAYOUT", layout))
    assert run.stdout == "alive\n", run.stderr
