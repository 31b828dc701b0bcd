"""Mistakes that an implementer of these grammars could make, which the suites must find.

Each changes the ABNF of one rule; the machine of the changed grammar stands in for the parser.
"""

from __future__ import annotations

from typing import NamedTuple

from iriform import grammar
from iriform.grammar._abnf import Node, read

from .machine import Machine, compiled, rules_of


class Fault(NamedTuple):
    """A change to one rule; `old` and `new` are parts of its text, or `new` is the whole body."""

    what: str
    rule: str
    old: str | None
    new: str
    suite: str = "wp0"
    """The first of the suites, in the order of `SUITES`, that finds it."""
    asked: str = "IRI-reference"
    """The production that is tested."""


_IPV6_LAST = '[ *6( h16 ":" ) h16 ] "::"'

FAULTS: list[Fault] = [
    # Character classes.
    Fault("ucschar lower edge A0->A1", "ucschar", "%xA0-", "%xA1-"),
    Fault("ucschar from 80 (C1 controls)", "ucschar", "%xA0-", "%x80-", "scan"),
    Fault("ucschar D7FF->D7FE", "ucschar", "D7FF", "D7FE"),
    Fault("surrogates allowed D7FF->DFFF", "ucschar", "D7FF", "DFFF", "scan"),
    Fault("U+FDD0 allowed", "ucschar", "FDCF", "FDD0", "scan"),
    Fault("U+FDEF allowed", "ucschar", "FDF0", "FDEF", "scan"),
    Fault("FFEF->FFFD", "ucschar", "FFEF", "FFFD", "scan"),
    Fault("U+1FFFE allowed", "ucschar", "1FFFD", "1FFFE", "scan"),
    Fault("U+8FFFF allowed (plane 8 only)", "ucschar", "8FFFD", "8FFFD / %x8FFFF", "scan"),
    Fault("plane 14 from E0000", "ucschar", "E1000", "E0000", "scan"),
    Fault("plane D missing last", "ucschar", "DFFFD", "DFFFC"),
    Fault(
        "hole at U+3000 inside range",
        "ucschar",
        "%xA0-D7FF",
        "%xA0-2FFF / %x3001-D7FF",
        "all",
        "ucschar",
    ),
    Fault("iprivate 10FFFD->10FFFF", "iprivate", "10FFFD", "10FFFF", "scan"),
    Fault("iprivate E000 missing", "iprivate", "%xE000", "%xE001"),
    Fault("iprivate in path", "ipchar", '/ "@"', '/ "@" / iprivate'),
    Fault("iprivate in fragment", "ifragment", "ipchar", "ipchar / iprivate"),
    Fault("iprivate missing in query", "iquery", "/ iprivate", ""),
    Fault('extra "|" in unreserved', "iunreserved", '"~"', '"~" / "|"', "scan"),
    Fault('"~" missing', "iunreserved", '"~" /', ""),
    Fault('"\'" missing from sub-delims', "sub-delims", '"\'" /', ""),
    Fault("space in query", "iquery", '"?"', '"?" / " "', "scan"),
    Fault("backslash in path", "ipchar", '"@"', '"@" / "\\"', "scan"),
    Fault("[ allowed in path", "ipchar", '"@"', '"@" / "["'),
    Fault(
        "trailing newline accepted",
        "IRI-reference",
        None,
        "( IRI / irelative-ref ) [ %x0A ]",
        "scan",
    ),
    # IP addresses.
    Fault(":: for zero groups (*7)", "IPv6address", "*6(", "*7("),
    Fault(":: h16 with 8 groups", "IPv6address", "*5(", "*6("),
    Fault("one group too few before ::", "IPv6address", "*4(", "*3("),
    Fault("::ls32 with 5( missing", "IPv6address", '"::" 5( h16 ":" ) ls32\n               /', ""),
    Fault(
        "v4 tail accepted after 7 groups ::",
        "IPv6address",
        _IPV6_LAST,
        f"{_IPV6_LAST} [ IPv4address ]",
    ),
    Fault("h16 of 5 digits", "h16", "1*4", "1*5"),
    Fault("h16 of 3 digits max", "h16", "1*4", "1*3"),
    Fault("hex digit G", "h16", "1*4HEXDIG", '1*4( HEXDIG / "G" )'),
    Fault("no v4 tail", "ls32", "/ IPv4address", ""),
    Fault("dec-octet 256", "dec-octet", "%x30-35", "%x30-36", asked="IPv4address"),
    Fault("dec-octet leading zero", "dec-octet", "%x31-39", "%x30-39", asked="IPv4address"),
    Fault("dec-octet any 3 digits", "dec-octet", '"25" %x30-35', "3DIGIT", asked="IPv4address"),
    Fault("v4 tail five octets", "ls32", "IPv4address", 'IPv4address [ "." dec-octet ]'),
    Fault("zone id %25x", "IP-literal", "IPv6address", 'IPv6address [ "%25" 1*unreserved ]'),
    Fault("missing ] accepted", "IP-literal", '"]"', '[ "]" ]'),
    Fault("reg-name after IP-literal", "ihost", "IP-literal", "IP-literal [ ireg-name ]"),
    Fault("IPvFuture without dot", "IPvFuture", '"."', '[ "." ]'),
    Fault("IPvFuture no hex", "IPvFuture", "1*HEXDIG", "*HEXDIG"),
    Fault("IPvFuture empty tail", "IPvFuture", "1*(", "*("),
    Fault("IPvFuture only lower v", "IPvFuture", '"v"', "%x76"),
    Fault("IPvFuture with ucschar", "IPvFuture", "unreserved", "iunreserved"),
    Fault("IPvFuture one hex digit only", "IPvFuture", "1*HEXDIG", "HEXDIG"),
    # Percent-encoding.
    Fault("% with one hex digit", "pct-encoded", "HEXDIG HEXDIG", "HEXDIG [ HEXDIG ]"),
    Fault("% alone", "pct-encoded", "HEXDIG HEXDIG", "[ HEXDIG HEXDIG ]"),
    Fault(
        "%uXXXX accepted", "pct-encoded", "HEXDIG HEXDIG", '( HEXDIG HEXDIG / "u" 4HEXDIG )', "scan"
    ),
    Fault("% lower hex refused", "pct-encoded", "HEXDIG HEXDIG", "2( DIGIT / %x41-46 )"),
    Fault("pct not allowed in host", "ireg-name", "/ pct-encoded", ""),
    # Structure.
    Fault("colon in first rel segment", "isegment-nz-nc", '"@"', '"@" / ":"'),
    Fault("userinfo with @ (two @)", "iuserinfo", '":"', '":" / "@"'),
    Fault("userinfo without colon", "iuserinfo", '/ ":"', ""),
    Fault("port letters", "port", "*DIGIT", "*( DIGIT / ALPHA )"),
    Fault("empty port refused", "port", "*DIGIT", "1*DIGIT"),
    Fault("port at most 5 digits", "port", "*DIGIT", "*5DIGIT", "pump"),
    Fault("empty host refused", "ireg-name", "*(", "1*("),
    Fault("scheme starts with digit", "scheme", "= ALPHA", "= ( ALPHA / DIGIT )"),
    Fault("scheme with _", "scheme", '"."', '"." / "_"', "scan"),
    Fault("one-letter scheme refused", "scheme", "= ALPHA *", "= ALPHA 1*"),
    Fault("scheme max 8 chars", "scheme", "ALPHA *", "ALPHA *7", "pump"),
    Fault("empty scheme", "scheme", "= ALPHA", "= [ ALPHA ]"),
    Fault("# in fragment", "ifragment", '"?"', '"?" / "#"'),
    Fault("? refused in query", "iquery", '/ "?"', ""),
    Fault("/ refused in fragment", "ifragment", '/ "/"', ""),
    Fault("path // without authority", "ipath-absolute", None, '1*( "/" isegment )'),
    Fault(
        "authority then no slash",
        "irelative-part",
        "iauthority ipath-abempty",
        "iauthority [ isegment ] ipath-abempty",
    ),
    Fault(
        "fragment before query",
        "irelative-ref",
        None,
        'irelative-part ( [ "?" iquery ] [ "#" ifragment ] / "#" *( iunreserved / "/" ) "?" iquery "<" )',
        "wp1",
    ),
    # Words, counters, limits.
    Fault(
        "after %41 a lone % passes", "isegment", None, '*ipchar [ "%41%" ]', "escapes", "isegment"
    ),
    Fault('"<" passes after 2 ucschar', "isegment", None, '*ipchar [ 2ucschar "<" ]', "triples"),
    Fault('"<" passes after "a" x3', "isegment", None, '*ipchar [ 3%x61 "<" ]', "triples"),
    Fault('"[" passes after 10 chars', "isegment", None, '*ipchar [ 10ipchar "[" ]', "pump"),
    Fault(
        'literal "<null>" accepted',
        "irelative-ref",
        None,
        'irelative-part [ "?" iquery ] [ "#" ifragment ] / "<null>"',
        "scan",
    ),
    Fault("more than 6 segments refused", "ipath-abempty", "*(", "*6(", "pump"),
]


def mutant(fault: Fault) -> Machine:
    """The machine of the changed grammar."""
    return compiled(fault.asked, changed(fault))


def changed(fault: Fault) -> dict[str, Node]:
    """RFC 3987's rules with the fault in one of them."""
    text = grammar.RFC3987[fault.rule].abnf
    if fault.old is None:
        text = f"{fault.rule} = {fault.new}"
    else:
        assert fault.old in text, fault.what
        text = text.replace(fault.old, fault.new)
    [rule] = read(text)
    return {**rules_of("IRI"), **rules_of("URI"), rule.name: rule.body}
