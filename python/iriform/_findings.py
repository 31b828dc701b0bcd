"""What the grammar cannot say of a reference: rules beyond it, each an entry of one table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple
from unicodedata import bidirectional

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ._core import IRIReference

Severity = Literal["error", "warning", "info"]


class Finding(NamedTuple):
    r"""Something to know about a reference that is valid.

    `code` is stable; `span` is where, in code points; `clause` is where it is said.

    >>> from iriform import IRI
    >>> finding, = IRI("http://example.org/\u202egnp.exe").check()
    >>> finding.severity, finding.span, finding.clause
    ('error', (19, 20), 'RFC 3987 §4.1')
    """

    code: str
    severity: Severity
    span: tuple[int, int]
    message: str
    clause: str


def check(reference: IRIReference) -> list[Finding]:
    """Apply every rule, in the order of the table."""
    if reference.isascii():
        return []
    return [finding for rule in RULES for finding in rule(reference)]


def bidi_formatting(reference: IRIReference) -> Iterator[Finding]:
    """Find LRM, RLM, LRE, RLE, PDF, LRO and RLO, which the grammar has and an IRI must not."""
    for i, c in enumerate(reference):
        if c in "\u200e\u200f\u202a\u202b\u202c\u202d\u202e":
            message = f"U+{ord(c):04X} changes the direction of display: an IRI must not contain it"
            yield Finding("bidi-formatting", "error", (i, i + 1), message, "RFC 3987 §4.1")


def bidi_control(reference: IRIReference) -> Iterator[Finding]:
    """Find directional controls that Unicode has added since RFC 3987 listed the seven."""
    for i, c in enumerate(reference):
        if c in "\u061c\u2066\u2067\u2068\u2069":
            message = f"U+{ord(c):04X} changes the direction of display"
            yield Finding("bidi-control", "warning", (i, i + 1), message, "Unicode UAX #9")


def bidi_mixed(reference: IRIReference) -> Iterator[Finding]:
    """Find components with characters of both directions."""
    for start, stop in _bidi_components(reference):
        directions = {_direction(c) for c in reference[start:stop]}
        if {"left", "right"} <= directions:
            message = "a component should not use right-to-left and left-to-right characters both"
            yield Finding("bidi-mixed", "warning", (start, stop), message, "RFC 3987 §4.2")


def bidi_ends(reference: IRIReference) -> Iterator[Finding]:
    """Find components with right-to-left characters that do not begin and end with one."""
    for start, stop in _bidi_components(reference):
        directions = [_direction(c) for c in reference[start:stop]]
        if "right" in directions and not directions[0] == directions[-1] == "right":
            message = "a component with right-to-left characters should begin and end with one"
            yield Finding("bidi-ends", "warning", (start, stop), message, "RFC 3987 §4.2")


# The table: `check` applies them in this order.
RULES: tuple[Callable[[IRIReference], Iterator[Finding]], ...] = (
    bidi_formatting,
    bidi_control,
    bidi_mixed,
    bidi_ends,
)


def _direction(character: str) -> str | None:
    bidi_class = bidirectional(character)
    if bidi_class in {"R", "AL"}:
        return "right"
    return "left" if bidi_class == "L" else None


def _bidi_components(reference: IRIReference) -> Iterator[tuple[int, int]]:
    """Find the parts that §4.2 names, and those that it allows to be parts of their own.

    Userinfo, labels of the host, segments and their extensions, names and values, fragment.
    """
    start = 0 if reference.scheme is None else len(reference.scheme) + 1
    if reference.authority is not None:
        start += 2
        if reference.userinfo is not None:
            yield from _pieces(reference, start, start + len(reference.userinfo), "")
            start += len(reference.userinfo) + 1
        host = reference.host or ""
        yield from _pieces(reference, start, start + len(host), ".")
        start += len(host) + len(reference.authority) - _end_of_host(reference)
    yield from _pieces(reference, start, start + len(reference.path), "/.")
    start += len(reference.path)
    if reference.query is not None:
        yield from _pieces(reference, start + 1, start + 1 + len(reference.query), "&;=")
        start += 1 + len(reference.query)
    if reference.fragment is not None:
        yield from _pieces(reference, start + 1, len(reference), "")


def _end_of_host(reference: IRIReference) -> int:
    userinfo = 0 if reference.userinfo is None else len(reference.userinfo) + 1
    return userinfo + len(reference.host or "")


def _pieces(text: str, start: int, stop: int, delimiters: str) -> Iterator[tuple[int, int]]:
    begin = start
    for i in range(start, stop):
        if text[i] in delimiters:
            yield begin, i
            begin = i + 1
    yield begin, stop
