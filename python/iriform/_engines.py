"""What the adapters share: the functions of `columns` by their names, as engines call them."""

from __future__ import annotations

import inspect
from functools import wraps
from typing import TYPE_CHECKING, Any

from . import columns
from ._core import IRI, URI, IRIReference, URIReference

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES = tuple(name for name in columns.__all__ if inspect.isfunction(getattr(columns, name)))
"""The functions of `columns`."""

CLASSES = {kind.__name__: kind for kind in (URI, IRI, URIReference, IRIReference)}
"""What `as_` can be, the narrowest first."""


def class_name(as_: type[IRIReference]) -> str:
    """Name the class of references that `as_` is or derives from."""
    if isinstance(as_, type):
        for name, kind in CLASSES.items():
            if issubclass(as_, kind):
                return name
    raise TypeError("as_ must be IRI, URI, IRIReference or URIReference")


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
