"""`iriform.steps`: the steps of resolution and normalization in the RFC."""

from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from iriform import IRIReference, ParseError, steps
from tests.effort import rounds

from .oracle import examples
from .oracle import resolution as oracle
from .oracle.syntax import split
from .strategies import references

# RFC 3986 §5.2.4, letter by letter.
TABLES = """
   STEP   OUTPUT BUFFER         INPUT BUFFER

    1 :                         /a/b/c/./../../g
    2E:   /a                    /b/c/./../../g
    2E:   /a/b                  /c/./../../g
    2E:   /a/b/c                /./../../g
    2B:   /a/b/c                /../../g
    2C:   /a/b                  /../g
    2C:   /a                    /g
    2E:   /a/g

   STEP   OUTPUT BUFFER         INPUT BUFFER

    1 :                         mid/content=5/../6
    2E:   mid                   /content=5/../6
    2E:   mid/content=5         /../6
    2C:   mid                   /6
    2E:   mid/6
"""


def tables() -> Iterator[list[tuple[str, str, str]]]:
    """Read the tables by their columns: label, output buffer, input buffer."""
    for table in TABLES.split("   STEP   OUTPUT BUFFER         INPUT BUFFER\n")[1:]:
        rows = filter(None, table.splitlines())
        yield [(row[:6].strip(" :"), row[7:31].strip(), row[31:].strip()) for row in rows]


@pytest.mark.parametrize("table", list(tables()), ids=["absolute", "rootless"])
def test_tables_of_the_rfc(table: list[tuple[str, str, str]]) -> None:
    path, target = table[0][2], table[-1][1]
    [removed] = [step for step in steps.resolve("a:", f"a:{path}") if step.passes]

    assert [tuple(each) for each in removed.passes] == table
    assert (removed.clause, removed.sets, removed.text) == ("RFC 3986 §5.2.4", "T.path", target)


def check(base: str, reference: str, *, strict: bool = True) -> None:
    """Compare the steps with the transcription of the RFC."""
    taken = steps.resolve(base, reference, strict=strict)
    target = oracle.resolve(base, reference, strict=strict)
    assert taken[-1].sets == "T"
    assert taken[-1].text == target
    # The last value set for each component is that of the target.
    found = {step.sets: step.text for step in taken}
    parts = split(target)._asdict()
    assert {f"T.{name}": text for name, text in parts.items()} == {
        name: text for name, text in found.items() if name != "T"
    }
    for step in taken:
        if step.passes:
            before = next(each.text for each in taken if each.sets == "T.path")
            assert before is not None
            assert [tuple(each) for each in step.passes] == list(
                islice(oracle.dot_segment_states(before), 100)
            )


@pytest.mark.parametrize("reference", [*examples.NORMAL, *examples.ABNORMAL, *examples.STRICT])
@pytest.mark.parametrize("strict", [True, False])
def test_examples_of_the_rfc(reference: str, strict: bool) -> None:
    check(examples.BASE, reference, strict=strict)


@settings(max_examples=rounds(100, 5_000))
@given(references(has_scheme=True), references(), st.booleans())
def test_steps_lead_to_the_target(base: str, reference: str, strict: bool) -> None:
    check(base, reference, strict=strict)


def test_long_paths_are_told_in_part() -> None:
    [removed] = [step for step in steps.resolve("a:/", "/." * 500 + "/b") if step.passes]
    assert (len(removed.passes), removed.text) == (100, "/b")


@pytest.mark.parametrize(
    ("text", "level", "clauses"),
    [
        ("http://a/", "scheme", []),
        ("HTTP://a/%7e", "syntax", ["RFC 3986 §6.2.2.2", "RFC 3986 §6.2.2.1"]),
        ("a/./b", "syntax", []),  # a relative reference keeps its dots
        ("http://a:80", "scheme", ["RFC 3986 §6.2.3", "RFC 3986 §6.2.3"]),
        ("urn:ISBN:1", "scheme", ["RFC 8141 §3.1"]),
    ],
)
def test_steps_of_normalization(
    text: str, level: Literal["syntax", "scheme"], clauses: list[str]
) -> None:
    taken = steps.normalize(text, level)
    assert [step.clause for step in taken] == clauses
    assert all(step.sets is None and not step.passes for step in taken)
    assert (taken[-1].text if taken else text) == IRIReference(text).normalize(level)


@settings(max_examples=rounds(100, 5_000))
@given(references(), st.sampled_from(["syntax", "scheme"]))
def test_steps_lead_to_the_normal_form(text: str, level: Literal["syntax", "scheme"]) -> None:
    texts = [text, *(step.text for step in steps.normalize(text, level))]
    assert texts[-1] == IRIReference(text).normalize(level)
    assert all(before != after for before, after in pairwise(texts))


def test_bad_arguments() -> None:
    with pytest.raises(ParseError, match="not an IRI:"):
        steps.resolve("//h", "a")
    with pytest.raises(ParseError, match="not an IRI reference:"):
        steps.resolve("a:", "a b")
    with pytest.raises(ValueError, match="level must be"):
        steps.normalize("a:", "none")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="takes str or bytes, not int"):
        steps.resolve(5, "a")  # type: ignore[arg-type]
