"""Recipes for references from outside: following a redirect, showing a link, writing a log line.

>>> from iriform import IRI
>>> from iriform.security import for_logs, redirect_target
>>> redirect_target("http://localhost:8000/login", "//evil.example/")
IRI('http://localhost:8000/')
>>> for_logs("https://anna:secret@example.org/?token=x")
'https://anna:***@example.org/?token=***'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ._core import IRI, IRIReference, as_sent
from ._core import masked as masked_text
from ._display import escape
from ._policy import Policy
from ._types.errors import ParseError
from ._web.oauth import (
    Comparison,
    redirect_matches,
    same_issuer,
    same_resource,
    well_known,
    well_known_candidates,
)
from ._web.request import target_reference, why_ambiguous

if TYPE_CHECKING:
    from typing_extensions import Never

__all__ = [
    "Comparison",
    "displayed",
    "for_logs",
    "masked",
    "redirect_matches",
    "redirect_target",
    "same_issuer",
    "same_resource",
    "target_reference",
    "well_known",
    "well_known_candidates",
    "why_ambiguous",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Never:
        if name == "__path__":  # the import system asks each module for it
            raise AttributeError(name)
        from ._did_you_mean import missing

        raise missing(__name__, name)


def redirect_target(
    page: str, text: str | None, /, *, policy: Policy | None = None, otherwise: str | None = "/"
) -> IRI:
    r"""Return the IRI to redirect to: the text resolved against the page, if it has its origin.

    Characters that no IRI has are percent-encoded first, as in `?filter[name]=anna`. `policy` may
    allow other targets. For other targets, and for text that is missing or does not parse, the
    answer is `otherwise`, resolved against the page; `otherwise=None` raises a ParseError with the
    reason (`PolicyError.refusals`). Findings about the page's own host do not refuse:
    `localhost:8000` and `app.internal` may redirect to themselves.

    Send the whole answer, not the text. `page` must be trusted: take its host from your settings, not
    from the `Host` header.

    >>> from iriform.security import redirect_target
    >>> redirect_target("https://example.org/login", "basket?id=1")
    IRI('https://example.org/basket?id=1')
    >>> [str(redirect_target("https://example.org/login", text))
    ...  for text in ("//evil.example", "/\\evil.example", "javascript:alert(1)", None)]
    ['https://example.org/', 'https://example.org/', 'https://example.org/', 'https://example.org/']
    >>> shop = Policy(schemes={"https"}, hosts={"shop.example.org"})
    >>> redirect_target("https://example.org/login", "https://shop.example.org/", policy=shop)
    IRI('https://shop.example.org/')
    """
    if policy is not None and not isinstance(policy, Policy):
        raise TypeError(f"policy must be a Policy or None, not {type(policy).__name__}")
    base = IRI(page)
    own = Policy.same_origin(base)
    if text is None and otherwise is not None:
        return base.resolve(otherwise)
    try:
        target = base.resolve(_encoded(text))  # type: ignore[arg-type] # None is its TypeError
    except ParseError:
        if otherwise is None:
            raise
    else:
        if own.allows(target) or (policy is not None and policy.allows(target)):
            return target
        if otherwise is None:
            return (policy or own).require(target, IRI)
    return base.resolve(str(otherwise))


def _encoded(text: str | None) -> str | None:
    """Percent-encode the characters that browsers send but no IRI has.

    The judged text is then the one that is sent.
    """
    try:
        return IRIReference(as_sent(text))  # type: ignore[arg-type] # None is a TypeError
    except ParseError:
        return text


def displayed(iri: str, /) -> str:
    r"""Return the text of a link for display: Unicode, or ASCII if something is disguised.

    A host in ASCII (`xn--`), as in links, redirects and the DNS, is decoded first. If a finding of
    the profile `untrusted` then has a severity above `info` (mixed scripts, look-alikes, characters
    that change the direction), the answer has the host in ASCII and other characters percent-encoded.
    A password is masked. Raises ParseError for text that is not a reference.

    The text is not HTML: escape it. Schemes such as `javascript` are shown as well, so use a policy
    to decide which references become links.

    >>> from iriform.security import displayed
    >>> displayed("https://xn--bcher-kva.example/%E2%82%AC"), displayed("https://g\u043e\u043egle.example/")
    ('https://bücher.example/€', 'https://xn--ggle-55da.example/')
    """
    reference = _reference(iri)
    try:
        in_ascii = reference.to_uri(idna=True)
    except ValueError:
        return reference.to_uri().masked("password")
    decoded = reference.to_iri(idna=True)
    found = [
        *reference.check("untrusted", _SECRETS_ASIDE),
        *decoded.check("untrusted", _SECRETS_ASIDE),
    ]
    is_disguised = any(finding.severity != "info" for finding in found)
    return (in_ascii if is_disguised else decoded).masked("password")


def masked(text: str, /, what: Literal["secrets", "password"] = "secrets") -> str:
    """Mask the secrets in a reference or any other text, and change nothing else.

    References are found anywhere in the text, and within each other: in a query, in a path, after
    `jdbc:` or `view-source:`, percent-encoded once. `***` stands

    * for a password, from the first colon of a userinfo to its last `@`, and for a token before a
      host; even if the grammar has no host there but people or browsers see one
      (`http:anna:secret@example.org`, `https://https://…`); * for the values of pairs in query and
      fragment whose names mark a secret (`access_token`, `sig`, OAuth's `code` and `state`); * for
      the paths of webhooks that are secret by themselves: Slack, Discord, Teams, Telegram, Zapier,
      IFTTT, Mattermost.

    White space, `<`, `>` and `"` end a reference (RFC 3986 Appendix C), so a password with one of
    these is not masked whole. No list of names is complete. A secret in another path is not masked.

    >>> from iriform.security import masked
    >>> masked("https://hooks.slack.com/services/T01/B02/abc"), masked("GET //anna:secret@h/?token=x 200")
    ('https://hooks.slack.com/services/***', 'GET //anna:***@h/?token=*** 200')
    """
    if not isinstance(text, str):
        raise TypeError(f"text must be str, not {type(text).__name__}")
    return masked_text(text, what)


def _reference(text: str) -> IRIReference:
    if not isinstance(text, str):
        raise TypeError(f"text must be str, not {type(text).__name__}")
    return text if isinstance(text, IRIReference) else IRIReference(text)


def for_logs(text: str, /) -> str:
    r"""Return one line of ASCII for a log: `masked`, with every other character escaped.

    A reference is percent-encoded. In other text, control characters and characters beyond ASCII
    are escaped, so it cannot start a new line or hide in one.

    >>> from iriform.security import for_logs
    >>> for_logs("https://example.org/a\u2028b?token=x"), for_logs("http://h h/\n2026 INFO")
    ('https://example.org/a%E2%80%A8b?token=***', 'http://h h/\\n2026 INFO')
    """
    told = masked(text)
    try:
        return str(IRIReference(told).to_uri())
    except ParseError:
        return escape(told).encode("ascii", "backslashreplace").decode("ascii")


_SECRETS_ASIDE: dict[str, Literal["ignore"]] = {
    "secret-in-query": "ignore",
    "secret-in-fragment": "ignore",
}
