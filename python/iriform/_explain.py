"""The words and the picture of a `ParseError`. Imported when one is first shown."""

from __future__ import annotations

from unicodedata import name

from ._core import IRIReference
from ._display import MASK, cells, decode, escape, password
from ._errors import ParseError

# How much of the text is shown before the place and after it, in code points.
_BEFORE = 48
_AFTER = 32

_REFERENCE = "RFC 3986 §4.1"
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


def described(rule: str) -> tuple[str, str]:
    """Say what a person calls a rule, and where it is defined.

    >>> described("isegment")
    ('a path segment', 'RFC 3987 §2.2')
    """
    if rule in _RULES:
        noun, section = _RULES[rule]
        return noun, f"RFC 3986 {section}"
    uri_rule = rule.replace("IRI", "URI") if "IRI" in rule else rule.removeprefix("i")
    noun = _RULES[uri_rule][0] if uri_rule in _RULES else rule
    return noun.replace("a URI", "an IRI").replace("absolute URI", "absolute IRI"), _IRI


def named(character: str) -> str:
    """Name a code point: `U+0020 SPACE`."""
    return f"U+{ord(character):04X} {name(character, '')}".rstrip()


def picture(error: ParseError) -> str:
    """Explain an error: what is wrong, the text around the place, the place, what to do."""
    noun, _ = described(error.production)
    rule, clause = described(error.rule)
    lines = [f"not {noun}: {_what(error, rule)} ({error.rule}, {clause})"]
    before, blamed, after = _window(error)
    lines.append(f"  {before}{blamed}{after}".rstrip("\n"))
    caret = " " * cells(before) + "^" * max(1, cells(blamed))
    advice = error.hint
    lines.append(f"  {caret} position {error.position}" + (f"; {advice}" if advice else ""))
    return "\n".join(lines)


def _window(error: ParseError) -> tuple[str, str, str]:
    """Cut the text at the piece to blame: before it, the piece, after it; escaped and masked."""
    text = error.text
    start, stop = error.span
    left, right = max(0, start - _BEFORE), min(len(text), max(stop, start) + _AFTER)
    secret = password(text, error.production, error.position)

    def shown(i: int, j: int) -> str:
        """Show the text from `i` to `j`; the mask stands where the secret begins."""
        if secret is None or j <= secret[0] or i >= secret[1]:
            return escape(decode(text[i:j]))
        masked = MASK if i <= secret[0] else ""
        return (
            escape(decode(text[i : max(i, secret[0])]))
            + masked
            + escape(decode(text[secret[1] : max(j, secret[1])]))
        )

    # Long pieces to blame are shown by their beginning.
    end = min(stop, start + _BEFORE + _AFTER)
    before = ("…" if left > 0 else "") + shown(left, start)
    blamed = shown(start, end) + ("…" if end < stop else "")
    if end < stop:
        return before, blamed, ""
    return before, blamed, shown(end, right) + ("…" if right < len(text) else "")


def _blamed(error: ParseError) -> str | None:
    """Show the piece to blame if it is short and shows nothing of a password."""
    start, stop = error.span
    secret = password(error.text, error.production, error.position)
    if stop - start > _AFTER or (secret and start < secret[1] and stop > secret[0]):
        return None
    return escape(decode(error.text[start:stop]))


def _character(error: ParseError) -> str | None:
    """Read the code point at the position, if there is one."""
    start, stop = error.position, max(error.span[1], error.position + 1)
    piece = error.text[start:stop]
    return decode(piece)[:1] or None


def _secret_place(error: ParseError) -> bool:
    """Tell whether the position is inside a password, so that the character is one of its own."""
    secret = password(error.text, error.production, error.position)
    return secret is not None and secret[0] <= error.position < secret[1]


def _what(error: ParseError, rule: str) -> str:
    """Say what is wrong."""
    reason = error.args[6]
    blamed = _blamed(error)
    character = _character(error)
    if character is None or _secret_place(error):
        place = "a character here"
    else:
        place = named(character)
    match reason:
        case "invalid-character":
            return f"{place} is not allowed in {rule}"
        case "unexpected-end":
            return f"the text ends where {rule} needs more" if error.text else "the text is empty"
        case "invalid-percent-encoding":
            return "“%” is not followed by two hexadecimal digits"
        case "missing-scheme":
            return "there is no scheme" if error.text else "the text is empty"
        case "colon-in-first-segment":
            return "the first segment of a relative path must not contain a colon"
        case "empty-first-segment":
            return "an absolute path must not begin with “//”, which introduces an authority"
        case "fragment-not-allowed":
            return "there must be no fragment"
        case "non-ascii":
            return f"{place} is not ASCII"
        case "private-use":
            return f"{place} is a private-use character, which only a query may contain"
        case "lone-surrogate":
            return f"{place} is half of a surrogate pair and no character"
        case "ill-formed-utf-8":
            return "the bytes are not UTF-8"
        case "invalid-port":
            return f"“{blamed}” is not a port" if blamed else "there is something else than a port"
        case "second-at":
            return "there is a second “@” in the authority"
        case "unbracketed-ipv6":
            return f"“{blamed}” is an IPv6 address without brackets"
        case "unclosed-bracket":
            return "“[” is never closed"
        case "invalid-ipv6":
            return f"{f'“{blamed}”' if blamed else 'this'} is not an IPv6 address"
        case "invalid-ipvfuture":
            return f"{f'“{blamed}”' if blamed else 'this'} is not an IPvFuture address"
        case _:
            return "an IPv6 address has no zone identifier in a URI"


def hint(error: ParseError) -> str | None:
    """Say what to do about it."""
    reason = error.args[6]
    match reason:
        case "invalid-character" | "private-use":
            return _hint_for_character(error)
        case "invalid-percent-encoding":
            return "write a literal “%” as %25"
        case "missing-scheme":
            if error.text and IRIReference.is_valid(error.text):
                return "a relative reference is an IRIReference or URIReference"
            return "begin with a scheme, as in https:"
        case "colon-in-first-segment":
            return "if it is no scheme, write “./” before it"
        case "empty-first-segment":
            return "write “/.” before it"
        case "fragment-not-allowed":
            return "leave it out"
        case "non-ascii":
            return "IRIs may have it; IRI(text).to_uri() percent-encodes it"
        case "invalid-port":
            return "a port has digits only"
        case "second-at":
            return "percent-encode it as %40"
        case "unbracketed-ipv6":
            blamed = _blamed(error)
            return f"write [{blamed}]" if blamed else "put it in brackets"
        case "unclosed-bracket":
            return "close it with “]”"
        case "zone-identifier":
            return "RFC 9844 took it out of the syntax: leave out “%” and what follows"
        case _:
            return None


# Where a character that is not allowed may stand percent-encoded.
_ENCODABLE = ("userinfo", "segment", "pchar", "path", "query", "fragment")


def _hint_for_character(error: ParseError) -> str | None:
    character = _character(error)
    if character is None or _secret_place(error):
        return None
    if error.rule.removeprefix("i").startswith(_ENCODABLE):
        octets = character.encode("utf-8", "surrogatepass")
        return "percent-encode it as " + "".join(f"%{octet:02X}" for octet in octets)
    return None
