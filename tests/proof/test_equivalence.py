"""The native parser is the ABNF: every rule of the RFCs, verdict and error position.

The theorem behind `wp` is in suites.py; docs/proof.md states what follows from the tests and what does
not. The long form, `make prove`, tests the Rust core with billions of other texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

import iriform
from iriform import ParseError, _core
from tests.effort import OF_GRAMMAR

from .machine import RULES, Machine, machine, together
from .suites import wp
from .texts import (
    ILL_FORMED,
    Recognizer,
    disagreements,
    of_errors,
    of_escapes,
    of_kinds,
    of_padding,
    of_pump,
    of_scan,
    of_triples,
    of_wp,
)

CLASSES: dict[str, str] = {
    "URI": "URI",
    "URIReference": "URI-reference",
    "IRI": "IRI",
    "IRIReference": "IRI-reference",
    "Scheme": "scheme",
    "Authority": "iauthority",
    "UserInfo": "iuserinfo",
    "Host": "ihost",
    "Path": "ipath",
    "Segment": "isegment",
    "Query": "iquery",
    "Fragment": "ifragment",
}
"""The public types, and the rule that each of them parses."""


def native(rule: str) -> Recognizer:
    """The parser, called for a rule by name."""
    diagnose = _core.diagnose

    def ask(text: str) -> int | None:
        fault = diagnose(rule, text)
        return None if fault is None else fault[0]

    return ask


def constructor(name: str) -> Recognizer:
    """The parser, called through a public type."""
    cls: Callable[[str], Any] = getattr(iriform, name)

    def ask(text: str) -> int | None:
        try:
            cls(text)
        except ParseError as error:
            return error.position
        return None

    return ask


def test_the_rules_are_those_of_the_parser() -> None:
    assert sorted(RULES) == sorted(_core.rules())


@OF_GRAMMAR
@pytest.mark.parametrize("rule", RULES)
def test_wp_without_extra_states(rule: str) -> None:
    assert disagreements(machine(rule), native(rule), of_wp(machine(rule))) == []


@OF_GRAMMAR
@pytest.mark.parametrize("rule", RULES)
def test_wp_with_one_extra_state(rule: str) -> None:
    assert disagreements(machine(rule), native(rule), of_wp(machine(rule), 1)) == []


@pytest.mark.parametrize("rule", RULES)
def test_every_telling_character_in_every_state(rule: str) -> None:
    assert disagreements(machine(rule), native(rule), of_scan(machine(rule))) == []


@pytest.mark.parametrize("rule", RULES)
def test_what_follows_an_error_changes_nothing(rule: str) -> None:
    """Some parsers look ahead, for an "@" or a "]": the first error must stay the first."""
    assert disagreements(machine(rule), native(rule), of_errors(machine(rule))) == []


@OF_GRAMMAR
@pytest.mark.parametrize("rule", RULES)
def test_every_loop_many_times(rule: str) -> None:
    assert disagreements(machine(rule), native(rule), of_pump(machine(rule))) == []


@OF_GRAMMAR
@pytest.mark.parametrize("rule", RULES)
def test_every_loop_by_every_character(rule: str) -> None:
    assert disagreements(machine(rule), native(rule), of_triples(machine(rule))) == []


@pytest.mark.parametrize("rule", ["IRI-reference", "iquery"])
def test_every_escape_and_then_every_character(rule: str) -> None:
    assert disagreements(machine(rule), native(rule), of_escapes(machine(rule))) == []


@OF_GRAMMAR
@pytest.mark.parametrize("rule", ["IRI-reference", "iquery"])
def test_every_state_at_every_alignment(rule: str) -> None:
    assert disagreements(machine(rule), native(rule), of_padding(machine(rule))) == []


@pytest.mark.parametrize("rule", RULES)
def test_every_storage_kind_of_str(rule: str) -> None:
    assert disagreements(machine(rule), native(rule), of_kinds(machine(rule))) == []


def bytes_that_disagree(rule: str, texts: Iterable[str]) -> Iterator[bytes]:
    """Yield the UTF-8 of `texts` (ill-formed for surrogates) that has another result than the text."""
    for text in texts:
        position = machine(rule).fault(text)
        data = text.encode("utf-8", "surrogatepass")
        expected = (
            None if position is None else len(text[:position].encode("utf-8", "surrogatepass"))
        )
        fault = _core.diagnose(rule, data)
        if (None if fault is None else fault[0]) != expected:
            yield data


@pytest.mark.parametrize("rule", RULES)
def test_utf8(rule: str) -> None:
    """Bytes are checked as the characters they encode; the position is where the character begins."""
    assert list(bytes_that_disagree(rule, of_wp(machine(rule)))) == []


@pytest.mark.parametrize("rule", ["IRI-reference", "URI-reference", "iquery", "ucschar"])
def test_utf8_of_every_telling_character(rule: str) -> None:
    assert list(bytes_that_disagree(rule, of_scan(machine(rule)))) == []


@pytest.mark.parametrize("rule", RULES)
def test_ill_formed_utf8(rule: str) -> None:
    """A byte that is not UTF-8 is an error at its position, whatever follows."""
    spell = machine(rule).speller()
    for state, path in enumerate(machine(rule).access):
        if machine(rule).output[state] != "dead":
            before = spell(path).encode()
            for sequence in ILL_FORMED:
                for after in (b"", b"a", "é".encode()):
                    fault = _core.diagnose(rule, before + sequence + after)
                    assert fault is not None
                    assert fault[0] == len(before)


@pytest.mark.parametrize(("name", "rule"), CLASSES.items())
def test_the_public_types(name: str, rule: str) -> None:
    """The constructor, `is_valid`, and both again with bytes, are the same parser."""
    assert disagreements(machine(rule), constructor(name), of_wp(machine(rule))) == []
    cls = getattr(iriform, name)
    fault = machine(rule).fault
    for text in of_wp(machine(rule)):
        assert cls.is_valid(text) is (fault(text) is None)


@OF_GRAMMAR
def test_verdicts_do_not_cross() -> None:
    """One machine for four rules shows which of them each text matches; a machine for one does not."""
    rules = ("IRI", "URI", "IRI-reference", "URI-reference")
    both = together(rules)
    spell = both.speller()
    for word in wp(both):
        text = spell(word)
        matched = " ".join(rule for rule in rules if _core.matches(rule, text))
        _, expected = both.answer(text)
        assert matched == (expected if expected not in ("live", "dead") else "")


def host_kind(machine_of_hosts: Machine, text: str) -> str:
    """First match wins (RFC 3986 section 3.2.2): an address in brackets, IPv4address, then reg-name."""
    inside = text[1:-1] if text.startswith("[") else text
    _, matched = machine_of_hosts.answer(inside)
    kinds = ["IPv6address", "IPvFuture"] if text.startswith("[") else ["IPv4address"]
    return next((kind for kind in kinds if kind in matched.split()), "reg-name")


def test_kinds_of_host() -> None:
    """An IPv4address is also a reg-name: only the kind shows the difference."""
    hosts = together(("ireg-name", "IPv4address", "IPv6address", "IPvFuture"))
    spell = hosts.speller()
    checked = 0
    for word in wp(hosts):
        for form in ("{}", "[{}]"):
            text = form.format(spell(word))
            if iriform.Host.is_valid(text):
                assert iriform.Host(text).kind == host_kind(hosts, text)
                checked += 1
    assert checked > 3_000
