"""References with encoded values in marked places, described as ABNF.

Every place where a placeholder may stand is here, but for the host and the port, whose values are judged
and not encoded. `value` is what encoding gives: no character of it is a delimiter in any component.
"""

from __future__ import annotations

from .splits import rules
from .tagged import COMPONENTS, Language, language

FILLED = """
filled          = [ scheme ":" ] "//" authority-filled path-abempty tail
                / [ scheme ":" ] path-absolute tail
                / scheme ":" path-rootless tail
                / path-noscheme tail
                / tail
value           = 1*( iunreserved / pct-encoded )
; The userinfo, and a label of the host: what is beside it in the host is the programmer's.
authority-filled = [ iuserinfo [ ":" value ] "@" / value [ ":" iuserinfo ] "@" ] host-filled [ ":" port ]
host-filled     = ihost / label "." ireg-name
label           = 1*( ALPHA / DIGIT / "-" )
; Values in segments, and text beside them.
path-abempty    = *( "/" segment-filled )
path-absolute   = "/" [ segment-filled-nz *( "/" segment-filled ) ]
path-rootless   = segment-filled-nz *( "/" segment-filled )
path-noscheme   = segment-filled-nc *( "/" segment-filled )
segment-filled  = *( ipchar / value )
segment-filled-nz = 1*( ipchar / value )
segment-filled-nc = 1*( iunreserved / pct-encoded / sub-delims / "@" / value )
tail            = [ "?" query-filled ] [ "#" fragment-filled ]
query-filled    = *( ipchar / iprivate / "/" / "?" / value )
fragment-filled = *( ipchar / "/" / "?" / value )
"""

DELIMITERS = """
; Texts that a value is never: with a delimiter of a component, of a segment or of a pair.
delimited       = *octet ( ":" / "/" / "?" / "#" / "[" / "]" / "@" / "!" / "$" / "&" / "'" / "(" / ")"
                / "*" / "+" / "," / ";" / "=" ) *octet
octet           = iunreserved / pct-encoded / ":" / "/" / "?" / "#" / "[" / "]" / "@" / sub-delims
"""


def filled(abnf: str = FILLED) -> Language:
    """References with values in every place."""
    return language("filled", rules(abnf), COMPONENTS)


def values(abnf: str = FILLED) -> Language:
    """What encoding gives."""
    return language("value", rules(abnf), COMPONENTS)


def delimited() -> Language:
    """Texts with a delimiter."""
    return language("delimited", rules(DELIMITERS), COMPONENTS)
