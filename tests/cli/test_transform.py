"""`iriform resolve`, `relativize`, `normalize`, `to-uri`, `to-iri` and `repair`: one result per value."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from iriform import steps
from tests.cli.program import environment, iriform, measured, process

BASE = "http://a/b/c/d;p?q"

STEPS = """\
  T.scheme     http
                 R has no scheme (RFC 3986 §5.2.2)
  T.authority  u:***@a
                 R has no authority (RFC 3986 §5.2.2)
  T.path       /b/../g
                 the path of Base up to its last slash, then the path of R (RFC 3986 §5.2.3)
  T.path       /g
                 dot segments are removed (RFC 3986 §5.2.4)
                 step  output buffer  input buffer
                 1                    /b/../g
                 2E    /b             /../g
                 2C                   /g
                 2E    /g
  T.query      (none)
                 the query is R's (RFC 3986 §5.2.2)
  T.fragment   (empty)
                 the fragment is R's (RFC 3986 §5.2.2)
  T            http://u:***@a/g#
                 the components are put together (RFC 3986 §5.3)
http://u:pw@a/g#
"""

# A command, its arguments, and its output.
RESULTS = [
    (["resolve", BASE, "g", "../g", "?y", "#s", "http:g", ""], "http://a/b/c/g http://a/b/g"
     " http://a/b/c/d;p?y http://a/b/c/d;p?q#s http:g http://a/b/c/d;p?q"),
    (["resolve", BASE, "http:g", "--no-strict"], "http://a/b/c/g"),
    (["resolve", "http://例え.jp/", "道"], "http://例え.jp/道"),
    (["relativize", "--form", "path", "http://h/a/b", "http://h/a/b", "http://h/c"], "b ../c"),
    (["relativize", "--form", "Network-Path", "s://h/a", "s://h/b"], "//h/b"),
    (["relativize", "--within", "s://h/a/", "s://h/a/1/2/3/x", "s://h/a/b", "s://h/c"], "../../../b s://h/c"),
    (["relativize", BASE, "http://a/b/c/g", "http://a/g", "urn:x", BASE], "g /g urn:x "),
    (["normalize", "HTTP://Example.org:80/%7ea/./b/../c"], "http://example.org:80/~a/c"),
    (["normalize", "--level", "scheme", "HTTP://Example.org:80"], "http://example.org/"),
    (["normalize", "../a/./b", "é"], "../a/./b é"),
    (["to-uri", "http://résumé.example.org/é"], "http://r%C3%A9sum%C3%A9.example.org/%C3%A9"),
    (["to-uri", "--idna", "http://résumé.example.org/é"],
     "http://xn--rsum-bpad.example.org/%C3%A9"),
    (["to-iri", "http://xn--rsum-bpad.example.org/%C3%A9%FF%E2%80%AE"],
     "http://xn--rsum-bpad.example.org/é%FF%E2%80%AE"),
    (["to-iri", "--idna", "http://xn--rsum-bpad.example.org/"], "http://résumé.example.org/"),
    (["repair", " <http://a/b|c%>", "http://a/"], "http://a/b%7Cc%25 http://a/"),
    (["repair", "--as", "IRI-reference", "a b"], "a%20b"),
    (["repair", "--as", "URI", "http://a/é"], "http://a/%C3%A9"),
]  # fmt: skip


@pytest.mark.parametrize(("command", "expected"), RESULTS)
def test_results(command: list[str], expected: str) -> None:
    run = iriform(*command)
    assert (run.status, run.out) == (0, "".join(f"{line}\n" for line in expected.split(" ")))
    assert run.err == "" or command[0] == "repair"  # which is never silent


# Each verb, a value, and a result that differs from the value.
VERBS = [
    (["resolve", "http://h/a/"], "é/../b", "http://h/a/b"),
    (["relativize", "http://h/a/"], "http://h/a/é", "é"),
    (["normalize"], "HTTP://é/", "http://é/"),
    (["to-uri"], "http://h/é", "http://h/%C3%A9"),
    (["to-iri"], "http://h/%C3%A9", "http://h/é"),
    (["repair"], "http://h/é é", "http://h/é%20é"),
]
every_verb = pytest.mark.parametrize(
    ("verb", "value", "result"), VERBS, ids=[verb[0] for verb, _, _ in VERBS]
)


@every_verb
def test_a_bad_value_loses_no_other(verb: list[str], value: str, result: str) -> None:
    stdin = f"\ufeff{value}\r\n\nhttp://h:x y/\n{value}\nhttp://h/".encode() + b"\xff\n\n"
    run = iriform(*verb, "-", stdin=stdin)
    assert run.status == 1
    assert run.out == f"{result}\n\n\n{result}\n\n\n"  # line by line
    assert "<stdin>:3:11: not an IRI" in run.err
    assert "<stdin>:5:10: not an IRI" in run.err
    assert "the bytes are not UTF-8" in run.err
    assert run.err.endswith("iriform: no result for 2 of 4 values\n")


@every_verb
def test_json(verb: list[str], value: str, result: str) -> None:
    run = iriform(*verb, "--json", "-", value, stdin=f"{value}\n\nhttp://a:b:80a/\n".encode())
    assert run.status == 1
    assert run.out.isascii()
    one, bad, two = run.records
    changes = [one.pop("changes"), two.pop("changes")] if verb == ["repair"] else []
    assert one == {"file": "-", "line": 1, "text": value, "result": result}
    assert two == {"file": None, "line": 2, "text": value, "result": result}
    production = "IRI" if verb[0] in {"relativize", "repair"} else "IRI-reference"
    assert bad == {
        "file": "-",
        "line": 3,
        "result": None,
        "column": 10,
        "position": 14,
        "span": [9, 14],
        "production": production,
        "rule": "port",
        "reason": "invalid-port",
        "message": bad["message"],
        "hint": "a port has digits only, and a userinfo ends with “@”",
        "text": "http://a:***/",
    }
    assert bad["message"].endswith("this is not a port (port, RFC 3986 §3.2.3)")
    for change in changes:
        assert change == [
            {
                "span": [10, 11],
                "found": " ",
                "replacement": "%20",
                "cause": "not-allowed",
                "clause": "RFC 3987 §3.1",
            }
        ]


@every_verb
def test_nothing_comes_of_nothing(verb: list[str], value: str, result: str) -> None:
    del value, result
    assert iriform(*verb, "-") == (0, "", "")
    assert iriform(*verb, "-", stdin=b"\n\r\n") == (0, "\n\n", "")
    assert iriform(*verb, "--json", "-", stdin=b"\n\r\n") == (0, "", "")


@every_verb
def test_a_result_is_exact_whatever_the_encoding(verb: list[str], value: str, result: str) -> None:
    """Only a terminal gets escapes: a file or a pipe gets the library's result."""
    run = process(*verb, value, PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert run.out == f"{result}\n"
    run = process("normalize", "http://anna:secret@h/\u202e", PYTHONIOENCODING="ascii")
    assert run.out == "http://anna:secret@h/\u202e\n"


@every_verb
def test_passwords_are_not_shown_by_messages(verb: list[str], value: str, result: str) -> None:
    del value, result
    for text in ("http://anna:s3cr3t@h:x/", "http://anna:s3cr3t@h/[\x1b[31m\u202e"):
        run = iriform(*verb, "-", stdin=text.encode())
        assert "s3cr3t" not in run.err
        assert "\x1b" not in run.err
        assert "\u202e" not in run.err


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal")
@every_verb
def test_a_terminal_gets_escapes(verb: list[str], value: str, result: str) -> None:
    import pty

    del value, result
    terminal, side = pty.openpty()
    with subprocess.Popen(  # noqa: S603 - it is ours
        [sys.executable, "-m", "iriform", *verb, "http://h/\u202e"],
        stdout=side,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as running:
        os.close(side)
        shown = os.read(terminal, 1000)
        running.wait(60)
    os.close(terminal)
    assert b"\xe2\x80\xae" not in shown
    # Conversion encodes it.
    assert (b"%E2%80%AE" if verb[0].startswith("to-") else rb"\u202e") in shown


@pytest.mark.skipif(sys.platform == "win32", reason="there is no resource module")
def test_constant_memory(tmp_path: Path) -> None:
    file = tmp_path / "good.txt"
    peaks = []
    for count in (200_000, 400_000):
        file.write_bytes(b"../b\n" * count)
        with file.open("rb") as stdin:
            run, peak = measured("resolve", "http://h/a/", "-", stdin=stdin)
        assert run == (0, "http://h/b\n" * count, "")
        peaks.append(peak)
    assert peaks[1] < peaks[0] * 1.1


def test_a_host_that_idna_refuses() -> None:
    run = iriform("to-uri", "--idna", "http://é..x/", "http://h/")
    assert (run.status, run.out) == (1, "\nhttp://h/\n")
    why = "Host('é..x') is not a domain name (UTS #46): label 2 is empty (VerifyDnsLength)"
    assert run.err.startswith(f"iriform: argument 1: {why}\n")
    run = iriform("to-uri", "--idna", "--json", "http://é..x/")
    [record] = run.records
    assert record == {"file": None, "line": 1, "result": None, "message": why}


@pytest.mark.parametrize("verb", ["resolve", "relativize"])
def test_without_a_base_there_is_nothing_to_do(verb: str) -> None:
    run = iriform(verb, "a/b", "http://h/")
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith("BASE:1: not an IRI: there is no scheme")
    run = iriform(verb, "http://anna:s3cr3t@h:x/", "http://h/")
    assert run.status == 2
    assert "s3cr3t" not in run.err


def test_repair_names_its_changes() -> None:
    run = iriform("repair", "--show-changes", '"http://a/b c"', "http://a/")
    assert (run.status, run.out) == (0, "http://a/b%20c\nhttp://a/\n")
    assert run.err == (
        'iriform: argument 1:1: “"” is left out [trimmed; RFC 3986 Appendix C]\n'
        "iriform: argument 1:12: “ ” becomes “%20” [not-allowed; RFC 3987 §3.1]\n"
        'iriform: argument 1:14: “"” is left out [trimmed; RFC 3986 Appendix C]\n'
        "iriform: 1 of 2 values repaired\n"
    )
    run = iriform("repair", "--show-changes", "http://anna:s{t@h/")
    assert run.out == "http://anna:s%7Bt@h/\n"
    assert "argument 1:14: “***” becomes “***”" in run.err


@every_verb
def test_usage(verb: list[str], value: str, result: str) -> None:
    del value, result
    assert iriform(*verb).status == 2
    assert iriform(verb[0]).status == 2
    run = iriform(verb[0], "--help")
    assert run.status == 0
    assert "Exit status" in run.out
    assert f"iriform {verb[0]} " in run.out
    run = iriform(*verb, "-", stdin=b"PAR1\x15\x04")
    assert (run.status, run.out) == (2, "")
    assert "it is a Parquet file" in run.err


@pytest.mark.parametrize("verb", ["normalize", "to-uri", "to-iri", "repair"])
def test_who_names_a_file_is_told_how_to_read_it(verb: str, tmp_path: Path) -> None:
    file = tmp_path / "names.txt"
    file.write_text("http://a/")
    run = iriform(verb, file)
    assert run.err.startswith(
        f"iriform: {file} is read as an identifier, but there is also a file of that name"
    )
    assert iriform(verb, "http://a/" + "b" * 100_000).status == 0
    assert (run.status, run.out) == ((1, "\n") if verb == "repair" else (0, f"{file}\n"))


def test_a_default_scheme_for_repair() -> None:
    texts = ("www.example.org/a b", "http://a.example/", "a b")
    run = iriform("repair", "--show-changes", "--default-scheme", "https", *texts)
    assert run.status == 1
    assert run.out == "https://www.example.org/a%20b\nhttp://a.example/\n\n"
    assert run.err.splitlines()[0] == (
        "iriform: argument 1:1: “https://” is put before it [scheme; RFC 3986 §4.5]"
    )
    run = iriform("repair", *texts)
    assert "iriform: 1 more with --default-scheme https: they begin with a host\n" in run.err
    run = iriform("repair", "--default-scheme", "https:", "a.example")
    assert (run.status, run.err) == (2, "iriform: --default-scheme https:: not a scheme\n")


def test_steps_of_resolution() -> None:
    """The password is in the result, which is data, but not in the steps."""
    assert iriform("resolve", "--steps", "http://u:pw@a/b/c", "../g#").out == STEPS
    [record] = iriform("resolve", "--steps", "--json", "http://u:pw@a/b/c", "../g#").records
    assert record["result"] == "http://u:pw@a/g#"
    expected = steps.resolve("http://u:***@a/b/c", "../g#")
    assert record["steps"] == [
        step._asdict() | {"passes": [each._asdict() for each in step.passes]} for step in expected
    ]


def test_steps_of_normalization() -> None:
    done = iriform("normalize", "--steps", "--level", "scheme", "HTTP://a:80/\u202e", "http://a/")
    assert done.out.splitlines() == [
        "  http://a:80/\\u202e",
        "    scheme and host become lower-case; an IPv6 address gets the form of RFC 5952 "
        "(RFC 3986 §6.2.2.1)",
        "  http://a/\\u202e",
        "    leading zeros of a port and the scheme's default port are removed (RFC 3986 §6.2.3)",
        "http://a/\u202e",
        "http://a/",
    ]
