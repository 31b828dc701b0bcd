"""The figures are those of a slow script; the texts next to them are those of the library."""

from __future__ import annotations

import unicodedata
from collections import Counter
from pathlib import Path

import pytest

from iriform import IRI, ParseError
from iriform._core import scripts
from iriform.audit import audit
from tests.audit.slowly import slowly
from tests.tables import EACH_CORPUS, ROOT

FILES = [pytest.param(ROOT / "examples" / "identifiers.txt", id="identifiers"), *EACH_CORPUS]


@pytest.mark.parametrize("file", FILES)
def test_the_figures_are_those_of_a_slow_script(file: Path) -> None:
    found = audit(str(file), top=10**6)
    expected = slowly(file)
    # An unknown scheme may name something other than a host.
    hosts = Counter[str]()
    for each in (*found.hosts.top, *found.authorities.top):
        hosts[each.name.rpartition("://")[2]] += each.count
    assert {
        "valid": found.valid,
        "invalid": found.invalid,
        "empty": found.empty,
        "ascii": found.ascii,
        "schemes": {c.name: c.count for c in found.schemes.top},
        "hosts": hosts,
        "problems": {group.code: group.count for group in found.problems},
        "mendable": {group.code: group.mendable for group in found.problems},
        "findings": {group.code: group.count for group in found.findings},
        "longest": {each.component: each.longest for each in found.lengths},
        "lengths": {
            each.component: {c.name: c.count for c in each.classes} for each in found.lengths
        },
    } == expected


@pytest.mark.parametrize("file", FILES[:3])
def test_the_examples_are_the_first(file: Path) -> None:
    first: dict[str, list[int]] = {}
    for number, line in enumerate(file.read_bytes().split(b"\n"), 1):
        text = line.removesuffix(b"\r").decode("utf-8", "surrogateescape")
        try:
            IRI(text)
        except ParseError as error:
            if text:
                first.setdefault(str(error.reason), []).append(number)
    found = audit(str(file))
    assert {g.code: [e.place for e in g.examples] for g in found.problems} == {
        code: places[:3] for code, places in first.items()
    }


def test_more_hosts_than_there_is_room_for_in_memory(tmp_path: Path) -> None:
    """`crates/audit/src/name_totals.rs` limits the number of names in memory; the others go to a file."""
    count = 500_000
    file = tmp_path / "a.txt"
    with file.open("w", encoding="ascii") as lines:
        lines.writelines(f"http://h{i}/\n" for i in range(count))
        lines.writelines(f"http://h{i}/\n" for i in range(0, count, 200_000))
    hosts = audit(str(file), top=5).hosts
    assert (hosts.values, hosts.distinct) == (count + 3, count)
    assert [(each.name, each.count) for each in hosts.top] == [
        *[("h0", 2), ("h200000", 2), ("h400000", 2)],
        *[("h1", 1), ("h10", 1)],
    ]


def test_scripts() -> None:
    values = ["abc", "é", "道", "道に", "Ж–b", "e\u0301", "\u0378", "\U0010fffd", "ab道é"]
    assert [scripts(value) for value in values] == [
        [],
        ["Latin"],
        ["Han"],
        ["Han", "Hiragana"],
        ["Cyrillic", "Common"],
        ["Inherited"],
        ["Other"],
        ["Other"],
        ["Han", "Latin"],
    ]


def test_scripts_of_all_letters() -> None:
    """A letter's name begins with its script's, for scripts whose names are one word.

    The letters are those of Unicode 3.2, whose data every Python has.
    """
    unicode = unicodedata.ucd_3_2_0
    names = {"GREEK", "CYRILLIC", "HEBREW", "THAI", "HIRAGANA", "ETHIOPIC", "CHEROKEE"}
    letters = {
        chr(c): script.title()
        for c in range(0x80, 0x30A0)
        if (script := unicode.name(chr(c), "").split(" ")[0]) in names
        and unicode.category(chr(c)) in {"Lu", "Ll", "Lo"}
    }
    assert len(letters) > 500
    assert {letter: [script] for letter, script in letters.items()} == {
        letter: scripts(letter) for letter in letters
    }
