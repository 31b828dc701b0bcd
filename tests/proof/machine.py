"""The specification: each rule of the ABNF as the smallest automaton that locates errors in text.

A *machine* reads one character after another, and reports one of three results after each:

* ``accept``: the text so far matches the rule;
* ``live``: it does not, but some continuation would;
* ``dead``: no continuation could.

So it defines both results of a parser: whether text matches, and the *position* of the error, which is
the index of the first character after which the machine is dead, or the text's length if the machine ends
up live.

Characters that no state distinguishes are one *letter*; a *word* is a sequence of letters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property
from itertools import cycle
from typing import TypeAlias

from iriform import grammar
from iriform.grammar._abnf import Node
from iriform.grammar._characters import Alphabet, merged
from iriform.grammar._dfa import Dfa
from iriform.grammar._nfa import Nfa

Word: TypeAlias = tuple[int, ...]

ACCEPT, LIVE, DEAD = "accept", "live", "dead"

LETTERS_TO_SCAN = 0x80
"""All ASCII characters are tried, and the edges of the ranges beyond ASCII."""

GRAMMARS = {
    "RFC3986": grammar.RFC3986,
    "RFC3987": grammar.RFC3987,
    "RFC6570": grammar.RFC6570,
    "ECMA427": grammar.ECMA427,
}

RULES: tuple[str, ...] = tuple(dict.fromkeys(name for rules in GRAMMARS.values() for name in rules))
"""Every rule of the RFCs, by name. A rule that one RFC takes unchanged from the other is one rule."""


class Machine:
    """The smallest automaton with these outputs; it starts in state 0."""

    def __init__(self, alphabet: Alphabet, table: list[list[int]], outputs: list[str]) -> None:
        block_of = _coarsest(table, outputs)
        rows: list[list[int]] = [[] for _ in range(max(block_of) + 1)]
        self.output = [""] * len(rows)
        for state, block in enumerate(block_of):
            rows[block] = [block_of[then] for then in table[state]]
            self.output[block] = outputs[state]
        self.alphabet = _coarser(alphabet, rows)
        kept = [alphabet.class_of(ranges[0][0]) for ranges in self.alphabet.classes]
        self.table = [[row[letter] for letter in kept] for row in rows]
        letter_of = [self.alphabet.class_of(ranges[0][0]) for ranges in alphabet.classes]
        self.cover: list[tuple[int, Word]] = [
            (block_of[state], tuple(letter_of[letter] for letter in word))
            for state, word in enumerate(shortest_words(table))
        ]
        """States with words that lead there: one for each state of `table`, each *place* in the grammar.

        A parser may distinguish places that this machine need not, such as a path after an authority.
        """

    @property
    def letters(self) -> range:
        """The letters, as indices into `alphabet.classes`."""
        return range(len(self.alphabet.classes))

    def run(self, word: Iterable[int], state: int = 0) -> int:
        """The state after `word`."""
        for letter in word:
            state = self.table[state][letter]
        return state

    def observe(self, word: Word, state: int = 0) -> tuple[int, str]:
        """The verdict on `word`, read from `state`: the length of its viable prefix, and the output."""
        for index, letter in enumerate(word):
            if self.output[state] == DEAD:
                return index, DEAD
            state = self.table[state][letter]
        return len(word), self.output[state]

    def fault(self, text: str) -> int | None:
        """The position of the error in `text`, or None if there is none."""
        position, output = self.answer(text)
        return None if output not in (LIVE, DEAD) else position

    def answer(self, text: str) -> tuple[int, str]:
        """The length of the viable prefix of `text`, and the output after it."""
        step = self._first_step
        for index, character in enumerate(text):
            following = step[character]
            if following is None:
                return index, DEAD
            step = following
        return len(text), step.output

    @cached_property
    def _first_step(self) -> Step:
        steps = [Step(output) for output in self.output]
        for step, row in zip(steps, self.table, strict=True):
            step.then = [None if self.output[then] == DEAD else steps[then] for then in row]
            step.letter_of = self.alphabet.class_of
        return steps[0]

    @cached_property
    def access(self) -> list[Word]:
        """For each state, a shortest word that leads to it."""
        return shortest_words(self.table)

    @cached_property
    def characters(self) -> list[list[str]]:
        """For each letter, the characters that stand for it: all of ASCII, and the ranges' edges."""
        return [
            [chr(c) for first, last in ranges for c in _telling(first, last)]
            for ranges in self.alphabet.classes
        ]

    def speller(self) -> Speller:
        """Return a speller; each letter uses its characters in turn, so all of them occur."""
        return Speller(self)


class Step(dict[str, "Step | None"]):
    """A state, as a mapping from the characters looked up so far to the states that follow.

    None stands for a dead state.
    """

    then: list[Step | None]
    letter_of: Callable[[int], int]

    def __init__(self, output: str) -> None:
        super().__init__()
        self.output = output

    def __missing__(self, character: str) -> Step | None:
        """Look up the state after `character`, and store it for the next time."""
        self[character] = step = self.then[self.letter_of(ord(character))]
        return step


class Speller:
    """Spells words of a machine as text, each occurrence of a letter as the next of its characters."""

    def __init__(self, machine: Machine) -> None:
        self._next = [cycle(characters).__next__ for characters in machine.characters]

    def __call__(self, word: Word) -> str:
        """The text."""
        following = self._next
        return "".join([following[letter]() for letter in word])


def shortest_words(table: list[list[int]]) -> list[Word]:
    """For each state, a shortest word that leads to it from state 0."""
    words: dict[int, Word] = {0: ()}
    for state in (found := [0]):  # which grows
        for letter, then in enumerate(table[state]):
            if then not in words:
                words[then] = (*words[state], letter)
                found.append(then)
    return [words[state] for state in range(len(table))]


def _telling(first: int, last: int) -> list[int]:
    ascii_part = range(first, min(last + 1, LETTERS_TO_SCAN))
    return sorted(c for c in {*ascii_part, max(first, LETTERS_TO_SCAN), last} if c <= last)


def _coarser(alphabet: Alphabet, table: list[list[int]]) -> Alphabet:
    """Put characters that no state distinguishes in one class."""
    alike: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for column, ranges in zip(zip(*table, strict=True), alphabet.classes, strict=True):
        alike.setdefault(column, []).extend(ranges)
    return Alphabet(merged(ranges) for ranges in alike.values())


def _coarsest(table: list[list[int]], outputs: list[str]) -> list[int]:
    """The coarsest partition that respects outputs and transitions; 0 is the block of state 0."""
    block_of = [list(dict.fromkeys(outputs)).index(output) for output in outputs]
    while True:
        after = block_of.__getitem__
        signatures = [(after(state), *map(after, row)) for state, row in enumerate(table)]
        number = {signature: i for i, signature in enumerate(dict.fromkeys(signatures))}
        if len(number) == max(block_of) + 1:
            return block_of
        block_of = [number[signature] for signature in signatures]


@cache
def bodies(rfc: str) -> Mapping[str, Node]:
    """The rules of an RFC and the core rules, read from the ABNF."""
    return dict(GRAMMARS[rfc].languages.bodies)


def rules_of(rule: str) -> Mapping[str, Node]:
    """The rules of the RFC that has `rule`."""
    return bodies(next(rfc for rfc, rules in GRAMMARS.items() if rule in rules))


def dfa(
    rule: str, rules: Mapping[str, Node] | None = None, alphabet: Alphabet | None = None
) -> Dfa:
    """The automaton of `rule` before it is minimized; `rules` may differ from the RFCs'."""
    return Dfa(Nfa(rule, rules or rules_of(rule), {}), alphabet)


def compiled(rule: str, rules: Mapping[str, Node] | None = None) -> Machine:
    """The machine of `rule`; `rules` may differ from the RFCs'."""
    automaton = dfa(rule, rules)
    outputs = [
        ACCEPT if accepts else LIVE if alive else DEAD
        for accepts, alive in zip(automaton.accepting, automaton.viable(), strict=True)
    ]
    return Machine(automaton.alphabet, automaton.table, outputs)


@cache
def machine(rule: str) -> Machine:
    """The specification of `rule`."""
    return compiled(rule)


@cache
def together(rules: tuple[str, ...]) -> Machine:
    """The machine that outputs the names of the `rules` that a text matches, separated by spaces.

    It distinguishes rules that one verdict does not: an IPv4address from a reg-name.
    """
    sets = [ranges for rule in rules for ranges in machine(rule).alphabet.classes]
    alphabet = Alphabet(sets)
    parts = [machine(rule) for rule in rules]
    columns = [
        [part.alphabet.class_of(ranges[0][0]) for part in parts] for ranges in alphabet.classes
    ]
    found = [(0,) * len(parts)]
    number = {found[0]: 0}
    table: list[list[int]] = []
    for states in found:  # which grows
        row = []
        for letters in columns:
            zipped = zip(parts, states, letters, strict=True)
            then = tuple(part.table[state][letter] for part, state, letter in zipped)
            if then not in number:
                number[then] = len(found)
                found.append(then)
            row.append(number[then])
        table.append(row)
    outputs = []
    for states in found:
        each = [part.output[state] for part, state in zip(parts, states, strict=True)]
        matched = [rule for rule, output in zip(rules, each, strict=True) if output == ACCEPT]
        outputs.append(" ".join(matched) or (LIVE if LIVE in each else DEAD))
    return Machine(alphabet, table, outputs)
