"""The grammars of RFC 3986, RFC 3987, RFC 6570 and ECMA-427, rule by rule.

The ABNF files in this package are the exact collected ABNF of the RFCs, and one for ECMA-427.
Everything else is derived from them: syntax trees, regular expressions for other engines, diagrams,
and the proof that the native parser matches exactly the same texts.

>>> from iriform import grammar
>>> print(grammar.RFC3987["iauthority"].abnf)
iauthority     = [ iuserinfo "@" ] ihost [ ":" port ]
>>> grammar.RFC3987["iauthority"].matches("例え.jp:8042")
True
"""

from ._rule import Grammar, Rule

RFC3986 = Grammar("RFC3986")
"""URIs: RFC 3986, Appendix A."""

RFC3987 = Grammar("RFC3987")
"""IRIs: RFC 3987, section 2.2, with the rules that it takes over from RFC 3986."""

RFC6570 = Grammar("RFC6570")
"""URI templates: RFC 6570, sections 2 and 1.5, with verified erratum 6937 (`'` in `literals`)."""

ECMA427 = Grammar("ECMA427")
"""Package URLs: the rules of ECMA-427, second edition, Annex C, in our own words.

Five rules have the prefix `purl-`, because RFC 3986 has rules of these names with another meaning.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._regex import Flavor as Flavor
    from ._tree import Tree as Tree

__all__ = ["ECMA427", "RFC3986", "RFC3987", "RFC6570", "Flavor", "Grammar", "Rule", "Tree"]


def __getattr__(name: str) -> object:
    if name == "Tree":
        from ._tree import Tree

        return Tree
    if name == "Flavor":
        from ._regex import Flavor

        return Flavor
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
