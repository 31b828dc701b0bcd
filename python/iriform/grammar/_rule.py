"""Grammars and their rules: the public classes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING

from iriform import ParseError, _core

from ._abnf import Definition, read

if TYPE_CHECKING:
    from ._languages import Languages
    from ._regex import Flavor
    from ._tree import Reader, Tree


class Rule:
    """A rule of one of the RFCs.

    >>> from iriform import grammar
    >>> port = grammar.RFC3986["port"]
    >>> port.name, port.abnf, port.matches("80")
    ('port', 'port          = *DIGIT', True)

    """

    def __init__(self, grammar: Grammar, definition: Definition) -> None:
        self._grammar = grammar
        self._definition = definition

    def __repr__(self) -> str:
        """How to find it again."""
        return f"{self._grammar!r}[{self.name!r}]"

    @property
    def name(self) -> str:
        """The name, spelled as the RFC spells it."""
        return self._definition.name

    @property
    def abnf(self) -> str:
        """The rule's text in the RFC, comments and line breaks included."""
        return self._definition.text

    def matches(self, text: str | bytes) -> bool:
        """Return True if the whole of `text` matches, by the native parser; bytes are read as UTF-8.

        Raises:
            TypeError: `text` is neither `str` nor `bytes`.

        >>> from iriform import grammar
        >>> grammar.RFC3987["ipath-abempty"].matches("/道")
        True

        """
        return _core.matches(self.name, text)

    def tree(self, text: str) -> Tree:
        """The concrete syntax tree of `text`; its spans count code points.

        If several trees are possible, "first-match-wins" (RFC 3986 §3.2.2, RFC 3987 §2.2). Time and
        memory are proportional to the text's length.

        Raises:
            ParseError: `text` does not match.
            TypeError: `text` is not a `str`.

        >>> from iriform import grammar
        >>> print(grammar.RFC3986["authority"].tree("me@192.0.2.1:80"))
        authority 0:15 'me@192.0.2.1:80'
          userinfo 0:2 'me'
          2:3 '@'
          host 3:12 '192.0.2.1'
            IPv4address 3:12 '192.0.2.1'
              dec-octet 3:6 '192'
              6:7 '.'
              dec-octet 7:8 '0'
              8:9 '.'
              dec-octet 9:10 '2'
              10:11 '.'
              dec-octet 11:12 '1'
          12:13 ':'
          port 13:15 '80'

        """
        if not isinstance(text, str):
            raise TypeError(f"text must be str, not {type(text).__name__}")
        fault = _core.diagnose(self.name, text)
        if fault is not None:
            position, start, stop, rule, reason = fault
            raise ParseError(text, position, start, stop, self.name, rule, reason)
        return self._reader.read(text)

    def regex(self, flavor: Flavor = "python", *, anchored: bool = False) -> str:
        r"""The rule as a regular expression.

        `flavor` is `"python"` (`re`, also the package `regex`), `"ecmascript"` (with the flag `u`
        or `v`), `"pcre"` (PCRE2 in UTF mode), `"re2"`, `"xsd"` (`xs:pattern`, always anchored) or
        `"xpath"` (`matches` of XPath and SPARQL, `sh:pattern` of SHACL, which search). With
        `anchored`, the whole text must match; without it, the expression is a building block. The
        time is linear in the text for a match at one position, even in backtracking engines (V8,
        PCRE2; in Python use `re`).

        Raises:
            ValueError: no such flavor.

        >>> from iriform import grammar
        >>> grammar.RFC3986["pct-encoded"].regex()
        '%[0-9A-Fa-f][0-9A-Fa-f]'
        >>> grammar.RFC3986["dec-octet"].regex("ecmascript", anchored=True)
        '^(?:1[0-9]{2}|2[0-4][0-9]|25[0-5]|[1-9][0-9]|[0-9])$'

        """
        from ._regex import regex

        return regex(self._grammar.languages, self.name, flavor, anchored=anchored)

    def railroad(self) -> str:
        """The rule as a railroad diagram: a self-contained SVG document.

        Raises:
            ImportError: the extra `iriform[grammar]` is not installed.

        >>> from iriform import grammar
        >>> grammar.RFC3986["port"].railroad().startswith("<svg")
        True

        """
        from ._railroad import railroad

        return railroad(self.name, self._definition.body)

    @cached_property
    def _reader(self) -> Reader:
        from ._nfa import Nfa
        from ._tree import Reader

        languages = self._grammar.languages
        return Reader(Nfa(self.name, languages.bodies, languages.core))


class Grammar(Mapping[str, Rule]):
    """The rules of an RFC by name; letter case is ignored (RFC 5234 §2.1).

    >>> from iriform import grammar
    >>> grammar.RFC3987["ihost"]
    grammar.RFC3987['ihost']
    >>> grammar.RFC3987["IHOST"].name, "authority" in grammar.RFC3987, len(grammar.RFC3986)
    ('ihost', False, 36)

    """

    def __init__(self, rfc: str) -> None:
        self._rfc = rfc

    def __repr__(self) -> str:
        """How to find it."""
        return f"grammar.{self._rfc}"

    def __getitem__(self, name: str) -> Rule:
        """The rule of that name.

        Raises:
            KeyError: the RFC has no such rule.

        """
        return self._rules[name.lower()]

    def __contains__(self, name: object) -> bool:
        """Return True if the RFC has a rule of that name."""
        return isinstance(name, str) and name.lower() in self._rules

    def __iter__(self) -> Iterator[str]:
        """The names, in the RFC's order."""
        return (rule.name for rule in self._rules.values())

    def __len__(self) -> int:
        """The number of rules."""
        return len(self._rules)

    @cached_property
    def abnf(self) -> str:
        """The text of all rules in the RFC."""
        return _resource(self._rfc)

    @cached_property
    def _rules(self) -> dict[str, Rule]:
        return {rule.name.lower(): Rule(self, rule) for rule in read(self.abnf)}

    @cached_property
    def languages(self) -> Languages:
        """The structure of the rules, including the core rules of RFC 5234. Not part of the API."""
        from ._languages import Languages

        core = {rule.name: rule.body for rule in read(_resource("RFC5234"))}
        rules = {rule.name: rule.body for rule in read(self.abnf)}
        return Languages({**core, **rules}, core)


def _resource(rfc: str) -> str:
    return files("iriform.grammar").joinpath(f"{rfc.lower()}.abnf").read_text("utf-8")
