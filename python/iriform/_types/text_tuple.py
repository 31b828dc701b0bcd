"""Tuples of pieces, which are attributes of a reference."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

Class = TypeVar("Class", bound="type[Any]")


def given_by(attribute: str) -> Callable[[Class], Class]:
    """Decorate a `NamedTuple`.

    The error for a call with only a text names the attribute that splits a text.

    >>> Parts("http://example.org/")
    Traceback (most recent call last):
        ...
    TypeError: Parts is made from pieces, not from text: IRI(text).parts splits a text
    """

    def decorated(cls: Class) -> Class:
        of_pieces = cast("Callable[..., object]", cls.__new__)

        def new(cls: Class, /, *pieces: object, **named: object) -> object:
            if len(pieces) == 1 and not named:
                raise TypeError(
                    f"{cls.__name__} is made from pieces, not from text: "
                    f"IRI(text).{attribute} splits a text"
                )
            return of_pieces(cls, *pieces, **named)

        cls.__new__ = wraps(of_pieces)(new)  # type: ignore[assignment]
        return cls

    return decorated
