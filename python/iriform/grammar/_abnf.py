"""A parser for the part of ABNF (RFC 5234) that RFC 3986, RFC 3987 and RFC 6570 use.

It does not read incremental alternatives (`=/`), concatenated and decimal or binary values
(`%d13.10`), or prose, which none of them has. Angle brackets around the name of a rule, as in
`0<pchar>`, stand for the rule (RFC 5234 §2.1).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True)
class Text:
    """`"v"`: these characters; ASCII letters match in either case (RFC 5234 §2.3)."""

    text: str


@dataclass(frozen=True)
class Span:
    """`%x31-39`: one character, from the first code point to the last."""

    first: int
    last: int


@dataclass(frozen=True)
class Name:
    """`scheme`: a reference to the rule of that name."""

    name: str


@dataclass(frozen=True)
class Sequence:
    """`a b`: a sequence."""

    items: tuple[Node, ...]


@dataclass(frozen=True)
class Choice:
    """`a / b`: a choice."""

    items: tuple[Node, ...]


@dataclass(frozen=True)
class Repeat:
    """`2*4a`, `[ a ]`: between `least` and `most` times; no limit if `most` is None."""

    item: Node
    least: int
    most: int | None


Node: TypeAlias = Text | Span | Name | Sequence | Choice | Repeat

_RULE = re.compile(r"^[A-Za-z][A-Za-z0-9-]*[ \t]*=.*\n(?:(?:[ \t]+.*)?\n)*", re.MULTILINE)
_TOKEN = re.compile(
    r"""(?P<skip>[ \t\r\n]+|;[^\n]*)
      | (?P<text>"[^"]*")
      | %x(?P<first>[0-9A-F]+)(?:-(?P<last>[0-9A-F]+))?
      | <?(?P<name>[A-Za-z][A-Za-z0-9-]*)>?
      | (?P<least>[0-9]*)(?P<star>\*)(?P<most>[0-9]*)
      | (?P<exactly>[0-9]+)
      | (?P<mark>[()\[\]/=])""",
    re.VERBOSE | re.IGNORECASE,
)


class Definition(NamedTuple):
    """A rule: its name, its definition as text, and its parsed definition."""

    name: str
    text: str
    body: Node


def read(text: str) -> Iterator[Definition]:
    """The rules of an ABNF file, in order.

    Raises:
        ValueError: the text is not ABNF, or uses an unsupported part of it.

    >>> [rule] = read('port = *DIGIT  ; RFC 3986 §3.2.3')
    >>> rule.body
    Repeat(item=Name(name='DIGIT'), least=0, most=None)

    """
    end = 0
    text += "\n"
    for match in _RULE.finditer(text):
        _expect_comment(text[end : match.start()])
        end = match.end()
        rule = match[0].rstrip()
        tokens = _Tokens(rule)
        name = tokens.take("name")
        tokens.take("mark")
        yield Definition(name, rule, tokens.alternation())
        tokens.expect_end()
    _expect_comment(text[end:])


def _expect_comment(text: str) -> None:
    for line in text.splitlines():
        if line.strip() and not line.startswith(";"):
            raise ValueError(f"not an ABNF rule: {line!r}")


class _Tokens:
    """The tokens of one rule, and the four productions of ABNF that nest."""

    def __init__(self, text: str) -> None:
        self._found: list[re.Match[str]] = []
        end = 0
        while end < len(text):
            match = _TOKEN.match(text, end)
            if match is None:
                raise ValueError(f"not ABNF: {text[end:]!r}")
            end = match.end()
            if match["skip"] is None:
                self._found.append(match)
        self._next = 0

    def _ahead(self, group: str) -> str | None:
        return self._found[self._next][group] if self._next < len(self._found) else None

    def take(self, group: str) -> str:
        value = self._ahead(group)
        if value is None:
            raise ValueError(f"ABNF rule lacks a {group}")
        self._next += 1
        return value

    def expect_end(self) -> None:
        if self._next < len(self._found):
            raise ValueError(f"text after the end of the ABNF rule: {self._found[self._next][0]!r}")

    def alternation(self) -> Node:
        items = [self._concatenation()]
        while self._ahead("mark") == "/":
            self.take("mark")
            items.append(self._concatenation())
        return items[0] if len(items) == 1 else Choice(tuple(items))

    def _concatenation(self) -> Node:
        items = []
        while self._next < len(self._found) and self._ahead("mark") not in ("/", ")", "]"):
            items.append(self._repetition())
        if not items:
            raise ValueError("ABNF alternative is empty")
        return items[0] if len(items) == 1 else Sequence(tuple(items))

    def _repetition(self) -> Node:
        if self._ahead("star") is not None:
            least, most = self._ahead("least"), self._ahead("most")
            self._next += 1
            return Repeat(self._element(), int(least or 0), int(most) if most else None)
        if self._ahead("exactly") is not None:
            exactly = int(self.take("exactly"))
            return Repeat(self._element(), exactly, exactly)
        return self._element()

    def _element(self) -> Node:
        if (name := self._ahead("name")) is not None:
            self._next += 1
            return Name(name)
        if (text := self._ahead("text")) is not None:
            self._next += 1
            return Text(text[1:-1])
        if (first := self._ahead("first")) is not None:
            last = self._ahead("last") or first
            self._next += 1
            return Span(int(first, 16), int(last, 16))
        mark = self.take("mark")
        inside = self.alternation()
        if (mark, self.take("mark")) not in (("(", ")"), ("[", "]")):
            raise ValueError("ABNF rule's brackets do not match")
        return inside if mark == "(" else Repeat(inside, 0, 1)
