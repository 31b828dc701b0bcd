"""Texts far into large buffers, and rows that are too long, in sparse files, which take no space."""

import mmap
import struct
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest

from iriform import columns
from tests.adapters.answers import ANSWERS, asked

TEXT = b"http://user@" + b"h" * 22 + b":80/" + b"p" * 22 + b"?a=" + b"q" * 22 + b"#" + b"f" * 22
OTHER = TEXT.replace(b"h" * 22, b"i" * 22)

Sparse = Callable[[int, dict[int, bytes]], pa.Buffer]


@pytest.fixture
def sparse(tmp_path: Path) -> Sparse:
    """Make a buffer of zeros with these texts at these offsets."""

    def make(size: int, texts: dict[int, bytes]) -> pa.Buffer:
        with (tmp_path / "sparse").open("w+b") as file:
            file.truncate(size)
            for place, text in texts.items():
                file.seek(place)
                file.write(text)
            file.flush()
            return pa.py_buffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))

    return make


def views(buffer: pa.Buffer, offsets: list[int]) -> pa.Array:
    """Make a column of views of `TEXT`, with offsets that are written as unsigned."""
    form = [struct.pack("<i4siI", len(TEXT), TEXT[:4], 0, offset) for offset in offsets]
    of = [None, pa.py_buffer(b"".join(form)), buffer]
    return pa.Array.from_buffers(pa.string_view(), len(offsets), of)


@pytest.mark.parametrize("name", ANSWERS)
@pytest.mark.parametrize(
    "offset", [2**31 - len(TEXT), 2**31 - 20, 2**31 - 1, 2**31, 2**31 + 5, 2**32 - 20]
)
def test_views_far_into_a_buffer(sparse: Sparse, offset: int, name: str) -> None:
    """Offsets of parts do not wrap; some offsets are beyond Arrow's, like those of Polars."""
    buffer = sparse(2**32 + 4096, {0: TEXT, offset: TEXT})
    ask = asked(name)
    rows = [0, offset, offset, 0]
    answer = ask(views(buffer, rows))
    answer.validate(full=True)
    near = ask(pa.array([TEXT.decode()] * len(rows)).cast(pa.string_view()))
    assert answer.equals(near)


def test_adjacent_rows_do_not_wrap_around(sparse: Sparse) -> None:
    """A row that ends beyond 4 GiB is not followed by one that has the offset of its end."""
    last = 2**32 - 40
    beyond = {last + i * len(TEXT): OTHER for i in range(1, 65)}
    first = len(TEXT) - 40
    near = {first + i * len(TEXT): TEXT for i in range(64)}
    column = views(sparse(2**32 + 16384, {last: TEXT, **near, **beyond}), [last, *near])
    assert columns.host(column).to_pylist() == ["h" * 22] * 65


@pytest.mark.parametrize("name", ANSWERS)
def test_a_row_of_4_gib_is_refused_by_all(sparse: Sparse, name: str) -> None:
    size = len(TEXT)
    places = struct.pack("<4q", 0, size, size + 2**32, 2 * size + 2**32)
    buffer = sparse(2 * size + 2**32, {0: TEXT, size + 2**32: TEXT})
    of = [None, pa.py_buffer(places), buffer]
    column = pa.Array.from_buffers(pa.large_string(), 3, of)
    ask = asked(name)
    for threads in (1, 2):
        with pytest.raises(OverflowError, match="^row 1 has 4 GiB or more"):
            ask(column, threads=threads)
    near = ask(pa.array([TEXT.decode()], pa.large_string()))
    for row in (0, 2):
        assert ask(column[row : row + 1]).equals(near)


def test_a_row_of_almost_4_gib_is_read(sparse: Sparse) -> None:
    size = len(TEXT)
    places = struct.pack("<4q", 0, size, size + 2**32 - 1, 2 * size + 2**32 - 1)
    texts = {0: TEXT, size: b"http://h/", size + 2**32 - 1: TEXT}
    buffer = sparse(2 * size + 2**32, texts)
    column = pa.Array.from_buffers(pa.large_string(), 3, [None, pa.py_buffer(places), buffer])
    assert columns.is_valid(column).to_pylist() == [True, False, True]
    assert columns.host(column).to_pylist() == ["h" * 22, None, "h" * 22]
