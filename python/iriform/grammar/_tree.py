"""Concrete syntax trees: which part of a text is which rule.

If the ABNF is ambiguous, "the first-match-wins algorithm" applies (RFC 3986 §3.2.2, RFC 3987 §2.2):
if two alternatives lead to a match of the whole text, the one that is first in the ABNF is taken,
and a repetition or option is taken rather than omitted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from iriform._core import secrets
from iriform._display import MASK

from ._characters import Alphabet, contains
from ._nfa import ACCEPT, Begin, End, Nfa, Read

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ._characters import Ranges

    # Start and stop.
    Range = tuple[int, int]


CHARACTERS = frozenset(
    [
        "pchar",
        "ipchar",
        "pct-encoded",
        "unreserved",
        "iunreserved",
        "reserved",
        "gen-delims",
        "sub-delims",
        "ucschar",
        "iprivate",
    ]
)
"""The rules that match one character, raw or percent-encoded."""


_USERINFO = frozenset({"userinfo", "iuserinfo"})
"""The rules whose text has a password without anything that introduces it."""


def _joined(ranges: list[Range]) -> list[Range]:
    """Sort ranges, and merge those that touch."""
    joined: list[Range] = []
    for start, stop in sorted(ranges):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(stop, joined[-1][1]))
        else:
            joined.append((start, stop))
    return joined


class Tree(NamedTuple):
    """A piece of the text that a rule matched, and its own pieces.

    `rule` is the RFC's name, or None for literal characters in a rule, such as the `://` of a URI.
    `start` and `stop` are indices in code points. A rule that consists of characters has no
    children. `str()` draws it. Drawings and `repr` mask a password, `text` is exact.
    """

    rule: str | None
    start: int
    stop: int
    text: str
    children: tuple[Tree, ...]

    def __repr__(self) -> str:
        """It omits the children, which would fill the screen."""
        return f"<{self.rule or 'characters'} {self.start}:{self.stop} {self._shown(self._secrets())!r}>"

    def __str__(self) -> str:
        """The drawing: one line for each rule, indented under its parent.

        Rules of single characters (`pchar`, `unreserved` ...) are left out; `draw` shows them.
        """
        return self.draw()

    def draw(self, *, characters: bool = False) -> str:
        r"""The drawing, with the rules that match single characters if `characters`.

        >>> from iriform import grammar
        >>> print(grammar.RFC3986["authority"].tree("h:80").draw(characters=True))
        authority 0:4 'h:80'
          host 0:1 'h'
            reg-name 0:1 'h'
              unreserved 0:1 'h'
          1:2 ':'
          port 2:4 '80'

        """
        return "\n".join(self._lines("", self._secrets(), characters=characters))

    def _lines(self, indent: str, hidden: list[Range], *, characters: bool) -> Iterator[str]:
        rule = f"{self.rule} " if self.rule else ""
        yield f"{indent}{rule}{self.start}:{self.stop} {self._shown(hidden)!r}"
        if any(start <= self.start and self.stop <= stop for start, stop in hidden):
            return
        if characters or not all(c.rule is None or c.rule in CHARACTERS for c in self.children):
            for child in self.children:
                # Other positions are not visited again.
                of_child = [r for r in hidden if r[0] < child.stop and child.start < r[1]]
                yield from child._lines(indent + "  ", of_child, characters=characters)  # noqa: SLF001

    def _secrets(self) -> list[Range]:
        """The ranges of the secrets, in order."""
        found = secrets("IRI-reference", self.text)
        for node in self.walk():
            if node.rule in _USERINFO:
                offset = node.start - self.start
                found += [(offset + a, offset + b) for a, b in secrets(node.rule, node.text)]
        return [(self.start + a, self.start + b) for a, b in _joined(found)]

    def _shown(self, hidden: list[Range]) -> str:
        """The text with a mask in place of each secret."""
        shown, last = [], self.start
        for start, stop in hidden:
            if start < self.stop and self.start < stop:
                shown += [self._piece(last, max(start, last)), MASK]
                last = min(stop, self.stop)
        return "".join([*shown, self._piece(last, self.stop)])

    def _piece(self, start: int, stop: int) -> str:
        return self.text[start - self.start : stop - self.start]

    def walk(self) -> Iterator[Tree]:
        """The node and all below it, each before its children.

        >>> from iriform import grammar
        >>> [n.text for n in grammar.RFC3986["path"].tree("/a/b").walk() if n.rule == "segment"]
        ['a', 'b']

        """
        yield self
        for child in self.children:
            yield from child.walk()

    def to_json(self) -> dict[str, Any]:
        """Plain `dict`, `list`, `str`, `int` and None, for `json.dumps`.

        >>> from iriform import grammar
        >>> grammar.RFC3986["port"].tree("80").to_json()
        {'rule': 'port', 'start': 0, 'stop': 2, 'text': '80', 'children': []}

        """
        return {
            "rule": self.rule,
            "start": self.start,
            "stop": self.stop,
            "text": self.text,
            "children": [child.to_json() for child in self.children],
        }


class Reader:
    """Makes trees with one automaton, in linear time.

    A backward pass finds, for every index, the states from which the rest of the text matches. A
    forward pass then takes the first such state at every fork, so it never backtracks. The sets and
    the steps between them are cached, because there are few.
    """

    def __init__(self, nfa: Nfa) -> None:
        self._nfa = nfa
        self._before: dict[int, list[int]] = {}
        self._readers: dict[int, list[tuple[int, Ranges]]] = {}
        for index, state in enumerate(nfa.states):
            for then in nfa.after(index):
                self._before.setdefault(then, []).append(index)
            if isinstance(state, Read):
                self._readers.setdefault(state.then, []).append((index, state.ranges))
        self._alphabet = Alphabet(nfa.character_sets())
        self._accepting = self._closed({ACCEPT})
        self._steps: dict[tuple[frozenset[int], int], frozenset[int]] = {}

    def read(self, text: str) -> Tree:
        """The tree of `text`, which must match."""
        viable = self._viable(text)
        open_rules: list[tuple[str, int, list[Tree]]] = []
        children: list[Tree] = []
        index = plain = 0
        at = self._nfa.start
        while at != ACCEPT:
            match self._nfa.states[at]:
                case Read(_, at):
                    index += 1
                case Begin(name, at):
                    _add_characters(text, plain, index, children)
                    open_rules.append((name, index, children))
                    children = []
                    plain = index
                case End(at):
                    name, start, outer = open_rules.pop()
                    if children:
                        _add_characters(text, plain, index, children)
                    node = Tree(name, start, index, text[start:index], tuple(children))
                    children = outer
                    children.append(node)
                    plain = index
                case _:
                    at = next(then for then in self._nfa.after(at) if then in viable[index])
        return children[0]

    def _viable(self, text: str) -> list[frozenset[int]]:
        """For each index, the states from which `text[index:]` leads to acceptance."""
        sets = [self._accepting] * (len(text) + 1)
        for index in range(len(text) - 1, -1, -1):
            key = (sets[index + 1], self._alphabet.class_of(ord(text[index])))
            if key not in self._steps:
                self._steps[key] = self._step(*key)
            sets[index] = self._steps[key]
        return sets

    def _step(self, after: frozenset[int], letter: int) -> frozenset[int]:
        """The states from which one character leads into `after`."""
        code_point = self._alphabet.classes[letter][0][0]
        return self._closed(
            {
                reader
                for then in after
                for reader, ranges in self._readers.get(then, ())
                if contains(ranges, code_point)
            }
        )

    def _closed(self, states: set[int]) -> frozenset[int]:
        """Add the states that lead into these without reading."""
        todo = list(states)
        while todo:
            new = [s for s in self._before.get(todo.pop(), ()) if s not in states]
            states.update(new)
            todo.extend(new)
        return frozenset(states)


def _add_characters(text: str, start: int, stop: int, children: list[Tree]) -> None:
    if start < stop:
        children.append(Tree(None, start, stop, text[start:stop], ()))
