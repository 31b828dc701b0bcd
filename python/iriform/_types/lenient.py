"""Lenient fields: a text that a class does not accept does not invalidate the other fields."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, Union

from iriform import _core
from iriform._core import IRIReference
from iriform._policy import Policy

if TYPE_CHECKING:
    from collections.abc import Callable

    from pydantic import GetCoreSchemaHandler
    from pydantic_core.core_schema import CoreSchema
    from typing_extensions import Self

Reference = TypeVar("Reference", bound=IRIReference)


class Invalid(str):
    """A text that a class or a policy does not accept, in a lenient field: `Lenient[IRI]`.

    It is equal to the text, which is exact; `repr` masks a password.

    >>> from iriform import IRI, lenient
    >>> value = lenient(IRI)("http://example.org:80a/")
    >>> value, value.error.message
    (Invalid('http://example.org:80a/'), 'not an IRI: “80a” is not a port (port, RFC 3986 §3.2.3)')
    """

    __module__ = "iriform"
    __slots__ = ("_error",)
    _error: ValueError

    def __new__(cls, text: str, error: ValueError) -> Self:
        """Keep a text, and the reason why it was refused."""
        if not isinstance(text, str) or not isinstance(error, ValueError):
            raise TypeError("Invalid takes a text and a ValueError")
        self = super().__new__(cls, text)
        self._error = error.with_traceback(None)
        return self

    @property
    def error(self) -> ValueError:
        """The reason: a ParseError, such as a PolicyError, or the ValueError of a class of your own."""
        return self._error

    def __repr__(self) -> str:
        return f"Invalid({_core.masked(str(self))!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Invalid, (str(self), self._error)


class _Kind(type):
    """The class of `Lenient[IRI]`. It makes an IRI or an Invalid, and both are its instances."""

    _of: type[IRIReference]
    _field: object
    _policies: tuple[Policy, ...]

    def __call__(cls, value: str) -> IRIReference | Invalid:
        """Read a text."""
        if cls is _Lenient:
            raise TypeError("Lenient takes a class of references: write Lenient[IRI]")
        try:
            read = cls._of(value)
            for policy in cls._policies:
                read = policy.require(read, cls._of)
        except ValueError as error:
            if not isinstance(value, str):  # octets
                raise
            return Invalid(value, error)
        return read

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, (Invalid, cls._of))


class _Lenient(metaclass=_Kind):
    """The type of a field that keeps an unacceptable text as an `Invalid`.

    `Lenient[IRI]`, `Lenient[HTTPURI]`, `Lenient[Annotated[URI, Policy.WEB]]`. For type checkers it
    is `IRI | Invalid`. It works in pydantic, FastAPI, and msgspec's `dec_hook`. Anything but text
    is refused.

    >>> from iriform import IRI, Lenient
    >>> from pydantic import BaseModel
    >>> class Page(BaseModel):
    ...     links: list[Lenient[IRI]]
    >>> Page(links=["http://example.org/", "http://example.org:80a/"]).links
    [IRI('http://example.org/'), Invalid('http://example.org:80a/')]
    """

    __module__ = "iriform"
    _of = IRIReference

    def __class_getitem__(cls, item: object) -> object:
        if isinstance(item, str):  # as SQLAlchemy's `Mapped` evaluates annotations
            return Union[item, Invalid]  # noqa: UP007 - of a text
        return _made(item)

    @classmethod
    def __get_pydantic_core_schema__(cls, _: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import ValidationError, core_schema

        def kept(value: object, strictly: Callable[[object], IRIReference]) -> str:
            try:
                return strictly(value)
            except ValidationError:
                found = _Kind.__call__(cls, value) if isinstance(value, str) else None
                if not isinstance(found, Invalid):  # not text, or a constraint of pydantic
                    raise
                return found

        any_text = {"pydantic_js_functions": [lambda *_: {"type": "string"}]}
        strict = handler.generate_schema(cls._field)
        return core_schema.no_info_wrap_validator_function(kept, strict, metadata=any_text)


@lru_cache
def _made(item: object) -> type:
    """Make the class of a field, for a class or one annotated with policies."""
    kind = getattr(item, "__origin__", item)
    if not (isinstance(kind, type) and issubclass(kind, IRIReference)):
        given = getattr(kind, "__name__", type(kind).__name__)
        raise TypeError(f"Lenient takes a class of references, such as IRI, not {given}")
    policies = tuple(p for p in getattr(item, "__metadata__", ()) if isinstance(p, Policy))
    own = {"_of": kind, "_field": item, "_policies": policies, "__module__": "iriform"}
    return _Kind(f"Lenient[{kind.__name__}]", (_Lenient,), own)


Lenient = Union[Reference, Invalid]  # noqa: UP007 - an alias that takes a class
"""The type of a field that keeps an unacceptable text as an `Invalid`."""

if not TYPE_CHECKING:
    Lenient = _Lenient
    Lenient.__name__ = Lenient.__qualname__ = "Lenient"


def lenient(
    cls: type[Reference], policy: Policy | None = None
) -> Callable[[str], Reference | Invalid]:
    """Return a converter for attrs, which reads a text as this class or keeps it.

    >>> from iriform import IRI, lenient
    >>> [type(value).__name__ for value in map(lenient(IRI), ["urn:a:b", "b c"])]
    ['IRI', 'Invalid']
    """
    made: Any = _made(cls if policy is None else Annotated[cls, policy])
    return made  # type: ignore[no-any-return]
