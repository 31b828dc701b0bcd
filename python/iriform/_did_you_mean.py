"""The hint for a missing name in a module, a policy or a guard: where it is, or its name here."""

from __future__ import annotations

import sys
from difflib import get_close_matches
from importlib.util import find_spec
from opcode import opmap

from ._core import IRI

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType

_FIND = "find(text) for links in a text, IRI(text).registrable_domain() for the domain of one"
_COMPACT = "PrefixMap(prefixes), whose expand and compress read and write compact IRIs"
_HERE = {
    "AnyHttpUrl": "HTTPURI(text)",
    "AnyUrl": "URI(text)",
    "ParserError": "ParseError",
    "URIError": "ParseError",
    "ValidationError": "ParseError",
    "CURIE": _COMPACT,
    "Guard": "iriform.guard.Guard()",
    "HttpUrl": "HTTPURI(text)",
    "Namespace": _COMPACT,
    "Template": "URITemplate(text)",
    "URIRef": "IRI(text)",
    "URL": "HTTPURI(text) for a web address, URI(text) for any other",
    "Url": "HTTPURI(text) for a web address, URI(text) for any other",
    "canonicalize": "IRI(text).canonical()",
    "canonicalize_url": "IRI(text).canonical()",
    "clean_url": "IRI(text).canonical('crawl')",
    "check": "IRI(text).check()",
    "clean": "IRI(text).canonical()",
    "compare": "IRI(text).equivalent(other)",
    "compress": _COMPACT,
    "curie": _COMPACT,
    "decode": "unquote(text)",
    "defang": "IRI(text).defanged()",
    "encode": "quote(text) for a value, IRI.repair(text) for a whole reference",
    "equivalent": "IRI(text).equivalent(other)",
    "expand": _COMPACT,
    "extract": _FIND,
    "extract_links": _FIND,
    "extract_urls": _FIND,
    "find_all": _FIND,
    "find_links": _FIND,
    "find_urls": _FIND,
    "findall": _FIND,
    "fix": "IRI.repair(text)",
    "get_domain": "IRI(text).registrable_domain()",
    "idna": "IRI(text).to_uri(idna=True)",
    "is_valid": "IRI.is_valid(text), URI.is_valid(text)",
    "is_url": "HTTPURI.is_valid(text)",
    "is_valid_iri": "IRI.is_valid(text)",
    "is_valid_uri": "URI.is_valid(text)",
    "is_valid_url": "HTTPURI.is_valid(text)",
    "mask": "iriform.security.masked(text)",
    "masked": "iriform.security.masked(text)",
    "normalize": "IRI(text).normalize()",
    "parse": "IRI(text), or IRIReference(text) if it may be relative",
    "parse_iri": "IRI(text), or IRIReference(text) if it may be relative",
    "parse_uri": "URI(text), or URIReference(text) if it may be relative",
    "percent_decode": "unquote(text)",
    "percent_encode": "quote(text)",
    "punycode": "IRI(text).to_uri(idna=True)",
    "redact": "iriform.security.masked(text)",
    "join": "resolve(base, reference)",
    "parse_qs": "Query(text).to_dict()",
    "parse_qsl": "Query(text).pairs()",
    "parse_url": "IRI(text), or IRIReference(text) if it may be relative",
    "redirect_target": "iriform.security.redirect_target(page, text)",
    "registrable_domain": "IRI(text).registrable_domain()",
    "repair": "IRI.repair(text)",
    "tld": "IRI(text).public_suffix()",
    "to_ascii": "IRI(text).to_uri(idna=True)",
    "urldefrag": "IRI(text).without_fragment()",
    "urlencode": "Query.from_pairs(pairs)",
    "urljoin": "resolve(base, reference)",
    "urlparse": "IRIReference(text), which has the parts",
    "urlsplit": "IRIReference(text), which has the parts",
    "urlunparse": "IRIReference.from_parts(...)",
    "urlunsplit": "IRIReference.from_parts(...)",
    "validate": "IRI.is_valid(text), URI.is_valid(text)",
}

_OF_A_POLICY = {
    "allow": "allows(text)",
    "check": "refusals(text), which gives the reasons, or require(text, URI), which raises",
    "explain": "refusals(text)",
    "is_allowed": "allows(text)",
    "is_valid": "allows(text)",
    "matches": "allows(text)",
    "reasons": "refusals(text)",
    "validate": "require(text, URI)",
    "why": "refusals(text)",
}
_JUDGE = "Guard().resolve(text), which looks names up, or Policy.WEB.refusals(text), which does not"
_JUDGED = "resolve(text) judges one text, and raises Refused"
_OF_A_GUARD = dict.fromkeys(("allows", "check", "is_allowed", "judge", "validate"), _JUDGED)
_OF_SECURITY = {
    "defang": "IRI(text).defanged()",
    "display": "displayed(text)",
    "is_private": "IRI(text).host_ip(lookup=True), an ipaddress object, which has is_private",
    "is_safe_url": "redirect_target(page, text), or Policy.WEB.allows(text)",
    "mask": "masked(text)",
    "redact": "masked(text)",
    "redacted": "masked(text, 'password')",
    "safe_redirect": "redirect_target(page, text)",
    "sanitize_url": "redirect_target(page, text)",
    "sanitize": "for_logs(text) for a log line, displayed(text) for people",
    "shown": "displayed(text)",
    "url_has_allowed_host_and_scheme": "redirect_target(page, text)",
}
_OF_LINKS = {
    "extract": "find(text)",
    "extract_urls": "find(text)",
    "find_all": "find(text)",
    "find_links": "find(text)",
    "find_urls": "find(text)",
    "urlize": "linkify(text)",
}
_OF_FINDINGS = {
    "check": "IRI(text).check()",
    "explain": "finding.sentence, and `iriform explain` on the command line",
    "masked": "iriform.security.masked(text)",
}
_OF_MODULES = {
    "findings": _OF_FINDINGS,
    "guard": {"check": _JUDGE, "validate": _JUDGE},
    "links": _OF_LINKS,
    "security": _OF_SECURITY,
}
_OF_COLUMNS = {
    "equivalent": "comparison_key(level), which is equal for both",
    "has_scheme": "scheme(), to be compared in lower case",
    "mask": "masked()",
    "normalized": "normalize(level)",
    "redact": "masked()",
    "redacted": "masked(what='password')",
}


def said_of_a_policy(name: str) -> str:
    """Return the end of the message about a name that a policy lacks."""
    return f"; use {_OF_A_POLICY[name]}" if name in _OF_A_POLICY else ""


def said_of_a_guard(name: str) -> str:
    """Return the end of the message about a name that a guard lacks."""
    if name in _OF_A_GUARD:
        return f"; {_OF_A_GUARD[name]}"
    return "; a guard is not a client: its methods httpx(), requests() and others make or equip one"


def missing(module: str, name: str) -> AttributeError | ImportError:
    """Return the error for a name that this module lacks, with its replacement.

    The `__getattr__` of the module calls it.
    """
    here = _OF_MODULES[module.removeprefix("iriform.")].get(name)
    if here and is_import(sys._getframe(2)):  # noqa: SLF001 - there is no other way to a caller
        return ImportError(f"cannot import name {name!r} from {module!r}; use {here}", name=module)
    said = f"; use {here}" if here else ""
    return AttributeError(f"module {module!r} has no attribute {name!r}{said}")


def is_import(frame: FrameType) -> bool:
    """Return True for `from iriform import name`, False for `iriform.name`.

    The first hides why an attribute is missing.
    """
    return frame.f_code.co_code[frame.f_lasti] == opmap["IMPORT_FROM"]


def said_of(name: str, public: Sequence[str]) -> str:
    """Return the end of the message about a name that `iriform` itself lacks."""
    if name in _HERE:
        return f"; use {_HERE[name]}"
    if name.startswith("_"):
        return ""
    if find_spec(f"iriform.{name}") is not None:
        return f"; it is a module: import iriform.{name}"
    here = {each.lower(): each for each in public}
    near = here.get(name.lower().replace("url", "uri"))
    return f"; use {near}" if near else ""


def said_of_a_column(name: str, operations: Sequence[str]) -> str:
    """Return the end of the message about an unknown operation: the right or a similar name."""
    if name.startswith("_"):
        return ""
    if name in _OF_COLUMNS:
        return f"; use {_OF_COLUMNS[name]}"
    try:
        getattr(IRI("x:"), name)
    except AttributeError as error:
        _, _, said = str(error).partition("; ")  # another library's name
        if said:
            return f"; {said}"
    else:
        return "; an IRI has it, but columns do not"
    near = get_close_matches(name, operations, 1)
    return f"; did you mean {near[0]}()?" if near else ""
