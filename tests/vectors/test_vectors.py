"""Every row of the public suites: its answer is ours, or the table of differences says why not."""

from collections import Counter

import pytest

from tests.oracle.normalization import normalize
from tests.oracle.resolution import resolve, resolve_literally
from tests.oracle.syntax import RFC3987

from .differences import DIFFERENCES
from .judge import judge, recorded
from .report import DOCUMENT, suites
from .rows import PLACES, Place, rows
from .subjects import BEYOND, SUBJECTS


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("file", SUBJECTS)
def test_every_row_agrees_or_differs_for_a_reason(file: str, place: Place) -> None:
    assert judge(file, place) == recorded()[place][file]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("file", [file for file, subject in SUBJECTS.items() if subject.oracle])
def test_iriform_answers_as_the_oracle_does(file: str, place: Place) -> None:
    subject = SUBJECTS[file]
    assert subject.oracle is not None
    for row in rows(file, place):
        answer = subject.oracle(row)
        assert answer in (BEYOND, subject.iriform(row)), ascii(row)


@pytest.mark.collection(needed=True)
def test_oracles_agree_with_the_collection_s_own_transcription() -> None:
    """The x_ fields are the answers of whoever gathered the rows, transcribed independently."""
    seen: Counter[str] = Counter()
    for row in rows("resolve", "shared"):
        base, reference, strict = row["base"], row["reference"], row["strict"]
        for field in row.keys() & {"x_rfc3986", "x_rfc3986_literal", "x_safe"}:
            if row[field] is not None and base and RFC3987.matches("absolute", base):
                answer = resolve if field == "x_safe" else resolve_literally
                assert answer(base, reference, strict=strict) == row[field]
                seen[field] += 1
    for row in rows("normalize", "shared"):
        text, theirs = row["input"], row.get("x_syntax_based")
        # They leave IPv6 addresses and empty ports as they are, which N5 and Q18 do not.
        if theirs is not None and RFC3987.is_reference(text):
            assert normalize(text) == normalize(theirs)
            seen["x_syntax_based"] += 1
    for row in rows("whatwg", "shared"):
        if row.get("x_rfc_resolved") is not None:
            base = row["input"] if row["base"] is None else row["base"]
            assert resolve(base, row["input"]) == row["x_rfc_resolved"]
            seen["x_rfc_resolved"] += 1
    assert seen == {
        "x_rfc3986": 52,
        "x_rfc3986_literal": 3,
        "x_safe": 4,
        "x_syntax_based": 398,
        "x_rfc_resolved": 625,
    }


def test_every_entry_of_the_table_is_there_for_a_row() -> None:
    counts = recorded()["shared"]
    unused = [
        (entry.file, entry.code) for entry in DIFFERENCES if not counts[entry.file].get(entry.code)
    ]
    assert unused == []


def test_carried_rows_say_where_they_are_from() -> None:
    for file in SUBJECTS:
        for row in rows(file, "carried"):
            assert row["source"]
            assert row["license"]


def test_document_is_written_from_the_table() -> None:
    assert suites() in DOCUMENT.read_text("utf-8")
