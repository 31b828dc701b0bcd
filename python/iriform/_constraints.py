"""References with requirements beyond the grammar: `HTTPIRI` and `HTTPURI`."""

from __future__ import annotations

from ._core import IRI, URI

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    from typing_extensions import Self

    Reference = TypeVar("Reference", bound=IRI)


class HTTPIRI(IRI):
    """An IRI with the scheme `http` or `https`, in any letter case, and a host that is not empty.

    That is what RFC 9110 §4.2 asks of the identifier of something on the web. Raises ParseError
    for text that is no IRI, and another ValueError for an IRI that is not of this kind. Operations
    give an `IRI`, as they do for each class derived from it.

    >>> from iriform import HTTPIRI
    >>> HTTPIRI("https://例え.jp/")
    HTTPIRI('https://例え.jp/')
    >>> HTTPIRI("javascript:alert(1)")
    Traceback (most recent call last):
        ...
    ValueError: the scheme must be http or https
    >>> HTTPIRI.is_valid("http:///path")
    False
    """

    __module__ = "iriform"
    __slots__ = ()

    def __new__(cls, text: str | bytes, /) -> Self:
        return _with_web_host(super().__new__(cls, text))

    @classmethod
    def is_valid(cls, text: str | bytes, /) -> bool:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Whether the constructor takes the text; never raises for a `str`."""
        return _is_taken(cls, text)


class HTTPURI(URI):
    """A URI with the scheme `http` or `https`, in any letter case, and a host that is not empty.

    What `HTTPIRI` is for an IRI. Operations give a `URI`.

    >>> from iriform import HTTPURI
    >>> HTTPURI("HTTP://example.org")
    HTTPURI('HTTP://example.org')
    """

    __module__ = "iriform"
    __slots__ = ()

    def __new__(cls, text: str | bytes, /) -> Self:
        return _with_web_host(super().__new__(cls, text))

    @classmethod
    def is_valid(cls, text: str | bytes, /) -> bool:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Whether the constructor takes the text; never raises for a `str`."""
        return _is_taken(cls, text)


def _with_web_host(reference: Reference) -> Reference:
    # The messages have nothing of the text, in which there may be a password.
    if not reference.has_scheme("http", "https"):
        raise ValueError("the scheme must be http or https")
    if not reference.host:
        raise ValueError("the host must not be empty")
    return reference


def _is_taken(cls: type[IRI], text: str | bytes) -> bool:
    try:
        cls(text)
    except ValueError:
        return False
    return True
