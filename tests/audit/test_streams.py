"""Compressed inputs are read to their end, and pipes in the pieces that they deliver."""

from __future__ import annotations

import fcntl
import lzma
import os
import termios
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from time import sleep

import pytest

from iriform._io.plain_text import other_than_text
from iriform._io.streams import opened
from iriform.audit import AuditError, audit
from tests.cli.program import environment, started

from .test_sources import PACKERS, zstd

ONE, TWO = b"http://one/\n", b"http://two/\n"


def unpacked(file: Path) -> bytes:
    """Read an input to its end."""
    with opened(str(file)) as input_:
        data: bytes = input_.stream.read()
    return data


# Bytes after a stream.


@pytest.mark.parametrize("padding", [4, 2**16 - 100, 2**16, 2**17, 300_000, 2**20])
@pytest.mark.parametrize("packer", ["gz", "bz2", "xz"])
def test_padding_hides_no_stream(tmp_path: Path, packer: str, padding: int) -> None:
    pack, file = PACKERS[packer], tmp_path / "a"
    nuls = b"\0" * padding
    file.write_bytes(pack(ONE) + nuls + pack(TWO) + nuls)
    assert unpacked(file) == ONE + TWO


def test_padding_that_ends_where_a_read_ends(tmp_path: Path) -> None:
    one, file = lzma.compress(ONE), tmp_path / "a"
    for end in range(2**16 - 8, 2**16 + 9, 4):
        file.write_bytes(one + b"\0" * (end - len(one)) + lzma.compress(TWO))
        assert unpacked(file) == ONE + TWO, end


@pytest.mark.parametrize("packer", PACKERS)
def test_what_follows_a_stream_and_is_none_is_not_dropped(tmp_path: Path, packer: str) -> None:
    file = tmp_path / "a"
    file.write_bytes(PACKERS[packer](ONE) + TWO * 10)
    with pytest.raises(AuditError, match=f"^cannot read {file}: "):
        audit(str(file))


def skippable(kind: int, size: int) -> bytes:
    """Make a skippable frame (RFC 8878 §3.1.2)."""
    return (0x184D2A50 + kind).to_bytes(4, "little") + size.to_bytes(4, "little") + b"s" * size


@pytest.mark.parametrize("size", [0, 1, 4, 1000, 70_000, 300_000])
@pytest.mark.parametrize("kind", [0, 7, 15])
def test_zstd_that_begins_with_a_skippable_frame(tmp_path: Path, kind: int, size: int) -> None:
    file, skip = tmp_path / "a", skippable(kind, size)
    file.write_bytes(skip + zstd(ONE) + skip + skip + zstd(TWO) + skip)
    assert unpacked(file) == ONE + TWO


def test_zstd_of_many_small_frames(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"".join(skippable(0, 4) + zstd(ONE) + zstd(b"") for _ in range(5000)))
    assert unpacked(file) == ONE * 5000


# Pipes.


@contextmanager
def dribbled(pipe: Path, data: bytes, first: int) -> Iterator[str]:
    """Yield the name of a pipe that delivers its first bytes singly, each when the last one is read."""
    os.mkfifo(pipe)

    def fill() -> None:
        with suppress(BrokenPipeError), pipe.open("wb", buffering=0) as file:
            for start in range(first):
                file.write(data[start : start + 1])
                waiting = bytearray(4)
                while fcntl.ioctl(file, termios.FIONREAD, waiting) == 0 and any(waiting):
                    sleep(0.001)
            file.write(data[first:])

    thread = Thread(target=fill)
    thread.start()
    try:
        yield str(pipe)
    finally:
        thread.join()
        pipe.unlink()


BEGINNINGS = {
    "byte order mark": b"\xef\xbb\xbf" + ONE,
    **{name: pack(ONE) for name, pack in PACKERS.items()},
    "skippable": skippable(3, 5) + zstd(ONE),
    "a mark inside": b"".join(lzma.compress(data) for data in (b"\xef", b"\xbb", b"\xbf" + ONE)),
}


@pytest.mark.parametrize("data", BEGINNINGS.values(), ids=BEGINNINGS)
def test_a_pipe_that_begins_byte_by_byte(tmp_path: Path, data: bytes) -> None:
    for first in range(10):
        with dribbled(tmp_path / "pipe", data, first) as pipe:
            found = audit(pipe)
        assert (found.valid, found.read, found.hosts.top[0].name) == (1, 1, "one"), first


@pytest.mark.parametrize("data", [b"PAR1", b"SQLite format 3\0", b"\xff\xfeh\0"])
def test_a_pipe_of_another_kind_that_begins_byte_by_byte(tmp_path: Path, data: bytes) -> None:
    for first in range(len(data)):
        with (
            dribbled(tmp_path / "pipe", data, first) as pipe,
            pytest.raises(AuditError, match="not lines of UTF-8 text: it is "),
        ):
            audit(pipe)


def test_a_pipe_is_read_as_it_comes(tmp_path: Path) -> None:
    """Bytes that cannot begin another kind are read without waiting for more."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    # Python buffers its output to a pipe unless this variable is set.
    at_once = environment(PYTHONUNBUFFERED="1")
    with ThreadPoolExecutor(1) as pool, started("check", pipe, environ=at_once) as running:
        file = pool.submit(pipe.open, "wb", buffering=0).result(60)
        file.write(b"b\n")
        assert running.stdout
        said = running.stdout.readline()
        file.close()
    place = f"{pipe}:1:1: not an IRI: there is no scheme (scheme, RFC 3986 §3.1) [missing-scheme]\n"
    assert said.decode() == place


# Text or binary.


@pytest.mark.parametrize(
    ("head", "what"),
    [
        (b"http://a/\n", None),
        (b"\x01\x02\x03\x7f\n", None),
        (b"\0" * 100, None),
        ("\x01é".encode()[:-1], None),  # its last character is cut
        (b"http://\xe9/\n", None),
        (b"\x01\xe9\x02\n", "binary"),
        (b"\x7fELF\x02\x01\x01\0\0", "binary"),
        ("http://a/\n".encode("utf-16-le"), "binary"),
        ("http://a/\n".encode("utf-16-be"), "binary"),
        ("http://a/\n".encode("utf-16"), "UTF-16 text; convert it to UTF-8"),
        (b"links.txt".ljust(257, b"\0") + b"ustar\x0000", "a tar archive"),
    ],
)
def test_what_is_text(head: bytes, what: str | None) -> None:
    assert other_than_text(head) == what
