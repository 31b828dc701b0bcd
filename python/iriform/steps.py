"""The steps of resolution and normalization, with the clause of the RFC for each.

The steps come from the operations themselves: the last one has the result of `resolve` or
`normalize`. The explorer and `iriform resolve --steps` show the same.

>>> from iriform import IRI, steps
>>> for step in steps.resolve(IRI("http://a/b/c/d;p?q"), "../g"):
...     print(f"{step.clause:17}{step.sets:12}{step.text}")
RFC 3986 §5.2.2  T.scheme    http
RFC 3986 §5.2.2  T.authority a
RFC 3986 §5.2.3  T.path      /b/c/../g
RFC 3986 §5.2.4  T.path      /b/g
RFC 3986 §5.2.2  T.query     None
RFC 3986 §5.2.2  T.fragment  None
RFC 3986 §5.3    T           http://a/b/g
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ._core import IRI, IRIReference, normalize_steps, resolve_steps

if TYPE_CHECKING:
    from typing import Literal

__all__ = ["Pass", "Step", "normalize", "resolve"]


class Pass(NamedTuple):
    """An iteration of the loop that removes dot segments, or its initial state (RFC 3986 §5.2.4)."""

    rule: str
    """The label of the rule that applied: `1` before the loop, then `2A`, `2B`, `2C`, `2D` or `2E`."""

    output: str
    """The output buffer after it."""

    input: str
    """The input buffer after it."""


class Step(NamedTuple):
    """A step of resolution or of normalization."""

    clause: str
    """The clause, such as `RFC 3986 §5.2.2`."""

    words: str
    """The step in words. In resolution R is the reference, Base the base and T the target."""

    sets: str | None
    """The part that resolution sets: `T.scheme`, `T.path`, or `T` at the end; None in normalization."""

    text: str | None
    """The value that is set, or the text after the step; None for an absent component."""

    passes: tuple[Pass, ...] = ()
    """The passes of the loop, in the step that removes dot segments; at most 100."""


def resolve(base: str, reference: str, *, strict: bool = True) -> tuple[Step, ...]:
    """List the steps by which `base.resolve(reference)` finds the target (RFC 3986 §5.2).

    `base` is parsed as an IRI, and `reference` as an IRI reference. Raises ParseError. The steps
    show the secrets of the text. Pass the text through `security.masked` if they must not be shown.

    >>> from iriform import steps
    >>> path = next(step for step in steps.resolve("http://a/b/c", "./../g") if step.passes)
    >>> print(path.words)
    dot segments are removed
    >>> for each in path.passes:
    ...     print(tuple(each))
    ('1', '', '/b/./../g')
    ('2E', '/b', '/./../g')
    ('2B', '/b', '/../g')
    ('2C', '', '/g')
    ('2E', '/g', '')
    """
    taken = resolve_steps(str(IRI(base)), str(IRIReference(reference)), strict)
    return tuple(
        Step(clause, words, sets, text, tuple(Pass(*each) for each in passes))
        for clause, words, sets, text, passes in taken
    )


def normalize(reference: str, level: Literal["syntax", "scheme"] = "syntax") -> tuple[Step, ...]:
    """List the steps of `normalize(level)` that change a reference (RFC 3986 §6.2).

    `reference` is parsed as an IRI reference. The list is empty if it is in normal form. Raises
    ParseError, and ValueError for another level.

    >>> from iriform import steps
    >>> for step in steps.normalize("HTTP://h:80/%7Ea", "scheme"):
    ...     print(step.clause, step.text)
    RFC 3986 §6.2.2.2 HTTP://h:80/~a
    RFC 3986 §6.2.2.1 http://h:80/~a
    RFC 3986 §6.2.3 http://h/~a
    """
    taken = normalize_steps(str(IRIReference(reference)), level)
    return tuple(Step(clause, words, None, text) for clause, words, text in taken)
