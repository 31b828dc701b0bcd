"""The data of a `ParseError`, and the part of it that may be shown."""

from __future__ import annotations

from typing import NamedTuple

from ._core import secret
from ._display import decode, escape

# The start and stop of a secret in the text.
Range = tuple[int, int]

# The longest faulty range that a message quotes, in code points.
QUOTED = 32


class Fault(NamedTuple):
    """The data of a `ParseError`, in the order of its arguments."""

    text: str | bytes
    position: int
    start: int
    stop: int
    production: str
    rule: str
    reason: str

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
