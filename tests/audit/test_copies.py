"""A worker of Spark reads the file that the driver saw, or nothing."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from iriform.audit import AuditError
from iriform.audit.engines.spark.copies import File


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> File:
    """Look at a file of ten bytes, changed at noon, by a relative name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("http://a/\n")
    os.utime("a.txt", (1_700_000_000, 1_700_000_000))
    return File.of("a.txt")


def test_the_same_file_is_read_by_its_path(file: File, tmp_path: Path) -> None:
    os.chdir("/")  # the working directory of a worker
    with file.here() as name:
        assert name == str(tmp_path / "a.txt")
    # Programs that copy files may drop fractions of a second.
    os.utime(name, (1, 1_700_000_000.75))
    with file.here():
        pass


def test_what_is_wrong_with_its_content_is_said_of_the_name_as_given(file: File) -> None:
    with pytest.raises(AuditError, match="^cannot read a.txt: why$"), file.here() as name:
        raise AuditError(f"cannot read {name}: why")


@pytest.mark.parametrize(
    ("text", "changed", "there"),
    [
        ("http://b/\n", 1_700_000_001, "10 bytes, changed 2023-11-14 22:13:21 UTC"),
        ("http://\n", 1_700_000_000, "8 bytes, changed 2023-11-14 22:13:20 UTC"),
    ],
)
def test_another_file_is_refused(
    file: File, tmp_path: Path, text: str, changed: int, there: str
) -> None:
    path = tmp_path / "a.txt"
    path.write_text(text)
    os.utime(path, (changed, changed))
    with pytest.raises(AuditError) as refused, file.here():
        pass
    assert str(refused.value) == (
        f"cannot read a.txt on the worker {socket.gethostname()}, {path}: the file there is a"
        f" different one: {there}; the driver's has 10 bytes, changed 2023-11-14 22:13:20 UTC. Copy it"
        " with its modification time (rsync -t), or put it where all see it"
    )


def test_a_missing_file_is_refused(file: File, tmp_path: Path) -> None:
    (tmp_path / "a.txt").unlink()
    with pytest.raises(AuditError) as refused, file.here():
        pass
    where = f"on the worker {socket.gethostname()}, {tmp_path / 'a.txt'}"
    assert str(refused.value) == f"cannot read a.txt {where}: No such file or directory"


def test_a_pipe_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a")
    with pytest.raises(AuditError, match="Spark's workers read files, and this is not one"):
        File.of(str(tmp_path / "a"))
