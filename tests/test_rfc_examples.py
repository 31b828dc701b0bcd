"""The examples of RFC 3986 and RFC 3987, as exact strings."""

from itertools import combinations

import pytest

from iriform import IRI, URI, IRIReference, Path, URIReference, resolve
from tests.oracle import examples

BASE = URI(examples.BASE)


@pytest.mark.parametrize(
    ("reference", "target"), (examples.NORMAL | examples.ABNORMAL | examples.STRICT).items()
)
def test_rfc_3986_5_4(reference: str, target: str) -> None:
    assert BASE.resolve(reference) == target
    assert BASE.resolve(URIReference(reference)) == target
    assert IRI(BASE).resolve(IRIReference(reference)) == target


def test_rfc_3986_5_4_has_42_examples() -> None:
    # 23 normal and 18 abnormal ones, and `http:g`, which has two answers.
    assert len(examples.NORMAL | examples.ABNORMAL | examples.STRICT) == 42


@pytest.mark.parametrize(
    ("reference", "target"), (examples.NORMAL | examples.ABNORMAL | examples.NON_STRICT).items()
)
def test_rfc_3986_5_4_non_strict(reference: str, target: str) -> None:
    assert BASE.resolve(reference, strict=False) == target


@pytest.mark.parametrize(("reference", "target"), examples.NORMAL.items())
def test_rfc_3986_5_4_1_and_back(reference: str, target: str) -> None:
    found = URI(target).relative_to(BASE)
    assert BASE.resolve(found) == target
    assert len(found) <= len(reference)


@pytest.mark.parametrize(("path", "expected"), examples.DOT_SEGMENTS.items())
def test_rfc_3986_5_2_4(path: str, expected: str) -> None:
    # After a scheme, resolution also normalizes a rootless path.
    assert IRI("s:").resolve(f"s:{path}") == f"s:{expected}"
    assert Path(path).normalize() == expected


@pytest.mark.parametrize(("text", "expected"), examples.SYNTAX_EQUIVALENT)
def test_rfc_3986_6_2_2(text: str, expected: str) -> None:
    assert URI(text).normalize() == expected
    assert URI(text).equivalent(expected)
    assert URI(text) != expected


def test_rfc_3986_6_2_3() -> None:
    for text in examples.SCHEME_EQUIVALENT:
        assert URI(text).normalize("scheme") == examples.SCHEME_EQUIVALENT[1]
        for different in examples.SCHEME_DIFFERENT:
            assert not URI(text).equivalent(different, "scheme")
    for a, b in combinations(examples.SCHEME_EQUIVALENT, 2):
        assert URI(a).equivalent(b, "scheme")


@pytest.mark.parametrize(("iri", "uri"), examples.TO_URI.items())
def test_rfc_3987_3_1(iri: str, uri: str) -> None:
    assert IRI(iri).to_uri() == uri


@pytest.mark.parametrize(("iri", "uri"), examples.TO_URI_IDNA.items())
def test_rfc_3987_3_1_to_ascii(iri: str, uri: str) -> None:
    assert IRI(iri).to_uri(idna=True) == uri


def test_rfc_3987_3_1_step_1() -> None:
    octets, iri = examples.FROM_WINDOWS_1258
    assert IRI.from_bytes(octets, "windows-1258") == iri
    # 1c: "do not normalize"
    decomposed = "http://example.org/Vi\xea\u0323t"
    assert IRI.from_bytes(decomposed.encode("utf-16"), "utf-16") == decomposed


@pytest.mark.parametrize("character", '<>" {}|\\^`')
def test_rfc_3987_3_1_what_is_not_converted_fails(character: str) -> None:
    assert not IRI.is_valid(f"http://example.org/{character}")


@pytest.mark.parametrize(("uri", "iri"), examples.TO_IRI.items())
def test_rfc_3987_3_2_1(uri: str, iri: str) -> None:
    assert URI(uri).to_iri() == iri


@pytest.mark.parametrize(("uri", "iri"), examples.TO_IRI_IDNA.items())
def test_rfc_3987_3_2_1_to_unicode(uri: str, iri: str) -> None:
    assert URI(uri).to_iri(idna=True) == iri


# Example 4 is only allowed because "the extensions in a resource name" are "treated as separate
# components", which §4.2 permits.
@pytest.mark.parametrize(("logical", "allowed"), examples.BIDI)
def test_rfc_3987_4_4(logical: str, *, allowed: bool) -> None:
    iri = IRI(examples.bidi_notation(logical))
    # "bidirectional IRIs MUST be in full logical order" (§4.1): nothing reorders them.
    assert iri.to_uri().to_iri() == iri.to_iri()
    findings = [finding for finding in iri.check("untrusted") if finding.code.startswith("bidi")]
    assert bool(findings) == (not allowed), findings


@pytest.mark.parametrize(("a", "b"), examples.IRI_SYNTAX_EQUIVALENT)
def test_rfc_3987_5_3_2(a: str, b: str) -> None:
    assert IRI(a).equivalent(b, "syntax")
    assert IRI(a).comparison_key() == IRI(b).comparison_key()
    assert not IRI(a).equivalent(b, "string")


@pytest.mark.parametrize(("a", "b"), examples.IRI_SYNTAX_DIFFERENT)
def test_rfc_3987_5_3_2_what_is_not_equivalent(a: str, b: str) -> None:
    assert not IRI(a).equivalent(b, "scheme")


def test_rfc_3987_5_3_3() -> None:
    a, b = examples.IDN_EQUIVALENT
    assert IRI(a).equivalent(b, "scheme")
    assert not IRI(a).equivalent(b, "syntax")


def test_several_references_are_resolved_in_turn() -> None:
    steps = ["d/", "?q", "../e", "//h/", "f"]
    target: IRI = BASE
    for step in steps:
        target = target.resolve(step)

    assert resolve(BASE, *steps) == target == "http://h/f"
    assert type(resolve(BASE, *map(URIReference, steps))) is URI
