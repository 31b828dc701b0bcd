"""The rows that the kernel decides itself, as a grammar built from its tables: `stretch.rs`.

The kernel finds a *taken* row valid, and a *refused* one invalid, without asking the parser. Both are
ABNF here, so their automata can be compared with those of the RFCs for texts of any length.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import numpy as np

from iriform.grammar._abnf import Choice, Node, Span, read
from iriform.grammar._characters import Alphabet
from iriform.grammar._languages import _pairs
from iriform.grammar._nfa import Nfa
from tests.proof.appendix_b import APPENDIX_B, AUTHORITY
from tests.proof.laws.decide import outside
from tests.proof.laws.tagged import iri_references, uri_references
from tests.proof.laws.tagged import language as language_of_tags
from tests.proof.machine import Machine, bodies, compiled, dfa

from .processors import Arrays
from .steps import class_in_scheme, class_of, is_stop

# The units of a row in which no byte is odd except in triplets and `ucschar`: the theorems prove it. A
# *name* has no byte of the plane `stop`.
TAKEN = """
taken-IRI           = taken-scheme ":" ( "//" taken-authority taken-abempty / taken-bare ) taken-end
taken-IRI-reference = taken-IRI
                    / ( "//" taken-authority taken-abempty / taken-first ) taken-end
taken-scheme        = ALPHA *in-scheme
; `longer_authority`: a userinfo, a port, an address in brackets
taken-authority     = [ taken-userinfo "@" ] taken-host [ ":" taken-port ]
                    / taken-address [ ":" taken-port ]
taken-userinfo      = *in-name [ ":" *in-name ]
taken-host          = *in-name
taken-address       = IP-literal
taken-port          = *DIGIT
taken-abempty       = [ "/" *in-path ]
; not with two slashes, which would begin an authority
taken-bare          = [ "/" ] [ in-path-but-slash *in-path ]
; without a scheme the first stop ends the first segment
taken-first         = *in-name [ "/" [ in-path-but-slash *in-path ] ]
                    / 1*in-name "/" *in-path
taken-end           = [ "?" taken-query ] [ "#" taken-fragment ]
taken-query         = *in-query
taken-fragment      = *in-query
in-name             = name-octet / unit
in-path             = path-octet / unit
in-path-but-slash   = path-octet-but-slash / unit
in-query            = query-octet / unit
unit                = pct-encoded / ucschar
refused             = *any ( bad / "%" [ HEXDIG ] not-hex / "#" *any "#" ) *any / *any "%" [ HEXDIG ]
any                 = %x0-10FFFF
not-hex             = %x0-2F / %x3A-40 / %x47-60 / %x67-10FFFF
"""

# The components of a taken row in `RowParts`.
TAGS = {
    "taken-scheme": "scheme",
    "taken-userinfo": "userinfo",
    "taken-host": "host",
    "taken-address": "host",
    "taken-port": "port",
    "taken-abempty": "path",
    "taken-bare": "path",
    "taken-first": "path",
    "taken-query": "query",
    "taken-fragment": "fragment",
}


@cache
def octets() -> dict[str, frozenset[int]]:
    """The sets of ASCII octets that the kernel's tables distinguish."""
    p = Arrays()
    every = np.arange(0x80, dtype=np.uint8)
    kinds = class_of(p, every)
    legal = {int(octet) for octet in every[kinds != 0]}
    stops = {int(octet) for octet in every[is_stop(p, kinds)]}
    scheme = {int(octet) for octet in every[class_in_scheme(p, every) != 0]}
    return {
        "in-scheme": frozenset(scheme),
        "name-octet": frozenset(legal - stops),
        "path-octet": frozenset(legal - set(b"?#")),
        "path-octet-but-slash": frozenset(legal - set(b"?#/")),
        "query-octet": frozenset(legal - set(b"#")),
        "bad": frozenset(set(range(0x80)) - legal - set(b"%[]")),
    }


def spans(octets: Iterable[int]) -> Node:
    """A rule for a set of octets."""
    return Choice(tuple(Span(octet, octet) for octet in sorted(octets)))


def rules(is_iri: bool) -> dict[str, Node]:
    """The rules of RFC 3987 with those of the kernel."""
    grammar = dict(bodies("RFC3987"))
    for definition in read(TAKEN):
        grammar[definition.name] = definition.body
    for name, found in octets().items():
        grammar[name] = spans(found)
    if not is_iri:
        grammar["unit"] = grammar["pct-encoded"]
        # A column of URIs allows only ASCII.
        grammar["bad"] = Choice((grammar["bad"], Span(0x80, 0x10FFFF)))
    return grammar


@cache
def language(name: str, is_iri: bool) -> Machine:
    """The machine of one of the kernel's rules."""
    return compiled(name, rules(is_iri))


def failures() -> list[str]:
    """List the decisions that do not hold for texts of any length.

    Taken rows match the production and have its components; rows that match it are not refused.
    """
    failed = []
    for is_iri, full, reference in (
        (True, "IRI", "IRI-reference"),
        (False, "URI", "URI-reference"),
    ):
        for taken, production in (("taken-IRI", full), ("taken-IRI-reference", reference)):
            pairs = _pairs_of(taken, production, is_iri)
            if any(is_taken and not matches for is_taken, matches in pairs):
                failed.append(f"a taken row is no {production}")
        taken_rows = language_of_tags("taken-IRI-reference", rules(is_iri), TAGS)
        if outside(taken_rows, iri_references() if is_iri else uri_references()) is not None:
            failed.append(f"a taken row has other components than as a {reference}")
        if any(
            is_refused and matches
            for is_refused, matches in _pairs_of("refused", reference, is_iri)
        ):
            failed.append(f"a refused row is a {reference}")
    return failed


def _pairs_of(rule: str, production: str, is_iri: bool) -> Iterator[tuple[bool, bool]]:
    """Yield whether a text matches each of two rules, for all texts that the automata distinguish."""
    whole = rules(is_iri)
    if not is_iri:
        whole |= {name: body for name, body in bodies("RFC3986").items() if name not in whole}
    sets = [
        ranges for name in (rule, production) for ranges in Nfa(name, whole, {}).character_sets()
    ]
    one, other = (dfa(name, whole, Alphabet(sets)) for name in (rule, production))
    for a, b in _pairs(one, other):
        yield one.accepting[a], other.accepting[b]


def components(row: bytes) -> Iterator[int]:
    """The indices of a valid row that `RowParts` has, found by Appendix B and §3.2."""
    text = row.decode("latin-1")
    split = APPENDIX_B.fullmatch(text)
    assert split is not None
    path, path_end = split.span(5)
    host = host_end = path
    if split[4] is not None:
        authority = AUTHORITY.fullmatch(split[4])
        assert authority is not None
        host, host_end = (split.start(4) + index for index in authority.span(2))
    query_end = path_end if split[6] is None else split.end(6)
    yield from (len(split[2] or ""), host, host_end, path, path_end, query_end)
