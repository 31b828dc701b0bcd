"""What the adapters share: the functions of `columns` by their names, as engines call them."""

from __future__ import annotations

import inspect
from functools import wraps
from typing import TYPE_CHECKING, Any, get_args

from . import columns
from ._core import IRI, URI, IRIReference, URIReference
from ._display import escape
from ._errors import ParseError
from .columns import Level

if TYPE_CHECKING:
    from collections.abc import Callable

    from .columns import Kind

NAMES = tuple(name for name in columns.__all__ if inspect.isfunction(getattr(columns, name)))
"""The functions of `columns`."""

CLASSES = {kind.__name__: kind for kind in (URI, IRI, URIReference, IRIReference)}
"""What `as_` can be, the narrowest first."""

KINDS = {**CLASSES, "URI-reference": URIReference, "IRI-reference": IRIReference}
"""The names that `as_` can be, the classes' and the RFCs'."""


def class_name(as_: Kind) -> str:
    """Name the class of references that `as_` is, derives from, or is the name of."""
    if isinstance(as_, str):
        if as_ not in KINDS:
            raise ValueError(f"{_AS}, not {as_!r}")
        return KINDS[as_].__name__
    if isinstance(as_, type):
        for name, kind in CLASSES.items():
            if issubclass(as_, kind):
                return name
    raise TypeError(_AS)


_AS = (
    "as_ must be IRI, URI, IRIReference or URIReference, or such a name: "
    '"IRI", "URI", "IRI-reference" or "URI-reference"'
)


def valid_base(base: str, as_: Kind, column: str) -> str:
    """Check that text is a base for rows of that kind, and give it as it is.

    `column` is how the engine names a column, which is what a text without a scheme may mean.
    """
    kind = URI if issubclass(CLASSES[class_name(as_)], URIReference) else IRI
    try:
        return str(kind(base))
    except ParseError as error:
        if set(base) & set(":/?#"):
            raise
        place = (error.position, *error.span)
        said = NoBaseError(error.text, *place, error.production, error.rule, error.reason.value)
        said.column = column
        raise said from None


class NoBaseError(ParseError):
    """A base that is a word, and perhaps meant to be the name of a column."""

    column: str
    """How the engine names a column."""

    def __str__(self) -> str:
        name = f"{self.column}({escape(repr(self.text))})"
        return f"{super().__str__()}\n  a base that is text has a scheme; for a column, say {name}"


def checked_level(level: Level) -> Level:
    """Check that a level is one, before a query runs."""
    if level not in get_args(Level):
        raise ValueError(f"level must be 'string', 'syntax' or 'scheme', not {level!r}")
    return level


def accessor(functions: dict[str, Callable[..., Any]]) -> type[Any]:
    """Make a class whose methods are `functions` of the column that an instance is made of."""
    return type("Accessor", (_Accessor,), {n: _method(f) for n, f in functions.items()})


class _Accessor:
    """The functions of `iriform.columns` as methods of a column."""

    def __init__(self, column: Any) -> None:  # noqa: ANN401 - a Series, or an expression
        self._column = column


def _method(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def method(self: _Accessor, /, *arguments: object, **options: object) -> object:
        return function(self._column, *arguments, **options)

    signature = inspect.signature(function)
    _, *others = signature.parameters.values()
    own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    method.__signature__ = signature.replace(parameters=[own, *others])  # type: ignore[attr-defined]
    return method
