"""Reading and writing prefixes in contexts of JSON-LD 1.1."""

from __future__ import annotations

import re
from collections.abc import Mapping

DELIMITERS = (":", "/", "?", "#", "[", "]", "@")  # gen-delims

# The largest number of terms that may wait for each other's definition, and the largest depth of
# contexts. Real ones have two or three.
DEEPEST = 100


NO_DELIMITER = "its IRI does not end with one of :/?#[]@, and its “@prefix” is not true"
DEFINITION = "it has an expanded definition, in which “@prefix” is not true"


def from_json_ld(
    context: object,
    skip_invalid: bool,  # noqa: FBT001 - native code calls it
) -> tuple[dict[str, str], list[str], dict[str, str]]:
    """Return the prefixes of a context.

    Also return the names of those with `@prefix`, and why other terms are not prefixes.

    >>> context = {"ex": "http://a/", "b": {"@id": "ex:b", "@prefix": True}, "c": "ex:c"}
    >>> read = from_json_ld(context, False)
    >>> read[:2], list(read[2])
    (({'ex': 'http://a/', 'b': 'http://a/b'}, ['b']), ['c'])
    >>> from_json_ld({"": "http://a/", "b": 1}, True)[2]
    {'': 'a term must be text that is not empty', 'b': 'its @id must be text'}
    """
    terms = _Terms(skip_invalid)
    terms.add(context)
    known = {
        name: (iri, is_prefix)
        for name, (iri, is_prefix) in terms.known.items()
        if iri is not None and not iri.startswith("_:")
    }
    prefixes = {name: iri for name, (iri, is_prefix) in known.items() if is_prefix}
    others = {
        name: DEFINITION if iri.endswith(DELIMITERS) else NO_DELIMITER
        for name, (iri, is_prefix) in known.items()
        if not is_prefix and ":" not in name and "/" not in name
    }
    return (
        prefixes,
        [name for name, iri in prefixes.items() if not iri.endswith(DELIMITERS)],
        others | terms.faults,
    )


def to_json_ld(prefixes: Mapping[str, str]) -> dict[str, object]:
    """Return a context in which each of the names is a prefix.

    >>> to_json_ld({"ex": "http://a/"})
    {'@context': {'ex': 'http://a/'}}
    """
    context: dict[str, object] = {}
    for name, iri in prefixes.items():
        if name in {"", "_"}:
            raise ValueError(f"JSON-LD does not allow the prefix name {name!r}")
        scheme, _, rest = iri.partition(":")
        if scheme in prefixes and not rest.startswith("//"):
            raise ValueError(
                f"JSON-LD would read the namespace of {name!r} as a compact IRI, because a prefix "
                f"has the name of its scheme, {scheme!r}"
            )
        plain = str(iri)
        context[name] = plain if plain.endswith(DELIMITERS) else {"@id": plain, "@prefix": True}
    return {"@context": context}


class _Terms:
    """The terms of a context (JSON-LD 1.1 API §4.1, §4.2) that matter for prefixes."""

    def __init__(self, skip_invalid: bool) -> None:  # noqa: FBT001 - as it is given
        self._vocab: str | None = None
        self._skip_invalid = skip_invalid
        # Why each term that is skipped has no definition.
        self.faults: dict[str, str] = {}
        # For each term its IRI, if it has one, and whether it is a prefix.
        self.known: dict[str, tuple[str | None, bool]] = {}

    def add(self, context: object, depth: int = 0) -> None:
        """Add a context, or all contexts of a list."""
        if depth > DEEPEST:
            raise ValueError(f"contexts of JSON-LD must not be nested more than {DEEPEST} deep")
        if context is None:
            self._vocab = None
            self.known.clear()
        elif isinstance(context, Mapping):
            if "@context" in context:
                self.add(context["@context"], depth + 1)
            else:
                definitions = _Definitions(context, self.known, self._vocab)
                self.faults |= definitions.define_all(skip_invalid=self._skip_invalid)
                self._vocab = definitions.vocab
        elif isinstance(context, (list, tuple)):
            for one in context:
                self.add(one, depth + 1)
        elif isinstance(context, str):
            raise ValueError(
                "a remote context of JSON-LD is not fetched, and text is not parsed: pass the result"
                " of json.loads"
            )
        else:
            raise TypeError(
                "a context of JSON-LD must be a mapping or a list of mappings, not"
                f" {type(context).__name__}"
            )


class _TermError(Exception):
    """Says why a term has no definition."""

    def __init__(self, term: object, why: str) -> None:
        super().__init__(why)
        self._term = term

    def why(self, term: object) -> str:
        """Say why another term, which needs this one, has no definition."""
        return str(self) if term == self._term else f"it needs the term {self._term!r}: {self}"


class _Definitions:
    """The definitions of one context, added to the earlier ones."""

    def __init__(
        self,
        context: Mapping[object, object],
        known: dict[str, tuple[str | None, bool]],
        vocab: str | None,
    ) -> None:
        if "@import" in context:
            raise ValueError("a remote context of JSON-LD is not fetched")
        self._context = context
        self._known = known
        # Terms whose definition has begun; True once it has ended. The number of waiting terms.
        self._defined: dict[str, bool] = {}
        self._waiting = 0
        self._failed: dict[str, _TermError] = {}
        self.vocab = vocab
        if "@vocab" in context:
            value = context["@vocab"]
            self.vocab = self._expand(value) if isinstance(value, str) and value else None

    def define_all(self, *, skip_invalid: bool) -> dict[str, str]:
        """Define each term, and say why those that are skipped cannot be defined."""
        faults: dict[str, str] = {}
        for term in self._context:
            try:
                self._define(term)
            except _TermError as error:  # noqa: PERF203 - of each term
                why = error.why(term)
                if not skip_invalid:
                    raise ValueError(f"the term {term!r} in a context of JSON-LD: {why}") from None
                self._known.pop(str(term), None)
                faults[str(term)] = why
        return faults

    def _define(self, term: object) -> None:
        if not isinstance(term, str) or not term:
            raise _TermError(term, "a term must be text that is not empty")
        if _is_keyword(term) or self._defined.get(term):
            return
        if term in self._failed:
            raise self._failed[term]
        if term in self._defined or self._waiting > DEEPEST:
            raise _TermError(term, "terms must not be defined by each other")
        self._defined[term] = False
        self._waiting += 1
        self._known.pop(term, None)
        try:
            self._known[term] = self._definition(term, self._context[term])
        except _TermError as error:
            self._failed[term] = error
            raise
        finally:
            self._waiting -= 1
        self._defined[term] = True

    def _definition(self, term: str, value: object) -> tuple[str | None, bool]:
        is_simple = isinstance(value, str)
        if not isinstance(value, Mapping):
            value = {"@id": value}
        flag = value.get("@prefix", False)
        if not isinstance(flag, bool) or (flag and (":" in term or "/" in term)):
            raise _TermError(
                term, "its @prefix must be true or false, and false for a term with ':' or '/'"
            )
        if "@reverse" in value:
            return None, False
        name = value.get("@id", term)
        if name is None:
            return None, False
        if not isinstance(name, str):
            raise _TermError(term, "its @id must be text")
        iri = self._of_term(term) if name == term else self._expand(name)
        ends = iri is not None and iri.endswith(DELIMITERS)
        return iri, flag or (is_simple and ends and ":" not in term and "/" not in term)

    def _of_term(self, term: str) -> str | None:
        """Return the IRI of a term without its own."""
        if ":" in term[1:]:
            prefix, _, rest = term.partition(":")
            iri = self._iri_of(prefix)
            return term if iri is None else iri + rest
        return None if self.vocab is None else self.vocab + term

    def _iri_of(self, term: str) -> str | None:
        if term in self._context:
            self._define(term)
        return self._known.get(term, (None, False))[0]

    def _expand(self, value: str) -> str | None:
        """Return the IRI that a value stands for (JSON-LD 1.1 API §5.2.2)."""
        if _is_keyword(value):
            return None
        if value in self._context or value in self._known:
            return self._iri_of(value)
        if ":" not in value[1:]:
            return None if self.vocab is None else self.vocab + value
        prefix, _, rest = value.partition(":")
        if prefix == "_" or rest.startswith("//"):
            return value
        iri = self._iri_of(prefix)
        return iri + rest if iri is not None and self._known[prefix][1] else value


def _is_keyword(term: str) -> bool:
    return re.fullmatch("@[A-Za-z]+", term) is not None
