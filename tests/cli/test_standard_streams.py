"""Standard output or error cannot be written: the error names the right one; nothing else changes."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from tests.cli.program import INTERRUPTIBLE, environment, iriform, started

FULL = Path("/dev/full")
NEEDS_FULL = pytest.mark.skipif(not FULL.exists(), reason="there is no device that is always full")

# Verbs that write much output for a file of many lines, or for one.
VERBS = (
    ("check", "{file}", "--fix", "--profile", "norm"),
    ("check", "{file}", "--findings", "--profile", "norm"),
    ("check", "{file}", "--json", "--findings", "--profile", "norm"),
    ("check", "{file}", "--sarif", "--findings", "--profile", "norm"),
    ("normalize", "-"),
    ("explain", "-"),
    ("repair", "{file}", "--out", "-"),
    ("audit", "{file}", "--out", "-"),
    ("audit", "{file}"),
    ("grammar",),
    ("--help",),
)


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write more lines than a pipe holds."""
    file = tmp_path_factory.mktemp("lines") / "links.txt"
    file.write_text("HTTP://example.org/%7eanna/a/b/c/d/e/f/g\n" * 5_000)
    return file


def arguments(verb: tuple[str, ...], file: Path) -> list[str]:
    return [word.format(file=file) for word in verb]


@NEEDS_FULL
@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
def test_a_full_disk_is_that_of_standard_output(lines: Path, verb: tuple[str, ...]) -> None:
    with (
        FULL.open("wb") as full,
        lines.open("rb") as stdin,
        started(*arguments(verb, lines), stdin=stdin, stdout=full) as running,
    ):
        said = running.communicate(timeout=60)[1].decode()
    assert running.returncode == 2
    assert "cannot write standard output: No space left on device" in said
    assert str(lines) not in said
    assert "Traceback" not in said


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
@pytest.mark.parametrize("verb", [VERBS[0], VERBS[1], VERBS[4], VERBS[5]], ids=" ".join)
def test_a_reader_that_goes_away_is_no_failure(lines: Path, verb: tuple[str, ...]) -> None:
    with lines.open("rb") as stdin, started(*arguments(verb, lines), stdin=stdin) as running:
        assert running.stdout is not None
        running.stdout.read(1)
        running.stdout.close()
        assert running.stderr is not None
        said = running.stderr.read()
        assert (running.wait(60), said) == (141, b"")


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("verb", "first", "said"),
    [
        ("check", b"<stdin>:1:4", b"iriform: interrupted in <stdin> after line "),
        ("normalize", b"http://a/\n", b"iriform: interrupted after <stdin>:1\n"),
    ],
)
def test_control_c_ends_it_with_the_place(verb: str, first: bytes, said: bytes) -> None:
    unbuffered = environment(PYTHONUNBUFFERED="1")
    with started(verb, "-", before=INTERRUPTIBLE, environ=unbuffered) as running:
        assert running.stdin
        assert running.stdout
        assert running.stderr
        running.stdin.write(b"a:b c\n" if verb == "check" else b"HTTP://a/\n")
        running.stdin.flush()
        assert running.stdout.readline().startswith(first)
        time.sleep(0.2)
        running.send_signal(signal.SIGINT)
        assert running.wait(60) == 130
        assert running.stderr.read().startswith(said)


@NEEDS_FULL
def test_messages_that_cannot_be_written_change_nothing(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("a b\nhttp://a/ c\n")
    for words in (["check", file, tmp_path / "none"], ["repair", "a b", "http://a/ b"]):
        expected = iriform(*words)
        with FULL.open("wb") as full, started(*words, stderr=full) as running:
            out, _ = running.communicate(timeout=60)
            assert (running.returncode, out.decode()) == (expected.status, expected.out)


def test_a_verb_without_arguments_names_its_help() -> None:
    for verb in ("audit", "check", "explain"):
        run = iriform(verb)
        said = f"iriform: {verb} needs arguments; see iriform {verb} --help\n"
        assert (run.status, run.out, run.err) == (2, "", said)


def test_the_program_without_a_verb_prints_its_help() -> None:
    run = iriform()
    assert (run.status, run.err) == (2, "")
    assert "Usage: iriform [OPTIONS] COMMAND" in run.out


@pytest.mark.parametrize(
    "width", ["99999999999999999999", "0", "-1", "²", "", "x", "1", "10000", "9" * 5000]
)
def test_a_width_that_no_terminal_has(width: str) -> None:
    run = iriform("explain", "http://a/b", COLUMNS=width)
    assert run.status == 0
    assert "http://a/b" in run.out.replace("\n", "") or width == "1"
    assert iriform("audit", "--help", COLUMNS=width).status == 0


def test_bytes_that_are_not_utf_8_end_no_verb_badly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each option of each verb, with such a value."""
    import click

    monkeypatch.chdir(tmp_path)  # for outputs of that name

    from iriform.cli.app import VERBS as NAMES
    from iriform.cli.app import app

    file = tmp_path / "a.txt"
    file.write_text("http://a/\n")
    bad = "\udcff"
    context = click.Context(app, info_name="iriform")
    for name in NAMES:
        verb = app.get_command(context, name)
        assert verb is not None
        for option in verb.params:
            if not isinstance(option, click.Option) or option.is_flag:
                continue
            values = [str(file)] if name in {"check", "audit", "literals"} else ["http://a/"] * 2
            for value in (bad, f"a={bad}"):
                run = iriform(name, *values, option.opts[0], value)
                assert run.status in {0, 1, 2}, (name, option.opts, run)
        run = iriform(name, bad, bad)
        assert run.status in {0, 1, 2}


def test_an_ignored_rule_is_not_followed(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(b"http://a/b/../c\nhttp://a/\r\r\n")
    plain = iriform("check", file, "--fix")
    ignored = iriform("check", file, "--fix", "--severity", "dot-segment=ignore")
    assert plain.out.startswith("http://a/c\n")
    assert ignored.out.encode() == file.read_bytes()
