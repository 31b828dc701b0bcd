"""Mapping between IRIs and URIs (RFC 3987 §3.1 and §3.2), step by step."""

import re

from .syntax import IPRIVATE, UCSCHAR, UNRESERVED, split

# "IRIs MUST NOT contain the following bidirectional formatting characters" (RFC 3987 §4.1): LRM, RLM,
# LRE, RLE, PDF, LRO, RLO. Unicode has since added ALM, LRI, RLI, FSI, PDI (Q10).
BIDI_FORMATTING = "\u200e\u200f\u202a-\u202e"
LATER_BIDI_FORMATTING = "\u061c\u2066-\u2069"


def percent_encode(octets: bytes) -> str:
    """Write each octet as %HH (RFC 3986 §2.1), in upper case as it SHOULD be."""
    return "".join(f"%{octet:02X}" for octet in octets)


def to_uri(iri: str) -> str:
    """Map an IRI to a URI (RFC 3987 §3.1)."""
    # Step 1c. "If the IRI is in a Unicode-based character encoding ..., do not normalize".
    result = ""
    # Step 2. "For each character in 'ucschar' or 'iprivate', apply steps 2.1 through 2.3 below."
    for character in iri:
        if re.match(f"[{UCSCHAR}{IPRIVATE}]", character):
            # 2.1. "Convert the character to a sequence of one or more octets using UTF-8"
            octets = character.encode("utf-8")
            # 2.2. "Convert each octet to %HH"
            # 2.3. "Replace the original character with the resulting character sequence"
            result += percent_encode(octets)
        else:
            result += character
    return result


def to_iri(uri: str) -> str:
    """Convert a URI to an IRI (RFC 3987 §3.2).

    The characters that are "appropriate according to section 2.2" depend on the component: only the query
    has those of `iprivate`. So the steps are done for each component.
    """
    result = ""
    for kind, piece in _components(uri):
        allowed = UCSCHAR + IPRIVATE if kind == "query" else UCSCHAR
        result += _convert(piece, allowed)
    return result


def _components(uri: str) -> list[tuple[str, str]]:
    parts = split(uri)
    # The delimiters stay with the component that they begin.
    fragment = "" if parts.fragment is None else "#" + parts.fragment
    query = "" if parts.query is None else "?" + parts.query
    return [
        ("rest", uri[: len(uri) - len(query) - len(fragment)]),
        ("query", query),
        ("rest", fragment),
    ]


def _convert(text: str, allowed: str) -> str:
    # 1. "Represent the URI as a sequence of octets in US-ASCII." An IRI is first mapped to its URI, so
    #    equal identifiers have equal results.
    uri = to_uri(text)

    # 2. "Convert all percent-encodings ("%" followed by two hexadecimal digits) to the
    #    corresponding octets, except those corresponding to "%", characters in "reserved", and
    #    characters in US-ASCII not allowed in URIs."
    octets: list[int | str] = []  # an octet that step 2 produced, or a character that it left
    for piece in re.findall(r"%[0-9A-Fa-f]{2}|.", uri, re.DOTALL):
        if len(piece) == 3:
            octet = int(piece[1:], 16)
            stays = octet < 0x80 and not re.match(f"[{UNRESERVED}]", chr(octet))
            octets += list(piece) if stays else [octet]
        else:
            octets.append(piece)

    result = ""
    i = 0
    while i < len(octets):
        first = octets[i]
        if isinstance(first, str):
            result += first
            i += 1
            continue
        character, length = _utf8_character(octets[i : i + 4])
        # 3. "Re-percent-encode any octet produced in step 2 that is not part of a strictly legal
        #    UTF-8 octet sequence."
        if character is None:
            result += percent_encode(bytes([first]))
            i += 1
            continue
        # 4. "Re-percent-encode all octets produced in step 3 that in UTF-8 represent characters
        #    that are not appropriate according to sections 2.2, 4.1, and 6.1."
        #    §6.1(b), look-alikes: our choice is to convert them (V8).
        if re.match(f"[{UNRESERVED}{allowed}]", character) and not re.match(
            f"[{BIDI_FORMATTING}{LATER_BIDI_FORMATTING}]", character
        ):
            # 5. "Interpret the resulting octet sequence as a sequence of characters encoded in
            #    UTF-8."
            result += character
        else:
            result += percent_encode(character.encode("utf-8"))
        i += length
    return result


def _utf8_character(window: "list[int | str]") -> tuple[str | None, int]:
    """Return the character that begins the octets and its length, if they are legal UTF-8."""
    for length in range(1, len(window) + 1):
        octets = [octet for octet in window[:length] if isinstance(octet, int)]
        if len(octets) < length:
            break
        try:
            return bytes(octets).decode("utf-8", "strict"), length
        except UnicodeDecodeError:
            continue
    return None, 0
