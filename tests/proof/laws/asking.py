"""Tests a program as an automaton, with tagged texts that distinguish it from all others.

The W-method's theorem is about acceptors. A program that splits text is one: it *accepts* a tagged text
if it would give the text the same tags.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import cycle

from iriform import IRIReference
from tests.proof.appendix_b import APPENDIX_B
from tests.proof.machine import ACCEPT, LIVE, Machine
from tests.proof.suites import wp

from .tagged import IPRIVATE, OTHER, TAGS, UCSCHAR, Code, Language, code, symbol_of

SPELLED = {UCSCHAR: "é", IPRIVATE: "\ue000", OTHER: "\ufffe"}
EVERY = [code(tag, symbol) for tag in TAGS for symbol in (*range(0x80), *SPELLED)]
"""Every tagged character."""

SYMBOL_OF = {character: symbol for symbol, character in SPELLED.items()}


def text_of(codes: Iterable[Code]) -> str:
    """The text, without its tags."""
    return "".join(_character(symbol_of(tagged)) for tagged in codes)


def _character(symbol: int) -> str:
    return SPELLED.get(symbol) or chr(symbol)


def tagged(parts: Iterable[tuple[str, str | None]]) -> list[Code]:
    """The tagged text of some pieces, each with its tag; those that are None are absent."""
    return [code(tag, SYMBOL_OF.get(c) or ord(c)) for tag, piece in parts for c in piece or ""]


def questions(language: Language, extra: int) -> Iterator[tuple[list[Code], bool]]:
    """Yield the tagged texts of the Wp suite, and whether each is in the language.

    A program does not say whether a text that it does not accept could continue, so *dead* is a state
    like any other here.
    """
    automaton = language.machine
    outputs = [ACCEPT if output == ACCEPT else LIVE for output in automaton.output]
    machine = Machine(automaton.alphabet, automaton.table, outputs)
    spelled: list[list[Code]] = [[] for _ in machine.letters]
    for tagged_character in EVERY:
        spelled[machine.alphabet.class_of(tagged_character)].append(tagged_character)
    # Each letter uses its characters in turn, so all of them occur.
    following = [cycle(codes).__next__ for codes in spelled]
    for word in wp(machine, extra):
        accepted = machine.output[machine.run(word)] == ACCEPT
        yield [following[letter]() for letter in word], accepted


Splitter = Callable[[str], list[Code] | None]


def by_expression(text: str) -> list[Code]:
    """The five components, by Appendix B's expression."""
    split = APPENDIX_B.fullmatch(text)
    assert split is not None
    scheme, authority, path, query, fragment = split.group(2, 4, 5, 7, 9)
    return tagged(
        (
            ("scheme", scheme),
            ("delimiter", None if scheme is None else ":"),
            ("delimiter", None if authority is None else "//"),
            ("authority", authority),
            ("path", path),
            ("delimiter", None if query is None else "?"),
            ("query", query),
            ("delimiter", None if fragment is None else "#"),
            ("fragment", fragment),
        )
    )


def by_iriform(text: str) -> list[Code] | None:
    """The components and parts that iriform finds, or None if it refuses the text."""
    if not IRIReference.is_valid(text):
        return None
    reference = IRIReference(text)
    scheme, userinfo, host, port = (
        reference.scheme,
        reference.userinfo,
        reference.host,
        reference.port_text,
    )
    query, fragment = reference.query, reference.fragment
    return tagged(
        (
            ("scheme", scheme),
            ("delimiter", None if scheme is None else ":"),
            ("delimiter", None if host is None else "//"),
            ("userinfo", userinfo),
            ("delimiter", None if userinfo is None else "@"),
            ("host", host),
            ("delimiter", None if port is None else ":"),
            ("port", port),
            ("path", reference.path),
            ("delimiter", None if query is None else "?"),
            ("query", query),
            ("delimiter", None if fragment is None else "#"),
            ("fragment", fragment),
        )
    )


def wrong(language: Language, extra: int, split: Splitter) -> tuple[int, list[list[Code]]]:
    """Return the number of questions, and those that a program answers unlike the automaton."""
    asked = list(questions(language, extra))
    answers = (split(text_of(codes)) == codes for codes, _ in asked)
    failed = [
        codes
        for (codes, expected), answer in zip(asked, answers, strict=True)
        if answer != expected
    ]
    return len(asked), failed
