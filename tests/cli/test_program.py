"""The program as such: its requirements, and its cost for users of the library alone."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from iriform._extras import command
from iriform._io.file_formats import FILE_FORMATS, FileFormat
from iriform._io.plain_text import other_than_text
from iriform.audit.formats import known
from iriform.cli.check import check
from iriform.cli.hidden import hidden
from tests.cli.program import environment, iriform, process, python, started


def test_importing_the_library_imports_nothing_of_it() -> None:
    done = python(
        "import iriform, sys; print([m for m in sys.modules if 'iriform.cli' in m "
        "or m.split('.')[0] in ('click', 'rich', 'rich_click', 'duckdb', 'pydantic')])"
    )
    assert done.stdout == "[]\n"


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe has no name there")
@pytest.mark.parametrize(
    ("missing", "extra", "arguments"),
    [
        ("rich_click", "cli", ["--help"]),
        ("rich", "cli", []),
        ("pyarrow", "cli", ["--format", "parquet"]),
        ("pyarrow", "cli", ["--out", "rows.csv"]),
        ("jinja2", "cli", ["--report", "r.html"]),
        ("pyspark", "cli,spark", ["--engine", "spark"]),
        ("pandas", "cli,spark", ["--engine", "spark"]),
    ],
)
def test_without_an_extra_it_says_what_to_install_before_it_reads(
    missing: str, extra: str, arguments: list[str]
) -> None:
    # Nothing writes into the pipe, so reading it would never end.
    nothing, write = os.pipe()
    code = (
        f"import sys; sys.modules[{missing!r}] = None; sys.argv = ['iriform', 'audit', *{arguments}"
        f", '/dev/fd/{nothing}']\nfrom iriform.cli import main; main()"
    )
    done = python(code, timeout=60, pass_fds=[nothing])
    os.close(nothing)
    os.close(write)
    assert done.returncode == 2
    said = f"iriform: {missing} is not installed; it comes with: {command(extra)}\n"
    assert done.stderr == said


def test_a_fault_of_ours_is_not_taken_for_a_missing_extra() -> None:
    done = python(
        "import sys; sys.modules['iriform.cli.app'] = None\nfrom iriform.cli import main; main()"
    )
    # CPython 3.15 adds a module with a similar name.
    assert (
        done.stderr.splitlines()[-1]
        .removesuffix(". Did you mean: 'iriform.cli.fit'?")
        .endswith("ModuleNotFoundError: import of iriform.cli.app halted; None in sys.modules")
    )


ROOT = Path(__file__).parents[2]

ENGINES = {"numpy", "pyarrow", "duckdb", "pandas"}
# Arrow would import the first two if it could; pandas takes longer than everything else.
UNUSED = {"pandas", "numpy", "pyarrow.parquet", "pyoxigraph", "rich.progress", "iriform.cli.check"}
REPORT = {"jinja2", "vl_convert"}
# The modules that draw help and errors, read files, draw results, and count.
RICH = {"rich", "rich_click"}
DRAWING = RICH | {"difflib"}
READING = {"iriform._io.streams", "gzip", "bz2", "lzma", "pathlib"}
COUNTING = {"iriform.audit.result", "iriform.columns", "iriform.cli.sarif"}
# Modules that verbs for values do not need: importing them takes longer than most values.
VALUES = {"iriform.grammar", "iriform.audit", "json"}


# The modules that a verb must not import, and the largest number of our own: imports are the time to
# start, and counting them needs no quiet machine.
@pytest.mark.parametrize(
    ("arguments", "unwanted", "most"),
    [
        (["--version"], ENGINES | REPORT | DRAWING, 16),
        (["explain", "x:y"], ENGINES | REPORT | COUNTING | {"rich_click"}, 70),
        (["normalize", "x:y"], ENGINES | REPORT | DRAWING | READING | VALUES, 29),
        (["resolve", "x:y", "z"], ENGINES | REPORT | DRAWING | READING | COUNTING, 30),
        (["check", os.devnull], ENGINES | REPORT | DRAWING | COUNTING, 42),
        (["literals", __file__], ENGINES | REPORT, 70),
        (["audit", "--help"], ENGINES | REPORT, 70),
        (["audit", "examples/identifiers.csv"], REPORT | UNUSED | ENGINES, 66),
        (["audit", "--json", "examples/identifiers.csv"], REPORT | ENGINES | RICH, 70),
        (["audit", "examples/identifiers.parquet"], REPORT | UNUSED - {"pyarrow.parquet"}, 70),
    ],
)
def test_nobody_waits_for_what_is_not_used(
    arguments: list[str], unwanted: set[str], most: int
) -> None:
    done = python(
        f"import sys; sys.argv = ['iriform', *{arguments}]\n"
        "from iriform.cli import main\n"
        "try: main()\n"
        "finally: print('\\n', [*sys.modules])"
    )
    modules = ast.literal_eval(done.stdout.splitlines()[-1].strip())
    assert "iriform.cli.app" in modules or arguments == ["--version"]
    assert unwanted.isdisjoint(modules)
    assert sum(name.partition(".")[0] == "iriform" for name in modules) <= most


@pytest.mark.parametrize("file", ["identifiers.csv", "identifiers.parquet"])
def test_the_audit_needs_neither_numpy_nor_a_renderer(tmp_path: Path, file: str) -> None:
    done = python(
        "import sys; sys.modules.update(dict.fromkeys(['numpy', 'vl_convert']))\n"
        f"sys.argv = ['iriform', 'audit', 'examples/{file}', '--report', '{tmp_path}/r.html',"
        f" '--out', '{tmp_path}/parts.parquet']\n"
        "from iriform.cli import main; main()"
    )
    chosen = f"iriform: using column identifier of examples/{file}\n"
    assert (done.returncode, done.stderr) == (0, chosen)
    assert "327          rows read, 325 judged" in done.stdout


def test_a_module_is_hidden_only_for_a_while() -> None:
    with hidden("this"), pytest.raises(ModuleNotFoundError, match="this is hidden"):
        import_module("this")
    assert find_spec("this")


def test_version_and_help() -> None:
    assert process("--version").out.startswith("iriform ")
    run = process("--help")
    assert run.status == 0
    for verb in ("explain", "check", "audit"):
        assert verb in run.out
    assert process("no-such-verb").status == 2


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shell_completion(shell: str) -> None:
    run = process(_IRIFORM_COMPLETE=f"{shell}_source")
    assert run.status == 0
    assert "_IRIFORM_COMPLETE" in run.out or "iriform" in run.out


@pytest.mark.skipif(sys.platform == "win32", reason="the shell is POSIX's")
@pytest.mark.parametrize("verb", ["normalize", "explain", "check", "grammar IRI", "literals"])
def test_closed_streams(verb: str) -> None:
    program = f'"{sys.executable}" -m iriform {verb} -'
    for closed, status, said in [
        (">&-", 2, b"iriform: standard output is closed\n"),
        ("2>&- <&-", 2, b""),
        ("<&-", 2, b"iriform: standard input is closed\n"),
    ]:
        done = subprocess.run(  # noqa: S603 - it is ours
            ["/bin/sh", "-c", f"{program} {closed}"],
            capture_output=True,
            env=environment(),
            check=False,
        )
        assert (done.returncode, done.stdout, done.stderr) == (status, b"", said)


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("iriform re", "resolve relativize repair"),
        ("iriform grammar --as r", "regex railroad"),
        ("iriform grammar IPv", "IPvFuture IPv6address IPv4address"),
        ("iriform normalize --level s", "syntax scheme"),
        ("iriform check --as URI-", "URI-reference"),
        ("iriform repair --ch", "--changes"),
        ("iriform audit --fail-on bidi", "bidi-formatting bidi-control bidi-mixed bidi-ends"),
        ("iriform literals py", ""),  # bash completes file names
    ],
)
def test_completion_in_bash(typed: str, offered: str, tmp_path: Path) -> None:
    """Bash offers these words after a TAB, by the script that `--completion bash` prints."""
    program = tmp_path / "iriform"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m iriform "$@"\n')
    program.chmod(0o755)
    script = (
        f'eval "$(iriform --completion bash)"; COMP_WORDS=({typed}); '
        "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); complete -p iriform >&2; "
        '_iriform_completion iriform; echo "${COMPREPLY[*]}"'
    )
    done = subprocess.run(  # noqa: S603 - it is ours
        ["bash", "-c", script],  # noqa: S607 - whichever there is
        capture_output=True,
        text=True,
        env=environment(PATH=f"{tmp_path}:{os.environ['PATH']}"),
        check=True,
    )
    assert done.stdout == f"{offered}\n"
    assert "-F _iriform_completion" in done.stderr


def test_terminals_that_have_no_unicode() -> None:
    run = process("explain", "http://例え.jp/", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert run.status == 0
    assert r"http://\u4f8b\u3048.jp/" in run.out


CHOICES = [
    (["check", "x", "--as"], "URI, IRI, URI-reference, IRI-reference"),
    (["audit", "x", "--as"], "URI, IRI, URI-reference, IRI-reference"),
    (["audit", "x", "--engine"], "local, spark"),
    (["normalize", "x", "--level"], "syntax, scheme"),
    (["grammar", "IRI", "--as"], "abnf, regex, railroad, tree"),
    (["grammar", "IRI", "--flavor"], "python, ecmascript, pcre, re2, xsd, xpath"),
]


@pytest.mark.parametrize(("arguments", "words"), CHOICES)
def test_a_word_that_is_no_choice(arguments: list[str], words: str) -> None:
    run = iriform(*arguments, "f\x1b[31moo", COLUMNS="200")
    assert (run.status, run.out) == (2, "")
    option = arguments[-1]
    assert f" Invalid value for '{option}': f\\x1b[31moo is not one of {words} " in run.err


def test_a_choice_in_any_case_of_letters() -> None:
    assert iriform("check", "--as", "iri-REFERENCE", "-", stdin=b"a\n").status == 0
    assert iriform("normalize", "--level", "Scheme", "http://a:80").out == "http://a/\n"


IN_C: Any = {"LC_ALL": "C", "PYTHONUTF8": "0"}


@pytest.mark.skipif(sys.platform == "win32", reason="arguments are Unicode there")
@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["resolve", "http://é/", "ü"], "http://é/ü\n"),
        (["relativize", "http://é/a/b", "http://é/a/日"], "日\n"),
        (["expand", "/{a}", "a=é"], "/%C3%A9\n"),
        (["match", "/{a}", "/é"], 'a="é"\n'),
    ],
)
def test_text_in_arguments_is_utf_8_where_the_locale_is_ascii(
    arguments: list[str], printed: str
) -> None:
    assert process(*arguments, **IN_C) == (0, printed, "")


@pytest.mark.skipif(sys.platform == "win32", reason="arguments are Unicode there")
def test_files_are_found_where_the_locale_is_ascii(tmp_path: Path) -> None:
    (tmp_path / "é.txt").write_bytes("http://h/é ü\n".encode())
    run = process("repair", tmp_path / "é.txt", "--out", tmp_path / "ü.txt", **IN_C)

    assert (run.status, run.err) == (
        0,
        "iriform: 1 value read, 1 mended\niriform: values by the cause of a change: 1 not-allowed\n",
    )
    assert (tmp_path / "ü.txt").read_bytes() == "http://h/é%20ü\n".encode()
    assert process("check", tmp_path / "ü.txt", **IN_C) == (0, "", "")


@pytest.mark.skipif(sys.platform == "win32", reason="arguments are Unicode there")
def test_an_argument_that_is_not_utf_8_is_said_to_be_so() -> None:
    run = process("explain", "http://h/\udcff", **IN_C)
    said = "not an IRI reference: the bytes are not UTF-8 "
    assert (run.status, run.out[: len(said)], run.err) == (1, said, "")


@pytest.mark.skipif(sys.platform == "win32", reason="it can be deleted on POSIX only")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["literals", "."], "cannot read .: No such file or directory"),
        (["check", "a.txt"], "cannot read a.txt: No such file or directory"),
        (["audit", "a.txt"], "the working directory: No such file or directory"),
    ],
)
def test_a_working_directory_that_was_deleted(
    tmp_path: Path, arguments: list[str], said: str
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    with started(*arguments, before="import os; os.rmdir(os.getcwd())", cwd=gone) as running:
        out, err = running.communicate(timeout=120)
    assert (running.returncode, out, err.decode()) == (2, b"", f"iriform: {said}\n")


@pytest.mark.parametrize("row", FILE_FORMATS, ids=lambda row: row.name)
def test_a_format_is_known_by_its_row_everywhere(row: FileFormat) -> None:
    """The audit, the option and the detection of files read the same rows."""
    assert known.FORMATS[row.name].name == row.name
    for suffix in row.suffixes:
        # A suffix of a bill of materials may also be a whole name, and JSON is inspected.
        name = {"json": "jsonl"}.get(row.name, row.name)
        # A suffix without a dot is a whole name.
        assert known.format_of(f"a{suffix}" if suffix.startswith(".") else suffix).name == name
        (meant,) = {
            option.type.convert(suffix[1:], None, None)
            for option in check.params
            if option.name == "format_" and suffix.startswith(".")
        } or {row.name}
        assert meant == row.name
    if row.magic:
        assert other_than_text(row.magic + b"...") == row.title
