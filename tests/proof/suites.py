"""The suites: the texts that distinguish a machine from every other machine.

The partial W-method (Fujiwara, von Bochmann, Khendek, Amalou and Ghedamsi, 1991, after Chow, 1978). Let
the specification have n states, and let the implementation be *some* machine with at most n + k states
over the same letters. If it answers every text of ``wp(machine, k)`` like the specification, it is the
specification: they differ on no text at all.

The idea: take words that lead to every state (the *state cover* Q), append every letter (for k = 1, every
two), and then check "is this the state it should be?" with words that distinguish it from all others.
`identifiers` are these words; W is their union.

A test sees the verdict on a text and the position of its error. So a prefix that is already dead shows
nothing more with words after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, product

from .machine import DEAD, Machine, Word


def wp(machine: Machine, extra: int = 0) -> Iterator[Word]:
    """The words of the Wp suite for at most `extra` states more than the machine has."""
    every = characterizing(machine)
    own = identifiers(machine)
    cover = machine.access
    seen: set[Word] = set()
    for state, path in enumerate(cover):
        for length in range(extra + 2):
            for middle in product(machine.letters, repeat=length):
                prefix = path + middle
                if _dead_before_the_end(machine, state, middle):
                    continue
                end = machine.run(middle, state)
                # First check that all states exist, then that all transitions lead to the right state.
                tails = every if length <= extra else own[end]
                for tail in ((),) if machine.output[end] == DEAD else tails:
                    word = prefix + tail
                    if word not in seen:
                        seen.add(word)
                        yield word


def scan(machine: Machine) -> Iterator[tuple[Word, int, Word]]:
    """Yield where to put every single character: a path, the letter it must match, and a tail.

    Together with the Wp suite this needs no assumption about which characters behave the same way: it is
    the Wp suite (for k = 0) of the machine whose letters are the characters themselves.
    """
    own = identifiers(machine)
    for state, path in enumerate(machine.access):
        if machine.output[state] != DEAD:
            for letter in machine.letters:
                then = machine.table[state][letter]
                for tail in own[then]:
                    yield path, letter, tail


def loops(machine: Machine, places: Iterable[tuple[int, Word]]) -> Iterator[tuple[Word, int]]:
    """Yield where text can have any length: paths of `places`, with the letters that keep the state."""
    for state, path in places:
        if machine.output[state] != DEAD:
            row = machine.table[state]
            yield from ((path, letter) for letter, then in enumerate(row) if then == state)


def padded_paths(machine: Machine, letter: int) -> Iterator[tuple[Word, Word, int]]:
    """Yield ways to reach each state at any index: words u and v and a state to which u cʲ v leads.

    c is any character of `letter`, and j any number: c leads back to the state after u.
    """
    start = (0, False)
    words: dict[tuple[int, bool], tuple[Word, Word]] = {start: ((), ())}
    for state, looped in (found := [start]):  # which grows
        before, after = words[state, looped]
        steps = [(x, then, looped) for x, then in enumerate(machine.table[state])]
        for x, then, now in [(-1, state, True), *steps]:
            if x < 0 and machine.table[state][letter] != state:
                continue
            if machine.output[then] == DEAD or (then, now) in words:
                continue
            tail = () if x < 0 else (x,)
            words[then, now] = (before, after + tail) if looped else (before + tail, after)
            found.append((then, now))
    for (state, looped), (before, after) in words.items():
        if looped:
            yield before, after, state


@cache
def characterizing(machine: Machine) -> tuple[Word, ...]:
    """W: a few short words that distinguish any two states."""
    states = range(len(machine.table))
    words: list[Word] = [()]
    blocks = _split([list(states)], machine, ())
    while any(len(block) > 1 for block in blocks):
        block = next(block for block in blocks if len(block) > 1)
        words.append(_telling_apart(machine)[block[0], block[1]])
        blocks = _split(blocks, machine, words[-1])
    return tuple(words)


@cache
def identifiers(machine: Machine) -> list[tuple[Word, ...]]:
    """For each state, words of W that distinguish it from all others; for a dead one, the empty word."""
    every = characterizing(machine)
    seen = [[machine.observe(word, state) for word in every] for state in range(len(machine.table))]
    result: list[tuple[Word, ...]] = []
    for state, mine in enumerate(seen):
        others = set(range(len(seen))) - {state}
        chosen: list[Word] = []
        while others:
            gain = [sum(seen[o][i] != mine[i] for o in others) for i in range(len(every))]
            best = gain.index(max(gain))
            chosen.append(every[best])
            others = {o for o in others if seen[o][best] == mine[best]}
        # The empty word comes first: it checks only whether text may end here.
        result.append(tuple(dict.fromkeys(((), *chosen))))
    return [((),) if machine.output[s] == DEAD else words for s, words in enumerate(result)]


@cache
def _telling_apart(machine: Machine) -> dict[tuple[int, int], Word]:
    """For any two states, lower first, a shortest word on which they differ."""
    pairs = list(combinations(range(len(machine.table)), 2))
    words: dict[tuple[int, int], Word] = {
        (p, q): () for p, q in pairs if machine.output[p] != machine.output[q]
    }
    while len(words) < len(pairs):
        longer = {
            (p, q): (letter, *words[pair])
            for p, q in pairs
            if (p, q) not in words
            for letter in machine.letters
            if (pair := _ordered(machine.table[p][letter], machine.table[q][letter])) in words
        }
        words.update(longer)
    return words


def _ordered(p: int, q: int) -> tuple[int, int]:
    return (p, q) if p <= q else (q, p)


def _split(blocks: list[list[int]], machine: Machine, word: Word) -> list[list[int]]:
    result: list[list[int]] = []
    for block in blocks:
        parts: dict[tuple[int, str], list[int]] = {}
        for state in block:
            parts.setdefault(machine.observe(word, state), []).append(state)
        result.extend(parts.values())
    return result


def _dead_before_the_end(machine: Machine, state: int, middle: Word) -> bool:
    """Return True if the last letter of `middle` comes too late to be noticed."""
    if not middle:
        return False
    return machine.output[machine.run(middle[:-1], state)] == DEAD
