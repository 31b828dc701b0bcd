"""Statements that cannot be read: each is reported once, with its place, and stays in a mended copy."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest

from tests.changes import before_and_after
from tests.cli.program import iriform
from tests.effort import rounds

PREFIXES = "@prefix e: <http://e.example/> .\nPREFIX f: <http://f.example/x y#>\n"
MENDED_PREFIXES = PREFIXES.replace("x y", "x%20y")

# The text of a document, and the text at the same position of its copy.
GOOD = [
    ("e:s e:p <http://h/a b> .\n", "e:s e:p <http://h/a%20b> .\n"),
    ('e:s e:p "a . \\\\k" , <http://h/é{}> ;\n  f:q """x\n . <http://h/a b>""" .\n',) * 2,
    ("# a . <http://h/a b>\ne:s.t a 1.5 , .5 , e:x\\. .\n",) * 2,
    ("BASE <http://b.example/>\n<a b> e:p () .\n", "BASE <http://b.example/>\n<a%20b> e:p () .\n"),
    (
        "[] e:p [ e:q <http://h/a|b> ] . e:x e:y 1 .\n",
        "[] e:p [ e:q <http://h/a%7Cb> ] . e:x e:y 1 .\n",
    ),
]
GOOD[1] = (GOOD[1][0], GOOD[1][0].replace("é{}", "é%7B%7D"))
# Statements that cannot be read, the line and column of the mistake, and the message.
BAD = [
    ("e:s e:p <C:\\kit\\x> .\n", (1, 12), "Unexpected escape character '\\k'"),
    ("e:s e:p e:a b , <http://h/a b> .\n", (1, 13), "b is not a valid subject or graph name"),
    (
        "e:s e:p\n  nope:x ;\n e:q <http://h/a b> .\n",
        (2, 3),
        "The prefix nope: has not been declared",
    ),
    ('e:s e:p <http://h/ok> , "\\k" .\n', (1, 26), "Unexpected escape character '\\k'"),
    ("e:s e:p e:o\ne:t e:p e:o .\n", (2, 1), "A dot is expected at the end of statements"),
    ("e:s e:p .\n", (1, 9), "TOKEN"),
    ("<a:s> <a:p> ] .\n", (1, 13), "TOKEN"),
    ("e:s e:p $x . # <http://h/a b> .\n", (1, 9), "TOKEN"),
    ("é e:p e:o .\n", (1, 1), "TOKEN"),
    ("e:é é e:o .\n", (1, 5), "TOKEN"),
]


def repaired(file: Path, status: int) -> tuple[str, list[dict[str, object]]]:
    """Mend a file, and return the copy and the values that are left."""
    out = file.with_name(f"mended{file.suffix}")
    run = iriform("repair", file, "--out", out, "--json")
    assert run.status == status, run
    return out.read_text(), [json.loads(line) for line in run.out.splitlines()]


@pytest.mark.parametrize(("text", "place", "said"), BAD)
@pytest.mark.parametrize("suffix", [".ttl", ".trig"])
def test_a_statement_that_cannot_be_read_stays_and_is_reported_once(
    text: str, place: tuple[int, int], said: str, suffix: str, tmp_path: Path
) -> None:
    before, after = GOOD[0]
    file = tmp_path / f"x{suffix}"
    file.write_text(PREFIXES + before + text + before)
    copy, left = repaired(file, 1)
    assert copy == MENDED_PREFIXES + after + text + after
    (only,) = left
    line, column = place
    assert (only["line"], only["column"], only["reason"]) == (3 + line, column, "unreadable")
    assert said in {"TOKEN", only["message"]}
    assert iriform("check", file).out.count(f"{file}:{3 + line}:{column} statement ") == 1
    (row,) = json.loads(iriform("audit", file, "--json").out)["unreadable_rows"]
    assert (row["line"], row["column"]) == (3 + line, column)


def test_what_is_between_mistakes_is_mended(tmp_path: Path) -> None:
    chance = random.Random(74)
    for number in range(rounds(3, 200)):
        chosen: list[tuple[Any, ...]] = [
            chance.choice([*GOOD, *BAD]) for _ in range(chance.randint(5, 60))
        ]
        file = tmp_path / f"{number}.ttl"
        file.write_text(PREFIXES + "".join(each[0] for each in chosen))
        mistakes: list[tuple[int, int]] = []
        expected, line = MENDED_PREFIXES, 3
        for each in chosen:
            if len(each) == 3:
                mistakes.append((line + each[1][0] - 1, each[1][1]))
            expected += each[0] if len(each) == 3 else each[1]
            line += each[0].count("\n")
        copy, left = repaired(file, int(bool(mistakes)))
        assert copy == expected
        assert [(each["line"], each["column"]) for each in left] == mistakes
        if not mistakes:
            ox.Store().load(copy, ox.RdfFormat.TURTLE)


# A TriG document, its copy, and the places of the mistakes.
GRAPHS = [
    ("e:g { e:s e:p e:o . e:s e:p \\k . e:s e:p <http://h/a b> }\n", "a b>", [(1, 29)]),
    ("e:g { e:s e:p } e:h { e:s e:p <http://h/a b> . }\n", "a b>", [(1, 15)]),
    ("\\k { e:s e:p <http://h/c d> . } e:h { e:s e:p <http://h/a b> . }\n", "a b>", [(1, 1)]),
    ("GRAPH e:g\n{ e:s e:p \\k }\ne:s e:p <http://h/a b> .\n", "a b>", [(2, 11)]),
    ("e:g { e:s e:p \\k . e:s e:p \\k . } { e:s e:p <http://h/a b> }", "a b>", [(1, 15), (1, 28)]),
    ('e:s e:p e:o {| e:q "{" |} . e:g { \\k . } <http://h/a b> e:p 1 .', "a b>", [(1, 35)]),
]


@pytest.mark.parametrize(("text", "mended", "places"), GRAPHS)
def test_a_mistake_in_a_graph_ends_neither_the_graph_nor_the_next(
    text: str, mended: str, places: list[tuple[int, int]], tmp_path: Path
) -> None:
    prefix = "@prefix e: <http://e.example/> .\n"
    file = tmp_path / "x.trig"
    file.write_text(prefix + text)
    copy, left = repaired(file, 1)
    assert copy == prefix + text.replace(mended, mended.replace(" ", "%20"))
    assert [(each["line"], each["column"]) for each in left] == [(1 + x, y) for x, y in places]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('<a:s> <a:p> "x"', "the line ends before its dot"),
        ("<a:s> <a:p>", "the line ends before its dot"),
        ('<a:s> <a:p> "x"@en  # why .', "the line ends before its dot"),
        ('<a:s> <a:p> "x .', "the line ends before its string does"),
        ("<a:s> <a:p> <a:o .", "the line ends before its IRI does"),
    ],
)
@pytest.mark.parametrize("suffix", [".nt", ".nq"])
def test_a_line_without_its_dot(line: str, said: str, suffix: str, tmp_path: Path) -> None:
    file = tmp_path / f"x{suffix}"
    file.write_text(f"<a:s> <a:p> <a:o> .\n\n{line}\n<a:s> <a:p> <a:b c> .\n")
    copy, left = repaired(file, 1)
    assert copy == file.read_text().replace("b c", "b%20c")
    assert left == [{"file": str(file), "line": 3, "reason": "unreadable", "message": said}]


def test_many_mistakes_take_linear_time(tmp_path: Path) -> None:
    prefixes = "".join(f"@prefix p{i}: <http://h/{i}/> .\n" for i in range(300))
    file = tmp_path / "x.ttl"
    file.write_text(prefixes + "p1:s p2:p \\k .\n" * 20_000)
    run = iriform("audit", file, "--json")
    (report,) = json.loads(run.out)["files"]
    # The declarations of a document are read again only a limited number of times; then reading stops.
    assert 1_000 < report["unreadable"] < 20_000
    assert "too many unreadable statements" in iriform("check", file).out


# Documents with their copies, and the number of values that are left.
JSON_LD = [
    # Names and values; an escape stays unchanged.
    (
        '{"@id": "http://h/a⟦ →%20⟧b", "http://h/p⟦ →%20⟧q": {"@id": "http:\\/\\/h/\\u00e9⟦ →%20⟧f"}}',
        0,
    ),
    # A literal has the text of a bad IRI, and stays.
    ('{"@id": "http://h/a⟦ →%20⟧b", "http://h/p": "http://h/a b"}', 0),
    # A compact IRI, and a namespace.
    (
        '{"@context": {"e": "http://h/x⟦ →%20⟧y#", "f": "x:f/"}, "@id": "f:a⟦ →%20⟧b", '
        '"e:p": {"@id": "e:z"}}',
        0,
    ),
    # A term whose values are IRIs by the context, and one whose values are not.
    (
        '{"@context": {"s": {"@id": "http://h/s", "@type": "@id"}, "n": "http://h/n"},\n'
        ' "s": "http://h/a⟦ →%20⟧b", "n": "http://h/a b"}',
        0,
    ),
    # A reference, with a base and without one.
    (
        '{"@context": {"@base": "http://h/d/"}, "@id": "a⟦ →%20⟧b", '
        '"http://h/p": {"@id": "http://h/c"}}',
        0,
    ),
    ('{"@id": "a b", "http://h/p": {"@id": "http://h/c⟦ →%20⟧d"}}', 1),
    # A value that cannot be mended is left.
    ('{"@id": "http://[h/", "http://h/p": {"@id": "http://h/c⟦ →%20⟧d"}}', 1),
    # Datatypes and types.
    ('{"@id": "x:h", "@type": "x:T⟦ →%20⟧x", "x:p": {"@value": "1", "@type": "x:d⟦ →%20⟧t"}}', 0),
    # A context in another document: nothing can be read, and nothing is changed.
    ('{"@context": "http://h/c", "@id": "http://h/a b", "http://h/p": "x"}', 1),
]


@pytest.mark.parametrize(("both", "status"), JSON_LD)
def test_json_ld_is_mended_where_its_iris_stand(both: str, status: int, tmp_path: Path) -> None:
    text, copy = before_and_after(both)
    file = tmp_path / "x.jsonld"
    file.write_text(text)
    mended, left = repaired(file, status)
    assert mended == copy
    assert len(left) == status


def test_what_is_left_of_json_ld_has_its_line(tmp_path: Path) -> None:
    file = tmp_path / "x.jsonld"
    file.write_text('{\n "@id": "http://h/",\n "http://h/p": {"@id": "http://[h/"}}')
    _, (left,) = repaired(file, 1)
    assert (left["line"], left["column"], left["statement"], left["part"]) == (3, 25, 1, "object")


def test_how_many_can_be_mended_is_counted_for_each_file(tmp_path: Path) -> None:
    one, other = tmp_path / "one.nt", tmp_path / "other.txt"
    one.write_text("<a:b c> <a:d e> <http://[x/> .\n")
    other.write_text("http://h/\nhttp://[h/\nhttp://h/a b\n")
    run = iriform("audit", one, other, "--json")
    record = json.loads(run.out)
    assert [file["mendable"] for file in record["files"]] == [2, 1]
    assert record["files"][0]["positions"]["subject"]["mendable"] == 1
    assert record["mendable"] == 3
    assert "3 not valid, 2 of them could be mended" in iriform("audit", one, other).out
