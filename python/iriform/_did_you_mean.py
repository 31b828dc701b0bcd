"""The hint for a name that a module, a policy or a guard lacks: where it is, or its name here."""

from __future__ import annotations

from difflib import get_close_matches
from importlib.util import find_spec
from opcode import opmap

from ._core import IRI

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType

_FIND = "find(text) for links in a text, IRI(text).registrable_domain() for the domain of one"
_HERE = {
    "AnyHttpUrl": "HTTPURI(text)",
    "AnyUrl": "URI(text)",
    "ParserError": "ParseError",
    "URIError": "ParseError",
    "ValidationError": "ParseError",
    "Guard": "iriform.guard.Guard()",
    "HttpUrl": "HTTPURI(text)",
    "URIRef": "IRI(text)",
    "URL": "HTTPURI(text) for a web address, URI(text) for any other",
    "Url": "HTTPURI(text) for a web address, URI(text) for any other",
    "canonicalize": "IRI(text).canonical()",
    "canonicalize_url": "IRI(text).canonical()",
    "clean_url": "IRI(text).canonical('crawl')",
    "check": "IRI(text).check()",
    "extract": _FIND,
    "extract_urls": _FIND,
    "find_all": _FIND,
    "find_urls": _FIND,
    "findall": _FIND,
    "is_valid": "IRI.is_valid(text), URI.is_valid(text)",
    "is_url": "HTTPURI.is_valid(text)",
    "mask": "iriform.security.masked(text)",
    "masked": "iriform.security.masked(text)",
    "normalize": "IRI(text).normalized()",
    "parse": "IRI(text), or IRIReference(text) for what may be relative",
    "join": "resolve(base, reference)",
    "parse_qs": "Query(text).to_dict()",
    "parse_qsl": "Query(text).pairs()",
    "parse_url": "IRI(text), or IRIReference(text) for what may be relative",
    "redirect_target": "iriform.security.redirect_target(page, text)",
    "registrable_domain": "IRI(text).registrable_domain()",
    "repair": "IRI.repair(text)",
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
_OF_THE_GUARD = {"Policy": "iriform.Policy", "check": _JUDGE, "validate": _JUDGE}
_JUDGED = "resolve(text) judges one text, and raises Refused"
_OF_A_GUARD = dict.fromkeys(("allows", "check", "is_allowed", "judge", "validate"), _JUDGED)
_OF_SECURITY = {
    "is_private": "IRI(text).host_ip(lookup=True), an address of ipaddress, which has is_private",
    "is_safe_url": "redirect_target(page, text), or Policy.WEB.allows(text)",
    "mask": "masked(text)",
    "redact": "masked(text)",
    "safe_redirect": "redirect_target(page, text)",
    "sanitize": "for_logs(text) for a log line, shown(text) for people",
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
_OF_COLUMNS = {
    "equivalent": "comparison_key(level), which is equal for both",
    "has_scheme": "scheme(), to be compared in lower case",
    "normalized": "normalize(level)",
}


def said_of_a_policy(name: str) -> str:
    """Give the end of the message about a name that a policy lacks."""
    return f"; here it is {_OF_A_POLICY[name]}" if name in _OF_A_POLICY else ""


def said_of_a_guard(name: str) -> str:
    """Give the end of the message about a name that a guard lacks."""
    if name in _OF_A_GUARD:
        return f"; {_OF_A_GUARD[name]}"
    return "; it is no client: give one of httpx(), requests(), urllib3(), aiohttp(), urllib() to yours"


def said_of_security(name: str) -> str:
    """Give the end of the message about a name that `iriform.security` lacks."""
    return f"; here it is {_OF_SECURITY[name]}" if name in _OF_SECURITY else ""


def said_of_links(name: str) -> str:
    """Give the end of the message about a name that `iriform.links` lacks."""
    return f"; here it is {_OF_LINKS[name]}" if name in _OF_LINKS else ""


def said_of_the_guard(name: str) -> str:
    """Give the end of the message about a name that `iriform.guard` lacks."""
    return f"; here it is {_OF_THE_GUARD[name]}" if name in _OF_THE_GUARD else ""


def is_import(frame: FrameType) -> bool:
    """Tell `from iriform import name`, which hides why an attribute is not there, from `iriform.name`."""
    return frame.f_code.co_code[frame.f_lasti] == opmap["IMPORT_FROM"]


def said_of(name: str, public: Sequence[str]) -> str:
    """Give the end of the message about a name that `iriform`, which has the public ones, lacks."""
    if name in _HERE:
        return f"; here it is {_HERE[name]}"
    if name.startswith("_"):
        return ""
    if find_spec(f"iriform.{name}") is not None:
        return f"; it is a module: import iriform.{name}"
    here = {each.lower(): each for each in public}
    near = here.get(name.lower().replace("url", "uri"))
    return f"; here it is {near}" if near else ""


def said_of_a_column(name: str, operations: Sequence[str]) -> str:
    """End the message about an unknown operation of columns: with the right name, or a similar one."""
    if name.startswith("_"):
        return ""
    if name in _OF_COLUMNS:
        return f"; here it is {_OF_COLUMNS[name]}"
    try:
        getattr(IRI("x:"), name)
    except AttributeError as error:
        _, _, said = str(error).partition("; ")  # what another library calls so
        if said:
            return f"; {said}"
    else:
        return "; an IRI has it, and columns have not"
    near = get_close_matches(name, operations, 1)
    return f"; near it: {near[0]}()" if near else ""
