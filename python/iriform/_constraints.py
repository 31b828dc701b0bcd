"""References with requirements beyond the grammar: `HTTPIRI` and `HTTPURI`."""

from __future__ import annotations

from ._core import IRI, URI
from ._errors import ParseError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    from typing_extensions import Self

    Reference = TypeVar("Reference", bound=IRI)


class HTTPIRI(IRI):
    """An IRI with the scheme `http` or `https`, in any letter case, and a host that is not empty.

    That is what RFC 9110 §4.2 asks of the identifier of something on the web. Raises ParseError
    for text that is not an IRI, and for an IRI that is not of this kind, with the reason
    `scheme-not-http` or `empty-host`. Operations give an `IRI`, as they do for each class derived
    from it.

    >>> from iriform import HTTPIRI
    >>> HTTPIRI("https://例え.jp/")
    HTTPIRI('https://例え.jp/')
    >>> HTTPIRI("javascript:alert(1)")
    Traceback (most recent call last):
        ...
    iriform.ParseError: not a web address: the scheme must be http or https (scheme, RFC 9110 §4.2)
      javascript:alert(1)
      ^^^^^^^^^^ position 0
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
    scheme = reference.scheme
    if not reference.has_scheme("http", "https"):
        begin = f"{scheme}:".lower()
        viable = max(i for i in range(len(begin)) if "https".startswith(begin[:i]))
        raise _refused(reference, viable, (0, len(scheme)), "scheme", "scheme-not-http")
    if not reference.host:
        place = _place_of_host(reference, len(scheme) + 1)
        raise _refused(reference, place, (place, place), "host", "empty-host")
    return reference


def _place_of_host(reference: IRI, start: int) -> int:
    """Return where nothing could make a host of what follows, which begins at `start`."""
    if reference.authority is None:
        return start + reference.path.startswith("/")  # a slash may follow, and no second one does
    if reference.userinfo is not None:
        return start + len("//") + len(reference.userinfo) + len("@")
    return start + len("//") + len(reference.authority)  # it could be a userinfo


def _refused(
    reference: IRI, position: int, span: tuple[int, int], rule: str, reason: str
) -> ParseError:
    is_uri = isinstance(reference, URI)
    rule = rule if is_uri or rule == "scheme" else f"i{rule}"
    return ParseError(str(reference), position, *span, "URI" if is_uri else "IRI", rule, reason)


def _is_taken(cls: type[IRI], text: str | bytes) -> bool:
    try:
        cls(text)
    except ValueError:
        return False
    return True
