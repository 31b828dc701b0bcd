"""Laws of tagged texts of any length, decided by walking through automata side by side.

Each function visits every combination of states that some text leads to. It returns a shortest text for
which the claim does not hold, or None if there is none. The number of combinations is finite.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import product
from typing import TypeAlias

from .operations import Operation
from .tagged import Code, Language, symbol_of

Chain: TypeAlias = Sequence[Operation]
"""Operations, one after another."""

Pending: TypeAlias = tuple[str, ...]
"""The symbols that each operation of a chain has pending."""

Text: TypeAlias = list[Code]

FAULT = "fault"
MOST_AHEAD = 64
"""No operation here gets this far ahead of another one, unless a chain is endless."""


def search(
    start: Hashable, moves: Callable[[Hashable], Iterable[tuple[Code, Hashable]]]
) -> Text | None:
    """Return a shortest text that leads to a fault."""
    came: dict[Hashable, tuple[Hashable, Code] | None] = {start: None}
    for node in (found := [start]):  # which grows
        for tagged, then in moves(node):
            if then not in came:
                came[then] = node, tagged
                found.append(then)
            if then == FAULT:
                return _path(came, FAULT)
    return None


def _path(came: dict[Hashable, tuple[Hashable, Code] | None], node: Hashable) -> Text:
    text: Text = []
    while (step := came[node]) is not None:
        node, tagged = step
        text.append(tagged)
    return text[::-1]


END: Code = 0
"""Follows a text in `search`, where it ends."""


def written(chain: Chain, pending: Pending, tagged: Code) -> tuple[Pending, Text]:
    """Write a character through a chain."""
    codes, after = [tagged], []
    for operation, state in zip(chain, pending, strict=True):
        out: Text = []
        for one in codes:
            state, more = operation.step(state, one)  # noqa: PLW2901 - the state goes on
            out += more
        codes = out
        after.append(state)
    return tuple(after), codes


def outside(texts: Language, others: Language, chain: Chain = ()) -> Text | None:
    """Return a text of the first language that the chain does not convert to one of the second."""

    def moves(node: tuple[int, Pending, int]) -> Iterator[tuple[Code, Hashable]]:
        state, pending, other = node
        if texts.accepts(state) and not (others.accepts(other) and not any(pending)):
            yield END, FAULT
        for tagged in texts.codes[state]:
            then: int | None = other
            after, codes = written(chain, pending, tagged)
            for one in codes:
                then = None if then is None else others.step(then, one)
            yield tagged, FAULT if then is None else (texts.step(state, tagged), after, then)

    return search((0, ("",) * len(chain), 0), moves)  # type: ignore[arg-type]


def unlike(texts: Language, left: Chain, right: Chain, *more_left: Chain) -> Text | None:
    """Return a text that two chains convert to different texts.

    One may be ahead of the other by a text, which is kept until the other one has written it. If there
    are more chains on the left, any of them may read each token.
    """
    lefts = (left, *more_left)

    def moves(node: tuple[int, Pending, Pending, Ahead, Ahead]) -> Iterator[tuple[Code, Hashable]]:
        state, one, other, more, less = node
        if texts.accepts(state) and (more or less or any((*one, *other))):
            yield END, FAULT
        for tagged, chain in product(texts.codes[state], lefts):
            one_after, one_codes = written(chain, one, tagged)
            other_after, other_codes = written(right, other, tagged)
            a, b = (*more, *one_codes), (*less, *other_codes)
            same = min(len(a), len(b))
            assert max(len(a), len(b)) - same < MOST_AHEAD
            then = texts.step(state, tagged), one_after, other_after, a[same:], b[same:]
            yield tagged, then if a[:same] == b[:same] else FAULT

    return search((0, ("",) * len(left), ("",) * len(right), (), ()), moves)  # type: ignore[arg-type]


Ahead: TypeAlias = tuple[Code, ...]


def common(one: Language, other: Language) -> Text | None:
    """Return a tagged text that is in both languages."""

    def moves(node: tuple[int, int]) -> Iterator[tuple[Code, Hashable]]:
        a, b = node
        if one.accepts(a) and other.accepts(b):
            yield END, FAULT
        for tagged in one.codes[a]:
            if (then := other.step(b, tagged)) is not None:
                yield tagged, (one.step(a, tagged), then)

    return search((0, 0), moves)  # type: ignore[arg-type]


def two_splits(texts: Language) -> Text | None:
    """Return one of two different splits of the same text."""

    def moves(node: tuple[int, int, bool]) -> Iterator[tuple[Code, Hashable]]:
        a, b, differ = node
        if differ and texts.accepts(a) and texts.accepts(b):
            yield END, FAULT
        for tagged in texts.codes[a]:
            for other in texts.codes[b]:
                if symbol_of(tagged) == symbol_of(other):
                    then = texts.step(a, tagged), texts.step(b, other)
                    yield tagged, (*then, differ or tagged != other)

    return search((0, 0, False), moves)  # type: ignore[arg-type]


def no_split(texts: Language, symbols: Iterable[int]) -> list[int] | None:
    """Return a text of these symbols that has no split in the language."""
    every = tuple(symbols)

    def moves(states: frozenset[int]) -> Iterator[tuple[Code, Hashable]]:
        if not any(texts.accepts(state) for state in states):
            yield END, FAULT
        after: dict[int, set[int]] = {symbol: set() for symbol in every}
        for state in states:
            for tagged in texts.codes[state]:
                then = texts.step(state, tagged)
                assert then is not None
                after[symbol_of(tagged)].add(then)
        for symbol in every:
            yield symbol, frozenset(after[symbol])

    return search(frozenset([0]), moves)  # type: ignore[arg-type]
