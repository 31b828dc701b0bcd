"""The syntax of references: Appendix B splits, §5.3 recomposes, Appendix A validates."""

import re
from typing import NamedTuple


class Parts(NamedTuple):
    """The five components (RFC 3986 §3). None is undefined, which is not the same as empty."""

    scheme: str | None
    authority: str | None
    path: str
    query: str | None
    fragment: str | None


class Authority(NamedTuple):
    """The three subcomponents of an authority (RFC 3986 §3.2)."""

    userinfo: str | None
    host: str
    port: str | None


# RFC 3986 Appendix B, verbatim. DOTALL makes it total: "." is any character there.
_APPENDIX_B = re.compile(r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?", re.DOTALL)


def split(reference: str) -> Parts:
    """Split a reference into its components (RFC 3986 Appendix B). Total over all strings."""
    match = _APPENDIX_B.match(reference)
    assert match is not None
    return Parts(
        scheme=match[2], authority=match[4], path=match[5], query=match[7], fragment=match[9]
    )


def recompose(parts: Parts) -> str:
    """Compose components (RFC 3986 §5.3)."""
    result = ""
    if parts.scheme is not None:
        result += parts.scheme
        result += ":"
    if parts.authority is not None:
        result += "//"
        result += parts.authority
    result += parts.path
    if parts.query is not None:
        result += "?"
        result += parts.query
    if parts.fragment is not None:
        result += "#"
        result += parts.fragment
    return result


def split_authority(authority: str) -> Authority:
    """Split `[ userinfo "@" ] host [ ":" port ]` (RFC 3986 §3.2).

    No userinfo, host or port contains "@"; a port contains no colon, and a host does only within
    brackets.
    """
    match = re.fullmatch(r"(?:(.*)@)?(\[[^\]]*\]|[^:]*)(?::(.*))?", authority, re.DOTALL)
    assert match is not None, authority
    return Authority(userinfo=match[1], host=match[2], port=match[3])


def recompose_authority(authority: Authority) -> str:
    """Compose the subcomponents of an authority (RFC 3986 §3.2)."""
    result = ""
    if authority.userinfo is not None:
        result += authority.userinfo + "@"
    result += authority.host
    if authority.port is not None:
        result += ":" + authority.port
    return result


# RFC 3986 Appendix A and RFC 3987 §2.2, rule by rule, as regular expressions. The classes have no
# brackets, so one can be part of another.

ALPHA = "A-Za-z"
DIGIT = "0-9"
HEXDIG = "0-9A-Fa-f"
UNRESERVED = rf"{ALPHA}{DIGIT}\-._~"
GEN_DELIMS = r":/?#\[\]@"
SUB_DELIMS = r"!$&'()*+,;="
RESERVED = GEN_DELIMS + SUB_DELIMS
UCSCHAR = (
    "\xa0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef"
    + "".join(f"{chr(plane << 16)}-{chr((plane << 16) + 0xFFFD)}" for plane in range(1, 0xE))
    + "\U000e1000-\U000efffd"
)
IPRIVATE = "\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd"
PCT_ENCODED = f"%[{HEXDIG}]{{2}}"

_DEC_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9][0-9]|[0-9])"
_IPV4ADDRESS = rf"{_DEC_OCTET}(?:\.{_DEC_OCTET}){{3}}"
_H16 = f"[{HEXDIG}]{{1,4}}"
_LS32 = f"(?:{_H16}:{_H16}|{_IPV4ADDRESS})"
_IPV6ADDRESS = (
    "(?:"
    + "|".join(
        [
            f"(?:{_H16}:){{6}}{_LS32}",
            f"::(?:{_H16}:){{5}}{_LS32}",
            f"(?:{_H16})?::(?:{_H16}:){{4}}{_LS32}",
            f"(?:(?:{_H16}:){{0,1}}{_H16})?::(?:{_H16}:){{3}}{_LS32}",
            f"(?:(?:{_H16}:){{0,2}}{_H16})?::(?:{_H16}:){{2}}{_LS32}",
            f"(?:(?:{_H16}:){{0,3}}{_H16})?::{_H16}:{_LS32}",
            f"(?:(?:{_H16}:){{0,4}}{_H16})?::{_LS32}",
            f"(?:(?:{_H16}:){{0,5}}{_H16})?::{_H16}",
            f"(?:(?:{_H16}:){{0,6}}{_H16})?::",
        ]
    )
    + ")"
)
_IPVFUTURE = rf"[vV][{HEXDIG}]+\.[{UNRESERVED}{SUB_DELIMS}:]+"
_SCHEME = rf"[{ALPHA}][{ALPHA}{DIGIT}+\-.]*"


class Grammar(NamedTuple):
    """The rules that differ between RFC 3986 and RFC 3987, and the patterns built from them."""

    userinfo: str
    host: str
    authority: str
    segment: str
    query: str
    fragment: str
    absolute: str
    relative: str

    def matches(self, rule: str, text: str) -> bool:
        """Return True if the whole text matches the named rule."""
        return re.fullmatch(getattr(self, rule), text) is not None

    def is_reference(self, text: str) -> bool:
        """Return True if the text is a reference, with or without scheme."""
        return self.matches("absolute", text) or self.matches("relative", text)


def _grammar(unreserved: str, private: str) -> Grammar:
    def some(characters: str) -> str:
        return f"(?:[{characters}]|{PCT_ENCODED})"

    reg_name = unreserved + SUB_DELIMS
    pchar = reg_name + ":@"
    userinfo = some(reg_name + ":") + "*"
    host = rf"(?:\[(?:{_IPV6ADDRESS}|{_IPVFUTURE})\]|{_IPV4ADDRESS}|{some(reg_name)}*)"
    authority = f"(?:{userinfo}@)?{host}(?::[{DIGIT}]*)?"
    segment = some(pchar) + "*"
    segment_nz = some(pchar) + "+"
    segment_nz_nc = some(reg_name + "@") + "+"
    abempty = f"(?:/{segment})*"
    path_absolute = f"/(?:{segment_nz}{abempty})?"
    query = some(pchar + private + "/?") + "*"
    fragment = some(pchar + "/?") + "*"
    hier_part = f"(?://{authority}{abempty}|{path_absolute}|{segment_nz}{abempty}|)"
    relative_part = f"(?://{authority}{abempty}|{path_absolute}|{segment_nz_nc}{abempty}|)"
    rest = rf"(?:\?{query})?(?:\#{fragment})?"
    return Grammar(
        userinfo=userinfo,
        host=host,
        authority=authority,
        segment=segment,
        query=query,
        fragment=fragment,
        absolute=f"{_SCHEME}:{hier_part}{rest}",
        relative=f"{relative_part}{rest}",
    )


RFC3986 = _grammar(UNRESERVED, "")
RFC3987 = _grammar(UNRESERVED + UCSCHAR, IPRIVATE)
