"""The audit's question to the library, asked of a batch of values at a time.

This is the one place where the audit touches single values. It takes and gives columns, so that
a kernel over columns can take its place without any change elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from iriform import ParseError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .options import Reference


class Judged(NamedTuple):
    """What is known of a batch of values."""

    schemes: list[str]
    """Of each valid value that has one."""
    hosts: list[str]
    """Of each valid value that has one; it may be empty, as in file:///etc/hosts."""
    errors: list[tuple[int, ParseError]]
    """Of each value that is not valid: its index in the batch, and why."""
    valid: int
    ascii: int
    """How many of the valid values are ASCII, and so match the rule of RFC 3986 as well."""
    empty: int


def judge(values: Sequence[str | None], reference: Reference) -> Judged:
    """Parse a batch of values. None is a value that is missing, and neither valid nor invalid."""
    schemes: list[str] = []
    hosts: list[str] = []
    errors: list[tuple[int, ParseError]] = []
    ascii_only = empty = 0
    for index, text in enumerate(values):
        if text is None:
            empty += 1
            continue
        try:
            value = reference(text)
        except ParseError as error:
            # A traceback would keep this frame, and with it the whole batch, until the next
            # search for cycles.
            errors.append((index, error.with_traceback(None)))
            continue
        ascii_only += value.isascii()
        if (scheme := value.scheme) is not None:
            schemes.append(scheme)
        if (host := value.host) is not None:
            hosts.append(host)
    valid = len(values) - empty - len(errors)
    return Judged(schemes, hosts, errors, valid, ascii_only, empty)
