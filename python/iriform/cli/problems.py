"""The fault of one value: the display of `ParseError` on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from iriform import ParseError
from iriform._core import described
from iriform._display import decode, mask

if TYPE_CHECKING:
    from collections.abc import Callable

    from .message import Message


class Problem(NamedTuple):
    """A value that does not parse, with positions in code points."""

    position: int
    """The end of the longest viable prefix."""
    start: int
    stop: int
    """The span to blame."""
    error: ParseError

    @classmethod
    def of(cls, error: ParseError, parse: Callable[[bytes], object]) -> Problem:
        """Make a problem from an error for text from outside.

        Bytes that are not UTF-8 arrive as lone surrogates. They are reported as bytes.
        """
        if error.reason == "lone-surrogate":
            try:
                data = str(error.text).encode("utf-8", "surrogateescape")
            except UnicodeEncodeError:  # a surrogate that does not stand for a byte
                return cls(error.position, *error.span, error)
            try:
                parse(data)
            except ParseError as blamed:
                start, stop = (_characters(data[:place]) for place in blamed.span)
                return cls(_characters(data[: blamed.position]), start, stop, blamed)
        return cls(error.position, *error.span, error)

    @property
    def column(self) -> int:
        """The column for an editor: the start of the faulty piece, counted from 1."""
        return self.start + 1

    def explained(self) -> tuple[str, str]:
        """Return the message, and the picture with the hint."""
        message, _, picture = str(self.error).partition("\n")
        return message, picture

    @property
    def sentence(self) -> str:
        """The message and the hint in one line."""
        message, hint = self.explained()[0], self.error.hint
        return message if hint is None else f"{message}; {hint}"

    def drawn(self, place: str) -> Message:
        """Draw it like a compiler: position, message, picture."""
        from .clauses import linked
        from .message import Message

        message, picture = self.explained()
        return Message(
            (place, "bold"),
            ": ",
            (message, "red"),
            " ",
            linked(self.error.reason, described(self.error.rule)[1]),
            "\n",
            picture,
        )

    def record(self) -> dict[str, Any]:
        """Return the problem as a JSON object."""
        error = self.error
        return {
            "column": self.column,
            "position": self.position,
            "span": [self.start, self.stop],
            "production": error.production,
            "rule": error.rule,
            "reason": str(error.reason),
            "message": self.explained()[0],
            "hint": error.hint,
            "text": mask(decode(error.text), error.production, self.position),
        }


def _characters(data: bytes) -> int:
    return len(data.decode("utf-8", "surrogateescape"))
