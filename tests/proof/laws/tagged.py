"""The ABNF with a tag on each character: the component that it belongs to.

A *tagged text* is a text together with its split. `//h/p` is one as

    delimiter "/"  delimiter "/"  host "h"  path "/"  path "p"

and it is another one, a wrong one, if `h` has the tag of the path. A set of tagged texts is a language
like any other: a claim about every split of every text is an inclusion of languages, which automata
decide.

A tagged character is a number: the tag in the higher bits, a *symbol* in the lower ones. Symbols are the
ASCII characters, and those of `Beyond` for others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TypeAlias

from iriform.grammar._abnf import Choice, Name, Node, Repeat, Sequence, Span, Text
from iriform.grammar._characters import letter
from iriform.grammar._nfa import Nfa
from tests.proof.machine import ACCEPT, DEAD, Machine, bodies, compiled

Code: TypeAlias = int
"""A tagged character."""

Rules: TypeAlias = Mapping[str, Node]
Beyond: TypeAlias = Mapping[str, Node]
"""The symbols for characters beyond ASCII: those of `ucschar` and `iprivate`."""

TAGS = (
    "delimiter",
    "scheme",
    "authority",
    "userinfo",
    "host",
    "port",
    "path",
    "query",
    "fragment",
    "guard",
)
SHIFT = 12
UCSCHAR, IPRIVATE, OTHER = 0x100, 0x101, 0x102

BY_CHARACTER: Beyond = {"ucschar": Span(UCSCHAR, UCSCHAR), "iprivate": Span(IPRIVATE, IPRIVATE)}
"""All characters of `ucschar` are one symbol: no operation here distinguishes them."""

OCTETS_OF_UTF8 = Repeat(Span(0x80, 0xFF), 2, 4)
BY_OCTET: Beyond = {"ucschar": OCTETS_OF_UTF8, "iprivate": OCTETS_OF_UTF8}
"""Any two to four octets from 0x80 on: all of UTF-8, and more. A law for more also holds for UTF-8."""

COMPONENTS = {
    "scheme": "scheme",
    "authority": "authority",
    "path": "path",
    "query": "query",
    "fragment": "fragment",
    "guard": "guard",
}
"""The rules for components, by the beginnings of their names without the `i` of RFC 3987."""

PARTS = {**COMPONENTS, "userinfo": "userinfo", "host": "host", "port": "port"}
del PARTS["authority"]
"""The components, with the parts of the authority in place of the authority."""


def code(tag: str, symbol: int) -> Code:
    """A tagged character."""
    return TAGS.index(tag) << SHIFT | symbol


def tag_of(tagged: Code) -> str:
    """Its tag."""
    return TAGS[tagged >> SHIFT]


def symbol_of(tagged: Code) -> int:
    """Its symbol."""
    return tagged & (1 << SHIFT) - 1


def shown(codes: Iterable[Code]) -> str:
    """Show a tagged text with its components in braces."""
    parts: list[tuple[str, str]] = []
    for tagged in codes:
        tag, symbol = tag_of(tagged), symbol_of(tagged)
        text = chr(symbol) if symbol < 0x80 else {UCSCHAR: "é", IPRIVATE: "\ue000"}.get(symbol, "?")
        if parts and parts[-1][0] == tag:
            parts[-1] = (tag, parts[-1][1] + text)
        else:
            parts.append((tag, text))
    return "".join(text if tag == "delimiter" else f"{{{tag} {text}}}" for tag, text in parts)


def tagged_rule(
    rule: str, rules: Rules, tags: Mapping[str, str] = PARTS, beyond: Beyond = BY_CHARACTER
) -> Node:
    """A rule with the tags of its components; the rules that it names are substituted."""

    def of(node: Node, tag: str) -> Node:
        match node:
            case Name(name):
                tag_of_rule = tags.get(name) or tags.get(_kind(name), tag)
                return of(beyond.get(name) or rules[name], tag_of_rule)
            case Text(text):
                return Sequence(tuple(_either(letter(c), tag) for c in text))
            case Span(first, last):
                return Span(code(tag, first), code(tag, last))
            case Sequence(items) | Choice(items):
                return type(node)(tuple(of(item, tag) for item in items))
            case Repeat(item, least, most):
                return Repeat(of(item, tag), least, most)

    return of(Name(rule), "delimiter")


def _kind(rule: str) -> str:
    """Name the component of a rule: both `ipath-abempty` and `path-rootless` are paths."""
    return rule.split("-", maxsplit=1)[0].removeprefix("i")


def _either(ranges: Iterable[tuple[int, int]], tag: str) -> Node:
    return Choice(tuple(Span(code(tag, a), code(tag, b)) for a, b in ranges))


class Language:
    """A set of tagged texts, as the automaton that accepts them."""

    def __init__(self, node: Node) -> None:
        self.machine: Machine = compiled("tagged", {"tagged": node})
        self._step: list[dict[Code, int]] = [{} for _ in self.machine.table]
        self.codes: list[list[Code]] = [[] for _ in self.machine.table]
        every = sorted(
            {
                tagged
                for ranges in Nfa("tagged", {"tagged": node}, {}).character_sets()
                for first, last in ranges
                for tagged in range(first, last + 1)
            }
        )
        for state, row in enumerate(self.machine.table):
            for tagged in every:
                then = row[self.machine.alphabet.class_of(tagged)]
                if self.machine.output[then] != DEAD:
                    self._step[state][tagged] = then
                    self.codes[state].append(tagged)

    def step(self, state: int, tagged: Code) -> int | None:
        """The state after a character; None if no text continues with it."""
        return self._step[state].get(tagged)

    def accepts(self, state: int) -> bool:
        """Return True if a text may end here."""
        return self.machine.output[state] == ACCEPT


def language(
    rule: str, rules: Rules, tags: Mapping[str, str] = PARTS, beyond: Beyond = BY_CHARACTER
) -> Language:
    """The tagged texts of a rule."""
    return Language(tagged_rule(rule, rules, tags, beyond))


@cache
def iri_references() -> Language:
    """The references of RFC 3987, with the parts that its rules give them."""
    return language("IRI-reference", bodies("RFC3987"))


@cache
def uri_references() -> Language:
    """The references of RFC 3986."""
    return language("URI-reference", bodies("RFC3986"))
