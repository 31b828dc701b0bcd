"""Comparison of alternatives: which one includes another, and which one can extend another.

Only regular expressions need this: in ABNF, the order of alternatives is insignificant, and an
alternative may include another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache

from ._abnf import Choice, Node
from ._characters import Alphabet
from ._dfa import Dfa
from ._nfa import Nfa


class Languages:
    """The definitions of the rules of a grammar, including the core rules."""

    def __init__(self, bodies: Mapping[str, Node], core: Mapping[str, Node]) -> None:
        self.bodies = bodies
        self.core = core

    @lru_cache(maxsize=256)  # noqa: B019 - there are three grammars, and they live for ever
    def alternatives(self, choice: Choice) -> list[Node]:
        """The alternatives of `choice` without those that another one includes, best first.

        An alternative that can extend another one precedes it.
        """
        languages = {item: self._dfa(item) for item in choice.items}
        for item in choice.items:
            others = [other for other in languages if other != item]
            if any(_includes(languages[other], languages[item]) for other in others):
                del languages[item]
        kept: list[Node] = []
        for item, language in languages.items():
            place = len(kept)
            while place and _continues(language, languages[kept[place - 1]]):
                place -= 1
            kept.insert(place, item)
        return kept

    def _dfa(self, node: Node) -> Dfa:
        return Dfa(Nfa("", {**self.bodies, "": node}, self.core), self._alphabet)

    @cached_property
    def _alphabet(self) -> Alphabet:
        sets = (Nfa(name, self.bodies, self.core).character_sets() for name in self.bodies)
        return Alphabet(ranges for each in sets for ranges in each)


def _includes(one: Dfa, other: Dfa) -> bool:
    """Return True if `one` matches every text that `other` matches."""
    return all(one.accepting[a] for a, b in _pairs(one, other) if other.accepting[b])


def _continues(one: Dfa, other: Dfa) -> bool:
    """Return True if `one` matches an extension of a text that `other` matches."""
    viable = one.viable()
    goes_on = [any(viable[then] for then in row) for row in one.table]
    return any(goes_on[a] for a, b in _pairs(one, other) if other.accepting[b])


def _pairs(one: Dfa, other: Dfa) -> Iterator[tuple[int, int]]:
    """The pairs of states that the two can be in after the same text."""
    todo = [(0, 0)]
    seen = set(todo)
    while todo:
        a, b = todo.pop()
        yield a, b
        new = set(zip(one.table[a], other.table[b], strict=True)) - seen
        seen |= new
        todo.extend(new)
