"""The head of a table: the code that chooses its delimiter, header and column also reads its rows."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from iriform.audit import AuditError, audit
from tests.changes import before_and_after
from tests.cli.program import Run, iriform
from tests.effort import rounds


def repaired(file: Path, *options: object) -> tuple[Run, str]:
    """Mend a file, and return the run and the copy."""
    out = file.with_name("copy")
    run = iriform("repair", file, "--out", out, *options)
    return run, out.read_text("utf-8") if out.exists() else ""


# Each text marked with the changes of its copy, and its column.
TABLES = {
    "an empty line first": ("\nurl;note\nhttp://a/⟦ →%20⟧b;my note\n", "url"),
    "a delimiter in quotes": ('"a,b,c";url\n1;http://a/⟦ →%20⟧b\n', "url"),
    "a line break in a header": ('"a;b\n;c",url\n1,http://a/⟦ →%20⟧b\n', "url"),
    "the other delimiter in a header": ("name, first, last;url\nAnna;http://a/⟦ →%20⟧b\n", "url"),
    "comments, as SSSOM has them": (
        '#curie_map:\n#  "ex: http://x/\nid\turl\n1\thttp://a/⟦ →%20⟧b\n',
        "url",
    ),
    "a header in a comment, as URLhaus has it": (
        '# all of it; "x\n#\n# id,url\n"1","http://a/⟦ →%20⟧b"\n',
        "url",
    ),
    "a header that begins so": ("#id,url\n1,http://a/⟦ →%20⟧b\n", "url"),
    "a comment like a header": ("# made by, me\nid,url\n1,http://a/⟦ →%20⟧b\n", "url"),
    "no header below a comment": ("# all of it\nhttp://a/⟦ →%20⟧b\n", "1"),
    "a named delimiter": ("sep=;\r\na,b;url\r\n1;http://a/⟦ →%20⟧b\r\n", "url"),
}


@pytest.mark.parametrize("of", TABLES)
def test_a_table_is_read_by_the_delimiter_and_the_header_that_it_has(
    tmp_path: Path, of: str
) -> None:
    both, column = TABLES[of]
    text, copy = before_and_after(both)
    file = tmp_path / "links.csv"
    file.write_bytes(text.encode())
    found = audit(str(file))
    assert (found.files[0].column, found.valid, found.invalid, found.unreadable) == (
        column,
        0,
        1,
        0,
    )
    run, written = repaired(file)
    assert (run.status, written.replace("\n", "\r\n") if "\r" in text else written) == (0, copy)
    assert iriform("normalize", file, "--out", "-", "--quiet").out.encode() == text.encode()


def test_rejects_have_what_stands_before_the_header(tmp_path: Path) -> None:
    file, rejects = tmp_path / "links.csv", tmp_path / "rejects.csv"
    file.write_text("sep=;\n# of\nid,a;url\n1;http://a b/\n2;http://a/\n")
    run, copy = repaired(file, "--rejects", rejects)
    assert (run.status, copy) == (1, "sep=;\n# of\nid,a;url\n2;http://a/\n")
    assert rejects.read_text() == "sep=;\n# of\nid,a;url\n1;http://a b/\n"


def test_a_delimiter_that_no_table_has_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "links.csv"
    file.write_text("sep=:\nurl:note\n")
    with pytest.raises(AuditError, match=r"links\.csv:1: the line names “:” as the delimiter"):
        audit(str(file))


FIELDS = ["note", "a;b", "a,b", "x|y", 'say "so"', "two\nlines", "tab\there", "#1", "", "7", " "]


def test_random_tables_have_the_values_that_python_reads(tmp_path: Path) -> None:
    """Quotes, delimiters in fields, line breaks, blank lines and comments: by Python's csv."""
    random = Random(5)
    file = tmp_path / "links.csv"
    for _ in range(rounds(50, 3000)):
        mark = random.choice(",;\t|")
        width = random.randrange(2, 5)
        place = random.randrange(width)
        names = [random.choice(FIELDS[:7]) + str(i) for i in range(width)]
        names[place] = random.choice(["url", "page;url", "page,url", "the\nurl"])
        urls = [random.choice(["http://a/", "http://a/ b", "a;b", ""]) for _ in range(3)]
        rows = [[random.choice(FIELDS) for _ in range(width)] for _ in urls]
        for row, url in zip(rows, urls, strict=True):
            row[place] = url
        text = StringIO()
        quoting: Any = random.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
        csv.writer(text, delimiter=mark, quoting=quoting, lineterminator="\n").writerows(
            [names, *rows]
        )
        before = random.choice(["", "\n", "# of; me\n", '#\n# "one\n\n', f"sep={mark}\n"])
        # If a row has the delimiter of another table as often as its own, the first line names its own.
        if quoting == csv.QUOTE_MINIMAL or "#" in names[0]:
            before = f"sep={mark}\n"
        file.write_text(before + text.getvalue())
        found = audit(str(file), column=names[place])
        expected = sum(url == "http://a/" for url in urls)
        counted = (found.valid, found.invalid, found.empty, found.unreadable)
        empty = urls.count("")
        assert counted == (expected, 3 - expected - empty, empty, 0), (before, text.getvalue())
        run, copy = repaired(file, "--column", names[place])
        again = [*csv.reader(StringIO(copy.removeprefix(before)), delimiter=mark)]
        meant = [[*row] for row in rows]
        for row in meant:
            row[place] = row[place].replace("http://a/ b", "http://a/%20b")
        assert again == [names, *meant], (run, before, text.getvalue())


# JSON lines.


def lines(*records: Any) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def test_a_name_with_a_dot_is_chosen_and_read_as_one(tmp_path: Path) -> None:
    file = tmp_path / "links.jsonl"
    file.write_text(lines({"a.b": {"url": "http://a/ b"}}))
    for options in ((), ("--column", "a.b.url")):
        run, copy = repaired(file, *options)
        assert (run.status, copy) == (0, lines({"a.b": {"url": "http://a/%20b"}}))


def test_two_members_of_one_name_are_not_mistaken(tmp_path: Path) -> None:
    file = tmp_path / "links.jsonl"
    file.write_text(lines({"a.b": {"url": "x:y"}, "a": {"b.url": "b c"}}))
    with pytest.raises(AuditError, match=r"2 columns of \S+ are called a\.b\.url: rename one"):
        audit(str(file), column="a.b.url")
    # A column with exactly that name comes first.
    file.write_text(lines({"a": {"b": "b c"}, "a.b": "x:y"}))
    assert audit(str(file), column="a.b").valid == 1


def test_text_may_come_after_a_thousand_lines(tmp_path: Path) -> None:
    file = tmp_path / "links.jsonl"
    file.write_text(lines({"n": 1}) * 2000 + lines({"url": "http://a/"}))
    found = audit(str(file))
    assert (found.files[0].column, found.valid, found.unreadable) == ("url", 1, 0)
    file.write_text(lines({"n": 1}) * 10)
    with pytest.raises(AuditError, match=r"links\.jsonl has no column of text"):
        audit(str(file))
    assert iriform("check", file).status == 2
    # A line that is not JSON is reported.
    file.write_text('{"a"\n')
    assert audit(str(file)).unreadable == 1


def test_a_wanted_member_that_no_object_has_is_missed(tmp_path: Path) -> None:
    file = tmp_path / "links.jsonl"
    file.write_text(lines({"page": {"url": "http://a/"}, "n": 1}))
    with pytest.raises(
        AuditError, match=r"has no column url; did you mean page\.url\? It has: page\.url"
    ):
        audit(str(file), column="url")
    assert audit(str(file), column="n").unreadable == 1


def test_a_column_of_the_path_is_named(tmp_path: Path) -> None:
    (tmp_path / "site=a").mkdir()
    file = tmp_path / "site=a/links.jsonl"
    file.write_text(lines({"url": "http://a/"}))
    with pytest.raises(AuditError, match=r"it has: url; site=… in its path is a partition"):
        audit(str(file), column="site")


NAMES = ["a", "b", "a.b", "b.", ".", "url", "é", 'q"', "", "a.b.url"]


def texts(record: Any, names: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], str]]:
    """List the texts of a record, with the names that lead to each."""
    if isinstance(record, str):
        return [(names, record)]
    if isinstance(record, list):
        return [text for item in record for text in texts(item, names)]
    if isinstance(record, dict):
        return [text for name in record for text in texts(record[name], (*names, name))]
    return []


def test_random_objects_have_the_members_that_python_reads(tmp_path: Path) -> None:
    random = Random(6)
    file = tmp_path / "links.jsonl"

    def value(depth: int) -> Any:
        kind = random.random()
        if depth == 0 or kind < 0.3:
            return random.choice(["http://a/", "b c", 1, None, "", True])
        if kind < 0.5:
            return [value(depth - 1) for _ in range(2)]
        return {random.choice(NAMES): value(depth - 1) for _ in range(3)}

    tried = 0
    for _ in range(rounds(100, 5000)):
        record = {random.choice(NAMES): value(3) for _ in range(3)}
        file.write_text(lines(record))
        there = texts(record)
        paths = dict.fromkeys(names for names, _ in there)
        for path in paths:
            column = ".".join(path)
            same = [other for other in paths if ".".join(other) == column]
            if same != [path] or column == "":
                continue
            try:
                found = audit(str(file), column=column)
            except AuditError as error:
                # Members without text also have such names.
                assert "are called" in str(error)
                continue
            if len(path) > 1 and column in record:
                continue
            tried += 1
            counts = [text for names, text in there if names == path]
            assert (found.valid, found.invalid) == (
                counts.count("http://a/"),
                counts.count("b c"),
            ), (record, path)
    assert tried > 30
