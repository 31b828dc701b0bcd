"""Splitting and composing, described as ABNF: Appendix B, and texts composed of components."""

from __future__ import annotations

from functools import cache

from iriform.grammar._abnf import Node, read
from tests.proof.machine import bodies

from .tagged import COMPONENTS, Language, Rules, language

CHARACTERS = """
; Any symbol, except those that a name says.
any             = %x00-102
but-hash        = %x00-22 / %x24-102
but-end         = %x00-22 / %x24-3E / %x40-102
but-end-slash   = %x00-22 / %x24-2E / %x30-3E / %x40-102
but-delimiter   = %x00-22 / %x24-2E / %x30-39 / %x3B-3E / %x40-102
"""

APPENDIX_B = f"""{CHARACTERS}
; RFC 3986, Appendix B: ^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\\?([^#]*))?(#(.*))?
; The expression takes a scheme and an authority wherever there is one. So a path must not look like
; these.
appendix-b      = ( scheme ":" ( "//" authority path-after / path-bare )
                / "//" authority path-after / path-first ) [ "?" query ] [ "#" fragment ]
scheme          = 1*but-delimiter
authority       = *but-end-slash
; an authority ends before a slash
path-after      = [ "/" *but-end ]
; does not begin with two slashes
path-bare       = [ "/" ] [ but-end-slash *but-end ]
; nor has it a colon in its first segment, unless that is empty before the colon
path-first      = [ ":" *but-end ] / "/" [ but-end-slash *but-end ] / 1*but-delimiter [ "/" *but-end ]
query           = *but-hash
fragment        = *any
"""

# Components that may be composed: each matches its own rule, and after an authority the path is empty or
# begins with a slash (anything else is refused). `guard` is the text that `Components::guard` writes
# before the path.
COMPOSED = """
composed        = plain / with-slash-dot / with-dot-slash
plain           = [ scheme ":" ] "//" iauthority ipath-abempty tail
                / scheme ":" path-plain tail
                / path-plain-nc tail
with-slash-dot  = [ scheme ":" ] guard-slash-dot path-slashes tail
with-dot-slash  = guard-dot-slash path-colon tail
; what may be composed, whatever its guard
free            = [ scheme ":" ] ( "//" iauthority ipath-abempty / path-any ) tail
tail            = [ "?" iquery ] [ "#" ifragment ]
path-any        = *( "/" / ipchar )
path-plain      = ipath-absolute / ipath-rootless / ipath-empty
path-plain-nc   = ipath-absolute / ipath-noscheme / ipath-empty
path-slashes    = "//" path-any
path-colon      = *nc ":" path-any
nc              = iunreserved / pct-encoded / sub-delims / "@"
guard-slash-dot = "/."
guard-dot-slash = "./"
"""

CASES = ("plain", "with-slash-dot", "with-dot-slash")

UNGUARDED = COMPOSED.replace('"/."', '""').replace('"./"', '""')
"""The same without its guards."""


def rules(abnf: str) -> dict[str, Node]:
    """The rules of a description, with those of RFC 3987 that it names."""
    return {**bodies("RFC3987"), **{found.name: found.body for found in read(abnf)}}


@cache
def appendix_b(abnf: str = APPENDIX_B) -> Language:
    """Texts with the five components that Appendix B finds."""
    return language("appendix-b", rules(abnf), COMPONENTS)


@cache
def composed(rule: str = "composed", abnf: str = COMPOSED) -> Language:
    """The texts composed of components, with a separate tag for the guard."""
    return language(rule, rules(abnf), COMPONENTS)


def references(changed: Rules | None = None) -> Language:
    """The references of RFC 3987, with the five components that its rules give them."""
    return language("IRI-reference", {**bodies("RFC3987"), **(changed or {})}, COMPONENTS)
