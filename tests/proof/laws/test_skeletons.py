"""Values in skeletons: proved for all encoded values; asked of the program for every short one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import product

import pytest

from iriform import IRI, IRIReference, unquote
from tests.effort import OF_GRAMMAR

from .decide import common, outside
from .skeletons import FILLED, delimited, filled, values
from .splits import references


def test_a_reference_with_encoded_values_has_the_components_of_its_skeleton() -> None:
    """Each character is where the skeleton has it, and each component matches its production."""
    assert outside(filled(), references()) is None


def test_an_encoded_value_has_no_delimiter() -> None:
    """So a segment stays one, and a pair."""
    assert common(values(), delimited()) is None


@OF_GRAMMAR
@pytest.mark.parametrize("raw", ["/", "?", "#", "@", ":", "[", "\\"])
def test_a_value_that_is_not_encoded_is_found(raw: str) -> None:
    wrong = FILLED.replace(
        "1*( iunreserved / pct-encoded )", f"1*( iunreserved / pct-encoded / %x{ord(raw):02X} )"
    )
    assert wrong != FILLED
    leaves_its_component = outside(filled(wrong), references())
    assert leaves_its_component or common(values(wrong), delimited())


# --- The program, asked for every value of up to two characters that matter.

CHARACTERS = [*map(chr, range(0x80)), "é", "\ue000", "\ufffe", "\u202e", "\U0010ffff"]
TELLING = ["", *"./\\?#@:%&=+;[]a0 \0", "é"]
VALUES = sorted(
    {*CHARACTERS, *map("".join, product(TELLING, repeat=3)), "%2e", "%2E%2E", "..%2f", "a/../b"}
)
SKELETONS = [
    "http://h.example/{x}",
    "http://h.example/a/{x}/b",
    "http://h.example/a-{x}",
    "http://h.example/{x}.txt",
    "http://h.example/.{x}",
    "http://h.example/a;p={x}/b",
    "urn:example:{x}",
    "mailto:{x}",
    "/{x}",
    "{x}",
    "{x}/b",
    "a{x}",
    "http://h.example?k={x}",
    "http://h.example/?a=b&{x}=c",
    "?k={x}&l=m",
    "#{x}",
    "http://h.example/#a{x}b",
    "http://{x}@h.example/",
    "http://u:{x}@h.example/",
    "http://{x}.example.com/",
    "http://{x}/",
]


def structure(value: IRIReference) -> tuple[object, ...]:
    """Say what a value must not change: the components that there are, segments, pairs."""
    authority = value.authority
    return (
        value.scheme,
        authority is None,
        authority and (authority.userinfo is None, authority.port),
        value.host is not None and str(value.host).count("."),
        len(value.path.segments),
        value.path.is_absolute,
        value.query is not None and len(list(value.query.pairs())),
        value.fragment is None,
    )


def taken(skeleton: str) -> Iterator[tuple[str, IRIReference]]:
    """Give the values that the skeleton takes, each with its result."""
    for text in VALUES:
        with suppress(ValueError):
            yield text, IRIReference.of(skeleton, x=text)


@pytest.mark.parametrize("skeleton", SKELETONS)
def test_no_short_value_changes_the_structure(skeleton: str) -> None:
    is_host = "//{x}" in skeleton and "@" not in skeleton
    before, after = skeleton.split("{x}")
    expected = structure(IRIReference(f"{before}x{after}" if before or after else "x"))
    results: dict[str, str] = {}
    for text, result in taken(skeleton):
        assert result.startswith(before), (text, result)
        assert result.endswith(after), (text, result)
        written = result[len(before) : len(result) - len(after)]
        if is_host:
            # A host is judged, and may be written otherwise.
            found, wanted = list(structure(result)), list(expected)
            found[3] = wanted[3] = None
            assert found == wanted, (text, result)
            continue
        assert structure(result) == expected, (text, result)
        assert unquote(written) == text, (text, result)
        assert results.setdefault(written, text) == text, "two values have one result"
        if isinstance(result, IRI):
            plain = IRIReference(result).normalized(level="syntax")
            assert len(plain.path.segments) == len(result.path.segments), (text, result)
    assert len(results) > 1_000 or is_host


def test_most_values_are_taken() -> None:
    """Else the test above would say nothing."""
    assert len(VALUES) > 4_000
    counts = {skeleton: sum(1 for _ in taken(skeleton)) for skeleton in SKELETONS}
    few = {skeleton for skeleton, count in counts.items() if count < len(VALUES) // 2}
    assert few <= {"http://{x}.example.com/", "http://{x}/"}, counts
