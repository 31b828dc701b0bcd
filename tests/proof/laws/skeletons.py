"""Values in skeletons: a place in a tagged text, and the language of the texts written there.

A skeleton is checked with a digit in each place. It is thus a tagged text with marked digits. A value is
written as a word of a regular language. A walk through the automaton of all references shows that the
word keeps the structure, wherever the digit is and in any text.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from iriform.grammar._abnf import Node, read
from tests.proof.machine import bodies

from .decide import END, FAULT, Text, search
from .tagged import PARTS, Code, Language, code, language, symbol_of, tag_of

STAND_IN = ord("1")

VALUES = r"""
; Octets and characters of data, percent-encoded except for `unreserved`, and `ucschar` in an IRI.
encoded         = 1*( iunreserved / pct-encoded )
encoded-ascii   = 1*( unreserved / pct-encoded )
; A Segment, a Path, a Query, a Fragment, a UserInfo and a Host go in as they are.
segments        = isegment-nz *( "/" isegment-nz )
segments-nc     = isegment-nz-nc *( "/" isegment-nz )
host-of-value   = IP-literal / 1*( iunreserved / pct-encoded / sub-delims )
label           = ( ALPHA / DIGIT ) *( ALPHA / DIGIT / "-" )
port-of-value   = 1*DIGIT
; A base, before a slash, and before another character.
base-slash      = scheme ":" ( "//" iauthority ipath-abempty
                / path-of-base )
path-of-base    = "/" isegment-nz *( "/" isegment ) / isegment-nz *( "/" isegment )
base-bare       = scheme ":"
base            = scheme ":" ihier-part
"""


def is_of(characters: str, tagged: Code) -> bool:
    """Return True if the character is one of these, with any tag."""
    return chr(symbol_of(tagged)) in characters


@cache
def values(rule: str, abnf: str = VALUES) -> Language:
    """The texts that values are written as, by a rule above or of RFC 3987; their symbols have no tag."""
    return language(rule, _rules(abnf), {})


@cache
def bases(rule: str) -> Language:
    """The text before the rest of a reference, with the tags of its parts."""
    return language(rule, _rules(VALUES), PARTS)


def _rules(abnf: str) -> dict[str, Node]:
    return {**bodies("RFC3987"), **{found.name: found.body for found in read(abnf)}}


@dataclass(frozen=True)
class Place:
    """The position of a placeholder."""

    tag: str
    """The component."""
    delimiters: str = ""
    """The delimiters of the units that a placeholder fills or is in: segments, labels."""
    is_whole: bool = False
    """True if the placeholder is all of a unit."""
    is_first: bool | None = None
    """True if it is in the first segment of a relative reference; None if it may be anywhere."""

    def begins(self, before: Before) -> bool:
        """Return True if the placeholder may follow this text: it may not be inside a triplet."""
        if before.digits_due:
            return False
        if self.tag == "host" and before.is_literal:
            return False
        if self.is_first is not None and self.is_first != before.is_first:
            return False
        return not self.is_whole or self._divides(before.last)

    def goes_on(self, tagged: Code) -> bool:
        """Return True if the placeholder may precede this character."""
        return not self.is_whole or self._divides(tagged)

    def _divides(self, tagged: Code | None) -> bool:
        return tagged is None or tag_of(tagged) != self.tag or is_of(self.delimiters, tagged)


@dataclass(frozen=True)
class Before:
    """The facts about the text before a place."""

    last: Code | None = None
    """The last character."""
    is_first: bool = True
    """True if nothing but part of a path's first segment was read."""
    is_literal: bool = False
    """True if it ends inside an IP literal."""
    digits_due: int = 0
    """The number of digits that its last triplet lacks."""

    def then(self, tagged: Code) -> Before:
        """Return the facts after another character."""
        is_path = tag_of(tagged) == "path" and not is_of("/", tagged)
        bracket = tag_of(tagged) == "host" and is_of("[]", tagged)
        is_literal = is_of("[", tagged) if bracket else self.is_literal
        due = 2 if is_of("%", tagged) else max(self.digits_due - 1, 0)
        return Before(tagged, self.is_first and is_path, is_literal, due)


Moves: TypeAlias = Iterator[tuple[Code, Hashable]]
"""Characters, and the nodes that they lead to. A node is the stage of a walk, by name, and its states."""


def behind(
    texts: Language, judged: int, state: int, may_follow: Callable[[Code], bool] = lambda _: True
) -> Moves:
    """Continue after the placeholder: text that may follow must be possible in the result."""
    if texts.accepts(judged) and not texts.accepts(state):
        yield END, FAULT
    for tagged in texts.codes[judged]:
        if may_follow(tagged):
            then = texts.step(state, tagged)
            after = ("behind", texts.step(judged, tagged), then)
            yield tagged, FAULT if then is None else after


def misplaced(texts: Language, place: Place, written: Language) -> Text | None:
    """Return a skeleton and a value whose result is not a reference, or has other components.

    It is a text up to the stand-in, then the value as written, and the text that follows.
    """
    stand_in = code(place.tag, STAND_IN)

    def before(state: int, known: Before) -> Moves:
        for tagged in texts.codes[state]:
            yield tagged, ("before", texts.step(state, tagged), known.then(tagged))
        judged = texts.step(state, stand_in)
        if judged is not None and place.begins(known):
            yield stand_in, ("value", judged, state, 0)

    def value(judged: int, state: int, read: int) -> Moves:
        if written.accepts(read):
            yield END, ("seam", judged, state)
        for symbol in written.codes[read]:
            tagged = code(place.tag, symbol)
            then = texts.step(state, tagged)
            after = ("value", judged, then, written.step(read, symbol))
            yield tagged, FAULT if then is None else after

    def moves(node: Any) -> Moves:
        where, *states = node
        if where == "before":
            return before(*states)
        if where == "value":
            return value(*states)
        return behind(texts, *states, *([place.goes_on] if where == "seam" else []))

    return search(("before", 0, Before()), moves)


def not_dropped(texts: Language, delimiter: str, tag: str) -> Text | None:
    """Return a text that stops being a reference if a component and its delimiter are removed."""

    def before(state: int) -> Moves:
        for tagged in texts.codes[state]:
            yield tagged, ("before", texts.step(state, tagged))
        with_delimiter = texts.step(state, code("delimiter", ord(delimiter)))
        if with_delimiter is not None:
            judged = texts.step(with_delimiter, code(tag, STAND_IN))
            if judged is not None:
                yield code(tag, STAND_IN), ("seam", judged, state)

    def moves(node: Any) -> Moves:
        where, *states = node
        if where == "before":
            return before(*states)
        seam = [lambda tagged: tag_of(tagged) != tag] if where == "seam" else []
        return behind(texts, *states, *seam)

    return search(("before", 0), moves)


def _behind_a_host(texts: Language) -> int:
    """The state after `x://h`."""
    state = 0
    for tag, character in zip(("scheme", *["delimiter"] * 3, "host"), "x://h", strict=True):
        then = texts.step(state, code(tag, ord(character)))
        assert then is not None
        state = then
    return state


def misplaced_base(
    texts: Language, written: Language, begins: str, then_not: str = ""
) -> Text | None:
    """Return a base and a rest that together are not a reference, or one with other components.

    The rest may follow `x://h`. It is empty or begins with one of the characters in `begins`; its second
    character is not in `then_not`.
    """
    judged = _behind_a_host(texts)

    def base(read: int, state: int) -> Moves:
        if written.accepts(read):
            yield END, ("seam", judged, state)
        for tagged in written.codes[read]:
            then = texts.step(state, tagged)
            after = ("base", written.step(read, tagged), then)
            yield tagged, FAULT if then is None else after

    def seam(literal: int, state: int) -> Moves:
        def begins_so(tagged: Code) -> bool:
            return tag_of(tagged) in {"path", "delimiter"} and is_of(begins, tagged)

        for tagged, node in behind(texts, literal, state, begins_so):
            yield tagged, ("second", *node[1:]) if isinstance(node, tuple) and then_not else node

    def moves(node: Any) -> Moves:
        where, *states = node
        if where == "base":
            return base(*states)
        if where == "seam":
            return seam(*states)
        second = [lambda tagged: not is_of(then_not, tagged)] if where == "second" else []
        return behind(texts, *states, *second)

    return search(("base", 0, 0), moves)
