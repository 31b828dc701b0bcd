"""Explicit repair of text that is almost a reference."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from ._core import IRIReference, Scheme, URIReference, repaired
from ._errors import ParseError

Reference = TypeVar("Reference", bound=IRIReference)


class Change(NamedTuple):
    """One change that `repair` made.

    `span` is where, in code points of the original text; `found` stood there and `replacement`
    stands there now. `cause` is a stable code ("trimmed", "not-allowed", "bare-percent",
    "bracket", "second-hash", "scheme"), `clause` what allows the change.
    """

    span: tuple[int, int]
    found: str
    replacement: str
    cause: str
    clause: str


class Repaired(Generic[Reference]):
    """What `repair` made of a text: the value, and the changes in their order.

    >>> from iriform import IRI
    >>> repaired = IRI.repair("http://example.org/100%")
    >>> repaired.value
    IRI('http://example.org/100%25')
    >>> repaired.changes[0].cause, repaired.changes[0].clause
    ('bare-percent', 'beyond the RFCs')
    """

    __slots__ = {  # noqa: RUF023 - the order of the arguments
        "value": "What the text was made: a reference of the class that was asked for.",
        "changes": "The changes in the order of the text, none if it was valid.",
    }
    __match_args__ = ("value", "changes")

    def __init__(self, value: Reference, changes: tuple[Change, ...]) -> None:
        self.value = value
        self.changes = changes

    def __repr__(self) -> str:
        return f"Repaired(value={self.value!r}, changes={self.changes!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Repaired):
            return NotImplemented
        return (self.value, self.changes) == (other.value, other.changes)

    def __hash__(self) -> int:
        return hash((self.value, self.changes))


def repair(
    cls: type[Reference], text: str, /, *, default_scheme: str | None = None
) -> Repaired[Reference]:
    """Repair `text` and parse it, as `IRI.repair` documents."""
    if not isinstance(text, str):
        raise TypeError(f"repair() takes str, not {type(text).__name__}")
    scheme = None if default_scheme is None else Scheme(default_scheme)
    is_valid = cls.is_valid(text)
    if is_valid and scheme is None:
        return Repaired(cls(text), ())
    done = repaired(text, issubclass(cls, URIReference), scheme)
    if done is None or (is_valid and all(change[3] != "scheme" for change in done[1])):
        return Repaired(cls(text), ())
    fixed, changes = done
    try:
        value = cls(fixed)
    except ParseError as error:
        # The fault that is left has another place in the original text.
        if not fixed:  # the whole text was trimmed, so it has none
            raise
        places = (_original(place, text, changes) for place in (error.position, *error.span))
        said = (error.production, error.rule, error.reason)
        raise ParseError(text, *places, *said) from None
    return Repaired(
        value,
        tuple(
            Change((start, stop), text[start:stop], replacement, cause, clause)
            for start, stop, replacement, cause, clause in changes
        ),
    )


def _original(place: int, text: str, changes: list[tuple[int, int, str, str, str]]) -> int:
    """Find the index in the original text of a place in the repaired one."""
    longer = 0  # how much longer the repaired text is, up to here
    for start, stop, replacement, *_ in changes:
        end = start + longer + len(replacement)
        trimmed_at_the_end = not replacement and stop == len(text)
        if place < end or trimmed_at_the_end:
            return min(place - longer, start)
        longer = end - stop
    return place - longer
