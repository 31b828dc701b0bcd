"""Sets of characters, as sorted ranges of code points."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, TypeAlias

from ._abnf import Choice, Name, Node, Span, Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Ranges: TypeAlias = tuple[tuple[int, int], ...]
"""First and last code point of each range, ascending, with a gap between any two."""


def merged(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """Normalize to ascending ranges that neither overlap nor touch.

    >>> merged([(0x61, 0x7A), (0x30, 0x39), (0x3A, 0x3B)])
    ((48, 59), (97, 122))

    """
    result: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        if result and first <= result[-1][1] + 1:
            result[-1] = (result[-1][0], max(result[-1][1], last))
        else:
            result.append((first, last))
    return tuple(result)


def letter(character: str) -> Ranges:
    """A character of an ABNF string: an ASCII letter in either case, or any other character itself."""
    return merged((ord(c), ord(c)) for c in {character.lower(), character.upper()})


def characters_of(node: Node, rules: Mapping[str, Node]) -> Ranges | None:
    """The characters that `node` matches, if it only matches single characters; else None.

    References to `rules` are followed.
    """
    match node:
        case Span(first, last):
            return ((first, last),)
        case Text(text) if len(text) == 1:
            return letter(text)
        case Name(name) if name in rules:
            return characters_of(rules[name], rules)
        case Choice(items):
            sets = [characters_of(item, rules) for item in items]
            return None if None in sets else merged(r for ranges in sets for r in ranges or ())
    return None


class Alphabet:
    """A partition of Unicode into classes.

    Each set of `sets` has all characters of a class or none.

    >>> alphabet = Alphabet([((0x30, 0x39),), ((0x30, 0x39), (0x41, 0x46))])
    >>> alphabet.classes
    [((0, 47), (58, 64), (71, 1114111)), ((48, 57),), ((65, 70),)]
    >>> alphabet.class_of(ord("7"))
    1

    """

    def __init__(self, sets: Iterable[Ranges]) -> None:
        distinct = set(sets)
        edges = {0} | {e for ranges in distinct for a, b in ranges for e in (a, b + 1)}
        self._edges = sorted(edges - {0x110000})
        members: dict[frozenset[Ranges], list[tuple[int, int]]] = {}
        self._class_of_interval: list[int] = []
        for first, after in zip(self._edges, [*self._edges[1:], 0x110000], strict=True):
            signature = frozenset(ranges for ranges in distinct if contains(ranges, first))
            members.setdefault(signature, []).append((first, after - 1))
            self._class_of_interval.append(list(members).index(signature))
        self.classes: list[Ranges] = [merged(ranges) for ranges in members.values()]

    def class_of(self, code_point: int) -> int:
        """The index in `classes` of the class of this character."""
        return self._class_of_interval[bisect_right(self._edges, code_point) - 1]


def contains(ranges: Ranges, code_point: int) -> bool:
    """Return True if the character is one of these."""
    return any(first <= code_point <= last for first, last in ranges)
