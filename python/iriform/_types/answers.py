"""The classes for results with more than one value."""

from __future__ import annotations

from typing import Generic, Literal, NamedTuple, TypeAlias, TypeVar

from iriform._core import Authority, Fragment, IRIReference, Path, Query, Scheme
from iriform._display import escape

from .text_tuple import given_by

Reference = TypeVar("Reference", bound=IRIReference)


@given_by("parts")
class Parts(NamedTuple):
    """Scheme, authority, path, query and fragment (RFC 3986 §3).

    None means an absent component, which is not the same as an empty one.

    >>> IRI("urn:isbn:0451450523?").parts
    Parts(scheme=Scheme('urn'), authority=None, path=Path('isbn:0451450523'), query=Query(''), \
fragment=None)
    """

    scheme: Scheme | None
    authority: Authority | None
    path: Path
    query: Query | None
    fragment: Fragment | None


Parts.__module__ = "iriform"  # where it is imported from


@given_by("urn")
class URN(NamedTuple):
    """NID, NSS, and the r-, q- and f-component of a URN (RFC 8141 §2), unchanged.

    None means an absent component. Comparison of names ignores the letter case of the NID, and the
    components (§3): `a.equivalent(b, "scheme")` knows.

    >>> IRI("urn:example:weather?=op=map#north").urn
    URN(nid='example', nss='weather', r_component=None, q_component='op=map', f_component='north')
    """

    nid: str
    nss: str
    r_component: str | None
    q_component: str | None
    f_component: str | None


URN.__module__ = "iriform"  # where it is imported from


class Change(NamedTuple):
    """One change that `repair` made.

    `span` is its range, in code points of the original text; `replacement` replaces `found`.
    `cause` is a stable code ("trimmed", "not-allowed", "bare-percent", "bracket", "second-hash",
    "scheme"), and `clause` the clause that allows the change.
    """

    span: tuple[int, int]
    found: str
    replacement: str
    cause: str
    clause: str


class Repaired(Generic[Reference]):
    """A repaired text: the value, and the changes in order.

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
        self.value: Reference = value
        self.changes: tuple[Change, ...] = changes

    def __repr__(self) -> str:
        return f"Repaired(value={self.value!r}, changes={self.changes!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Repaired):
            return NotImplemented
        return (self.value, self.changes) == (other.value, other.changes)

    def __hash__(self) -> int:
        return hash((self.value, self.changes))


class Variable(NamedTuple):
    """A variable of a template (RFC 6570 §2.3).

    `operator` is `+ # . / ; ? &` or empty, `explode` is True if `*` follows the name, and `prefix`
    is the number after a `:`, else None. `span` is the range of the expression with the variable,
    braces included, in code points.

    >>> URITemplate("/{user}{?page:3}").variables[1]
    Variable(name='page', operator='?', explode=False, prefix=3, span=(7, 16))
    """

    name: str
    operator: str
    explode: bool
    prefix: int | None
    span: tuple[int, int]


class TemplateLimits(NamedTuple):
    """Limits for a `URITemplate` from outside; None means no limit.

    `max_length` limits the characters, `max_variables` the occurrences of variables, and `max_cost`
    the `URITemplate.cost`.

    >>> URITemplate("{a:9999}", limits=TemplateLimits(max_cost=1000))
    Traceback (most recent call last):
        ...
    ValueError: the template exceeds its limits: its cost is 10007, and the limit is 1000
    """

    max_length: int | None = 2_000
    max_variables: int | None = 100
    max_cost: int | None = 20_000


TemplateLimits.__module__ = "iriform"  # where it is imported from

MatchedValue: TypeAlias = "str | list[str] | dict[str, str] | list[tuple[str, str]]"
"""The value of a variable in a `Match`."""


class Ambiguity(NamedTuple):
    """A reason why `match` cannot recover all values of `expand`.

    * `reason` is `"prefix"` if the text only has the first `prefix` code points of a value.
    * `reason` is `"text"` if `text` has two `readings`: both expand to it, and `match` returns the
      first. It is one of the shortest of such texts.

    `variables` are the affected names. `str()` states it in a sentence.

    >>> for ambiguity in URITemplate("/{a,b}{?c:2}").ambiguities:
    ...     print(ambiguity)
    only the first 2 characters of c are in the text
    '/' is both {'a': ''} and {'b': ''}
    """

    reason: Literal["prefix", "text"]
    variables: tuple[str, ...]
    text: str | None
    readings: tuple[dict[str, MatchedValue], dict[str, MatchedValue]] | None
    prefix: int | None

    def __str__(self) -> str:
        if self.readings is None or self.text is None:
            [name] = self.variables
            return f"only the first {self.prefix} characters of {name} are in the text"
        first, second = self.readings
        return f"'{escape(self.text)}' is both {first!r} and {second!r}"
