"""The split into components, on the accepted texts of the suites.

A verdict does not show *where* a parser finds the host. The oracle is RFC 3986 Appendix B, whose regular
expression splits any text, and section 3.2: the authority's userinfo ends at the "@", its port begins at
the last colon that is not inside brackets.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from iriform import IRIReference, grammar
from iriform.grammar import Tree

from .appendix_b import APPENDIX_B, AUTHORITY
from .machine import machine
from .texts import of_padding, of_wp


@cache
def accepted() -> tuple[str, ...]:
    """Texts that are IRI references, of every kind in the suites."""
    whole = machine("IRI-reference")
    texts = (*of_wp(whole, 1), *of_padding(whole, lengths=(1, 15, 16, 31, 32, 63)))
    return tuple(text for text in texts if whole.fault(text) is None)


def test_the_five_components() -> None:
    checked = 0
    for text in accepted():
        split = APPENDIX_B.fullmatch(text)
        assert split is not None
        reference = IRIReference(text)
        assert tuple(reference.parts) == split.group(2, 4, 5, 7, 9)
        assert (reference.scheme, reference.authority, reference.path) == split.group(2, 4, 5)
        assert (reference.query, reference.fragment) == split.group(7, 9)
        checked += 1
    assert checked > 15_000


def test_the_parts_of_the_authority() -> None:
    checked = 0
    for text in accepted():
        reference = IRIReference(text)
        if reference.authority is not None:
            split = AUTHORITY.fullmatch(reference.authority)
            assert split is not None
            assert (reference.userinfo, reference.host, reference.port_text) == split.groups()
            checked += 1
    assert checked > 10_000


def test_the_tree_has_the_same_components() -> None:
    """The tree is built from the ABNF independently of the parser; both must agree."""
    texts = [*dict.fromkeys(accepted())][::29]
    assert len(texts) > 1_000
    for text in texts:
        check_components(text)


def check_components(text: str) -> None:
    tree = grammar.RFC3987["IRI-reference"].tree(text)
    found = {node.rule: node for node in walk_without_paths(tree)}
    reference = IRIReference(text)
    for rule, value in [
        ("scheme", reference.scheme),
        ("iauthority", reference.authority),
        ("iuserinfo", reference.userinfo),
        ("ihost", reference.host),
        ("port", reference.port_text),
        ("iquery", reference.query),
        ("ifragment", reference.fragment),
    ]:
        assert (found[rule].text if rule in found else None) == value
    if reference.host is not None:
        kinds = {"IPv4address", "IPv6address", "IPvFuture"} & {
            n.rule for n in found["ihost"].walk()
        }
        # The last 32 bits of an IPv6address may be written as an IPv4address.
        kind = next(
            k for k in ("IPv6address", "IPvFuture", "IPv4address", None) if k in (*kinds, None)
        )
        assert reference.host.kind == (kind or "reg-name")


def walk_without_paths(tree: Tree) -> Iterator[Tree]:
    """The nodes of a tree, without its paths' segments."""
    return (node for node in tree.walk() if node.rule is not None and "segment" not in node.rule)
