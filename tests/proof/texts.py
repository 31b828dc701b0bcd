"""The suites as texts for a parser, by rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeAlias

from .machine import DEAD, LETTERS_TO_SCAN, Machine
from .suites import characterizing, identifiers, loops, padded_paths, scan, wp

Recognizer: TypeAlias = Callable[[str], "int | None"]
"""The subject of a proof: a function from a text to the position of its error, or None."""

PADDING = ("a", "é", "道", "😀")
"""A character for each way in which CPython stores text: ASCII, Latin-1, UCS-2 and UCS-4."""

ILL_FORMED = tuple(
    map(
        bytes.fromhex,
        # A lone continuation byte; overlong forms of "/", NUL and U+0800; a surrogate; beyond
        # U+10FFFF; bytes that UTF-8 never has; sequences cut short.
        [
            *("80", "BF", "C0AF", "C080", "E080AF", "E09FBF", "F08FBFBF", "EDA080", "EDBFBF"),
            *(
                "F4908080",
                "F5808080",
                "F888808080",
                "FE",
                "FF",
                "C3",
                "E9",
                "E981",
                "F09F",
                "F09F98",
            ),
        ],
    )
)


def disagreements(machine: Machine, ask: Recognizer, texts: Iterable[str]) -> list[str]:
    """Return the first few texts on which the recognizer and the machine disagree."""
    fault = machine.fault
    return list(islice((text for text in texts if ask(text) != fault(text)), 5))


def of_wp(machine: Machine, extra: int = 0) -> Iterator[str]:
    """The Wp suite. Each occurrence of a letter is another one of its characters, including the edges."""
    return map(machine.speller(), wp(machine, extra))


def of_scan(machine: Machine, characters: list[list[str]] | None = None) -> Iterator[str]:
    """Every character (if none are given: all of ASCII, and the edges of ranges) in every state."""
    spell = machine.speller()
    for path, letter, tail in scan(machine):
        before, after = spell(path), spell(tail)
        for character in (characters or machine.characters)[letter]:
            yield before + character + after


def of_errors(machine: Machine) -> Iterator[str]:
    """Every error in every state, with further text after it, which must change nothing."""
    spell = machine.speller()
    rest = characterizing(machine)
    for state, path in enumerate(machine.access):
        if machine.output[state] != DEAD:
            for letter, then in enumerate(machine.table[state]):
                if machine.output[then] == DEAD:
                    yield from (spell((*path, letter, *word)) for word in rest)


def of_pump(machine: Machine) -> Iterator[str]:
    """Every loop many times, and then every letter: for counters and limits."""
    spell = machine.speller()
    one_of_each = [characters[0] for characters in machine.characters]
    for path, letter in loops(machine, machine.cover):
        before = spell(path)
        for length in range(2, 13):
            yield from (before + one_of_each[letter] * length + after for after in one_of_each)


def of_triples(machine: Machine) -> Iterator[str]:
    """Every loop three times with the same character, and then every character."""
    spell = machine.speller()
    following = ["", *(c for characters in machine.characters for c in characters)]
    for path, letter in loops(machine, enumerate(machine.access)):
        before = spell(path)
        for character in machine.characters[letter]:
            yield from (before + character * 3 + after for after in following)


def of_escapes(machine: Machine) -> Iterator[str]:
    """Every percent-encoded octet in every state that allows one, and then every character."""
    spell = machine.speller()
    following = [character for characters in machine.characters for character in characters]
    for state, path in enumerate(machine.access):
        word = [machine.alphabet.class_of(ord(character)) for character in "%41"]
        if DEAD not in (machine.output[state], machine.output[machine.run(word, state)]):
            before = spell(path)
            for octet in range(256):
                yield from (f"{before}%{octet:02X}{character}" for character in ("", *following))


def of_all(_: Machine) -> Iterator[str]:
    """Every code point, alone."""
    return map(chr, range(0x110000))


def of_padding(
    machine: Machine, pads: Iterable[str] = PADDING, lengths: Iterable[int] = range(64)
) -> Iterator[str]:
    """Every state at every index modulo 64, in text of every storage kind."""
    spell = machine.speller()
    own = identifiers(machine)
    for pad in pads:
        for before, after, state in padded_paths(machine, machine.alphabet.class_of(ord(pad))):
            start = spell(before)
            for length in lengths:
                for letter in machine.letters:
                    word = (*after, letter, *own[machine.table[state][letter]][-1])
                    yield start + pad * length + spell(word)


def of_kinds(machine: Machine) -> Iterator[str]:
    """The Wp suite, each text followed by a character that changes how CPython stores it."""
    for text in of_wp(machine):
        for character in PADDING:
            if ord(character) >= LETTERS_TO_SCAN:
                yield text + character


SUITES: dict[str, Callable[[Machine], Iterator[str]]] = {
    "wp0": of_wp,
    "scan": of_scan,
    "errors": of_errors,
    "wp1": lambda machine: of_wp(machine, 1),
    "pump": of_pump,
    "triples": of_triples,
    "escapes": of_escapes,
    "all": of_all,
}
"""Suites by name, shorter ones first."""
