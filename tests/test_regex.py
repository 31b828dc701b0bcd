"""`grammar...regex()`: the same language as the parser, in every engine, and linear."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from iriform import grammar
from iriform.grammar import Rule
from tests.effort import OF_GRAMMAR
from tests.growth import assert_grows_at_most

from .engines import ENGINES, Engine
from .proof.machine import RULES, machine
from .proof.texts import of_wp
from .tables import EACH_CORPUS, rows

BACKTRACKING = ["re", "node with the flag u", "PCRE2"]
HOSTILE = 100_000
"""The length of hostile texts, in characters."""


def rule_named(name: str) -> Rule:
    grammars = (grammar.RFC3986, grammar.RFC3987, grammar.RFC6570, grammar.ECMA427)
    return next(rules for rules in grammars if name in rules)[name]


@cache
def vectors() -> dict[str, list[str]]:
    """The texts of the rows about validity, by rule."""
    texts: dict[str, list[str]] = {}
    for table in ("validity", "validity_components"):
        for row in rows(table):
            if row["input"] is not None:
                texts.setdefault(rule_named(row["kind"]).name, []).append(row["input"])
    return texts


def assert_agrees(rule: Rule, flavor: str, engine: Engine, texts: list[str]) -> None:
    said = engine(rule.regex(flavor, anchored=True), texts)  # type: ignore[arg-type]
    wrong = [
        text
        for text, verdict in zip(texts, said, strict=True)
        if verdict is not None and verdict is not rule.matches(text)
    ]
    assert wrong == []
    assert said.count(None) < max(10, len(texts) / 2)


# Python's own engine in each run of the suite, the others if files changed that they read.
EACH_ENGINE = [
    pytest.param(*given, id=name, marks=() if name == "re" else OF_GRAMMAR)
    for name, given in ENGINES.items()
]


@pytest.mark.collection
@pytest.mark.parametrize(("flavor", "engine"), EACH_ENGINE)
@pytest.mark.parametrize("rule", sorted(vectors()))
def test_engines_agree_with_the_parser_on_the_vectors(
    rule: str, flavor: str, engine: Engine
) -> None:
    assert_agrees(rule_named(rule), flavor, engine, vectors()[rule])


@pytest.mark.parametrize(("flavor", "engine"), EACH_ENGINE)
@pytest.mark.parametrize("path", EACH_CORPUS)
def test_engines_agree_with_the_parser_on_the_corpora(
    path: Path, flavor: str, engine: Engine
) -> None:
    texts = path.read_text("utf-8").splitlines()
    assert_agrees(grammar.RFC3987["IRI"], flavor, engine, texts)


@pytest.mark.parametrize(("flavor", "engine"), EACH_ENGINE)
@pytest.mark.parametrize("rule", ["IRI-reference", "URI", "IPv6address", "iauthority", "ipath"])
def test_engines_agree_with_the_parser_on_the_wp_suite(
    rule: str, flavor: str, engine: Engine
) -> None:
    assert_agrees(rule_named(rule), flavor, engine, list(of_wp(machine(rule))))


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_its_regex(rule: str) -> None:
    assert_agrees(rule_named(rule), "python", ENGINES["re"][1], list(of_wp(machine(rule))))


@pytest.mark.parametrize("rule", RULES)
def test_a_piece_takes_as_much_as_can_match(rule: str) -> None:
    """Without anchors, the match at the start is the longest prefix that the rule matches."""
    matched = re.compile(rule_named(rule).regex()).match
    whole = machine(rule)
    for text in list(of_wp(whole))[::7]:
        found = matched(text)
        assert (found.end() if found else None) == longest_prefix(rule, text), text


def longest_prefix(rule: str, text: str) -> int | None:
    whole, state = machine(rule), 0
    longest = 0 if whole.output[0] == "accept" else None
    for index, character in enumerate(text):
        state = whole.table[state][whole.alphabet.class_of(ord(character))]
        if whole.output[state] == "accept":
            longest = index + 1
    return longest


def test_anchored_means_the_whole_text() -> None:
    pattern = re.compile(grammar.RFC3986["port"].regex(anchored=True))
    assert pattern.search("80")
    assert not pattern.search("80\n")
    assert not pattern.search("\n80")


@pytest.mark.parametrize("name", sorted(grammar.RFC3987))
def test_an_expression_of_xpath_is_that_of_xsd_with_anchors(name: str) -> None:
    rule = grammar.RFC3987[name]
    assert rule.regex("xpath") == rule.regex("xsd") == rule.regex("xsd", anchored=True)
    assert rule.regex("xpath", anchored=True) == f"^({rule.regex('xsd')})$"


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        (
            "scheme",
            {"http": True, "1": False, "a b": False, "http:": False, "": False, "a\n": False},
        ),
        ("port", {"80": True, "": True, "80\n": False, "\n80": False, "8 0": False}),
        ("ipath", {"/a/b": True, "/a b": False, "see /a": False, "/道": True, "/$": True}),
    ],
)
def test_xpath_finds_the_whole_text_only(name: str, texts: dict[str, bool]) -> None:
    library = pytest.importorskip("elementpath")
    variables = {"p": grammar.RFC3987[name].regex("xpath", anchored=True)}
    for text, expected in texts.items():
        context = library.XPathContext(item=text, variables=variables | {"t": text})
        found = library.XPath2Parser().parse("matches($t, $p)").evaluate(context)
        assert found is expected, text


def test_pieces_can_be_put_together() -> None:
    """Alternatives and sequences are in their own group if the context binds tighter."""
    octet = grammar.RFC3986["dec-octet"].regex()
    assert re.fullmatch(f"{octet}-{octet}", "25-255")


def test_an_unknown_flavor_is_refused() -> None:
    with pytest.raises(ValueError, match="flavor must be one of python, ecmascript"):
        grammar.RFC3986["port"].regex("perl")  # type: ignore[arg-type]


def hostile() -> Iterator[str]:
    """Texts that almost match, after a long part that could be read in two ways if any could."""
    for start in (
        "http://",
        "http://a@",
        "//",
        "a:",
        "",
        "?",
        "#",
        "a:/",
        "http://[::1]:",
        "http://[v1.",
    ):
        for around in ("a", "1", "%41", "/", "a/", ":", "1.", "1:", "@", "é", "a%41/", "ff:"):
            yield (start + around * HOSTILE)[:HOSTILE] + "<"


@OF_GRAMMAR
@pytest.mark.parametrize("name", BACKTRACKING)
@pytest.mark.parametrize("rule", ["IRI-reference", "IRI", "iauthority", "ipath", "URI-reference"])
def test_backtracking_engines_stay_linear(rule: str, name: str) -> None:
    """A text that is 8 times as long may take 8 times as long: quadratic time would be 64 times."""
    flavor, engine = ENGINES[name]
    pattern = rule_named(rule).regex(flavor, anchored=True)  # type: ignore[arg-type]
    long = list(hostile())
    texts = {1: [text[: HOSTILE // 8] + "<" for text in long], 8: long}
    engine(pattern, ["warm up"])

    def work(size: int) -> None:
        assert not any(engine(pattern, texts[size]))

    assert_grows_at_most(24, work, 1, 8, fast=0.5)
