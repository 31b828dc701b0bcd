"""A rule as a deterministic finite automaton: the subset construction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._characters import Alphabet, contains
from ._nfa import ACCEPT, Nfa, Read

if TYPE_CHECKING:
    from collections.abc import Iterable


class Dfa:
    """An automaton that matches the same texts as an `Nfa`.

    It is in one state at a time, and starts in state 0.

    `table[state][letter]` is the state after a character of the class `alphabet.classes[letter]`.
    Every state has one for every class, so there is a dead state.
    """

    def __init__(self, nfa: Nfa, alphabet: Alphabet | None = None) -> None:
        self.alphabet = alphabet or Alphabet(nfa.character_sets())
        self.table: list[list[int]] = []
        self.accepting: list[bool] = []
        letters = range(len(self.alphabet.classes))
        reads = _reads(nfa, self.alphabet)
        closures = {
            state: frozenset(_closure(nfa, [state]))
            for state in {nfa.start, *(then for moves in reads for then in moves.values())}
        }
        subsets = [closures[nfa.start]]
        number = {subsets[0]: 0}
        for subset in subsets:  # which grows
            self.accepting.append(ACCEPT in subset)
            row = []
            for letter in letters:
                moves = reads[letter]
                after = [closures[moves[s]] for s in subset if s in moves]
                then = frozenset[int]().union(*after)
                if then not in number:
                    number[then] = len(subsets)
                    subsets.append(then)
                row.append(number[then])
            self.table.append(row)

    def viable(self) -> list[bool]:
        """Return, for each state, whether acceptance can be reached from it."""
        before: list[set[int]] = [set() for _ in self.table]
        for state, row in enumerate(self.table):
            for then in row:
                before[then].add(state)
        viable = list(self.accepting)
        todo = [state for state, accepts in enumerate(viable) if accepts]
        while todo:
            for state in before[todo.pop()]:
                if not viable[state]:
                    viable[state] = True
                    todo.append(state)
        return viable


def _reads(nfa: Nfa, alphabet: Alphabet) -> list[dict[int, int]]:
    """For each letter, the states that read it, and their successors."""
    letters_of = {
        ranges: [i for i, (own, *_) in enumerate(alphabet.classes) if contains(ranges, own[0])]
        for ranges in nfa.character_sets()
    }
    reads: list[dict[int, int]] = [{} for _ in alphabet.classes]
    for index, state in enumerate(nfa.states):
        if isinstance(state, Read):
            for letter in letters_of[state.ranges]:
                reads[letter][index] = state.then
    return reads


def _closure(nfa: Nfa, states: Iterable[int]) -> set[int]:
    """Add the states that can be reached without reading, and keep those that read or accept."""
    found = set(states)
    todo = list(found)
    while todo:
        new = [s for s in nfa.after(todo.pop()) if s not in found]
        found.update(new)
        todo.extend(new)
    return {s for s in found if s == ACCEPT or isinstance(nfa.states[s], Read)}
