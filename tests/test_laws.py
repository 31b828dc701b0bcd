"""The laws that hold for every reference, and the oracles' answers for every operation.

The numbers are those of the laws in docs/conformance.md: 3 is L3.
"""

import itertools
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import iriform
from iriform import IRI, URI, Fragment, Host, IRIReference, Path, Query, Segment, URIReference
from tests.errors import error_of
from tests.oracle import conversion, normalization, relativization, resolution
from tests.oracle.syntax import RFC3986, RFC3987, Parts, recompose, split, split_authority

from .strategies import (
    almost_references,
    iri_references,
    iris,
    neighbours,
    references,
    segments,
    uri_references,
    uris,
)

LEVELS = ("syntax", "scheme")
CLASSES: list[type[Any]] = [IRIReference, URIReference, IRI, URI]


def classes_of(text: str) -> list[type[Any]]:
    """Return the classes that a reference can have by the oracle's grammars."""
    absolute = split(text).scheme is not None
    ascii_only = RFC3986.is_reference(text)
    return [
        cls
        for cls in CLASSES
        if (absolute or cls in {IRIReference, URIReference})
        and (ascii_only or cls in {IRIReference, IRI})
    ]


def has_plain_host(text: str) -> bool:
    """Return True if UTS #46, which the oracle lacks, does not concern the host."""
    authority = split(text).authority
    if authority is None:
        return True
    host = split_authority(authority).host
    return host.isascii() and "%" not in host and "xn--" not in host.lower()


def has_dot_segments(path: str) -> bool:
    return bool({".", ".."} & set(path.split("/")))


# --- 1, 2, 3: text, components, grammar


@given(iri_references())
def test_a_value_is_its_text(text: str) -> None:
    for cls in classes_of(text):
        assert str(cls(text)) == text
        assert cls(text) == text
        assert hash(cls(text)) == hash(text)


@given(iri_references())
def test_components_are_those_of_appendix_b_and_compose_to_the_text(text: str) -> None:
    reference = IRIReference(text)
    assert tuple(reference.parts) == tuple(split(text))
    assert IRIReference.from_parts(**reference.parts._asdict()) == text
    if reference.authority is not None:
        userinfo, host, port = split_authority(str(reference.authority))
        assert (reference.userinfo, reference.host, reference.port_text) == (userinfo, host, port)


@given(st.text())
def test_split_and_recompose_are_inverse_on_all_text(text: str) -> None:
    assert recompose(split(text)) == text


@given(almost_references())
def test_what_is_valid_is_what_the_grammar_says(text: str) -> None:
    assert IRI.is_valid(text) == RFC3987.matches("absolute", text)
    assert URI.is_valid(text) == RFC3986.matches("absolute", text)
    assert IRIReference.is_valid(text) == RFC3987.is_reference(text)
    assert URIReference.is_valid(text) == RFC3986.is_reference(text)


# --- 4: normalization


@given(iri_references(), st.sampled_from(LEVELS))
@example("http://\xe9%E3%80%82b/", "scheme")
@example("http://\uff0e/", "scheme")
def test_normal_forms_are_normal_valid_and_of_the_same_kind(text: str, level: Any) -> None:
    for cls in classes_of(text):
        normal = cls(text).normalize(level)
        assert type(normal) is cls
        assert type(normal)(str(normal)) == normal
        assert normal.normalize(level) == normal
        assert normal.is_normalized(level)
        assert cls(text).is_normalized(level) == (normal == text)
        if split(text).scheme is not None:  # a relative reference equals only itself (E3)
            assert normal.comparison_key(level) == cls(text).comparison_key(level)


@given(iri_references())
def test_syntax_normalization_is_the_oracle_s(text: str) -> None:
    assert IRIReference(text).normalize() == normalization.normalize(text)


@given(iri_references().filter(has_plain_host))
def test_scheme_normalization_is_the_oracle_s(text: str) -> None:
    assert IRIReference(text).normalize("scheme") == normalization.normalize(text, "scheme")


@given(iri_references())
def test_normalization_splits_into_the_same_components(text: str) -> None:
    before, after = IRIReference(text), IRIReference(text).normalize()
    assert (before.authority is None) == (after.authority is None)
    assert (before.query is None) == (after.query is None)
    assert (before.fragment is None) == (after.fragment is None)
    assert before.path.is_absolute <= after.path.is_absolute


# --- 5, 6: conversion


@given(iri_references())
def test_to_uri_is_ascii_idempotent_and_the_oracle_s(text: str) -> None:
    for cls in classes_of(text):
        uri = cls(text).to_uri()
        assert type(uri) is (URI if issubclass(cls, IRI) else URIReference)
        assert uri == conversion.to_uri(text)
        assert uri.isascii()
        assert uri.to_uri() == uri


@given(uri_references())
def test_to_uri_leaves_a_uri_as_it_is(text: str) -> None:
    assert URIReference(text).to_uri() == text


@given(iri_references())
def test_to_iri_is_idempotent_and_the_oracle_s(text: str) -> None:
    for cls in classes_of(text):
        iri = cls(text).to_iri()
        assert type(iri) is (IRI if issubclass(cls, IRI) else IRIReference)
        assert iri == conversion.to_iri(text)
        assert iri.to_iri() == iri


@given(iri_references())
def test_to_iri_makes_no_formatting_characters(text: str) -> None:
    iri = str(IRIReference(text).to_iri())
    assert not {"\u200e", "\u200f", *map(chr, range(0x202A, 0x202F))} & set(iri)


@given(uri_references())
def test_to_iri_maps_back_to_the_uri(text: str) -> None:
    back = URIReference(text).to_iri().to_uri()
    # "except for potential case differences in percent-encoding and for potential
    # percent-encoded unreserved characters" (RFC 3987 §3.2)
    normalize = normalization.normalize_percent_encoding
    assert normalize(str(back)) == normalize(text)
    if split(text).scheme is not None:
        assert back.equivalent(text, "syntax")


@given(iri_references())
def test_conversions_commute_with_normalization(text: str) -> None:
    reference = IRIReference(text)
    assert reference.to_uri().normalize() == reference.normalize().to_uri().normalize()


# --- 7, 8, 10: resolution


@given(base=iris(), reference=iri_references(), strict=st.booleans())
@example(base="s:/", reference=".//a", strict=True)
@example(base="foo:a", reference="x/../..", strict=True)
def test_resolution_is_the_oracle_s(base: str, reference: str, *, strict: bool) -> None:
    target = IRI(base).resolve(reference, strict=strict)
    literal = resolution.transform(split(base), split(reference), strict=strict)
    assert target == resolution.resolve(base, reference, strict=strict)
    # 7, 10: split again, it has the components that §5.2.2 gives, except for the guard.
    assert Parts(*map(_text, target.parts)) == resolution.guard(literal)


def _text(part: object) -> Any:
    return None if part is None else str(part)


@given(iris(), iri_references())
def test_a_plain_str_resolves_as_a_reference_does(base: str, reference: str) -> None:
    target = IRI(base).resolve(reference)
    assert IRI(base).resolve(IRIReference(reference)) == target
    assert iriform.resolve(base, reference) == target
    mutable = IRIReference(reference).mutable()
    mutable.resolve_against(base)
    assert str(mutable) == target


@given(uris(), references())
def test_the_narrowest_class_that_is_guaranteed(base: str, reference: str) -> None:
    expected = URI if RFC3986.is_reference(reference) else IRI
    narrow = URIReference(reference) if expected is URI else IRIReference(reference)
    assert type(URI(base).resolve(narrow)) is expected
    assert type(URI(base).resolve(IRIReference(reference))) is IRI
    assert type(IRI(base).resolve(narrow)) is IRI


@given(iris(), iris())
def test_what_has_a_scheme_and_no_dots_resolves_to_itself(base: str, target: str) -> None:
    assume(not has_dot_segments(split(target).path))
    assert IRI(base).resolve(target) == target


@given(iris(), iri_references())
def test_resolution_does_not_see_the_fragment_of_the_base(base: str, reference: str) -> None:
    without = IRI(base).without_fragment()
    assert IRI(base).resolve(reference) == without.resolve(reference)


# --- 9: relativization


@given(neighbours())
@example(("s:a/b", "s:/.//c"))
def test_relativization_is_inverse_to_resolution_and_shortest(pair: tuple[str, str]) -> None:
    base, target = pair
    expected = relativization.relativize(target, base)
    if expected is None:
        with pytest.raises(ValueError, match=r"."):
            IRI(target).relative_to(base)
    else:
        found = IRI(target).relative_to(base)
        assert IRI(base).resolve(found) == target
        assert relativization.rank(str(found)) == relativization.rank(expected)


@given(iris(), iri_references())
def test_what_was_resolved_can_be_relativized(base: str, reference: str) -> None:
    target = IRI(base).resolve(reference)
    found = target.relative_to(base)
    assert IRI(base).resolve(found) == target
    assert len(found) <= len(target)
    # No reference is shorter, so the original reference is not either.
    assert len(found) <= len(reference)


@given(iris(), iri_references())
def test_same_document(base: str, reference: str) -> None:
    target = IRI(base).resolve(reference).without_fragment()
    expected = target == IRI(base).without_fragment()
    assert IRIReference(reference).is_same_document(base) == expected


@given(iri_references())
def test_form(reference: str) -> None:
    # "empty" refers to the path: a query alone also has this form.
    forms = ["empty", "empty", "relative-path", "absolute-path", "network-path", "full"]
    assert IRIReference(reference).form == forms[relativization.form_of(reference)]


# --- 11: the ladder


@given(iri_references(), iri_references())
def test_each_level_is_coarser_than_the_one_before(a: str, b: str) -> None:
    for other in (b, a, str(IRIReference(a).normalize()), str(IRIReference(a).to_uri())):
        one, two = IRIReference(a), IRIReference(other)
        string, syntax, scheme = (
            one.equivalent(two, level) for level in ("string", "syntax", "scheme")
        )
        assert string == (a == other)
        assert string <= syntax <= scheme


@given(iri_references(), iri_references(), st.sampled_from(LEVELS))
def test_keys_are_equal_exactly_if_equivalent(a: str, b: str, level: Any) -> None:
    for other in (b, str(IRIReference(a).normalize(level)), str(IRIReference(a).to_iri())):
        one, two = IRIReference(a), IRIReference(other)
        equal = one.comparison_key(level) == two.comparison_key(level)
        assert one.equivalent(two, level) == equal
        assert two.equivalent(one, level) == equal


@given(iri_references())
def test_key_is_the_oracle_s(text: str) -> None:
    reference = IRIReference(text)
    assert reference.comparison_key() == normalization.comparison_key(text)
    if has_plain_host(text):
        assert reference.comparison_key("scheme") == normalization.comparison_key(text, "scheme")


@given(iris(), st.sampled_from(["string", *LEVELS]))
def test_fragments_can_be_ignored(text: str, level: Any) -> None:
    iri = IRI(text)
    assert iri.equivalent(iri.with_parts(fragment="else"), level, ignore_fragment=True)
    assert iri.equivalent(iri.without_fragment(), level, ignore_fragment=True)


# --- Equal text, equal answer


@given(uris(), references(ascii_only=True))
def test_the_answer_depends_on_the_text_alone(text: str, reference: str) -> None:
    answers = [
        (
            cls(text).normalize(),
            cls(text).normalize("scheme"),
            cls(text).comparison_key("scheme"),
            cls(text).to_uri(),
            cls(text).to_iri(),
            cls(text).without_fragment(),
            cls(text).directory,
            cls(text).form,
        )
        for cls in classes_of(text)
    ]
    assert all(a == b for a, b in itertools.pairwise(answers))
    assert IRI(text).resolve(reference) == URI(text).resolve(reference)


# --- Editing: the text has the requested parts, or nothing has changed


@given(iri_references(), iri_references(), st.sets(st.sampled_from(Parts._fields), min_size=1))
@example("s:1a:b", "", {"scheme"})
@example("s://h//p", "", {"authority"})
@example("scheme:", "//h", {"authority"})
def test_an_edit_gives_what_was_asked_for_or_raises(text: str, other: str, names: set[str]) -> None:
    asked = split(text)
    # A guard is not part of the path: it is removed when it is no longer needed.
    unguarded = unguarded_path(asked)
    asked = asked._replace(**{name: getattr(split(other), name) for name in names})
    if "path" not in names:
        asked = asked._replace(path=unguarded)
    reference = IRIReference(text)
    changes: dict[str, Any] = {name: getattr(split(other), name) for name in names}
    fits = not asked.path or asked.path.startswith("/") or asked.authority is None
    if not fits:
        with pytest.raises(ValueError, match=r"."):
            reference.with_parts(**changes)
        return
    edited = split(str(reference.with_parts(**changes)))
    assert edited._replace(path=unguarded_path(edited)) == asked._replace(
        path=unguarded_path(asked)
    )
    assert IRIReference.is_valid(recompose(edited))


def unguarded_path(parts: Parts) -> str:
    """Return the path without a guard before it (RFC 3986 §3.3, §4.2)."""
    if parts.authority is None and parts.path.startswith("/.//"):
        return parts.path[2:]
    if (
        parts.authority is None
        and parts.scheme is None
        and parts.path.startswith("./")
        and ":" in parts.path[2:].split("/")[0]
    ):
        return parts.path[2:]
    return parts.path


@given(
    iri_references(),
    st.lists(
        st.tuples(
            st.sampled_from(["append", "insert", "pop", "set", "clear", "push", "up", "normalize"]),
            segments(ascii_only=False),
        ),
        max_size=5,
    ),
)
def test_editing_a_path_is_editing_a_list(text: str, edits: list[tuple[str, str]]) -> None:
    mutable = IRIReference(text).mutable()
    for operation, segment in edits:
        before, expected = str(mutable), list(map(str, mutable.path))
        try:
            if operation == "append":
                mutable.path.append(Segment(segment))
                expected.append(segment)
            elif operation == "insert":
                mutable.path.insert(0, segment)
                expected.insert(0, segment)
            elif operation == "pop" and expected:
                mutable.path.pop()
                expected.pop()
            elif operation == "set" and expected:
                mutable.path[0] = segment
                expected[0] = segment
            elif operation == "clear":
                mutable.path.clear()
                expected.clear()
            elif operation == "push":
                mutable.path.push(segment)
                expected = list(map(str, mutable.path))
            elif operation in {"up", "normalize"}:
                getattr(mutable.path, operation)()
                expected = list(map(str, mutable.path))
        except ValueError:
            assert str(mutable) == before
            continue
        assert list(map(str, mutable.path)) == expected
        after, unchanged = split(str(mutable)), split(before)
        assert IRIReference.is_valid(str(mutable))
        assert after._replace(path="") == unchanged._replace(path="")


# --- 12: only the documented errors


QUESTIONS: list[Callable[[Any, str], object]] = [
    lambda value, _: value.to_uri(idna=True),
    lambda value, _: value.to_iri(idna=True),
    lambda value, _: value.port,
    lambda value, _: value.host.to_ascii(),
    lambda value, _: value.check(),
    lambda value, other: value.with_parts(host=other),
    lambda value, other: value.with_parts(path=other),
    lambda value, other: value.without_prefix(other),
    lambda value, other: value / other,
    lambda value, other: value.resolve(other),
    lambda value, other: value.relative_to(other),
]


@given(almost_references(), almost_references())
def test_no_text_does_more_than_raise(text: str, other: str) -> None:
    classes: list[Any] = [*CLASSES, Host, Path, Segment, Query, Fragment, iriform.Authority]
    for make in classes:
        value = None
        with suppress(iriform.ParseError):
            value = make(text)
        if isinstance(value, IRIReference):
            for question in QUESTIONS:
                # A reference may have no host, and only an IRI can be resolved against.
                with suppress(ValueError, AttributeError, TypeError):
                    question(value, other)


@given(almost_references())
def test_places_of_errors_are_in_the_text(text: str) -> None:
    assume(not RFC3987.is_reference(text))
    error = error_of(IRIReference, text)
    assert 0 <= error.position <= len(text)
    assert 0 <= error.span[0] <= error.span[1] <= len(text)


@given(almost_references())
def test_repair_gives_a_valid_value_or_raises(text: str) -> None:
    try:
        repaired = IRIReference.repair(text)
    except iriform.ParseError:
        assert not RFC3987.is_reference(text)
        return
    assert RFC3987.is_reference(str(repaired.value))
    if RFC3987.is_reference(text):
        assert repaired.value == text
    assert bool(repaired.changes) == (repaired.value != text)


# --- 13: encoded data decodes to the original


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_quoted_text_unquotes_to_itself(text: str) -> None:
    for cls in (Segment, Fragment):
        quoted = cls.quote(text)
        assert quoted.unquote() == text
        assert quoted.unquote_to_bytes() == text.encode()
        assert cls(str(quoted)) == quoted


@given(st.binary())
def test_quoted_octets_unquote_to_themselves(octets: bytes) -> None:
    for cls in (Segment, Fragment):
        assert cls.quote(octets).unquote_to_bytes() == octets


@given(st.lists(st.tuples(*[st.text(st.characters(exclude_categories=["Cs"]))] * 2)))
def test_pairs_of_a_query_are_read_as_they_were_written(pairs: list[tuple[str, str]]) -> None:
    # A pair of two empty texts is "=", which is a piece and therefore a pair.
    for plus in (True, False):
        assert Query.from_pairs(pairs).pairs(plus=plus) == pairs


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_no_character_normalization(text: str) -> None:
    text += "e\u0301"
    assert unicodedata.normalize("NFC", text) != text
    segment = Segment.quote(text)
    iri = IRI(f"s:/{segment}")
    for other in (iri.normalize("scheme"), iri.to_uri(), iri.to_iri(), iri.to_uri().to_iri()):
        assert other.path.segments[0].unquote() == text
