"""References with requirements beyond the grammar, each by a policy: `HTTPIRI`, `HTTPURI`, `HTTPSURI`."""

from __future__ import annotations

from iriform._core import IRI, URI
from iriform._policy import Policy

from .errors import ParseError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from iriform._core import Authority, Host, IRIReference


class _WebPolicy(Policy):
    """A policy whose first reasons raise errors with a position.

    These reasons are a scheme other than http and https, and a missing host.
    """

    __slots__ = ()

    def _refused(self, value: IRIReference, /) -> ParseError:
        authority = value.authority
        scheme = value.scheme or ""
        schemes = self.to_dict()["schemes"]
        if "http" in schemes and not value.has_scheme("http", "https"):
            begin = f"{scheme}:".lower()
            viable = max(i for i in range(len(begin)) if "https".startswith(begin[:i]))
            return _error(value, viable, (0, len(scheme)), "scheme", "scheme-not-http")
        if not value.host and value.has_scheme(*schemes):
            place = len(scheme) + 1
            if authority is None:
                # One slash may follow, but not a second one.
                place += value.path.startswith("/")
            elif value.userinfo is not None:
                place += len("//") + len(value.userinfo) + len("@")
            else:
                place += len("//") + len(authority)  # it could be a userinfo
            return _error(value, place, (place, place), "host", "empty-host")
        return super()._refused(value)


HTTP = _WebPolicy(
    schemes={"http", "https"}, hosts={"*"}, addresses="any", userinfo=True, profile="none"
)
HTTPS = HTTP.replace(schemes={"https"})


class HTTPIRI(IRI, policy=HTTP):
    """An IRI with the scheme `http` or `https`, in any letter case, and a host that can be looked up.

    These are the requirements of RFC 9110 §4.2 for the identifier of a resource on the web. Raises
    ParseError for text that is not an IRI, and for an IRI that is not of this kind, with the reason
    `scheme-not-http`, `empty-host`, or, for a host such as `1.2.3.4.5`, `refused-by-policy`.
    Operations return an `IRI`, as for every class derived from it.

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

    if TYPE_CHECKING:  # the policy requires a host

        @property
        def authority(self) -> Authority: ...
        @property
        def host(self) -> Host: ...


class HTTPURI(URI, policy=HTTP):
    """A URI with the scheme `http` or `https`, in any letter case, and a host that can be looked up.

    The counterpart of `HTTPIRI`. Operations return a `URI`.

    >>> HTTPURI("HTTP://example.org")
    HTTPURI('HTTP://example.org')
    """

    __module__ = "iriform"
    __slots__ = ()

    if TYPE_CHECKING:  # the policy asks for a host

        @property
        def authority(self) -> Authority: ...
        @property
        def host(self) -> Host: ...


class HTTPSURI(URI, policy=HTTPS):
    """A URI with the scheme `https`, in any letter case, and a host that can be looked up.

    Like `HTTPURI`, without `http`, which raises a `PolicyError`.

    >>> HTTPSURI("https://example.org/")
    HTTPSURI('https://example.org/')
    >>> HTTPSURI.is_valid("http://example.org/")
    False
    """

    __module__ = "iriform"
    __slots__ = ()

    if TYPE_CHECKING:  # the policy asks for a host

        @property
        def authority(self) -> Authority: ...
        @property
        def host(self) -> Host: ...


def _error(
    value: IRIReference, position: int, span: tuple[int, int], rule: str, reason: str
) -> ParseError:
    is_uri = isinstance(value, URI)
    rule = rule if is_uri or rule == "scheme" else f"i{rule}"
    return ParseError(str(value), position, *span, "URI" if is_uri else "IRI", rule, reason)
