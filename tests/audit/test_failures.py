"""Failures end with a clear message, the right exit status, and no half-written file."""

from __future__ import annotations

import gzip
import os
import random
import shlex
import signal
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread

import pyarrow.parquet as pq
import pytest

from iriform._io.errors import AuditError
from iriform.audit import audit
from tests.cli.program import (
    INTERRUPTIBLE,
    Running,
    environment,
    iriform,
    measured,
    process,
    started,
)
from tests.effort import OF_READING

EXAMPLES = Path(__file__).parents[2] / "examples"
FULL = Path("/dev/full")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and limits are POSIX's")


def many(tmp_path: Path, lines: int) -> Path:
    """Write a file of values that do not compress well."""
    import random

    file = tmp_path / "many.txt"
    draw = random.Random(7)
    with file.open("w") as out:
        out.writelines(f"http://{draw.randbytes(16).hex()}/\n" for _ in range(lines))
    return file


def left(directory: Path) -> list[str]:
    """List the names in a directory, including hidden ones."""
    return sorted(path.name for path in directory.iterdir())


@pytest.fixture
def outputs(tmp_path: Path) -> Path:
    """Make a directory that may contain only complete outputs."""
    directory = tmp_path / "outputs"
    directory.mkdir()
    return directory


def test_an_output_that_cannot_be_written(outputs: Path) -> None:
    for option in ("--out", "--report"):
        for name, said in [
            (outputs / "no" / "a", "No such file or directory"),
            (outputs, "it is a directory"),
            (EXAMPLES / "identifiers.txt" / "a", "Not a directory"),
        ]:
            run = iriform("audit", EXAMPLES / "identifiers.txt", option, name)
            assert (run.status, run.out) == (2, "")
            assert run.err == f"iriform: cannot write {name}: {said}\n"
    assert left(outputs) == []


@pytest.mark.parametrize("option", ["--out", "--report"])
def test_an_output_takes_no_input_s_place(outputs: Path, option: str) -> None:
    data, link = outputs / "data.txt", outputs / "link.txt"
    data.write_text("http://example.org/\n")
    link.symlink_to(data)
    cases: list[tuple[list[object], Path]] = [
        ([data], data),
        ([link], data),
        ([data], link),
        (["-", data], data),
    ]
    for inputs, output in cases:
        run = iriform("audit", *inputs, option, output)
        assert (run.status, run.out) == (2, "")
        assert run.err == f"iriform: cannot write {output}: it is an input, too\n"
    assert data.read_text() == "http://example.org/\n"


@pytest.mark.parametrize("option", ["--out", "--report"])
def test_an_output_takes_no_place_of_what_standard_input_reads(outputs: Path, option: str) -> None:
    data, link = outputs / "data.txt", outputs / "link.txt"
    data.write_text("http://example.org/\n")
    link.hardlink_to(data)
    for output in (data, link):
        with data.open("rb") as stdin:
            command = [sys.executable, "-m", "iriform", "audit", "-", option, str(output)]
            run = subprocess.run(  # noqa: S603 - it is ours
                command, stdin=stdin, env=environment(), capture_output=True, text=True, check=False
            )
        assert (run.returncode, run.stdout) == (2, "")
        assert run.stderr == f"iriform: cannot write {output}: it is standard input, too\n"
    assert data.read_text() == "http://example.org/\n"


def written(verb: str, option: str, output: Path, input_: Path) -> None:
    """Run a verb that writes a file; the file does not exist if the verb fails."""
    more = ["--out", output.with_name("copy")] if option == "--changes" else []
    run = iriform(verb, input_, option, output, *more)
    assert (run.status, run.err.startswith("iriform: cannot")) in {(0, False), (1, False)}, run


OPTIONS = [("audit", "--out"), ("audit", "--report"), ("repair", "--out"), ("repair", "--changes")]


@pytest.mark.parametrize(("verb", "option"), OPTIONS)
def test_an_output_is_poured_into_a_pipe(outputs: Path, verb: str, option: str) -> None:
    """A pipe also stands for /dev/null, which root would replace with a file."""
    pipe, file = outputs / "pipe", outputs / "file"
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as pool:
        read = pool.submit(pipe.read_bytes)
        written(verb, option, pipe, EXAMPLES / "identifiers.txt")
    written(verb, option, file, EXAMPLES / "identifiers.txt")
    if option == "--report":  # which contains its date
        assert len(read.result()) == len(file.read_bytes())
    else:
        assert read.result() == file.read_bytes()
    assert {*left(outputs)} - {"copy"} == {"file", "pipe"}
    assert pipe.is_fifo()


def test_a_failure_pours_nothing_into_a_pipe(tmp_path: Path, outputs: Path) -> None:
    pipe = outputs / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    run = iriform("audit", tmp_path / "missing", tmp_path / "other", "--out", pipe)
    assert (run.status, os.read(reader, 100)) == (2, b"")
    os.close(reader)


@pytest.mark.parametrize(("verb", "option"), OPTIONS)
def test_an_output_goes_to_what_a_symbolic_link_names(
    outputs: Path, verb: str, option: str
) -> None:
    (outputs / "there").mkdir()
    link = outputs / "link"
    link.symlink_to("there/file")
    for _ in range(2):  # first without the file, then with it
        written(verb, option, link, EXAMPLES / "identifiers.txt")
        assert link.readlink() == Path("there/file")
        assert left(outputs / "there") == ["file"]
        assert (outputs / "there" / "file").stat().st_size > 1000


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o444, 0o777])
@pytest.mark.parametrize(("verb", "option"), OPTIONS)
def test_an_output_keeps_the_mode_of_the_file(
    outputs: Path, verb: str, option: str, mode: int
) -> None:
    output = outputs / "output"
    output.touch()
    output.chmod(mode)
    written(verb, option, output, EXAMPLES / "identifiers.txt")
    assert (output.stat().st_size > 1000, stat.S_IMODE(output.stat().st_mode)) == (True, mode)


def test_a_new_output_has_the_mode_of_new_files(outputs: Path) -> None:
    (outputs / "touched").touch()
    written("audit", "--out", outputs / "output", EXAMPLES / "identifiers.txt")
    assert (outputs / "output").stat().st_mode == (outputs / "touched").stat().st_mode


def test_two_outputs_are_two_files(outputs: Path) -> None:
    name = outputs / "a"
    run = iriform("audit", EXAMPLES / "identifiers.txt", "--out", name, "--report", name)
    assert (run.status, run.out) == (2, "")
    assert run.err == f"iriform: cannot write {name}: it is also the other output\n"
    assert left(outputs) == []


@pytest.mark.parametrize("option", ["--out", "--report"])
def test_an_output_that_cannot_be_written_is_known_before_the_reading(
    outputs: Path, option: str
) -> None:
    with started("audit", "-", option, outputs / "no" / "a") as running:
        assert running.wait(120) == 2  # though standard input stays open
        assert running.stderr
        said = f"iriform: cannot write {outputs / 'no' / 'a'}: No such file or directory\n"
        assert running.stderr.read() == said.encode()


@pytest.mark.parametrize(
    ("folder", "file", "pattern"),
    [
        ("plain", "a.txt", "plain/*"),
        ("x[1]", "a.txt", "x[[]1]/*"),  # not the files of x1
        ("[", "a.txt", "[[]/*"),
        ("a*b", "a.txt", "a[*]b/*"),
        ("a?b", "a.txt", "a[?]b/*"),
        ("a b'c", "a.txt", "a b'c/*"),
        ("table", "k=1/a.txt", "table/**"),  # a folder of folders, as engines write them
        ("table", "k=1/l=2/a.txt", "table/**"),
        ("x[1]", "k=[2]/a.txt", "x[[]1]/**"),
        ("both", "a.txt", "both/*"),
        ("spark", "a.txt", "spark/*.txt"),  # `_SUCCESS` is not data
        ("spark", "k=1/a.txt", "spark/**/*.txt"),
    ],
)
def test_a_directory_is_no_input_and_its_files_are(
    tmp_path: Path, folder: str, file: str, pattern: str
) -> None:
    directory = tmp_path / folder
    for each in (
        directory / file,
        *(tmp_path / name / "other.txt" for name in ("x1", "aXb", "a1b")),
    ):
        each.parent.mkdir(parents=True, exist_ok=True)
        each.write_text(f"x:{each.name}\n")
    if folder == "both":
        (directory / "k=1").mkdir()
    if folder == "spark":
        (directory / "_SUCCESS").touch()
    run = iriform("audit", directory)
    remedy = shlex.quote(f"{tmp_path}/{pattern}")
    said = f"iriform: cannot read {directory}: it is a directory; {remedy} names its files\n"
    assert (run.status, run.err) == (2, said)
    [read] = audit(*shlex.split(remedy)).files
    assert Path(read.file) == directory / file


@pytest.mark.parametrize(
    ("log", "kind"),
    [("_delta_log/00000000000000000000.json", "Delta"), ("metadata/v1.metadata.json", "Iceberg")],
)
@pytest.mark.parametrize("given", ["{}", "{}/**", "{}/k=*/*.txt"])
def test_the_folder_of_a_table_with_a_log(tmp_path: Path, log: str, kind: str, given: str) -> None:
    """It has files that others have replaced, so counting them would be wrong."""
    for file in (log, "k=1/a.txt"):
        (tmp_path / file).parent.mkdir(parents=True)
        (tmp_path / file).write_text("x:y\n")
    with pytest.raises(AuditError, match=f"it has the files of a table of {kind}, whose log says"):
        audit(given.format(tmp_path))
    # A file given by name is read.
    assert audit(str(tmp_path / "k=1/a.txt")).files[0].valid == 1


def test_a_directory_without_files(tmp_path: Path) -> None:
    (tmp_path / "k=1").mkdir()
    (tmp_path / ".hidden").write_text("x:y\n")
    run = iriform("audit", tmp_path)
    said = f"iriform: cannot read {tmp_path}: it is a directory without files\n"
    assert (run.status, run.err) == (2, said)


@OF_READING
@pytest.mark.parametrize("option", ["--out", "--report"])
def test_a_disk_that_is_full(tmp_path: Path, outputs: Path, option: str) -> None:
    file = many(tmp_path, 200_000)
    (outputs / "a").write_text("what was there")
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))"
    with started("audit", file, option, outputs / "a", before=limit) as running:
        out, err = running.communicate(timeout=120)
    assert running.returncode == 2, err
    assert out == b""
    assert err == f"iriform: cannot write {outputs / 'a'}: File too large\n".encode()
    assert left(outputs) == ["a"]
    assert (outputs / "a").read_text() == "what was there"


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")
def test_standard_output_that_is_full() -> None:
    with (
        FULL.open("wb") as full,
        started("audit", EXAMPLES / "identifiers.txt", stdout=full) as running,
    ):
        _, err = running.communicate(timeout=120)
    said = b"iriform: cannot write standard output: No space left on device\n"
    assert (running.returncode, err) == (2, said)


def refused(directory: Path) -> list[Path]:
    """Make inputs that cannot be read."""
    (directory / "bad.txt.gz").write_bytes(b"\x1f\x8b\x08\x00")
    (directory / "binary.nt").write_bytes(bytes(range(256)))
    (directory / "two.csv").write_text("url,link\n")
    names = ["bad.txt.gz", "binary.nt", "two.csv", "missing", "no*", "."]
    return [directory / name for name in names]


def test_inputs_that_fail_leave_no_output(tmp_path: Path, outputs: Path) -> None:
    bad = refused(tmp_path)
    for inputs in ([bad[0]], bad):
        run = iriform(
            "audit", *inputs, "--out", outputs / "a.parquet", "--report", outputs / "a.html"
        )
        assert (run.status, run.out) == (2, "")
        assert run.err.count("\n") == len(inputs)
    assert left(outputs) == []


@pytest.mark.parametrize("verb", ["audit", "check"])
def test_a_refused_input_does_not_end_the_others(tmp_path: Path, outputs: Path, verb: str) -> None:
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    one.write_text("http://one/\nb c\n")
    two.write_text("http://two/\nb c\n")
    bad = refused(tmp_path)
    options = ["--out", outputs / "a.parquet", "--fail-on", "invalid"] if verb == "audit" else []
    run = iriform(verb, one, *bad, two, *options)
    assert run.status == 2
    assert f"{one}:2:" in run.out
    found = "found 2 invalid" if verb == "audit" else "2 of 4 values not valid as IRI"
    first, *said = run.err.splitlines()
    assert first == f"iriform: {found}"
    starts = ["cannot read {}: ", "cannot read {}: ", "which column of {} is meant?"]
    starts += ["cannot read {}: No such file or directory", "no file matches {}"]
    starts += ["cannot read {0}: it is a directory; '{0}/*' names its files"]
    for line, start, name in zip(said, starts, bad, strict=True):
        assert line.startswith(f"iriform: {start.format(name)}")
    if verb == "audit":
        rows = pq.read_table(outputs / "a.parquet").to_pylist()
        assert [(row["file"], row["status"]) for row in rows] == [
            *((str(one), "valid"), (str(one), "invalid")),
            *((str(two), "valid"), (str(two), "invalid")),
        ]


def test_what_was_read_of_a_refused_input_counts(tmp_path: Path) -> None:
    """The tallies of all threads are read, even if nothing was read from them before."""
    draw = random.Random(3)
    lines = [f"http://{draw.randbytes(32).hex()}/\n" for _ in range(100_000)]
    data = gzip.compress("".join(lines).encode())
    file, good = tmp_path / "a.gz", tmp_path / "b.txt"
    file.write_bytes(data[: len(data) // 2])
    good.write_text("http://b/\n")
    found = audit([str(file), str(good)])
    first, second = found.files
    assert (second.valid, second.refused) == (1, None)
    assert first.refused == f"cannot read {file}: {STOPPED}"
    assert found.refused == [first]
    assert 10_000 < first.valid < 60_000
    assert (first.invalid, found.valid, found.hosts.distinct) == (0, first.valid + 1, found.valid)
    run = iriform("audit", file, good)
    assert f"{file} · {first.valid:,} lines · not read to its end\n" in run.out
    assert (run.status, run.err) == (2, f"iriform: {first.refused}\n")


STOPPED = "Compressed file ended before the end-of-stream marker was reached"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root reads everything")
def test_a_file_without_permission(tmp_path: Path) -> None:
    file = tmp_path / "secret.txt"
    file.write_text("http://a/")
    file.chmod(0)
    run = iriform("audit", file)
    assert (run.status, run.err) == (2, f"iriform: cannot read {file}: Permission denied\n")


@OF_READING
def test_a_line_of_100_mb(tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    with file.open("wb") as out:
        out.write(b"http://a/\nhttp://a/" + b"b" * 100_000_000 + b" c\nhttp://c/\n")
    run = process("audit", file)
    assert run.status == 0
    assert f"1  invalid-character  {file}:2:100000010\n" in run.out
    assert "2   66.7%  valid" in run.out
    assert len(run.out) < 3000


def test_a_line_without_end(tmp_path: Path) -> None:
    file = tmp_path / "endless.txt"
    with file.open("wb") as out:
        out.write(b"http://a/\n")
        out.truncate(2**29)  # it is sparse: nothing but NULs
    run = process("audit", file, "--format", "csv")
    assert run.status == 2
    assert run.err.count("\n") == 1


@pytest.mark.parametrize("arguments", [[], ["--out", "a.parquet", "--report", "a.html"]])
def test_control_c(outputs: Path, arguments: list[str]) -> None:
    with started("audit", "-", *arguments, before=INTERRUPTIBLE, cwd=outputs) as running:
        assert running.stdin
        running.stdin.write(b"http://a/\n" * 2_000_000)  # more than a pipe holds: it is reading
        running.stdin.flush()
        running.send_signal(signal.SIGINT)
        # Standard input stays open: nothing but the signal can end it.
        assert running.wait(60) == 130
        assert running.stderr
        said = running.stderr.read()
        assert said.startswith(b"iriform: interrupted in <stdin> after "), said
        assert said.endswith(b" values\n")
        assert running.stdout
        assert running.stdout.read() == b""
        running.stdin.close()
    assert left(outputs) == []


def test_a_closed_pipe() -> None:
    with started("audit", EXAMPLES / "identifiers.txt") as running:
        assert running.stdout
        assert running.stderr
        running.stdout.close()
        assert running.wait(60) == 141
        assert running.stderr.read() == b""


def test_two_runs_with_one_output(tmp_path: Path, outputs: Path) -> None:
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    one.write_text("http://one/\n" * 300_000)
    two.write_text("http://two/\n" * 300_000)

    def run(file: Path) -> int:
        out, report = outputs / "a.parquet", outputs / "a.html"
        return process("audit", file, "--out", out, "--report", report).status

    with ThreadPoolExecutor() as pool:
        assert list(pool.map(run, [one, two])) == [0, 0]
    assert left(outputs) == ["a.html", "a.parquet"]
    hosts = pq.read_table(outputs / "a.parquet", columns=["host"])["host"]
    assert len(hosts) == 300_000
    assert len(hosts.unique()) == 1
    assert (outputs / "a.html").read_text().endswith("</html>\n")


def test_an_input_that_shrinks_while_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "a.parquet"
    data = (EXAMPLES / "identifiers.parquet").read_bytes()
    file.write_bytes(data[: len(data) // 2] + data[-8:])
    run = iriform("audit", file)
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith(f"iriform: cannot read {file}: ")


@OF_READING
def test_memory_does_not_grow_with_the_input(tmp_path: Path) -> None:
    peaks = []
    for lines in (600_000, 2_400_000):
        file = tmp_path / f"{lines}.txt"
        file.write_bytes(b"http://example.com/a/path?query\nb c\n" * (lines // 2))
        run, peak = measured("audit", file)
        assert (run.status, run.err) == (0, "")
        peaks.append(peak)
    assert peaks[1] < peaks[0] * 1.25


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("verb", ["audit", "check"])
def test_a_pipe_into_which_nobody_writes(tmp_path: Path, verb: str, number: signal.Signals) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with started(verb, pipe, before=INTERRUPTIBLE) as running:
        with pytest.raises(subprocess.TimeoutExpired):
            running.wait(3)
        running.send_signal(number)
        assert running.wait(20) == 128 + number


def test_an_audit_in_python_of_a_pipe_into_which_nobody_writes(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    code = "import sys; from iriform.audit import audit; audit(sys.argv[1])"
    command = [sys.executable, "-c", f"{INTERRUPTIBLE}; {code}", str(pipe)]
    with Running(command, stderr=subprocess.PIPE) as running:
        with pytest.raises(subprocess.TimeoutExpired):
            running.wait(3)
        running.send_signal(signal.SIGINT)
        assert running.wait(20) == -signal.SIGINT
        assert running.stderr
        assert running.stderr.read().endswith(b"KeyboardInterrupt\n")


# Limits.


def test_without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """No process can be started, as under `ulimit -u 1`."""

    def start(_: Thread) -> None:
        raise RuntimeError("can't start new thread")

    expected = audit(str(EXAMPLES / "identifiers.txt"))
    monkeypatch.setattr(Thread, "start", start)
    assert audit(str(EXAMPLES / "identifiers.txt")).record() == expected.record()


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells what is taken")
@pytest.mark.parametrize("left", [1, 300, 690, 1500])
def test_few_addresses(left: int) -> None:
    """Memory runs out while the libraries are loaded, as under `ulimit -v`.

    Linux ends a program by a signal if its stack cannot grow, in any language. A debug build moves large
    values through its frames, so the stack grows before there is a limit.
    """
    limit = f"""
import functools, resource, sys
import pyarrow, iriform.cli.app, iriform.audit.engines.local, iriform.cli.summary
sys.setrecursionlimit(4_000)
grow = lambda n: n and functools.partial(grow, n - 1)()
grow(2_000)
taken = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, [taken + {left} * 2**20] * 2)
"""
    with started("audit", EXAMPLES / "identifiers.txt", before=limit) as running:
        out, err = running.communicate(timeout=120)
    if left == 1500:
        assert (running.returncode, err) == (0, b"")
    else:
        assert (running.returncode, out) == (2, b""), err
        assert err.startswith(b"iriform: there is not enough memory")
        assert err.count(b"\n") == 1
