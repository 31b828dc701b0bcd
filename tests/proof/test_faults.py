"""The suites find faults: a proof that cannot fail proves nothing.

Each fault is a machine other than the specification that stands in for the parser. `FAULTS` are mistakes
that an implementer could make; the others are random, and check that the theorem holds.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from iriform import grammar
from iriform.grammar._abnf import Choice, Repeat, Sequence, Text
from tests.effort import OF_GRAMMAR

from .faults import FAULTS, Fault, mutant
from .machine import DEAD, LIVE, RULES, Machine, compiled, machine, rules_of
from .suites import wp
from .texts import SUITES


def caught(specification: Machine, faulty: Machine, texts: Iterator[str]) -> str | None:
    """Return the first text that shows the fault."""
    return next((t for t in texts if faulty.fault(t) != specification.fault(t)), None)


@OF_GRAMMAR
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.what)
def test_each_kind_of_fault_is_caught(fault: Fault) -> None:
    specification = machine(fault.asked)
    assert caught(specification, mutant(fault), SUITES[fault.suite](specification)) is not None


@OF_GRAMMAR
@pytest.mark.parametrize("rule", RULES)
def test_a_fault_in_each_production_is_caught(rule: str) -> None:
    """Accept one character too many, one too few, or an incomplete `%`; each rule is called by name."""
    body = rules_of(rule)[rule]
    less = Sequence((body, Repeat(Text("a"), 1, 1)))
    more = Choice((body, Sequence((body, Text("^")))))
    bold = Choice((body, Text("%4")))
    for change, suite in ((less, "wp0"), (more, "scan"), (bold, "scan")):
        faulty = compiled(rule, {**rules_of(rule), rule: change})
        assert caught(machine(rule), faulty, SUITES[suite](machine(rule))) is not None


class Altered(Machine):
    """A copy of a machine, to be altered; it is not minimized, and its letters are unchanged."""

    def __init__(self, original: Machine) -> None:
        self.alphabet = original.alphabet
        self.table = [list(row) for row in original.table]
        self.output = list(original.output)

    def differs_from(self, other: Machine) -> bool:
        """Return True if any text has another result, by walking through both machines side by side."""
        todo = [(0, 0)]
        seen = set(todo)
        for mine, theirs in todo:  # which grows
            if self.output[mine] != other.output[theirs]:
                return True
            if other.output[theirs] != DEAD:
                new = set(zip(self.table[mine], other.table[theirs], strict=True)) - seen
                seen |= new
                todo.extend(new)
        return False

    def clone(self, state: int) -> int:
        """Add a state that is a copy of `state`."""
        self.table.append(list(self.table[state]))
        self.output.append(self.output[state])
        return len(self.table) - 1


def one_change(original: Machine, chance: random.Random) -> Altered:
    """Change one transition or one output; the number of states is the same."""
    faulty = Altered(original)
    state = chance.choice([s for s, output in enumerate(faulty.output) if output != DEAD])
    if chance.random() < 0.2:
        faulty.output[state] = LIVE if faulty.output[state] != LIVE else "accept"
    else:
        faulty.table[state][chance.choice(faulty.letters)] = chance.randrange(len(faulty.table))
    return faulty


def one_state_more(original: Machine, chance: random.Random) -> Altered:
    """Add a copy of a state that one transition leads to and that has one wrong transition."""
    faulty = Altered(original)
    live = [s for s, output in enumerate(faulty.output) if output != DEAD]
    state, letter = chance.choice(live), chance.choice(faulty.letters)
    copy = faulty.clone(faulty.table[state][letter])
    faulty.table[state][letter] = copy
    faulty.table[copy][chance.choice(faulty.letters)] = chance.randrange(len(faulty.table))
    return faulty


@pytest.mark.parametrize(("extra", "change"), [(0, one_change), (1, one_state_more)])
@pytest.mark.parametrize(
    "rule", ["IPvFuture", "IPv4address", "ipath-noscheme", "dec-octet", "iuserinfo", "port"]
)
def test_the_theorem_on_random_faults(
    rule: str, extra: int, change: Callable[[Machine, random.Random], Altered]
) -> None:
    """The suite finds every other automaton with at most `extra` states more than the machine."""
    specification = machine(rule)
    words = list(wp(specification, extra))
    expected = [specification.observe(word) for word in words]
    chance = random.Random(20261121)
    different = 0
    for _ in range(60):
        faulty = change(specification, chance)
        if faulty.differs_from(specification):
            different += 1
            assert any(faulty.observe(w) != e for w, e in zip(words, expected, strict=True))
    assert different > 10


def test_what_needs_an_extra_state_is_beyond_the_suite_without() -> None:
    """So the suite for one extra state is needed."""
    specification = machine("IPv4address")
    words = list(wp(specification))
    chance = random.Random(20261121)
    missed = 0
    for _ in range(60):
        faulty = one_state_more(specification, chance)
        if faulty.differs_from(specification):
            missed += all(faulty.observe(w) == specification.observe(w) for w in words)
    assert missed > 0


def test_every_production_has_a_fault_of_its_own() -> None:
    changed = {fault.rule for fault in FAULTS}
    assert changed <= set(grammar.RFC3987)
    assert len(FAULTS) == 75
