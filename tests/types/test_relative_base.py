"""`resolve_onto`: two references as one; the base does not need a scheme."""

from typing import Any

import pytest
from hypothesis import assume, given

from iriform import IRI, URI, IRIReference, ParseError, URIReference
from tests.oracle.resolution import resolve, resolve_onto
from tests.strategies import iri_references, iris, relative_references


# base, reference, the two as one; why
@pytest.mark.parametrize(
    ("base", "reference", "expected", "why"),
    [
        ("a/b", "c", "a/c", "the last segment of the base goes (§5.2.3)"),
        ("a/b", "../c", "c", "and the one before it"),
        ("a/b", "../../c", "../c", "and one that is not known yet"),
        ("../a", "../b", "../../b", "as often as need be"),
        ("a", ".", "./", "not empty: that would be a"),
        ("a", "..", "../", "a directory"),
        ("a/..", "b", "b", "the base leads to its own directory"),
        ("..", "b", "../b", "or to the one above"),
        ("a/../b", "", "a/../b", "§5.2.2 takes the path as it is"),
        ("a/../b", "?q", "a/../b?q", "here too"),
        ("a?p#f", "", "a?p", "the fragment is the reference's"),
        ("a?p", "?q", "a?q", "so is the query, if it has one"),
        ("?p", "#f", "?p#f", "a base of a query alone"),
        ("", "", "", "nothing and nothing"),
        ("", "../a", "../a", "nothing and something"),
        ("/a/b", "../../../c", "/c", "above the root is nothing"),
        ("/a", "..//b", "/.//b", "no authority comes about (§3.3)"),
        ("a", "..//b", "..//b", "an empty segment"),
        ("a/b", "..//c", ".//c", "one at the beginning"),
        ("a", "./b:c", "./b:c", "no scheme comes about (§4.2)"),
        ("//h", "a", "//h/a", "after an authority the path has a root (§5.2.3)"),
        ("//h/a", "//i/../b", "//i/b", "another authority"),
        ("a/b", "/c/./d", "/c/d", "another root"),
        ("a/%2E%2E/b", "../%2e/c", "a/%2e/c", "encoded dots are ordinary characters (Q4)"),
        ("a", "s:b/../c", "s:/c", "a reference with a scheme is its own target"),
        ("s:a/b", "../c", "s:/c", "a base with a scheme: §5.2 as it stands"),
        ("s://h/a/..", "b", "s://h/a/b", "to the letter (Q5)"),
        ("\u9053/b", "\xe9", "\u9053/\xe9", "an IRI reference"),
    ],
)
def test_two_references_as_one(base: str, reference: str, expected: str, why: str) -> None:
    assert IRIReference(reference).resolve_onto(base) == expected, why
    assert resolve_onto(base, reference) == expected


@given(iris(), relative_references(), iri_references())
def test_it_means_what_both_mean_in_turn(x: str, base: str, reference: str) -> None:
    """The target is the same from every document with an authority or an absolute path."""
    document = IRI(x)
    assume(document.authority is not None or document.path.is_absolute)
    merged = IRIReference(reference).resolve_onto(base)
    assert document.resolve(merged) == document.resolve(base).resolve(reference)
    assert resolve(x, merged) == resolve(resolve(x, base), reference)


@given(iri_references(), iri_references())
def test_it_is_the_oracle_s(base: str, reference: str) -> None:
    merged = IRIReference(reference).resolve_onto(base)
    assert merged == resolve_onto(base, reference)
    assert IRIReference.is_valid(merged)
    if IRI.is_valid(base):
        assert merged == IRI(base).resolve(reference)


@given(relative_references(), relative_references(), iri_references())
def test_several_in_turn_are_one(a: str, b: str, c: str) -> None:
    """The target from a document does not depend on the order in which references are merged."""
    ab = IRIReference(b).resolve_onto(a)
    bc = IRIReference(c).resolve_onto(b)
    base = "s://h/1/2/3/4/5/6/7/8/9/"
    left = IRI(base).resolve(IRIReference(c).resolve_onto(ab))
    assert left == IRI(base).resolve(bc.resolve_onto(a))


@pytest.mark.parametrize(
    ("base", "reference", "expected"),
    [
        (IRIReference("a"), IRIReference("b"), IRIReference),
        (URIReference("a"), IRIReference("b"), IRIReference),
        (IRIReference("a"), URIReference("b"), IRIReference),
        (URIReference("a"), URIReference("b"), URIReference),
        (URI("s:a"), URIReference("b"), URI),
        (IRI("s:a"), URIReference("b"), IRI),
        (URI("s:a"), IRIReference("b"), IRI),
        (URIReference("a"), URI("s:b"), URI),
        (IRIReference("a"), URI("s:b"), IRI),
        ("a", URI("s:b/../c"), URI),
        ("a", IRIReference("b"), IRIReference),
        (b"a", URIReference("b"), URIReference),
    ],
)
def test_the_narrowest_class(base: Any, reference: Any, expected: type) -> None:
    assert type(reference.resolve_onto(base)) is expected


def test_what_is_no_reference_is_refused() -> None:
    with pytest.raises(ParseError):
        IRIReference("a").resolve_onto("b c")
    with pytest.raises(ParseError):
        URIReference("a").resolve_onto("\xe9")
    with pytest.raises(ParseError):
        IRIReference("a").resolve_onto("\ud800")
    with pytest.raises(TypeError):
        IRIReference("a").resolve_onto(None)  # type: ignore[arg-type]
