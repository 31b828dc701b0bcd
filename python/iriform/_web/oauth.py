"""OAuth and MCP: redirect URIs, issuers, resources, and the location of metadata."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from iriform._core import IRI, URI, Segment
from iriform._types.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterable

Place: TypeAlias = Literal["insert", "append", "root"]
Level: TypeAlias = Literal["string", "syntax", "scheme"]

_PLACES: tuple[Place, ...] = ("insert", "append", "root")

_LARGEST_PORT = 65535
_LOOPBACK = ("127.0.0.1", "[::1]")
_COMPONENTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
# The components, from the largest difference to the smallest, for choosing among several answers.
_ORDER = {name: i for i, name in enumerate(("registered", "requested", "text", *_COMPONENTS))}


@dataclass(frozen=True)
class Comparison:
    """True if two identifiers match; if they do not, it is false and says what differs.

    `component` is the component that differs (`scheme`, `host`, `port`, `path`, `query`, or `text`
    if one is not a URI), `one` and `other` are its two values, None if absent, and `why` says it in
    words. A userinfo is never shown, and other secrets are masked as by `security.masked`.

    >>> from iriform.security import redirect_matches
    >>> match = redirect_matches("https://app.example/cb", "https://app.example/cb/")
    >>> bool(match), match.component, match.one, match.other
    (False, 'path', '/cb', '/cb/')
    >>> match.why
    'the path differs: “/cb”, “/cb/”'
    """

    component: str | None = None
    one: str | None = None
    other: str | None = None
    why: str = ""

    def __post_init__(self) -> None:
        if self.component is not None and self.component not in _ORDER:
            raise ValueError("component must be the name of a component, or None")

    def __bool__(self) -> bool:
        return self.component is None


# The public module.
Comparison.__module__ = "iriform.security"


def redirect_matches(
    registered: str | Iterable[str], requested: str, /, *, localhost: bool = False
) -> Comparison:
    """Compare the redirect URI of a request with the registered one (RFC 9700 §2.1, §4.1.3).

    The texts must be identical. Only the port may differ, if both are `http` on the same literal
    address of this machine, `127.0.0.1` or `[::1]` (RFC 8252 §7.3). An absent port counts as any
    other. With `localhost=True`, the name `localhost` also counts as such an address. RFC 8252 §8.3
    advises against it, and MCP's native clients need it.

    A text that is not a URI, or that has a userinfo, a fragment (RFC 6749 §3.1.2) or a port outside
    1 to 65535, never matches, on either side. `registered` may be a collection.

    >>> from iriform.security import redirect_matches
    >>> bool(redirect_matches("http://127.0.0.1/cb", "http://127.0.0.1:51004/cb"))
    True
    >>> redirect_matches("http://127.0.0.1/cb", "http://127.0.0.1:80@evil.example/cb").why
    'the requested URI has a userinfo'
    """
    several = [registered] if isinstance(registered, str) else [*registered]
    if not several:
        return Comparison("registered", why="no redirect URI is registered")
    loopback = (*_LOOPBACK, "localhost") if localhost else _LOOPBACK
    _text("requested", requested)
    found = [_redirect(_text("registered", one), requested, loopback) for one in several]
    return next((match for match in found if match), None) or max(found, key=_nearness)


def same_issuer(one: str, other: str, /) -> Comparison:
    """Compare two issuers as text, character by character (RFC 8414 §3.3, RFC 9207 §2.4, RFC 9728 §3.3).

    Letter case, a default port, a final slash and percent-encoding all matter, because the
    specifications forbid normalization.

    >>> from iriform.security import same_issuer
    >>> bool(same_issuer("https://as.example", "https://as.example/"))
    False
    """
    one, other = _text("an issuer", one), _text("an issuer", other)
    return Comparison() if one == other else _difference(one, other, ())


def same_resource(
    one: str | Iterable[str],
    other: str,
    /,
    *,
    level: Level = "string",
    slash: bool = True,
) -> Comparison:
    """Compare one or several resources with another: audiences, and the `resource` of RFC 8707.

    A resource is an absolute URI without a fragment (RFC 8707 §2); anything else never matches.
    `level` is that of `equivalent`: `"scheme"` accepts an upper-case scheme or host, which MCP
    requires of servers. `slash=False` ignores one slash at the end of the path.

    >>> from iriform.security import same_resource
    >>> bool(same_resource("https://mcp.example/", "HTTPS://MCP.example", level="scheme", slash=False))
    True
    """
    several = [one] if isinstance(one, str) else [*one]
    _text("a resource", other)
    found = [_resource(_text("a resource", each), other, level, slash=slash) for each in several]
    if not found:
        return Comparison("text", why="there is no resource to compare with")
    return next((match for match in found if match), None) or max(found, key=_nearness)


# The place of each suffix, the treatment of the path's slash, and whether a query is allowed.
_SUFFIXES: dict[str, tuple[tuple[Place, ...], bool, bool]] = {
    # RFC 8414 §3.1; an issuer has no query (§2).
    "oauth-authorization-server": (("insert",), True, False),
    # RFC 9728 §3.1: only the slash after the host is removed, and the query stays after the path.
    "oauth-protected-resource": (("insert",), False, True),
    # OpenID Connect Discovery 1.0 §4 appends; RFC 8414 §5 inserts.
    "openid-configuration": (("append", "insert"), True, False),
}


def well_known(
    iri: str, suffix: str, /, *, place: Place | None = None, trim: bool | None = None
) -> URI:
    """Return the URI of the metadata of an issuer, a resource or a host (RFC 8615).

    `place` is where `/.well-known/SUFFIX` goes: `"insert"`, between host and path; `"append"`,
    after the path; `"root"`, instead of path and query. The suffixes `oauth-authorization-server`,
    `oauth-protected-resource` and `openid-configuration` have a default place; other suffixes need
    one. `trim` removes the last slash of the path first (RFC 8414 §3.1); RFC 9728 §3.1 only removes
    that of an empty path.

    The issuer cannot be recovered from the result, so keep it. Raises ValueError for text that is
    not an http or https URI, for a userinfo or fragment, for a query that is not allowed, and for a
    suffix that is not one segment.

    >>> from iriform.security import well_known
    >>> well_known("https://as.example/tenant/", "oauth-authorization-server")
    URI('https://as.example/.well-known/oauth-authorization-server/tenant')
    >>> well_known("https://as.example/tenant", "openid-configuration")
    URI('https://as.example/tenant/.well-known/openid-configuration')
    """
    uri = URI(iri)
    name = Segment(suffix)
    if not name or name in {".", ".."}:
        raise ValueError("a suffix must be one segment of a path, and not empty")
    places, trims, takes_query = _SUFFIXES.get(name, ((), False, True))
    if place is None:
        if not places:
            raise ValueError(f"say where {name!r} goes: place='insert', 'append' or 'root'")
        place = places[0]
    elif place not in (places or _PLACES):
        raise ValueError(f"place must be {' or '.join(map(repr, places or _PLACES))}")
    if not uri.has_scheme("http", "https") or not uri.host:
        raise ValueError("the URI must have a host, and http or https as its scheme")
    if uri.userinfo is not None or uri.fragment is not None:
        raise ValueError("the URI must not have a userinfo or a fragment")
    if uri.query is not None and not takes_query:
        raise ValueError("an issuer must not have a query (RFC 8414 §2)")
    path = str(uri.path)
    if path == "/" or (trims if trim is None else trim):
        path = path.removesuffix("/")
    query = uri.query
    if place == "root":
        path, query = "", None
    added = f"/.well-known/{name}"
    path = path + added if place == "append" else added + path
    return URI.from_parts(scheme=uri.scheme, authority=uri.authority, path=path, query=query)


def well_known_candidates(issuer: str, /) -> tuple[URI, ...]:
    """Return the possible locations of an authorization server's metadata.

    They are in the order in which MCP requests them.

    >>> from iriform.security import well_known_candidates
    >>> for uri in well_known_candidates("https://as.example/tenant"):
    ...     print(uri)
    https://as.example/.well-known/oauth-authorization-server/tenant
    https://as.example/.well-known/openid-configuration/tenant
    https://as.example/tenant/.well-known/openid-configuration
    """
    candidates = (
        well_known(issuer, "oauth-authorization-server"),
        well_known(issuer, "openid-configuration", place="insert"),
        well_known(issuer, "openid-configuration"),
    )
    return tuple(dict.fromkeys(candidates))


def _text(name: str, text: object) -> str:
    if not isinstance(text, str):
        raise TypeError(f"{name} must be a str, not {type(text).__name__}")
    return text


def _nearness(match: Comparison) -> int:
    return _ORDER[match.component or "text"]


def _redirect(registered: str, requested: str, loopback: tuple[str, ...]) -> Comparison:
    for side, text in (("registered", registered), ("requested", requested)):
        try:
            uri = URI(text)
        except ParseError as error:
            return Comparison(side, why=f"the {side} text is {error.message}")
        if uri.userinfo is not None:
            return Comparison(side, why=f"the {side} URI has a userinfo")
        if uri.fragment is not None:
            return Comparison(side, why=f"the {side} URI has a fragment")
        if uri.port_text and not 1 <= (uri.port or 0) <= _LARGEST_PORT:
            return Comparison(side, why=f"the {side} URI has a port outside 1 to 65535")
    return Comparison() if registered == requested else _difference(registered, requested, loopback)


def _resource(one: str, other: str, level: Level, *, slash: bool) -> Comparison:
    values = []
    for text in (one, other):
        try:
            uri = IRI(text)
        except ParseError as error:
            return Comparison("text", why=f"a resource is {error.message}")
        if uri.fragment is not None:
            return Comparison("fragment", why="a resource must not have a fragment (RFC 8707 §2)")
        path = str(uri.path)
        values.append(uri if slash or not path.endswith("/") else uri.with_parts(path=path[:-1]))
    first, second = values
    if first.equivalent(second, level):
        return Comparison()
    if level != "string":
        first, second = first.normalize(level), second.normalize(level)
    return _difference(first, second, ())


def _difference(one: str, other: str, loopback: tuple[str, ...]) -> Comparison:
    """Return the first component in which two texts differ. The port may differ if both are loopback."""
    try:
        first, second = IRI(one), IRI(other)
    except ParseError:
        return Comparison("text", why="the texts differ, and one of them is not an IRI")
    is_local = (
        first.scheme == second.scheme
        and first.has_scheme("http")
        and first.host == second.host
        and first.host in loopback
    )
    for name in _COMPONENTS:
        a = _component(first, name)
        b = _component(second, name)
        if a == b or (name == "port" and is_local):
            continue
        if name == "userinfo":
            return Comparison(name, why="the userinfo differs")
        # No secret is shown, neither in the words nor in the `repr`.
        a, b = (_component(IRI(each.masked()), name) for each in (first, second))
        shown = ", ".join("none" if each is None else f"“{each}”" for each in (a, b))
        return Comparison(name, a, b, f"the {name} differs: {shown}")
    return Comparison()


def _component(iri: IRI, name: str) -> str | None:
    value = iri.port_text if name == "port" else getattr(iri, name)
    return None if value is None else str(value)
