"""The functions of `columns` by name, for the modules of the engines."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from functools import wraps
from typing import TYPE_CHECKING, Any

from iriform import _core
from iriform._core import PrefixMap, Query
from iriform._display import escape
from iriform._policy import Policy
from iriform._types.errors import ParseError

from .table import CLASSES, OPERATIONS, PRODUCTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from typing_extensions import Never

    from iriform.columns import Kind

NAMES = tuple(OPERATIONS)
"""The functions of `columns`."""

NAMED = {**CLASSES, **PRODUCTIONS}
"""The names that `as_` accepts: those of the classes and of the RFCs."""


def class_name(as_: Kind) -> str:
    """Return the name of the class of references that `as_` is, derives from or names."""
    if isinstance(as_, str):
        return NAMED[as_].__name__
    return next(name for name, kind in CLASSES.items() if issubclass(as_, kind))


def check(
    name: str,
    as_: Kind,
    arguments: Sequence[object],
    is_column: Callable[[object], bool],
    column: str,
) -> tuple[Any, dict[str, Any]]:
    """Check the arguments of an operation now rather than when a query runs.

    Return the type of the answer for a column of text, and the arguments by name, without those
    that are unchanged by default.

    `column` is the engine's expression for a column, which a single word as a base may mean.
    """
    known = zip(OPERATIONS[name]["arguments"], arguments, strict=True)
    options = {a["name"]: _kept(argument, is_column) for a, argument in known}
    try:
        answer = _core.column_arguments(name, as_, *options.values())
    except ParseError as error:
        bases = [options[a["name"]] for a in OPERATIONS[name]["arguments"] if a["type"] == "base"]
        if error.text not in [base for base in bases if isinstance(base, str)]:
            raise
        if set(error.text) & set(":/?#"):
            raise
        place = (error.position, *error.span)
        said = NoBaseError(error.text, *place, error.production, error.rule, error.reason.value)
        said.column = column
        raise said from None
    return answer, {name: option for name, option in options.items() if option is not ...}


def _kept(argument: Any, is_column: Callable[[object], bool]) -> Any:  # noqa: ANN401 - of any type
    """Turn values into a tuple. An iterator would be exhausted for the query."""
    is_one = isinstance(argument, str) or hasattr(argument, "items") or is_column(argument)
    return argument if is_one or not isinstance(argument, Iterable) else tuple(argument)


def plain(argument: Any, column: Callable[[Any], Any]) -> Any:  # noqa: ANN401, PLR0911 - of any type
    """Return an argument as plain data: mappings as lists of pairs, numbers as in a query.

    `column` returns the form of a column, and None for everything else.
    """
    if (written := column(argument)) is not None:
        return written
    if hasattr(argument, "item"):  # of numpy
        argument = argument.item()
    if argument is None or isinstance(argument, bool):
        return argument
    if isinstance(argument, str):
        return str(argument)
    if isinstance(argument, Policy):
        return argument.to_dict()
    if isinstance(argument, PrefixMap):
        declared = frozenset(argument.declared)
        return [[name, str(iri), name in declared] for name, iri in argument.items()]
    items = argument.items() if hasattr(argument, "items") else argument
    if isinstance(items, Iterable):
        return [plain(item, column) for item in items]
    if isinstance(argument, int):
        return int(argument)
    return Query.from_pairs({"": argument}).get("")


def policies_of(name: str, as_: Kind) -> tuple[Policy, ...]:
    """Return the policies of a class for an operation that uses them: those of `is_valid`."""
    return () if name != "is_valid" or isinstance(as_, str) else _core.policies_of(as_)


class NoBaseError(ParseError):
    """The base is a single word, perhaps meant as the name of a column."""

    column: str
    """The engine's notation for a column."""

    def __str__(self) -> str:
        name = f"{self.column}({escape(repr(self.text))})"
        advice = f"a base that is text must have a scheme; for a column, write {name}"
        return f"{super().__str__()}\n  {advice}"


def accessor(functions: dict[str, Callable[..., Any]]) -> type[Any]:
    """Make a class whose methods are `functions` of the column that an instance holds."""
    return type("Accessor", (_Accessor,), {n: _method(f) for n, f in functions.items()})


class _Accessor:
    """The functions of `iriform.columns` as methods of a column."""

    def __init__(self, column: Any) -> None:  # noqa: ANN401 - a Series, or an expression
        self._column = column

    def __getattr__(self, name: str) -> Never:
        from iriform._did_you_mean import said_of_a_column

        raise AttributeError(f"a column has no {name!r}{said_of_a_column(name, NAMES)}")


def _method(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def method(self: _Accessor, /, *arguments: object, **options: object) -> object:
        return function(self._column, *arguments, **options)

    signature = inspect.signature(function)
    _, *others = signature.parameters.values()
    own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    method.__signature__ = signature.replace(parameters=[own, *others])  # type: ignore[attr-defined]  # `inspect` reads it
    return method
