"""What a `URITemplate` says about itself: its variables and its ambiguities."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from ._display import escape


class Variable(NamedTuple):
    """A variable of a template (RFC 6570 §2.3).

    `operator` is `+ # . / ; ? &` or empty, `explode` says whether `*` follows the name, `prefix` is
    the number after a `:`, else None. `span` is the place of the
    expression that contains the variable, braces included, in code points.

    >>> from iriform import URITemplate
    >>> URITemplate("/{user}{?page:3}").variables[1]
    Variable(name='page', operator='?', explode=False, prefix=3, span=(7, 16))
    """

    name: str
    operator: str
    explode: bool
    prefix: int | None
    span: tuple[int, int]


MatchedValue: TypeAlias = "str | list[str] | dict[str, str] | list[tuple[str, str]]"
"""The value of a variable, as `Match` has it."""


class Ambiguity(NamedTuple):
    """A reason why `match` cannot give back all that `expand` is given.

    * `reason` is `"prefix"` where the text has only the first `prefix` code points of a value.
    * `reason` is `"text"` where `text` has two `readings`: both expand to it, and `match` gives
      the first. It is one of the shortest of such texts.

    `variables` are the names concerned. `str()` says it in a sentence.

    >>> from iriform import URITemplate
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
