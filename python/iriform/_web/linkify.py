"""`linkify`: plain text to HTML, in which links can be followed."""

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

# A link of these runs a program of whoever wrote the text.
_NEVER = frozenset({"javascript", "data", "vbscript"})

# Attributes by which a link does something else than to lead where it says, or looks like something else.
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

# What is found in a host that looks like another one, and in a text that is not shown in its order.
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
    """HTML that templates take as it is: it has `__html__`, as `markupsafe.Markup` has."""

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
    """Make HTML of a plain text: everything is escaped, and each link is an `<a>`.

    `a` gives the attributes of a link, or None to leave it as text: a mapping for all, or a function
    of the `Found`. An attribute that is True has no value; one that is False or None is left out.
    `href`, `style`, `on…`, and whatever else makes a link do something are refused. `target` adds
    `rel="noopener"`.

    An href has the scheme http, https or mailto, or one of `schemes`; never `javascript`, `data` or
    `vbscript`. By default, what looks like another host stays text, and so does a link with characters
    that change the direction of display. With a `Policy`, what it refuses stays text; with None, nothing
    does. Text that runs from right to left stands in `<bdi>`. What is written so that nobody follows it
    (`hxxp://evil[.]example`) stays so.

    What has `__html__` is HTML already, and returned as it is. The answer has `__html__`, so that
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
            "schemes must be names of schemes, and none of javascript, data and vbscript,"
            f" not {masked(', '.join(sorted(names)))}"
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
    """Say whether a link may be followed."""
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
    """Yield a link, and for an address of mail a link to each host that receives it (RFC 6068 §2)."""
    yield iri
    if iri.has_scheme("mailto"):
        for address in str(iri.path).split(","):
            with suppress(ParseError):
                yield IRI("https://" + address.rpartition("@")[2])


def _tag(iri: IRI, attributes: Attributes) -> str:
    """Write the tag with which a link begins."""
    if not isinstance(attributes, Mapping):
        raise TypeError(
            f"a must be a mapping of attributes or give one, not {type(attributes).__name__}"
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
