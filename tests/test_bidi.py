"""Findings about direction: the rules for right-to-left scripts (RFC 3987 §4)."""

import pickle
from itertools import pairwise

import pytest
from hypothesis import given

from iriform import IRI, Finding, IRIReference

from .strategies import iri_references

# In §4.4 capitals represent right-to-left letters.
HEBREW = {chr(ord("A") + i): chr(0x5D0 + i) for i in range(26)}
ARABIC = {chr(ord("A") + i): chr(0x627 + i) for i in range(26)}
SCRIPTS = [str.maketrans(HEBREW), str.maketrans(ARABIC)]


def found(text: str) -> list[tuple[str, str, tuple[int, int]]]:
    findings = [f for f in IRIReference(text).check("untrusted") if f.code.startswith("bidi-")]
    return [(f.code, f.severity, f.span) for f in findings]


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize(
    "example",
    [
        "http://ab.CDEFGH.ij/kl/mn/op.html",  # 1: a single component
        "http://ab.CDE.FGH/ij/kl/mn/op.html",  # 2: two labels
        "http://AB.CD.EF/GH/IJ/KL?MN=OP;QR=ST#UV",  # 3: all of them
        "http://AB.CD.ef/gh/IJ/KL.html",  # 4: an extension is a component of its own (§4.2)
        "http://ab.cd.EF/GH/ij/kl.html",  # 5: of different kinds
        "http://ab.CD.EF/GH/IJ/kl.html",  # 6
        "http://ab.CDE123FGH.ij/kl/mn/op.html",  # 7: digits within
        "http://ab.CDEFGH.123/kl/mn/op.html",  # 10: a component of digits alone
    ],
)
def test_the_examples_that_are_allowed(example: str, script: dict[int, str]) -> None:
    assert found(example.translate(script)) == []


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize(
    ("example", "spans"),
    [
        # 8: digits at the end and at the start of a component
        ("http://ab.cd.ef/GH1/2IJ/KL.html", [(16, 19), (20, 23)]),
        # 9: the same, percent-encoded
        ("http://ab.cd.ef/GH%31/%32IJ/KL.html", [(16, 21), (22, 27)]),
    ],
)
def test_the_examples_that_are_not_allowed(
    example: str, spans: list[tuple[int, int]], script: dict[int, str]
) -> None:
    assert found(example.translate(script)) == [("bidi-ends", "warning", span) for span in spans]


def test_a_component_of_both_directions() -> None:
    assert found("http://h/\u05d0\u05d1a\u05d2") == [("bidi-mixed", "warning", (9, 13))]


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("s://\u05d0a@h", (4, 6)),  # userinfo
        ("s://u@x.\u05d0a.y", (8, 10)),  # one label
        ("s://u@x.\u05d0a:80", (8, 10)),
        ("s:/x/\u05d0a/y", (5, 7)),
        ("s:\u05d0a", (2, 4)),
        ("s:?x=\u05d0a&y", (5, 7)),  # a value
        ("s:?\u05d0a=x", (3, 5)),  # a name
        ("s:?x;\u05d0a", (5, 7)),
        ("s:?#\u05d0a", (4, 6)),
        ("\u05d0a", (0, 2)),
        ("//\u05d0a", (2, 4)),
        ("\U0001f600/\u05d0a", (2, 4)),  # in code points
    ],
)
def test_the_components(text: str, span: tuple[int, int]) -> None:
    assert found(text) == [("bidi-mixed", "warning", span), ("bidi-ends", "warning", span)]


@pytest.mark.parametrize(
    ("segment", "codes"),
    [
        ("\u05d0", []),
        ("\u05d0-1\u05d1", []),  # neutral characters may be inside
        ("-\u05d0", ["bidi-ends"]),
        ("\u05d0-", ["bidi-ends"]),
        ("\u0627\u0663", ["bidi-ends"]),  # an Arabic digit is not a letter (class AN)
        ("1-2", []),
        ("é", []),
        ("", []),
    ],
)
def test_what_a_component_begins_and_ends_with(segment: str, codes: list[str]) -> None:
    assert [code for code, _, _ in found(f"s:/é/{segment}")] == codes


@pytest.mark.parametrize("c", "\u200e\u200f\u202a\u202b\u202c\u202d\u202e")
def test_the_seven_that_an_iri_must_not_contain(c: str) -> None:
    (finding,) = [f for f in IRI(f"s:a?{c}").check() if f.code != "scheme-one-letter"]

    assert finding == Finding(
        code="bidi-formatting",
        severity="error",
        span=(4, 5),
        message="a character that changes the display direction, which an IRI must not contain",
        clause="RFC 3987 §4.1",
        evidence=f"U+{ord(c):04X}",
    )


@pytest.mark.parametrize("c", "\u061c\u2066\u2067\u2068\u2069")
def test_those_that_unicode_has_added_since(c: str) -> None:
    """Q10: the RFC lists seven, so these are not errors."""
    codes = [(finding.code, finding.severity) for finding in IRI(f"s:?{c}").check()]

    assert ("bidi-control", "warning") in codes
    assert not any(severity == "error" for _, severity in codes)


def test_every_place_is_reported() -> None:
    assert found("s:\u202ea\u202e") == [
        ("bidi-formatting", "error", (2, 3)),
        ("bidi-formatting", "error", (4, 5)),
    ]


def test_encoded_characters_have_no_direction() -> None:
    assert found("http://h/%D7%90a/%E2%80%AE") == []


@given(iri_references())
def test_findings_are_in_the_text(text: str) -> None:
    findings = IRIReference(text).check()

    for finding in findings:
        start, stop = finding.span
        assert 0 <= start < stop <= len(text)
    assert pickle.loads(pickle.dumps(findings)) == findings


@given(iri_references())
def test_to_iri_makes_no_errors(text: str) -> None:
    """None of the seven is ever decoded by `to_iri` (§3.2, step 4)."""
    uri = IRIReference(text).to_uri()

    assert "bidi-formatting" not in [finding.code for finding in uri.to_iri().check()]


def test_the_examples_follow_one_another() -> None:
    """The spans of one code are in the order of the text."""
    spans = [span for _, _, span in found("s:\u202e/\u202e?\u202e#\u202e")]

    assert all(a < b for a, b in pairwise(spans))
    assert len(spans) == 4
