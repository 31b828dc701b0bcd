"""`linkify`: from plain text to HTML with links."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from html import escape
from typing import TYPE_CHECKING, Literal, TypeAlias

from iriform import _core
from iriform._core import IRI, masked
from iriform._types.errors import ParseError

from .links import STANDARD, Found, find

if TYPE_CHECKING:
    from collections.abc import Iterable

    from iriform._policy import Policy

Attributes: TypeAlias = Mapping[str, "str | bool | None"]

# A link with one of these runs a program of the text's author.
_NEVER = frozenset({"javascript", "data", "vbscript"})

# Attributes that change the action or the appearance of a link.
_REFUSED = frozenset(
    {
        "action",
        "formaction",
        "href",
        "ping",
        "src",
        "srcdoc",
        "srcset",
        "style",
        "xlink:href",
        "xmlns",
    }
)
_ATTRIBUTE = re.compile(r"[A-Za-z][A-Za-z0-9_:.-]*")

# The findings for a host that looks like another one, and for a text that is not displayed in
# order.
_LOOKS = frozenset(
    {
        "bidi-control",
        "bidi-formatting",
        "host-dangerous-pattern",
        "host-digit-lookalike",
        "host-mixed-accents",
        "host-mixed-numbers",
        "host-mixed-script",
        "host-repeated-mark",
        "host-restricted-character",
        "host-whole-script-confusable",
        "invisible-character",
        "ipv4-lookalike",
    }
)

_RIGHT_TO_LEFT = frozenset({"R", "AL", "RLE", "RLO", "RLI"})


class HTML(str):
    """HTML that templates do not escape: it has `__html__`, like `markupsafe.Markup`."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


def linkify(  # noqa: PLR0913 - each is an option
    text: object,
    /,
    *,
    a: Attributes | Callable[[Found], Attributes | None] | None = None,
    schemes: Iterable[str] = STANDARD,
    policy: Policy | Literal["looks"] | None = "looks",
    domains: bool = True,
    emails: bool = True,
    userinfo: bool = False,
    strict: bool = False,
    quotes: bool = False,
    prose: bool = False,
    files: bool = True,
) -> HTML:
    """Convert a plain text to HTML: everything is escaped, and each link becomes an `<a>`.

    `a` has the attributes of links: a mapping for all, or a function of the `Found` that may return
    None to leave a link as text. An attribute that is True has no value; one that is False or None
    is omitted. `href`, `style`, `on…`, and other attributes that change what a link does are
    refused. `target` adds `rel="noopener"`.

    An href has the scheme http, https or mailto, or one of `schemes`; never `javascript`, `data` or
    `vbscript`. By default, a link to a host that looks like another one stays text, and so does a
    link with characters that change the direction of display. With a `Policy`, the links that it
    refuses stay text; with None, no link does. Right-to-left text is put in `<bdi>`. A defanged
    link (`hxxp://evil[.]example`) stays unchanged.

    A text with `__html__` is already HTML, and is returned unchanged. The answer has `__html__`, so
    templates do not escape it again. The other options are those of `find`.

    >>> from iriform.links import linkify
    >>> linkify("<b> example.org & http://a.example/?b&c!")
    '&lt;b&gt; <a href="https://example.org">example.org</a> &amp; \
<a href="http://a.example/?b&amp;c">http://a.example/?b&amp;c</a>!'
    >>> linkify("mail anna@example.org", a=lambda found: None if found.kind == "email" else {})
    'mail anna@example.org'
    """
    markup = getattr(text, "__html__", None)
    if callable(markup):
        return HTML(markup())
    if not isinstance(text, str):
        raise TypeError(f"text must be str, not {type(text).__name__}")
    names = {schemes} if isinstance(schemes, str) else {name.lower() for name in schemes}
    if isinstance(schemes, str) or names & _NEVER:
        raise ValueError(
            "schemes must be names of schemes other than javascript, data and vbscript, not"
            f" {masked(', '.join(sorted(names)))}"
        )
    if not (policy is None or policy == "looks" or isinstance(policy, _core.Policy)):
        raise TypeError(f"policy must be a Policy, 'looks' or None, not {type(policy).__name__}")
    given = a if callable(a) else lambda _: {} if a is None else a
    out, copied = [], 0
    for found in find(
        text,
        schemes=names,
        domains=domains,
        emails=emails,
        userinfo=userinfo,
        strict=strict,
        quotes=quotes,
        prose=prose,
        files=files,
    ):
        if not _is_allowed(found.iri, names, policy):
            continue
        attributes = given(found)
        if attributes is None:
            continue
        start, stop = found.span
        out += [escape(text[copied:start]), _tag(found.iri, attributes), _shown(found.text), "</a>"]
        copied = stop
    return HTML("".join([*out, escape(text[copied:])]))


def _is_allowed(iri: IRI, schemes: set[str], policy: Policy | Literal["looks"] | None) -> bool:
    """Return True if a link may be followed."""
    scheme = iri.scheme.lower()
    if scheme in _NEVER or scheme not in STANDARD | schemes:
        return False
    if policy is None:
        return True
    if policy == "looks":
        return not any(
            finding.code in _LOOKS
            for judged in _judged(iri)
            for finding in judged.check("untrusted")
        )
    return policy.allows(iri)


def _judged(iri: IRI) -> Iterator[IRI]:
    """Yield a link, and for an email address a link to each host that receives it (RFC 6068 §2)."""
    yield iri
    if iri.has_scheme("mailto"):
        for address in str(iri.path).split(","):
            with suppress(ParseError):
                yield IRI("https://" + address.rpartition("@")[2])


def _tag(iri: IRI, attributes: Attributes) -> str:
    """Write the start tag of a link."""
    if not isinstance(attributes, Mapping):
        raise TypeError(
            "a must be a mapping of attributes or a function that returns one, not"
            f" {type(attributes).__name__}"
        )
    written = {"href": str(iri)}
    lowered = {name.lower(): value for name, value in attributes.items()}
    for name, value in lowered.items():
        if not _ATTRIBUTE.fullmatch(name) or name in _REFUSED or name.startswith("on"):
            raise ValueError(f"a link must not have the attribute {name!r}")
        if value is True:
            written[name] = ""
        elif value is not None and value is not False:
            written[name] = str(value)
    if "target" in written:
        rel = written.get("rel", "").split()
        if "noopener" not in (word.lower() for word in rel):
            written["rel"] = " ".join([*rel, "noopener"])
    return "<a " + " ".join(f'{name}="{escape(value)}"' for name, value in written.items()) + ">"


def _shown(text: str) -> str:
    """Write the text of a link."""
    if any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in text):
        return f"<bdi>{escape(text)}</bdi>"
    return escape(text)
