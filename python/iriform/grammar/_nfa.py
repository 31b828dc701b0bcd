"""A rule as a nondeterministic finite automaton.

The grammars are regular: no rule refers to itself. So a rule can be expanded into a finite
automaton, with marks where a rule begins and ends. Alternatives are in the order of the ABNF.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from ._abnf import Choice, Name, Node, Repeat, Sequence, Span, Text
from ._characters import Ranges, characters_of, letter

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class Read:
    """Reads one character of `ranges`, and continues with `then`."""

    ranges: Ranges
    then: int


@dataclass(frozen=True)
class Fork:
    """Continues with one of `then` without reading, preferably an earlier one."""

    then: list[int]


@dataclass(frozen=True)
class Begin:
    """Marks the beginning of the rule `name`, and continues with `then` without reading."""

    name: str
    then: int


@dataclass(frozen=True)
class End:
    """Marks the end of the rule that began last, and continues with `then` without reading."""

    then: int


@dataclass(frozen=True)
class Accept:
    """The text may end here."""


ACCEPT = 0
"""The accepting state; every automaton has one."""

State: TypeAlias = Read | Fork | Begin | End | Accept


@dataclass
class Nfa:
    """The automaton of the rule `name`; states are indices into `states`, and `start` is the first.

    `rules` are all rules. Those in `lexical` are not marked: they are characters, not structure.
    """

    name: str
    rules: Mapping[str, Node]
    lexical: Mapping[str, Node]
    states: list[State] = field(default_factory=list, init=False)
    start: int = field(init=False)

    def __post_init__(self) -> None:
        """It is built from the end, so each part knows its successor."""
        self.start = self._build(Name(self.name), self._add(Accept()))

    def after(self, state: int) -> list[int]:
        """The successors of `state` without reading."""
        match self.states[state]:
            case Fork(then):
                return then
            case Begin(_, then) | End(then):
                return [then]
        return []

    def character_sets(self) -> set[Ranges]:
        """The sets of characters of its transitions."""
        return {state.ranges for state in self.states if isinstance(state, Read)}

    def _add(self, state: State) -> int:
        self.states.append(state)
        return len(self.states) - 1

    def _build(self, node: Node, then: int) -> int:
        ranges = characters_of(node, self.lexical)
        if ranges is not None:
            return self._add(Read(ranges, then))
        match node:
            case Text(text):
                for character in reversed(text):
                    then = self._add(Read(letter(character), then))
                return then
            case Span(first, last):
                return self._add(Read(((first, last),), then))
            case Name(name):
                return self._add(Begin(name, self._build(self.rules[name], self._add(End(then)))))
            case Sequence(items):
                for item in reversed(items):
                    then = self._build(item, then)
                return then
            case Choice(items):
                return self._add(Fork([self._build(item, then) for item in items]))
            case Repeat():
                return self._repeat(node, then)

    def _repeat(self, node: Repeat, then: int) -> int:
        entry = then
        if node.most is None:
            loop = Fork([])
            entry = self._add(loop)
            loop.then.extend((self._build(node.item, entry), then))
        else:
            for _ in range(node.most - node.least):
                entry = self._add(Fork([self._build(node.item, entry), then]))
        for _ in range(node.least):
            entry = self._build(node.item, entry)
        return entry
