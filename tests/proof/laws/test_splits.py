"""Splitting and composing: proved for all texts; the program is tested on a complete suite."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest

from iriform import IRIReference
from iriform.grammar._abnf import Name, Node
from tests.effort import OF_GRAMMAR

from . import asking, splits
from .decide import common, no_split, outside, two_splits
from .operations import GUARD_IS_PATH
from .splits import APPENDIX_B, CASES, COMPOSED, UNGUARDED, appendix_b, composed
from .tagged import COMPONENTS, OTHER, code, iri_references, language, shown, symbol_of, tag_of


def test_every_text_has_exactly_one_split() -> None:
    assert no_split(appendix_b(), range(OTHER + 1)) is None
    assert two_splits(appendix_b()) is None


def test_the_grammar_s_components_are_those_of_appendix_b() -> None:
    """So a valid reference is split in one way, and each component matches its production."""
    assert outside(splits.references(), appendix_b()) is None


def test_every_reference_has_one_userinfo_host_and_port() -> None:
    """By the grammar alone, no two derivations give a text different parts."""
    assert two_splits(iri_references()) is None


@OF_GRAMMAR
def test_the_description_is_the_expression() -> None:
    count, wrong = asking.wrong(appendix_b(), 1, asking.by_expression)
    assert (count > 4_000, wrong) == (True, [])


@OF_GRAMMAR
def test_iriform_splits_as_the_grammar_does() -> None:
    """The suite tells the automaton of all references with their parts from all others of its size."""
    count, wrong = asking.wrong(iri_references(), 0, asking.by_iriform)
    assert (count > 100_000, wrong) == (True, [])


@OF_GRAMMAR
@pytest.mark.parametrize(
    ("old", "new", "faulty"),
    [
        ("scheme          = 1*but", "scheme          = *but", "two"),
        ('"//" authority path-after / path-bare', '[ "//" authority ] *but-end', "two"),
        ("query           = *but-hash", "query           = *any", "two"),
        ('path-after      = [ "/" *but-end ]', 'path-after      = "/" *but-end', "none"),
        ('/ 1*but-delimiter [ "/" *but-end ]', '/ *but-delimiter "/" *but-end', "two"),
        ('[ ":" *but-end ] / "/"', '"/"', "none"),
        ("*any", "*but-hash", "none"),
        ('"//" authority path-after / path-first', "path-first", "none"),
    ],
)
def test_a_wrong_description_is_found(old: str, new: str, faulty: str) -> None:
    assert old in APPENDIX_B
    # The last one, since the rules of symbols come first.
    wrong = appendix_b(new.join(APPENDIX_B.rsplit(old, 1)))

    found = two_splits(wrong) if faulty == "two" else no_split(wrong, range(OTHER + 1))

    assert found is not None


@OF_GRAMMAR
@pytest.mark.parametrize(
    ("rule", "body"),
    [
        ("ipath-noscheme", Name("ipath-rootless")),  # a colon in the first segment
        ("ipath-absolute", Name("ipath-abempty")),  # two slashes without an authority
        ("ipath-abempty", Name("ipath-rootless")),  # no slash after an authority
    ],
)
def test_a_wrong_grammar_is_found(rule: str, body: Node) -> None:
    assert outside(splits.references({rule: body}), appendix_b()) is not None


@OF_GRAMMAR
def test_a_program_that_splits_otherwise_is_found() -> None:
    def with_port(text: str) -> list[int] | None:
        """Split with the port as part of the host."""
        codes = asking.by_iriform(text)
        tags = {"port": "host"}
        return codes and [code(tags.get(tag_of(c), tag_of(c)), symbol_of(c)) for c in codes]

    _, wrong = asking.wrong(iri_references(), 0, with_port)
    assert wrong


# --- The guard


def test_what_is_composed_is_valid_and_has_its_components() -> None:
    """With the guard, which belongs to the path, each component matches the same production."""
    assert outside(composed(), splits.references(), [GUARD_IS_PATH]) is None


@OF_GRAMMAR
def test_each_combination_of_components_is_one_case() -> None:
    everything, cases = composed("free"), composed("composed", UNGUARDED)
    assert outside(everything, cases) is None
    assert outside(cases, everything) is None
    for one, other in combinations(CASES, 2):
        assert common(composed(one, UNGUARDED), composed(other, UNGUARDED)) is None


@OF_GRAMMAR
@pytest.mark.parametrize("case", CASES[1:])
def test_no_guard_is_needless(case: str) -> None:
    """Without the guard, the text is not a reference, or is one with other components."""
    assert common(composed(case, UNGUARDED), splits.references()) is None


@OF_GRAMMAR
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('guard-slash-dot = "/."', 'guard-slash-dot = ""'),
        ('guard-slash-dot = "/."', 'guard-slash-dot = "/"'),
        ('guard-dot-slash = "./"', 'guard-dot-slash = "."'),
        ('/ scheme ":" path-plain tail', '/ scheme ":" path-any tail'),
        ("/ path-plain-nc tail", "/ path-plain tail"),
        ("ipath-abempty tail", "path-any tail"),
    ],
)
def test_a_guard_that_is_left_out_is_found(old: str, new: str) -> None:
    assert old in COMPOSED
    wrong = composed("composed", COMPOSED.replace(old, new))

    assert outside(wrong, splits.references(), [GUARD_IS_PATH]) is not None


@OF_GRAMMAR
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"//" path-any', '"/" path-any'),  # a guard where none is needed
        ('*nc ":" path-any', "path-any"),
        ('*nc ":" path-any', '1*nc ":" path-any'),  # none for a colon that is the first character
    ],
)
def test_a_wrong_case_is_found(old: str, new: str) -> None:
    assert old in UNGUARDED
    wrong = UNGUARDED.replace(old, new)
    everything, cases = composed("free", wrong), composed("composed", wrong)
    overlap = [
        common(composed(one, wrong), composed(other, wrong))
        for one, other in combinations(CASES, 2)
    ]

    assert outside(everything, cases) is not None or any(overlap)


@OF_GRAMMAR
def test_iriform_writes_that_guard() -> None:
    """Try every path of up to five relevant characters, with and without a scheme or an authority.

    Neither guard nor split looks at other characters: these are one letter of the automata.
    """
    guard_of = {case: language(case, splits.rules(UNGUARDED), COMPONENTS).machine for case in CASES}
    text_of = {"plain": "", "with-slash-dot": "/.", "with-dot-slash": "./"}
    empty = IRIReference("")
    checked = 0
    for scheme, authority, query in product((None, "s"), (None, "", "h"), (None, "", "q:/?")):
        for path in ("".join(p) for n in range(6) for p in product("/:.a", repeat=n)):
            codes = asking.tagged(
                (
                    ("scheme", scheme),
                    ("delimiter", scheme and ":"),
                    ("delimiter", None if authority is None else "//"),
                    ("authority", authority),
                    ("path", path),
                    ("delimiter", None if query is None else "?"),
                    ("query", query),
                )
            )
            spelled = "".join(map(chr, codes))
            cases = [case for case in CASES if guard_of[case].fault(spelled) is None]
            parts: dict[str, Any] = {
                "scheme": scheme,
                "authority": authority,
                "path": path,
                "query": query,
            }
            if not cases:
                with pytest.raises(ValueError, match="must be empty or begin with “/”"):
                    empty.with_parts(**parts)
                continue
            (case,) = cases
            made = empty.with_parts(**parts)
            guarded = text_of[case] + path
            assert tuple(made.parts) == (scheme, authority, guarded, query, None), shown(codes)
            checked += 1
    assert checked > 12_000
