"""Regular expressions for rules, in the dialect of an engine.

The expression is equivalent to the ABNF, in a form that is efficient for engines:

* Names and alternatives that match single characters become one character class.
* An alternative that another one includes is omitted: every IPv4address is a reg-name.
* An alternative that can extend another one comes first, so an engine that takes the first matching
  alternative does not stop early.

No repetition can read a character in two ways, so backtracking engines stay linear.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from ._abnf import Choice, Name, Node, Repeat, Sequence, Span, Text
from ._characters import Ranges, characters_of, letter
from ._languages import Languages

if TYPE_CHECKING:
    from collections.abc import Mapping

Flavor: TypeAlias = Literal["python", "ecmascript", "pcre", "re2", "xsd", "xpath"]


class Dialect(NamedTuple):
    """The syntax of an engine for the common constructs."""

    group: str
    start: str
    stop: str
    outside: str
    """The characters to escape outside a class."""
    inside: str
    """The characters to escape in a class."""
    code_point: tuple[str, str]
    """Formats for code points up to U+FFFF and beyond; empty if characters are written literally."""
    counts: bool = True
    """True if `{2,4}` works reliably."""


_OUTSIDE = r"\^$.|?*+()[]{}"
_INSIDE = r"\^-[]/(){}|"
DIALECTS: dict[str, Dialect] = {
    "python": Dialect("(?:", r"\A", r"\Z", _OUTSIDE, r"\^-[]&~|", (r"\u{:04X}", r"\U{:08X}")),
    # Escapes that are valid under the flag u and needed under the flag v.
    "ecmascript": Dialect("(?:", "^", "$", _OUTSIDE + "/", _INSIDE, (r"\u{:04X}", r"\u{{{:X}}}")),
    "pcre": Dialect("(?:", r"\A", r"\z", _OUTSIDE, r"\^-[]", (r"\x{{{:X}}}", r"\x{{{:X}}}")),
    "re2": Dialect("(?:", r"\A", r"\z", _OUTSIDE, r"\^-[]", (r"\x{{{:X}}}", r"\x{{{:X}}}")),
    # It is always anchored; "^" and "$" are not anchors, and there are no numeric escapes. libxml2
    # miscounts: with it, (1[0-9]{2}|[0-9])\. matches "1234." (tests/test_regex.py has the case).
    "xsd": Dialect("(", "", "", r"\.|?*+()[]{}^", r"\^-[]", ("", ""), counts=False),
    # The same, but it is a search, so "^" and "$" are anchors.
    "xpath": Dialect("(", "^(", ")$", r"\.|?*+()[]{}^$", r"\^-[]", ("", ""), counts=False),
}


@lru_cache(maxsize=512)
def regex(grammar: Languages, name: str, flavor: str, *, anchored: bool) -> str:
    """The expression for the rule `name`.

    Raises:
        ValueError: no such flavor.

    """
    if flavor not in DIALECTS:
        raise ValueError(f"flavor must be one of {', '.join(DIALECTS)}, not {flavor!r}")
    dialect = DIALECTS[flavor]
    writer = _Writer(grammar, dialect)
    expression = writer.whole(writer.write(Name(name)))
    return dialect.start + expression + dialect.stop if anchored else expression


class _Piece(NamedTuple):
    """An expression, and its precedence."""

    text: str
    binding: Literal["choice", "sequence", "atom"]


class _Writer:
    def __init__(self, grammar: Languages, dialect: Dialect) -> None:
        self._grammar = grammar
        self._rules: Mapping[str, Node] = grammar.bodies
        self._dialect = dialect

    def atom(self, piece: _Piece) -> str:
        return piece.text if piece.binding == "atom" else f"{self._dialect.group}{piece.text})"

    def whole(self, piece: _Piece) -> str:
        return self.atom(piece) if piece.binding == "choice" else piece.text

    def write(self, node: Node) -> _Piece:
        ranges = characters_of(node, self._rules)
        if ranges is not None:
            return _Piece(self._class(ranges), "atom")
        match node:
            case Text(text):
                pieces = [self._class(letter(character)) for character in text]
                return _Piece("".join(pieces), "sequence")
            case Name(name):
                return self.write(self._rules[name])
            case Sequence(items):
                pieces = [self.whole(self.write(item)) for item in items]
                return _Piece("".join(pieces), "sequence")
            case Choice():
                return self._choice(node)
            case Repeat(_, _, 0):
                return _Piece("", "sequence")
            case Repeat(item, 0, None) if self._loops(item):
                # It writes (?:(?:a*)+)? rather than (?:a*)*, with which libxml2 finds false
                # matches.
                return self.write(Repeat(Repeat(item, 1, None), 0, 1))
            case Repeat(item, least, most) if not (self._dialect.counts or (least, most) in _PLAIN):
                return self._written_out(self.atom(self.write(item)), least, most)
            case Repeat(item, least, most):
                return _Piece(self.atom(self.write(item)) + _quantifier(least, most), "sequence")
            case Span(first, last):
                return _Piece(self._class(((first, last),)), "atom")

    def _loops(self, node: Node) -> bool:
        """Return True if `node` has an unlimited repetition."""
        match node:
            case Repeat(item, _, most):
                return most is None or self._loops(item)
            case Sequence(items) | Choice(items):
                return any(map(self._loops, items))
            case Name(name):
                return self._loops(self._rules[name])
        return False

    def _written_out(self, atom: str, least: int, most: int | None) -> _Piece:
        """A counted repetition without a counter: `aa(a(a)?)?` for two to four."""
        optional = f"{atom}*" if most is None else ""
        for _ in range(least, most or 0):
            optional = f"{self._dialect.group}{atom}{optional})?"
        return _Piece(atom * least + optional, "sequence")

    def _choice(self, choice: Choice) -> _Piece:
        """One class for all single characters, then the rest.

        An alternative that may be empty makes the whole optional.
        """
        singles: list[Node] = []
        longer: list[Node] = []
        for item in self._flat(choice):
            (longer if characters_of(item, self._rules) is None else singles).append(item)
        characters = [Choice(tuple(singles))] if singles else []
        items = self._grammar.alternatives(Choice((*characters, *longer)))
        texts = [self.write(item).text for item in items]
        if "" in texts:
            texts.remove("")
            return _Piece(f"{self._dialect.group}{'|'.join(texts)})?", "sequence")
        return _Piece("|".join(texts), "choice")

    def _flat(self, choice: Choice) -> list[Node]:
        """The alternatives, with nested choices flattened."""
        items: list[Node] = []
        for item in choice.items:
            body = self._rules[item.name] if isinstance(item, Name) else item
            items.extend(self._flat(body) if isinstance(body, Choice) else [item])
        return items

    def _class(self, ranges: Ranges) -> str:
        if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
            return self._character(ranges[0][0], self._dialect.outside)
        parts = []
        for first, last in ranges:
            parts.append(self._character(first, self._dialect.inside))
            if last > first:
                parts.append("-" if last > first + 1 else "")
                parts.append(self._character(last, self._dialect.inside))
        return f"[{''.join(parts)}]"

    def _character(self, code_point: int, special: str) -> str:
        basic, beyond = self._dialect.code_point
        if code_point > 0x7E and basic:
            return (basic if code_point <= 0xFFFF else beyond).format(code_point)
        character = chr(code_point)
        return f"\\{character}" if character in special else character


_PLAIN = {(0, None): "*", (1, None): "+", (0, 1): "?"}


def _quantifier(least: int, most: int | None) -> str:
    if (least, most) in _PLAIN:
        return _PLAIN[least, most]
    return f"{{{least}}}" if least == most else f"{{{least},{'' if most is None else most}}}"
