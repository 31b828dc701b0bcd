"""The raw request: its target, its host, and the URI that both make (RFC 9112 §3.2, §3.3)."""

from __future__ import annotations

import re
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, TypeVar
from urllib.parse import unquote_to_bytes

from iriform._core import IRI, URI, Authority, URIReference, as_sent, masked
from iriform._display import escape
from iriform._policy import Policy
from iriform._types.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from ipaddress import IPv4Network, IPv6Network

AnyURI = TypeVar("AnyURI", bound=URIReference)
Form: TypeAlias = Literal["origin", "absolute", "authority", "asterisk"]
Kin: TypeAlias = Literal["forwarded", "x-forwarded"]

BAD_REQUEST, MISDIRECTED = 400, 421


class BadRequest(ValueError):  # noqa: N818 - as HTTP names it
    """A request that must be refused; `status` is the status of the response.

    It is 400 for a target or `Host` that is missing, repeated or invalid, or a path that programs
    read differently, and 421 for a host that is not ours.
    """

    __module__ = "iriform.asgi"

    def __init__(self, message: str, status: int = BAD_REQUEST) -> None:
        super().__init__(message)
        self.status = status

    @property
    def body(self) -> bytes:
        """The text of a response, in UTF-8."""
        return f"{self}\n".encode("utf-8", "backslashreplace")

    def __reduce__(self) -> tuple[type[BadRequest], tuple[str, int]]:
        return type(self), (str(self), self.status)


class TargetUnknown(RuntimeError):  # noqa: N818 - no fault of the request's
    """The server does not pass the raw target on, so it is unknown."""

    __module__ = "iriform.asgi"


class Received(NamedTuple):
    """A raw request: its target as a reference, its URI, the form of the target, and its octets.

    `target` is the path and query for the origin form, the whole URI for the absolute form, and
    empty for `*` and the authority form. `uri` also has the scheme and authority of the request.
    Raw characters that no URI has are percent-encoded in both; `raw` is the original target.
    """

    target: URIReference
    uri: URI
    form: Form
    raw: bytes


# The public module.
Received.__module__ = "iriform.asgi"


class Trust(NamedTuple):
    """Our own hosts, and the proxies whose forwarding headers are trusted."""

    hosts: Policy
    peers: tuple[IPv4Network | IPv6Network, ...]
    kin: Kin

    @classmethod
    def of(
        cls, hosts: Iterable[str], forwarded_from: Iterable[str], forwarded_by: Kin = "forwarded"
    ) -> Trust:
        """Read the settings."""
        policy = Policy(hosts=hosts, addresses="any", profile="none")
        named = policy.to_dict()["hosts"]
        if not named or "*" in named:
            raise ValueError("hosts must name your own hosts, as ['example.org']")
        if forwarded_by not in {"forwarded", "x-forwarded"}:
            raise ValueError("forwarded_by must be 'forwarded' or 'x-forwarded'")
        if isinstance(forwarded_from, (str, bytes)):
            raise TypeError("forwarded_from must be several networks, as ['10.0.0.0/8']")
        return cls(policy, tuple(map(ip_network, forwarded_from)), forwarded_by)

    def believes(self, peer: str | None) -> bool:
        """Return True if a forwarding header from this address is trusted."""
        if peer is None or not self.peers:
            return False
        try:
            address = ip_address(peer)
        except ValueError:
            return False
        return any(address in network for network in self.peers)


def received(  # noqa: PLR0913, PLR0917 - the parts of a request
    method: str,
    raw: bytes,
    scheme: str,
    headers: list[tuple[bytes, bytes]],
    peer: str | None,
    trust: Trust,
    strict: bool,  # noqa: FBT001 - as the functions that users call have it
) -> Received:
    """Read a request. Raises BadRequest if a server would have to guess."""
    scheme, host = _forwarded(scheme, headers, trust) if trust.believes(peer) else (scheme, None)
    authority = _host(headers) if host is None else host
    form = _form(method, raw)
    if form == "absolute":
        uri = _absolute(_ascii(raw), scheme, strict=strict)
        reference: URIReference = uri
    elif form == "authority":
        wanted = _authority(_ascii(raw), "the target of CONNECT")
        if not wanted.port_text:
            raise BadRequest("the target of CONNECT has no port (RFC 9112 §3.2.3)")
        uri, reference = URI(f"{scheme}://{wanted}"), URIReference()
    elif form == "asterisk":
        uri, reference = URI(f"{scheme}://{authority}"), URIReference()
    else:
        reference = target_reference(raw, strict=strict)
        # The path is not resolved; it keeps its dot segments.
        path = str(reference.path)
        path = path.removeprefix("/.") if raw.startswith(b"//") else path
        uri = URI.from_parts(scheme=scheme, authority=authority, path=path, query=reference.query)
    if not trust.hosts.allows(uri):
        raise BadRequest("the request is for a host that is not served here", MISDIRECTED)
    return Received(reference, uri, form, raw)


def unambiguous(found: Received) -> Received:
    """Return a request. Raises BadRequest if programs read its path differently."""
    if why := why_ambiguous(str(found.uri.path)):
        raise BadRequest(f"the path can be read in several ways: {why}")
    return found


def target_reference(target: bytes | str, /, *, strict: bool = False) -> URIReference:
    """Return the reference for a request target in origin form (RFC 9112 §3.2.1).

    The inverse of `request_target`. `//a/b` is a path here, not a host: the reference begins with
    `/.`, so no program reads a host (RFC 3986 §3.3). `/a?` is not `/a`.

    Clients, including browsers, send characters that no URI has: `[ ] { } | ^`, a backtick, `"`,
    `<`, `>`, a `%` without its digits, a backslash in the query. They are percent-encoded, because
    every program reads them the same way. With `strict` they are refused. Raises BadRequest for
    anything else, including a backslash in the path, which some programs read as a slash.

    >>> from iriform.security import target_reference
    >>> target_reference(b"/a%2Fb?x[]=1"), target_reference("//a/b")
    (URIReference('/a%2Fb?x%5B%5D=1'), URIReference('/.//a/b'))
    """
    text = _ascii(target) if isinstance(target, bytes) else target
    if not isinstance(text, str):
        raise TypeError(f"a target must be bytes or str, not {type(target).__name__}")
    if not text.startswith("/"):
        raise BadRequest("the target does not begin with a slash (RFC 9112 §3.2.1)")
    if "#" in text:
        raise BadRequest("the target has a fragment, which is never sent (RFC 9112 §3.2.1)")
    return _read(URIReference, f"/.{text}" if text.startswith("//") else text, strict=strict)


_VISIBLE = re.compile(r"[!-~]*")


def _read(kind: type[AnyURI], target: str, *, strict: bool) -> AnyURI:
    """Read a target, and percent-encode the raw characters of clients."""
    try:
        try:
            return kind(target)
        except ParseError:
            if strict or not _VISIBLE.fullmatch(target) or "\\" in target.partition("?")[0]:
                raise
            return kind(as_sent(target))
    except ParseError as error:
        raise BadRequest(f"the target is {error.message}") from None


def _form(method: str, raw: bytes) -> Form:
    """Return the form of a target, which depends on the method (RFC 9112 §3.2)."""
    if method == "CONNECT":
        return "authority"
    if raw == b"*":
        if method != "OPTIONS":
            raise BadRequest("the target * is for OPTIONS only (RFC 9112 §3.2.4)")
        return "asterisk"
    return "origin" if raw.startswith(b"/") else "absolute"


def _absolute(target: str, scheme: str, *, strict: bool) -> URI:
    """Read the absolute form, which overrides `Host` (RFC 9112 §3.2.2)."""
    uri = _read(URI, target, strict=strict)
    if not uri.has_scheme("http", "https", "ws", "wss") or not uri.host:
        raise BadRequest("the target is not a URI of http with a host (RFC 9110 §4.2)")
    if uri.userinfo is not None or uri.fragment is not None:
        raise BadRequest("the target has a userinfo or a fragment (RFC 9110 §4.2.4)")
    if not uri.has_scheme(scheme):
        raise BadRequest("the target and the connection have different schemes", MISDIRECTED)
    return uri


def _host(headers: list[tuple[bytes, bytes]]) -> Authority:
    """Read `Host`, which must be single and valid (RFC 9112 §3.2)."""
    values = [value for name, value in headers if name.lower() == b"host"]
    if len(values) != 1:
        what = "no Host" if not values else f"{len(values)} Host fields"
        raise BadRequest(f"the request has {what}, but must have one (RFC 9112 §3.2)")
    return _authority(_ascii(values[0].strip(b" \t")), "Host")


def _authority(text: str, where: str) -> Authority:
    try:
        authority = Authority(text)
    except ParseError as error:
        raise BadRequest(f"{where} is {error.message}") from None
    if authority.userinfo is not None or not authority.host:
        raise BadRequest(f"{where} is not a host with an optional port (RFC 9110 §7.2)")
    return authority


def _ascii(raw: bytes) -> str:
    try:
        return raw.decode("ascii")
    except UnicodeDecodeError:
        shown = escape(masked(raw.decode("latin-1"))[:40])
        raise BadRequest(f"octets beyond ASCII must be percent-encoded: {shown}") from None


_NOT_VALID = "the Forwarded field is not valid (RFC 7239 §4)"
_ELEMENT = re.compile(r'((?:[^,"]|"(?:[^"\\]|\\.)*")*)(,|\Z)')
_PAIR = re.compile(r'[\s;]*([!#$%&\'*+.^_`|~0-9A-Za-z-]+)=("(?:[^"\\]|\\.)*"|[^\s;,"]*)\s*(?:;|$)')


def _forwarded(
    scheme: str, headers: list[tuple[bytes, bytes]], trust: Trust
) -> tuple[str, Authority | None]:
    """Read the element of the trusted peer: only its own, the last one (RFC 7239 §4)."""
    host: str | None = None
    if trust.kin == "forwarded":
        value = b",".join(value for name, value in headers if name.lower() == b"forwarded")
        pairs = _elements(_ascii(value))[-1]
        host, proto = pairs.get("host"), pairs.get("proto")
    else:
        host = _last(headers, b"x-forwarded-host")
        proto = _last(headers, b"x-forwarded-proto")
    if proto is not None:
        proto = proto.lower()
        if proto not in {"http", "https", "ws", "wss"}:
            raise BadRequest("the forwarded scheme must be http, https, ws or wss (RFC 7239 §5.4)")
        scheme = proto
    return scheme, None if host is None else _authority(host, "the forwarded host")


def _last(headers: list[tuple[bytes, bytes]], wanted: bytes) -> str | None:
    value = b",".join(value for name, value in headers if name.lower() == wanted)
    members = [member.strip() for member in _ascii(value).split(",")]
    return next((member for member in reversed(members) if member), None)


def _elements(value: str) -> list[dict[str, str]]:
    """Split a `Forwarded` field into its elements, and each into its pairs (RFC 7239 §4)."""
    elements: list[dict[str, str]] = []
    begin, comma = 0, ","
    while comma:
        # The expression is anchored, so a text after an unclosed quotation mark is not skipped.
        found = _ELEMENT.match(value, begin)
        if found is None:
            raise BadRequest(_NOT_VALID)
        element, comma = found.groups()
        # A pair may also be missing (RFC 7239 §4).
        element = element.strip(" \t;")
        begin = found.end()
        pairs: dict[str, str] = {}
        at = 0
        while at < len(element):
            pair = _PAIR.match(element, at)
            if pair is None or pair[1].lower() in pairs:
                raise BadRequest(_NOT_VALID)
            text = pair[2]
            quoted = text.startswith('"')
            pairs[pair[1].lower()] = re.sub(r"\\(.)", r"\1", text[1:-1]) if quoted else text
            at = pair.end()
        # Recipients ignore empty elements (RFC 9110 §5.6.1.2).
        if element:
            elements.append(pairs)
    return elements or [{}]


def why_ambiguous(path: str, /) -> str | None:  # noqa: PLR0911 - a row each
    r"""Say why programs may route a raw path differently; None if all read it the same way.

    Some split a path before they decode it, some afterwards, and some decode it twice. The segments
    must be the same for all of them, with `\` read as `/`, and none may be `.` or `..` or have a
    NUL or a `;`. Some servers collapse several slashes at the beginning.

    >>> from iriform.security import why_ambiguous
    >>> why_ambiguous("/a%20b/c"), why_ambiguous("/public/%2e%2e/admin")
    (None, 'a segment is . or .., percent-encoded or not')
    """
    if not isinstance(path, str):
        raise TypeError(f"path must be str, not {type(path).__name__}")
    if path.startswith("//"):
        return "some programs read several slashes at the beginning as one, others as the start of a host"
    raw = path.encode("latin-1", "replace")
    once = unquote_to_bytes(raw)
    twice = unquote_to_bytes(once)
    split_first = [unquote_to_bytes(unquote_to_bytes(each)) for each in raw.split(b"/")]
    split_between = [unquote_to_bytes(each) for each in once.split(b"/")]
    if not split_first == split_between == twice.split(b"/"):
        return "a slash is percent-encoded (%2F)"
    for segment in split_first:
        if b"\\" in segment:
            return "some programs read a backslash (%5C) as a slash"
        if segment in {b".", b".."}:
            return "a segment is . or .., percent-encoded or not"
        if b"\0" in segment:
            return "some programs end the path at a NUL (%00)"
        if b";" in segment:
            return "some programs read a semicolon as the start of parameters"
    return None


def append_target(base: str, target: str, /, *, query: Literal["refuse", "keep"] = "refuse") -> IRI:
    """Append the target of a call to the base URL of an API. No part of the base is replaced.

    Exactly one slash separates the base's path from the target's. This is not `resolve`, in which
    `/users` begins at the root of the host. The target is an encoded path with or without a query.
    It must not have dot segments, not even after `%2F`, so it stays below the base. A base with a
    query is refused, unless `query="keep"` prepends its pairs to the target's.

    Raises ParseError for invalid text, and ValueError for parts that are not allowed.

    >>> append_target("https://api.example/v1", "/users/5?x=1")
    IRI('https://api.example/v1/users/5?x=1')
    """
    iri = IRI(base)
    if not isinstance(target, str):
        raise TypeError(f"target must be a str, not {type(target).__name__}")
    path, mark, given = target.partition("?")
    if "#" in target or iri.fragment is not None:
        raise ValueError("neither the base nor the target may have a fragment")
    if iri.query is not None and query != "keep":
        raise ValueError("the base has a query: query='keep' puts it before the target's")
    octets = unquote_to_bytes(path.encode("utf-8", "surrogatepass"))
    # Some decode a path before they split it, and read a backslash as a slash.
    if not {b".", b".."}.isdisjoint(octets.replace(b"\\", b"/").split(b"/")):
        raise ValueError("the target has a segment . or .., which could leave the base")
    if iri.authority is None and not str(iri.path).startswith("/"):
        raise ValueError("the base has no path that could be continued")
    pairs = [each for each in (iri.query, given if mark else None) if each is not None]
    joined = (
        f"{str(iri.path).removesuffix('/')}/{path.removeprefix('/')}" if path else str(iri.path)
    )
    return iri.with_parts(path=joined, query="&".join(map(str, pairs)) if pairs else None)
