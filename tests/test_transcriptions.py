"""Five statements of this grammar in circulation, compared with the RFCs: docs/differences.md.

Two are the ABNF, word for word except for their margins. In three, rules are wrong; each such rule
is stated here in ABNF, with a text that only the RFC matches and one that only it matches.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from iriform import _core
from iriform.grammar._abnf import read

from .proof.machine import Machine, bodies, compiled, machine, rules_of

CARRIED = Path(__file__).parent / "data" / "grammar"


class Wrong(NamedTuple):
    """A wrong rule, as ABNF; a text that the RFC alone matches, one that it alone matches."""

    seed: str
    rule: str
    says: str
    refused: str | None
    accepted: str | None


WRONG = [
    # One long line: a comment ends where the line ends, so it swallows all that follows.
    Wrong("000", "ipath", "ipath-abempty", "a", None),
    Wrong("000", "dec-octet", "DIGIT", "10", None),
    # "pct-encoded" became "ncoded", which is not a rule, so its matches are lost.
    Wrong("002", "iuserinfo", '*( iunreserved / sub-delims / ":" )', "%40", None),
    # A grammar for Citrus. Alternatives without "/" are a sequence.
    Wrong("003", "iquery", '*( ipchar iprivate "/" "?" )', "a", None),
    Wrong("003", "ifragment", '*( ipchar "/" "?" )', "a", None),
    # In Ruby, \u is followed by four digits: \u000A0-\u0D7FF is U+000A, "0" to U+0D7F, and "F".
    Wrong("003", "ucschar", "%x0A / %x30-0D7F / %x46", "道", "<"),
    # The plane D was commented out.
    Wrong("003", "iunreserved", "unreserved / %xA0-CFFFD / %xE1000-EFFFD", "\U000d0000", "\ue000"),
    # "*1( h16 ":" )" means at most one, "1..1" means exactly one; so on for the others.
    Wrong("003", "h16", "4HEXDIG", "1", None),
    Wrong("003", "IPv6address", '[ 6( h16 ":" ) h16 ] "::"', "1::", None),
    # ABNF strings ignore case, those of Citrus do not.
    Wrong("003", "pct-encoded", '"%" 2( %x30-39 / %x41-46 )', "%c3", None),
    Wrong(
        "003", "IPvFuture", '%x76 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )', "V1.a", None
    ),
    # %x31 is "1"; '0x30' is "0", and so on.
    Wrong("003", "dec-octet", "DIGIT / %x30-39 DIGIT", "100", "01"),
]


def said(wrong: Wrong) -> Machine:
    [rule] = read(f"{wrong.rule} = {wrong.says}\n")
    return compiled(wrong.rule, {**rules_of("URI"), **rules_of("IRI"), rule.name: rule.body})


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: f"{wrong.seed}-{wrong.rule}")
def test_what_is_wrong(wrong: Wrong) -> None:
    for text, right in ((wrong.refused, True), (wrong.accepted, False)):
        if text is not None:
            assert _core.matches(wrong.rule, text) is right
            assert (said(wrong).fault(text) is None) is not right
            assert (machine(wrong.rule).fault(text) is None) is right


@pytest.mark.parametrize(("seed", "rfc", "margin"), [(1, "RFC3987", ""), (4, "RFC3986", "- ")])
def test_what_is_right(seed: int, rfc: str, margin: str) -> None:
    """Without page headers and list marks, all rules are those of the RFC."""
    statement = (CARRIED / f"statement-{seed}.txt").read_text("utf-8")
    lines = [line.removeprefix(margin) for line in statement.splitlines()]
    text = "\n".join(
        line if re.match(r"[\w-]+ *= ", line) else f"  {line.strip()}"
        for line in lines
        if re.match(r" *([\w-]+ *= |/ |; |\[)", line)
    )
    found = {rule.name: rule.body for rule in read(text)}
    assert found == {name: body for name, body in bodies(rfc).items() if name in found}
    assert len(found) == {1: 39, 4: 36}[seed]
