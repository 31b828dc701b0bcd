"""The words and the picture of a `ParseError`. Imported when one is first shown."""

from __future__ import annotations

from unicodedata import name

from ._display import MASK, cells, decode, escape
from ._fault import Fault, Range, blamed, place
from ._hint import hint

# How much of the text is shown before the place and after it, in code points.
_BEFORE = 48
_AFTER = 32

_IRI = "RFC 3987 §2.2"

# For each rule: what a person calls it, and where it is defined. A rule of RFC 3987 has its own
# section; the name says which of the two it is.
_RULES = {
    "URI": ("a URI", "§3"),
    "hier-part": ("a hierarchical part", "§3"),
    "URI-reference": ("a URI reference", "§4.1"),
    "absolute-URI": ("an absolute URI", "§4.3"),
    "relative-ref": ("a relative reference", "§4.2"),
    "relative-part": ("a relative part", "§4.2"),
    "scheme": ("a scheme", "§3.1"),
    "authority": ("an authority", "§3.2"),
    "userinfo": ("a userinfo", "§3.2.1"),
    "host": ("a host", "§3.2.2"),
    "port": ("a port", "§3.2.3"),
    "IP-literal": ("a host in brackets", "§3.2.2"),
    "IPvFuture": ("an IPvFuture address", "§3.2.2"),
    "IPv6address": ("an IPv6 address", "§3.2.2"),
    "h16": ("a group of an IPv6 address", "§3.2.2"),
    "ls32": ("the last groups of an IPv6 address", "§3.2.2"),
    "IPv4address": ("an IPv4 address", "§3.2.2"),
    "dec-octet": ("a number of an IPv4 address", "§3.2.2"),
    "reg-name": ("a host name", "§3.2.2"),
    "path": ("a path", "§3.3"),
    "path-abempty": ("a path after an authority", "§3.3"),
    "path-absolute": ("an absolute path", "§3.3"),
    "path-noscheme": ("a relative path", "§3.3"),
    "path-rootless": ("a rootless path", "§3.3"),
    "path-empty": ("an empty path", "§3.3"),
    "segment": ("a path segment", "§3.3"),
    "segment-nz": ("a path segment", "§3.3"),
    "segment-nz-nc": ("the first segment of a relative path", "§3.3"),
    "pchar": ("a path character", "§3.3"),
    "query": ("a query", "§3.4"),
    "fragment": ("a fragment", "§3.5"),
    "pct-encoded": ("a percent-encoded octet", "§2.1"),
    "unreserved": ("an unreserved character", "§2.3"),
    "reserved": ("a reserved character", "§2.2"),
    "gen-delims": ("a general delimiter", "§2.2"),
    "sub-delims": ("a sub-delimiter", "§2.2"),
}

# The same for RFC 6570.
_TEMPLATE_RULES = {
    "URI-Template": ("a URI template", "§2"),
    "literals": ("text outside of expressions", "§2.1"),
    "expression": ("an expression", "§2.2"),
    "operator": ("an operator", "§2.2"),
    "op-level2": ("an operator of level 2", "§2.2"),
    "op-level3": ("an operator of level 3", "§2.2"),
    "op-reserve": ("a reserved operator", "§2.2"),
    "variable-list": ("a list of variables", "§2.3"),
    "varspec": ("a variable with its modifier", "§2.3"),
    "varname": ("a variable's name", "§2.3"),
    "varchar": ("a character of a variable's name", "§2.3"),
    "modifier-level4": ("a modifier", "§2.4"),
    "prefix": ("a prefix modifier", "§2.4.1"),
    "max-length": ("a number of characters", "§2.4.1"),
    "explode": ("an explode modifier", "§2.4.2"),
}


def described(rule: str) -> tuple[str, str]:
    """Return the everyday name of a rule, and the clause that defines it.

    >>> described("isegment")
    ('a path segment', 'RFC 3987 §2.2')
    """
    if rule in _RULES:
        noun, section = _RULES[rule]
        return noun, f"RFC 3986 {section}"
    if rule in _TEMPLATE_RULES:
        noun, section = _TEMPLATE_RULES[rule]
        return noun, f"RFC 6570 {section}"
    uri_rule = rule.replace("IRI", "URI") if "IRI" in rule else rule.removeprefix("i")
    noun = _RULES[uri_rule][0] if uri_rule in _RULES else rule
    return noun.replace("a URI", "an IRI").replace("absolute URI", "absolute IRI"), _IRI


def meaning(reason: str) -> str:
    """Describe a reason where no text is at hand.

    >>> meaning("invalid-character"), meaning("invalid-port")
    ('this is not allowed in this part', 'this is not a port')
    """
    return _WHAT[reason].format(character="this", blamed="this", rule="this part")


def message(fault: Fault) -> str:
    """Describe the fault in one line."""
    return _message(fault, fault.secret)


def picture(fault: Fault) -> str:
    """Draw the fault: the message, the text around the place, the place, and the hint."""
    hidden = fault.secret
    before, blamed, after = _window(fault, hidden)
    caret = " " * cells(before) + "^" * max(1, cells(blamed))
    advice = hint(fault)
    place = f"position {fault.position}" + (f"; {advice}" if advice else "")
    return f"{_message(fault, hidden)}\n  {before}{blamed}{after}\n  {caret} {place}"


def _message(fault: Fault, hidden: Range | None) -> str:
    rule, clause = described(fault.rule)
    noun, clause = _BEYOND.get(fault.reason, (described(fault.production)[0], clause))
    culprit = blamed(fault, hidden)
    what = _what(fault).format(
        character=_character(fault, hidden) or "a character here",
        blamed=f"“{culprit}”" if culprit else "this",
        rule=rule,
    )
    return f"not {noun}: {what} ({fault.rule}, {clause})"


# For each reason, what is wrong.
_WHAT = {
    "invalid-character": "{character} is not allowed in {rule}",
    "unexpected-end": "the text ends where {rule} needs more",
    "invalid-percent-encoding": "“%” is not followed by two hexadecimal digits",
    "missing-scheme": "there is no scheme",
    "colon-in-first-segment": "the first segment of a relative path must not contain a colon",
    "empty-first-segment": "an absolute path must not begin with “//”, as an authority does",
    "fragment-not-allowed": "there must be no fragment",
    "non-ascii": "{character} is not ASCII",
    "private-use": "{character} is a private-use character, which only a query may contain",
    "lone-surrogate": "{character} is half of a surrogate pair and no character",
    "ill-formed-utf-8": "the bytes are not UTF-8",
    "invalid-port": "{blamed} is not a port",
    "second-at": "there is a second “@” in the authority",
    "unbracketed-ipv6": "{blamed} is an IPv6 address without brackets",
    "unclosed-bracket": "“[” is never closed",
    "invalid-ipv6": "{blamed} is not an IPv6 address",
    "invalid-ipvfuture": "{blamed} is not an IPvFuture address",
    "zone-identifier": "an IPv6 address has no zone identifier in a URI",
    "unclosed-expression": "“{{” is never closed",
    "reserved-operator": "{blamed} is an operator that is reserved, so nobody can expand it",
    "invalid-max-length": "{blamed} is not a number from 1 to 9999",
    "scheme-not-http": "the scheme must be http or https",
    "empty-host": "the host must not be empty",
}

# What a type asks for beyond the grammar: what it is called, and where it is defined.
_BEYOND = {
    "scheme-not-http": ("a web address", "RFC 9110 §4.2"),
    "empty-host": ("a web address", "RFC 9110 §4.2.1"),
}


def _what(fault: Fault) -> str:
    reason = fault.reason
    if not fault.text and reason in {"unexpected-end", "missing-scheme"}:
        return "the text is empty"
    return _WHAT[reason]


def _window(fault: Fault, hidden: Range | None) -> tuple[str, str, str]:
    """Split the text around the piece to blame: before, piece, after; escaped and masked."""
    text = fault.text
    start, stop = fault.start, fault.stop
    left, right = max(0, start - _BEFORE), min(len(text), max(stop, start) + _AFTER)

    def shown(i: int, j: int) -> str:
        """Escape the text from `i` to `j`, with a mask in place of the secret."""
        if hidden is None or j <= hidden[0] or i >= hidden[1]:
            return escape(decode(text[i:j]))
        masked = MASK if i <= hidden[0] else ""
        return (
            escape(decode(text[i : max(i, hidden[0])]))
            + masked
            + escape(decode(text[hidden[1] : max(j, hidden[1])]))
        )

    # Long pieces to blame are shown by their beginning.
    end = min(stop, start + _BEFORE + _AFTER)
    before = ("…" if left > 0 else "") + shown(left, start)
    blamed = shown(start, end) + ("…" if end < stop else "")
    if end < stop:
        return before, blamed, ""
    return before, blamed, shown(end, right) + ("…" if right < len(text) else "")


def _character(fault: Fault, hidden: Range | None) -> str | None:
    """Name it: `U+0020 SPACE`."""
    c = place(fault, hidden)
    return f"U+{ord(c):04X} {name(c, '')}".rstrip() if c else None
