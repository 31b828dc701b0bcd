"""`iriform repair --out`: mended values that equal another value of the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import iriform


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.txt", "http://h/a b\nhttp://h/a%20b\n", "1 mended value equals"),
        ("a.txt", "http://h/a b\n<http://h/a b>\n", "1 mended value equals"),
        (
            "a.txt",
            "http://h/a|b\nhttp://h/a%7Cb\nhttp://h/%\nhttp://h/%25\n",
            "2 mended values equal",
        ),
        ("a.txt", "http://h/a b\nhttp://h/a b\n", None),
        ("a.txt", "http://h/a b\nhttp://h/a+b\n", None),
        ("a.txt", "http://h/a\nhttp://h/a\n", None),
        ("a.csv", "n,url\n1,http://h/a b\n2,http://h/a%20b\n", "1 mended value equals"),
        (
            "a.jsonl",
            '{"url": "http://h/a b"}\n{"url": "http://h/a%20b"}\n',
            "1 mended value equals",
        ),
        ("a.nt", "<http://h/a b> <x:p> <http://h/a%20b> .\n", "1 mended value equals"),
        ("a.nt", '<http://h/a b> <x:p> "http://h/a%20b" .\n', None),
        (
            "a.ttl",
            "@prefix h: <http://h/> .\n<http://h/a b> <x:p> h:a%20b .\n",
            "1 mended value equals",
        ),
    ],
)
def test_what_becomes_one_is_named(tmp_path: Path, name: str, text: str, said: str | None) -> None:
    file = tmp_path / name
    file.write_text(text)
    options = ("--column", "url") if name.endswith(("csv", "jsonl")) else ()
    run = iriform("repair", file, "--out", tmp_path / f"out.{name}", *options)
    assert run.status == 0
    failing = iriform(
        "repair", file, "--out", tmp_path / f"again.{name}", "--fail-on", "merged", *options
    )
    if said is None:
        assert "[merged]" not in run.err
        assert failing.status == 0
    else:
        assert f"{said} another value of the file [merged]: http://h/" in run.err
        assert failing.status == 1


def test_no_other_code_is_known(tmp_path: Path) -> None:
    run = iriform("repair", "a.txt", "--out", tmp_path / "b", "--fail-on", "invalid")
    assert run.status == 2


def test_a_password_is_not_named(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("http://u:hidden@h/a b\nhttp://u:hidden@h/a%20b\n")
    run = iriform("repair", file, "--out", tmp_path / "out.txt")
    assert "[merged]: http://u:***@h/a%20b" in run.err
