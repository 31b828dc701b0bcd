"""String literals of Python source: the position of each character of their value."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from contextlib import suppress
from io import StringIO
from tokenize import COMMENT, STRING, TokenError, generate_tokens
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_LITERAL = re.compile(r"(?P<prefix>[A-Za-z]*)(?P<quotes>'''|\"\"\"|'|\")")
_ESCAPE = re.compile(
    r"\\(?:[0-7]{1,3}|x[0-9A-Fa-f]{2}|N\{[^}]*\}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)|.", re.DOTALL
)
_BYTES_ESCAPE = re.compile(r"\\(?:[0-7]{1,3}|x[0-9A-Fa-f]{2}|.)|.", re.DOTALL)
# An escape that Python does not know stands for itself.
_UNKNOWN = re.compile(r"\\[^0-7\\'\"abfnrtv]")


class Place(NamedTuple):
    """A position in source text: line and column from 1, as in editors, columns in code points."""

    line: int
    column: int


class SourceText:
    """The text of a module by lines, for locating nodes."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")

    def place(self, line: int, octets: int) -> Place:
        """Convert a column of `ast`, in octets, to code points."""
        text = self._lines[line - 1]
        if text.isascii():
            return Place(line, octets + 1)
        return Place(line, len(text.encode()[:octets].decode(errors="replace")) + 1)

    def span(self, node: ast.expr) -> tuple[Place, Place]:
        """Return the beginning and the end of a node."""
        start = self.place(node.lineno, node.col_offset)
        return start, self.place(node.end_lineno or node.lineno, node.end_col_offset or 0)

    def segment(self, node: ast.expr) -> str:
        """Return the text of a node."""
        start, stop = self.span(node)
        lines = self._lines[start.line - 1 : stop.line]
        lines[-1] = lines[-1][: stop.column - 1]
        lines[0] = lines[0][start.column - 1 :]
        return "\n".join(lines)


class Source(SourceText):
    """The text of a module with its string tokens and comments."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._strings: list[str] = []
        self._starts: list[Place] = []
        self._comments: dict[int, str] = {}
        with suppress(TokenError, SyntaxError):  # then the text before it is kept
            for token in generate_tokens(StringIO(text).readline):
                if token.type == STRING:
                    self._strings.append(token.string)
                    self._starts.append(Place(token.start[0], token.start[1] + 1))
                elif token.type == COMMENT:
                    self._comments[token.start[0]] = token.string

    def has_comment(self, node: ast.expr, words: str) -> bool:
        """Return True if a comment on one of the lines of a node contains `words`."""
        lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
        return any(words in self._comments.get(line, "") for line in lines)

    def characters(self, literal: ast.Constant) -> list[Place]:
        """Return the position of each character of a literal's value, and of its end.

        The list is one longer than the value. Adjacent literals are one value.
        """
        length = len(literal.value) if isinstance(literal.value, str | bytes) else 0
        start = self.place(literal.lineno, literal.col_offset)
        stop = self.place(literal.end_lineno or literal.lineno, literal.end_col_offset or 0)
        places: list[Place] = []
        end = start
        first, last = (bisect_left(self._starts, place) for place in (start, stop))
        for i in range(first, last):
            *inside, end = _characters(self._strings[i], self._starts[i])
            places += inside
        # Before Python 3.12, a literal inside an f-string is not a token, so only its beginning is
        # known.
        return [*places, end] if len(places) == length else [start] * (length + 1)


def _characters(token: str, begin: Place) -> Iterator[Place]:
    """Yield the position of each character of one token's value, and then of the closing quotes."""
    opening = _LITERAL.match(token)
    assert opening  # noqa: S101 - the tokenizer says that it is a string
    prefix, quotes = opening["prefix"].lower(), opening["quotes"]
    pieces = re.compile(".", re.DOTALL)
    if "r" not in prefix:
        pieces = _BYTES_ESCAPE if "b" in prefix else _ESCAPE
    line, column = begin.line, begin.column + opening.end()
    for piece in pieces.findall(token, opening.end(), len(token) - len(quotes)):
        for i in range(_length(piece)):
            yield Place(line, column + i)
        line += piece.count("\n")
        column = 1 if "\n" in piece else column + len(piece)
    yield Place(line, column)


def _length(piece: str) -> int:
    """Return the number of characters that a piece stands for."""
    if piece == "\\\n":
        return 0
    return 2 if _UNKNOWN.fullmatch(piece) else 1
