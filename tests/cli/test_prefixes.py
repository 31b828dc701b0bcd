"""`iriform compress`, and `iriform expand --prefixes`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import iriform

PARIS = "http://dbpedia.org/resource/Paris"


def test_compress_and_expand_are_opposites(tmp_path: Path) -> None:
    assert iriform("compress", PARIS) == (0, "dbr:Paris\n", "")
    assert iriform("expand", "--prefixes", "well-known", "dbr:Paris") == (0, f"{PARIS}\n", "")
    map_ = tmp_path / "map.ttl"
    map_.write_text("@prefix r: <http://dbpedia.org/resource/> .")
    assert iriform("compress", "--prefixes", map_, PARIS).out == "r:Paris\n"
    syntax = ["--syntax", "safe-curie", "--prefixes", map_]
    assert iriform("compress", *syntax, PARIS).out == "[r:Paris]\n"
    assert iriform("expand", *syntax, "[r:Paris]").out == f"{PARIS}\n"


def test_what_has_no_prefix_stays_whole_and_is_counted() -> None:
    run = iriform("compress", "http://example.org/", PARIS)
    assert run == (0, "http://example.org/\ndbr:Paris\n", "iriform: 1 without a prefix\n")


def test_what_cannot_be_expanded_loses_no_other() -> None:
    run = iriform("expand", "--prefixes", "well-known", "-", stdin=b"dbrr:x\nwd:Q42\nx\n")
    assert (run.status, run.out) == (1, "\nhttp://www.wikidata.org/entity/Q42\n\n")
    assert run.err == (
        "iriform: <stdin>:1: unknown prefix 'dbrr'; did you mean 'dbr' or 'rr'?\n"
        "iriform: <stdin>:3: not a compact IRI: it must have a prefix and a colon\n"
        "iriform: no result for 2 of 3 values\n"
    )


def test_a_column_is_compressed_and_expanded(tmp_path: Path) -> None:
    table, short, again = (tmp_path / f"{name}.csv" for name in ("table", "short", "again"))
    table.write_text(f"n,url\n1,{PARIS}\n2,http://example.org/\n3,\n")
    run = iriform("compress", table, "--column", "url", "--out", short)
    assert run.status == 0
    assert short.read_text() == "n,url\n1,dbr:Paris\n2,http://example.org/\n3,\n"
    run = iriform("expand", "--prefixes", "well-known", short, "--column", "url", "--out", again)
    assert (run.status, again.read_bytes()) == (1, table.read_bytes())
    assert run.err == "iriform: 2 values read, 1 changed, 1 left as it is\n".replace("2", "3", 1)
    assert run.out.startswith(f"{short}:3:3: unknown prefix 'http'; a scheme has that name")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["expand", "dbr:Paris"], "dbr:Paris has no variable; if it is a compact IRI, --prefixes"),
        (["expand", "{x}", "--out", "y"], "--out requires --prefixes: a template makes one URI"),
        (["compress", "x:y", "--prefixes", "nosuch.ttl"], "cannot read nosuch.ttl: No such file"),
    ],
)
def test_it_says_what_is_missing(arguments: list[str], said: str) -> None:
    run = iriform(*arguments)
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith(f"iriform: {said}")
