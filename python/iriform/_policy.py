"""`Policy`: what is allowed, stated once; and `PolicyError`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, TypeVar

from . import _core
from ._core import IRI, IRIReference
from ._types.errors import ParseError
from .findings import Finding

if TYPE_CHECKING:
    from ipaddress import IPv4Network, IPv6Network
    from os import PathLike
    from typing import Any

    from typing_extensions import Never, Self

    from ._engines.words import Production
    from ._types.errors import Details
    from .findings import Profile, Severity

    class PolicyDetails(Details):
        """The answer of `PolicyError.details`."""

        refusals: list[str]


Reference = TypeVar("Reference", bound=IRIReference)

Addresses: TypeAlias = (
    "Literal['any', 'global', 'none'] | Iterable[str | IPv4Network | IPv6Network]"
)

_LONGEST = 40  # length of a wrong name that is shown

_READY = _core.ready_policies()
_TERMS = tuple(_READY["default"])


class PolicyError(ParseError):
    """Text that is a valid reference and that a policy refuses: `refusals` has every reason.

    `message`, which equals `str(error)`, states the first reason. Of the text it only shows the
    evidence of the finding: a scheme, a host, a number, the name of a secret.

    >>> try:
    ...     Policy.WEB.require("https://anna:secret@example.org/", URI)
    ... except PolicyError as error:
    ...     print(error)
    ...     print([finding.code for finding in error.refusals])
    not allowed: a user name or password before the host is not allowed (userinfo-not-allowed)
    ['userinfo-not-allowed', 'password']
    """

    __module__ = "iriform"

    _refusals: tuple[Finding, ...]

    @property
    def refusals(self) -> tuple[Finding, ...]:
        """Why the text is refused: the findings of `Policy.refusals`, without suggestions."""
        return self._refusals

    @property
    def message(self) -> str:
        """The first reason in one line."""
        return f"not allowed: {self._plain()} ({self.refusals[0].code})"

    def _plain(self) -> str:
        """Return the first reason without its code."""
        return words(self.refusals[0])

    @property
    def hint(self) -> None:
        """None, because a policy has no hint."""

    def details(self) -> PolicyDetails:
        """Return the fields of `ParseError.details`, and `refusals`: the code of each reason.

        >>> Policy.WEB.error_of("ftp://anna@example.org/").details()["refusals"]
        ['scheme-not-allowed', 'userinfo-not-allowed']
        """
        refusals = [finding.code for finding in self.refusals]
        return {**super().details(), "plain": self._plain(), "refusals": refusals}

    def __str__(self) -> str:
        return self.message

    def __repr__(self) -> str:
        return f"PolicyError({', '.join(finding.code for finding in self.refusals)})"


class Policy(_core.Policy):
    """The references that are allowed. A policy is immutable and hashable, has `==`, and can be pickled.

    A text is allowed if it matches `production` and no term or finding refuses it. Every given term
    must hold; None omits a term.

    * `schemes`: names of schemes, in any letter case.
    * `hosts`: names (`example.org`), all names below one (`*.example.org`, not itself), addresses,
      or `*`, any host that can be looked up. They are compared like `Host.matches`.
    * `ports`: the port of the text, or else the default port of its scheme.
    * `origins`: `https://example.org`. The scheme, host and port are compared as browsers compare origins
      (RFC 6454 §5): `example.org.` and `example.org` are different hosts.
    * `addresses`, for a host that is an address in any notation: `any`, `global`, `none`, or networks. An
      address that `hosts` lists is allowed.
    * `userinfo`, `query`, `fragment`: False refuses a reference with one.
    * `path`: True requires a path that is not empty. `dot_segments`: False refuses segments `.` and `..`,
      percent-encoded or not.
    * `max_length`: the maximum number of characters.
    * `loopback`: schemes that may lead to this machine (`127.0.0.0/8`, `[::1]`, `localhost`) at any port,
      whatever `schemes`, `hosts`, `ports` and `addresses` say (RFC 8252 §7.3).
    * `production`: `IRI`, `URI`, or a reference that may be relative (`IRI-reference`, `URI-reference`).
    * `profile` and `severities` choose the findings, as in `check()`; `refuse` is the lowest
      severity that refuses. `none` is a profile without findings. A finding does not override a
      term: a listed host may be a special-use name, and a listed port may be one that browsers
      block.

    Raises TypeError for a term of a wrong type, and ValueError for one without a meaning.

    >>> callbacks = Policy(schemes={"https"}, hosts={"*.example.org"}, fragment=False)
    >>> callbacks.allows("https://www.example.org/cb"), callbacks.allows("https://evil.example/")
    (True, False)
    >>> [finding.code for finding in callbacks.refusals("http://example.org/#a")]
    ['scheme-not-allowed', 'host-not-allowed', 'fragment-not-allowed']
    """

    __module__ = "iriform"
    __slots__ = ("_terms",)
    _terms: dict[str, Any]

    WEB: ClassVar[Policy]
    """The address of a resource on the web: http or https, a host, no userinfo, and no fault of the
    profile `default`. The host may be in any network."""

    PUBLIC_WEBHOOK: ClassVar[Policy]
    """A URL that a server calls for users: https, a public name or an address of the Internet, and
    no warning of the profile `untrusted` except a secret in the query, which webhooks have. A name
    may still resolve to a private address: see the page about security before you connect."""

    REDIRECT_URI: ClassVar[Policy]
    """A redirection endpoint as a client of OAuth registers it: an absolute URI without a fragment
    (RFC 6749 §3.1.2), of https, or of http for this machine at any port (RFC 8252 §7.3, RFC 9700
    §2.1)."""

    CLIENT_ID: ClassVar[Policy]
    """A URL that identifies a client of OAuth and locates its metadata (Client ID Metadata
    Document, §3): https and a host, a nonempty path, no dot segments, no userinfo, no fragment, and
    no warning of the profile `untrusted`. Compare it as text: `:443` and no port differ."""

    def __new__(  # noqa: PLR0913 - each is a term
        cls,
        *,
        schemes: Iterable[str] | None = None,
        hosts: Iterable[str] | None = None,
        addresses: Addresses = "global",
        ports: Iterable[int] | None = None,
        origins: Iterable[str] | None = None,
        userinfo: bool = False,
        path: bool = False,
        dot_segments: bool = True,
        query: bool = True,
        fragment: bool = True,
        max_length: int | None = None,
        loopback: Iterable[str] = (),
        production: Production = "IRI",
        profile: Profile | Literal["none"] = "untrusted",
        severities: Mapping[str, Severity | Literal["ignore"]] | None = None,
        refuse: Severity = "warning",
    ) -> Self:
        """Read the terms."""
        several = not isinstance(addresses, str) and isinstance(addresses, Iterable)
        self = super().__new__(
            cls,
            {
                "schemes": schemes,
                "hosts": hosts,
                "addresses": [*map(str, addresses)] if several else addresses,
                "ports": ports,
                "origins": origins,
                "userinfo": userinfo,
                "path": path,
                "dot_segments": dot_segments,
                "query": query,
                "fragment": fragment,
                "max_length": max_length,
                "loopback": () if loopback is None else loopback,
                "production": production,
                "profile": profile,
                "severities": {} if severities is None else severities,
                "refuse": refuse,
            },
        )
        terms = {name: _kept(name, term) for name, term in self._plain().items()}
        object.__setattr__(self, "_terms", terms)
        return self

    @classmethod
    def from_dict(cls, terms: Mapping[str, object], /) -> Self:
        """Make a policy from plain data, such as a file of TOML or JSON. The inverse of `to_dict`.

        >>> Policy.from_dict({"schemes": ["https"], "host": ["example.org"]})
        Traceback (most recent call last):
            ...
        ValueError: a policy has no term 'host'; did you mean 'hosts'?
        """
        if not isinstance(terms, Mapping):
            raise TypeError(f"terms must be a mapping, not {type(terms).__name__}")
        for name in terms:
            if name not in _TERMS:
                from difflib import get_close_matches

                near = get_close_matches(str(name)[:40], _TERMS, 1)
                hint = near[0] if near else None
                # A text that is not a name may be a reference with a password.
                shown = repr(name) if str(name).isidentifier() and len(name) <= _LONGEST else "that"
                said = (
                    f"; did you mean {hint!r}?" if hint else f"; the terms are {', '.join(_TERMS)}"
                )
                raise ValueError(f"a policy has no term {shown}{said}")
        plain: dict[str, Any] = dict(terms)
        return cls(**plain)

    @classmethod
    def read(cls, path: str | PathLike[str], /) -> Self:
        """Read a policy from a TOML file: one line for each term, `hosts = ["*.example.org"]`.

        Raises ValueError, with the name of the file, for content that is not TOML or that
        `from_dict` refuses. On Python 3.10, TOML is read by the package `tomli`.
        """
        text = Path(path).read_text(encoding="utf-8")
        try:
            terms = _toml(text)
        except ValueError as error:
            other = "; from_dict(json.loads(text)) takes JSON" if text.lstrip()[:1] == "{" else ""
            raise ValueError(f"{path}: not TOML: {error}{other}") from None
        try:
            return cls.from_dict(terms)
        except (TypeError, ValueError) as error:
            raise ValueError(f"{path}: {error}") from None

    @classmethod
    def same_origin(cls, page: str, /) -> Self:
        """Make a policy that allows only the scheme, host and port of a page, for redirects.

        They are compared as in browsers (RFC 6454 §5): the letter case of the host does not matter,
        but a dot at its end does. The host may be of any kind: `localhost:8000` may redirect to
        itself. Findings about the page's own host, and a secret in the query, do not refuse.

        >>> page = IRI("http://localhost:8000/login")
        >>> own = Policy.same_origin(page)
        >>> own.allows(page.resolve("/next?a=b")), own.allows(page.resolve("//evil.example/"))
        (True, False)
        """
        iri = IRI(page)
        host, port = iri.host, iri.port
        if not iri.port_text:
            port = _core.default_port(iri.scheme)
        if not host or host.startswith("*") or port is None:
            raise ValueError("the page must have a host that is a name or an address, and a port")
        known = [finding.code for finding in iri.check("untrusted")]
        ignored = [code for code in known if code.startswith(("host-", "idna-", "dns-", "ip"))]
        return cls(
            schemes={iri.scheme},
            # A list of hosts has no name that begins with a hyphen. The origin identifies it
            # sufficiently.
            hosts=None if host.startswith("-") else {host},
            ports={port},
            origins={str(iri.origin)},
            severities=dict.fromkeys([*ignored, "secret-in-query", "secret-in-fragment"], "ignore"),
        )

    @property
    def production(self) -> str:
        """The production that a text must match: `IRI`, `URI`, `IRI-reference` or `URI-reference`."""
        return str(self._terms["production"])

    def to_dict(self) -> dict[str, Any]:
        """Return the terms that differ from the defaults, as plain data.

        >>> Policy(hosts={"b.example", "a.example"}, query=False).to_dict()
        {'hosts': ['a.example', 'b.example'], 'query': False}
        """
        terms = self._given()
        if "severities" in terms:
            terms["severities"] = dict(terms["severities"])
        return {k: sorted(v) if isinstance(v, frozenset) else v for k, v in terms.items()}

    def json_schema(self) -> dict[str, Any]:
        """Return a JSON Schema for the allowed texts: `format`, `pattern`, `maxLength`.

        The pattern has the schemes, and requires or excludes a query, a fragment and, if `hosts`
        are given, a host and a userinfo. It leaves out hosts, ports and addresses, because name
        look-up reads them in many notations, and findings. So every allowed text matches, but not
        every matching text is allowed.

        >>> Policy(schemes={"https"}, fragment=False, max_length=200).json_schema()["pattern"]
        '^(?:[hH][tT][tT][pP][sS]):[^?#]*(?:[?][^#]*)?$'
        """
        format_ = self.production.lower()
        schema: dict[str, Any] = {"type": "string", "format": format_, **_pattern(self._terms)}
        if self._terms["max_length"] is not None:
            schema["maxLength"] = self._terms["max_length"]
        return schema

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:  # noqa: ANN401 - pydantic's
        """Apply the policy to a field: `Annotated[URI, policy]`, or of a `str`."""
        from ._types.pydantic import decided

        return decided(self, source, handler)

    def replace(self, **terms: object) -> Self:
        """Make a copy with other terms.

        >>> Policy.PUBLIC_WEBHOOK.replace(ports={443}).allows("https://example.org:8443/")
        False
        """
        return self.from_dict({**self.to_dict(), **terms})

    def refusals(self, text: str, /) -> list[Finding]:
        """Return every reason why a text or a reference is refused; an empty list if it is allowed.

        The reasons of the policy's own terms come first. Text that does not match the production has
        one reason, with the code and message of its `ParseError`.

        >>> [(f.code, f.span, f.evidence) for f in Policy.PUBLIC_WEBHOOK.refusals("http://0x7f.1/")]
        [('scheme-not-allowed', (0, 4), 'http'), ('address-not-allowed', (7, 13), '127.0.0.1'), ('ipv4-lookalike', (7, 13), '127.0.0.1')]
        """  # noqa: E501 - one answer
        try:
            found: list[Finding] = self._found(text)
        except ParseError as error:
            _, clause = _core.described(error.rule)
            return [Finding(str(error.reason), "error", error.span, error.message, clause)]
        return found

    def error_of(self, text: str, /) -> ParseError:
        """Make the error for a refused text; for a text that does not match, the parser's error.

        Raises ValueError for a text that is allowed.

        >>> Policy.WEB.error_of("ftp://example.org/").message
        'not allowed: the scheme “ftp” is not allowed; allowed: http, https (scheme-not-allowed)'
        """
        from ._engines.table import PRODUCTIONS

        try:
            value = PRODUCTIONS[self.production](text)
        except ParseError as error:
            return error
        return self._refused(value)

    def require(self, text: str, cls: type[Reference], /) -> Reference:
        """Return the text as a value of this class, if it is allowed.

        Raises ParseError for text that does not parse, and its subclass PolicyError for text that
        is refused.

        >>> Policy.WEB.require("https://example.org/", URI)
        URI('https://example.org/')
        """
        value = cls(text)
        if self.allows(value):
            return value
        raise _refused(value, self.refusals(value), self.production)

    def _refused(self, value: IRIReference, /) -> ParseError:
        """Make the error for a value of a class with this policy, which refuses it."""
        return _refused(value, self.refusals(value), self.production)

    def _given(self) -> dict[str, Any]:
        """Return the terms that differ from the defaults."""
        return {name: v for name, v in self._terms.items() if v != _DEFAULTS[name]}

    def __eq__(self, other: object) -> bool:
        return self._terms == other._terms if isinstance(other, Policy) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._terms.values()))

    def __repr__(self) -> str:
        return f"Policy({', '.join(f'{name}={v!r}' for name, v in self.to_dict().items())})"

    def deconstruct(self) -> tuple[str, tuple[()], dict[str, Any]]:
        """Return the class and the terms for Django's migrations.

        >>> Policy(schemes={"https"}).deconstruct()
        ('iriform.Policy', (), {'schemes': ['https']})
        """
        return "iriform.Policy", (), self.to_dict()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_dict, (self.to_dict(),)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Never:
            from ._did_you_mean import said_of_a_policy

            said = said_of_a_policy(name)
            raise AttributeError(f"'Policy' object has no attribute {name!r}{said}")

    def __setattr__(self, name: str, value: object) -> Never:
        raise AttributeError("a policy is immutable: replace() makes another one")

    def __delattr__(self, name: str) -> Never:
        raise AttributeError("a policy is immutable: replace() makes another one")


def words(refusal: Finding) -> str:
    """Return a reason for people who fill in a form: without its code and clause."""
    known = refusal.evidence and refusal.evidence not in refusal.message
    return f"{refusal.message}: {refusal.evidence}" if known else refusal.message


def _refused(value: IRIReference, found: Iterable[Finding], production: str) -> PolicyError:
    refusals = tuple(finding._replace(suggestion=None) for finding in found)
    if not refusals:
        raise ValueError("the policy allows this text")
    start, stop = refusals[0].span
    error = PolicyError(str(value), start, start, stop, production, production, "refused-by-policy")
    error._refusals = refusals  # noqa: SLF001 - our own
    return error


def _kept(name: str, term: Any) -> Any:  # noqa: ANN401 - of any type
    """Normalize a term, so equivalent terms are equal."""
    if isinstance(term, dict):
        return tuple(sorted(term.items()))
    if not isinstance(term, list):
        return term
    return frozenset(map(str.lower, term) if name in {"schemes", "loopback"} else term)


def _pattern(terms: dict[str, Any]) -> dict[str, str]:
    """Return a pattern for the allowed texts, if there is one."""
    schemes, hosts = terms["schemes"], terms["hosts"]
    if schemes is None and hosts is None and terms["query"] and terms["fragment"]:
        return {}
    scheme = "[^:/?#]+:" if terms["production"] in {"IRI", "URI"} else "(?:[^:/?#]+:)?"
    if schemes is not None:
        scheme = f"(?:{'|'.join(map(_any_case, sorted(schemes | terms['loopback'])))}):"
    path = "[^?#]*"
    if hosts is not None:
        path = f"//[^/?#{'' if terms['userinfo'] else '@'}]+(?:/[^?#]*)?"
    query = "(?:[?][^#]*)?" if terms["query"] else ""
    fragment = "(?:#.*)?" if terms["fragment"] else ""
    return {"pattern": f"^{scheme}{path}{query}{fragment}$"}


def _any_case(scheme: str) -> str:
    return "".join(f"[{c}{c.upper()}]" if c.isalpha() else f"[{c}]" for c in scheme)


def _toml(text: str) -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        try:
            import tomli as tomllib  # type: ignore[import-not-found, unused-ignore]
        except ModuleNotFoundError:
            message = "Policy.read needs Python 3.11 or later, or the package tomli"
            raise ModuleNotFoundError(message, name="tomli") from None
    terms: dict[str, Any] = tomllib.loads(text)
    return terms


_DEFAULTS: dict[str, Any] = Policy()._terms  # noqa: SLF001 - our own

READY: dict[str, Policy] = {
    name: Policy.from_dict(terms) for name, terms in _READY.items() if name != "default"
}
"""The ready-made policies, by their names in SQL and on the command line."""

Policy.WEB = READY["web"]
Policy.PUBLIC_WEBHOOK = READY["public-webhook"]
Policy.REDIRECT_URI = READY["redirect-uri"]
Policy.CLIENT_ID = READY["client-id"]
