"""The data of a `ParseError`, and the part of it that may be shown.

This module and what else shows an error for the first time imports nothing heavy, as `typing` is.
"""

from __future__ import annotations

from ._core import secret
from ._display import decode, escape

# The start and stop of a secret in the text.
Range = tuple[int, int]

# The longest faulty range that a message quotes, in code points.
QUOTED = 32


# The arguments of a `ParseError`: what a `Fault` has, in this order.
Facts = tuple[str | bytes, int, int, int, str, str, str]


class Fault:
    """The data of a `ParseError`, by name."""

    __slots__ = ("position", "production", "reason", "rule", "start", "stop", "text")

    def __init__(self, facts: Facts) -> None:
        self.text, self.position, self.start, self.stop, *names = facts
        self.production, self.rule, self.reason = names

    @property
    def secret(self) -> Range | None:
        """The range of the secret in the text, if there is one."""
        return secret(self.production, self.text, self.position)


def blamed(fault: Fault, hidden: Range | None) -> str | None:
    """Show the piece to blame if it is short and shows nothing of a password."""
    start, stop = fault.start, fault.stop
    if start == stop or stop - start > QUOTED:
        return None
    if hidden and start < hidden[1] and stop > hidden[0]:
        return None
    return escape(decode(fault.text[start:stop]))


def place(fault: Fault, hidden: Range | None) -> str | None:
    """Read the code point at the position, if there is one and it is not one of a password."""
    if hidden and hidden[0] <= fault.position < hidden[1]:
        return None
    stop = max(fault.stop, fault.position + 1)
    return decode(fault.text[fault.position : stop])[:1] or None
