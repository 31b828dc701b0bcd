"""The files that Coq checks: for each production an expression, an automaton and a certificate.

The proof relies on two parts of this file: `translated`, which writes the ABNF as a Coq expression rule
by rule, so it can be read next to the RFC; and `automaton_`, which must be the automaton of
`tests/proof/machine.py` for each interval of code points. It does not rely on certificates: Coq refuses a
wrong one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

from iriform.grammar._abnf import Choice, Name, Node, Repeat, Sequence, Span, Text
from iriform.grammar._characters import letter
from tests.proof.machine import ACCEPT, DEAD, GRAMMARS, Machine, bodies, machine

Ranges: TypeAlias = tuple[tuple[int, int], ...]
Regex: TypeAlias = tuple[object, ...]
"""`(constructor, arguments …)`, as in Coq."""

UNICODE = 0x110000

CHECKER = Path(__file__).with_name("Automata.v")
PROVED = Path(__file__).with_name("proved.txt")
"""The digests of the files that Coq has accepted, written by `make prove-grammar`."""

EMPTY: Regex = ("Empty",)
NOTHING: Regex = ("Nothing",)


def translated(node: Node) -> Regex:
    """Convert an ABNF expression to a Coq expression; names of rules stay names."""
    match node:
        case Text(text):
            return _all(("Char", letter(character)) for character in text)
        case Span(first, last):
            return ("Char", ((first, last),))
        case Name(name):
            return ("rule", name)
        case Sequence(items):
            return _all(translated(item) for item in items)
        case Choice(items):
            *before, found = (translated(item) for item in items)
            for item in reversed(before):
                found = ("Or", item, found)
            return found
        case Repeat(item, least, most):
            one = translated(item)
            found = ("Many", one) if most is None else EMPTY
            for _ in range((most or least) - least):
                found = ("Or", ("Then", one, found), EMPTY)
            for _ in range(least):
                found = ("Then", one, found)
            return found


def _all(parts: Iterable[Regex]) -> Regex:
    """One after another."""
    *before, found = [*parts] or [EMPTY]
    for part in reversed(before):
        found = ("Then", part, found)
    return found


class Rules:
    """The rules of an RFC: the expression of each, with names and with the named rules substituted."""

    def __init__(self, nodes: Mapping[str, Node]) -> None:
        self.written = {name: translated(node) for name, node in nodes.items()}
        self._whole: dict[Regex, Regex] = {}

    def whole(self, regex: Regex) -> Regex:
        """Replace the names of rules with the rules."""
        if regex not in self._whole:
            kind, *parts = regex
            if kind == "rule":
                self._whole[regex] = self.whole(self.written[str(parts[0])])
            elif kind == "Char":
                self._whole[regex] = regex
            else:
                self._whole[regex] = (kind, *(self.whole(part) for part in parts))  # type: ignore[arg-type]
        return self._whole[regex]

    def in_order(self) -> Iterator[str]:
        """The names, each after the names that its rule uses."""
        seen: dict[str, None] = {}

        def visit(name: str) -> None:
            if name not in seen:
                for other in names_of(self.written[name]):
                    visit(other)
                seen[name] = None

        for name in self.written:
            visit(name)
        yield from seen


def names_of(regex: Regex) -> Iterator[str]:
    """The rules that an expression names."""
    kind, *parts = regex
    if kind == "rule":
        yield str(parts[0])
    elif kind != "Char":
        for part in parts:
            yield from names_of(part)  # type: ignore[arg-type]


class Numbered:
    """Expressions numbered for fast comparison: `steps` is that of `Automata.v`."""

    def __init__(self) -> None:
        self.number: dict[tuple[object, ...], int] = {}
        self.of: list[tuple[object, ...]] = []
        self.steps = cache(self._steps)
        self.nullable = cache(self._nullable)

    def add(self, *regex: object) -> int:
        """The number of an expression whose parts are numbers."""
        if regex not in self.number:
            self.number[regex] = len(self.of)
            self.of.append(regex)
        return self.number[regex]

    def read(self, regex: Regex, seen: dict[int, int]) -> int:
        """The number of an expression."""
        if id(regex) not in seen:
            kind, *parts = regex
            if kind != "Char":
                parts = [self.read(part, seen) for part in parts]  # type: ignore[arg-type]
            seen[id(regex)] = self.add(kind, *parts)
        return seen[id(regex)]

    def _nullable(self, regex: int) -> bool:
        kind, *parts = self.of[regex]
        if kind in {"Or", "Then"}:
            one, other = (self.nullable(part) for part in parts)
            return (one or other) if kind == "Or" else (one and other)
        return kind in {"Empty", "Many"}

    def _then(self, one: int, other: int) -> int:
        return other if self.of[one] == EMPTY else self.add("Then", one, other)

    def _steps(self, regex: int) -> list[tuple[Ranges, int]]:
        kind, *parts = self.of[regex]
        match kind, parts:
            case "Char", [ranges]:
                return [(ranges, self.add(*EMPTY))]  # type: ignore[list-item]
            case "Or", [one, other]:
                return self.steps(one) + self.steps(other)
            case "Then", [one, other]:
                first = [(s, self._then(r, other)) for s, r in self.steps(one)]  # type: ignore[arg-type]
                return first + (self.steps(other) if self.nullable(one) else [])
            case "Many", [one]:
                return [(s, self._then(r, regex)) for s, r in self.steps(one)]
        return []


def certificate(regex: Regex, whole: Machine) -> Iterator[str]:
    """Yield an automaton and a certificate in Coq; residuals, states and sets are numbered from 1."""
    numbered = Numbered()
    terms = [numbered.read(regex, {})]
    number = {terms[0]: 1}
    origins: list[str] = []
    targets: list[list[int]] = []
    for place, term in enumerate(terms, 1):  # which grows
        row = []
        for k, (_, after) in enumerate(numbered.steps(term)):
            if after not in number:
                terms.append(after)
                number[after] = len(terms)
                origins.append(f"({place}, {k}%nat)")
            row.append(number[after])
        targets.append(row)
    edges = [[(ranges, number[after]) for ranges, after in numbered.steps(term)] for term in terms]
    # The code points at which a range of the expression or a letter of the automaton begins or ends.
    sets_of = [*whole.alphabet.classes, *(ranges for row in edges for ranges, _ in row)]
    ends = {end for ranges in sets_of for first, last in ranges for end in (first, last + 1)}
    bounds = [0, *sorted(ends - {0})]
    dead = whole.output.index(DEAD)
    letters = [whole.alphabet.class_of(bound) if bound < UNICODE else None for bound in bounds]
    states = [
        [dead if letter is None else row[letter] for letter in letters] for row in whole.table
    ]
    sets, rows = [(frozenset([1]), 0)], []
    numbers = {sets[0]: 1}
    for residuals, state in sets:  # which grows
        go = []
        for index, bound in enumerate(bounds):
            reached = frozenset(
                after
                for residual in residuals
                for ranges, after in edges[residual - 1]
                if any(first <= bound <= last for first, last in ranges)
            )
            then = (reached, states[state][index])
            if then not in numbers:
                sets.append(then)
                numbers[then] = len(sets)
            go.append(numbers[then])
        rows.append(f"Row {listed(sorted(residuals))} {state + 1} {listed(go)}")
    accepts = ["true" if output == ACCEPT else "false" for output in whole.output]
    described = [
        f"State {accept} {listed(n + 1 for n in row)}"
        for accept, row in zip(accepts, states, strict=True)
    ]
    yield f"Definition automaton_ : automaton := {numbered_list(described)}."
    yield "Definition certificate_ : certificate := Certificate"
    yield f"  [{'; '.join(f'{bound}%N' for bound in bounds[1:])}]"
    yield f"  [{'; '.join(origins)}]"
    yield f"  [{'; '.join(listed(row) for row in targets)}]"
    yield f"  {numbered_list(rows)}."


def listed(numbers: Iterable[int]) -> str:
    """A Coq list."""
    return f"[{'; '.join(map(str, numbers))}]"


def numbered_list(items: list[str]) -> str:
    """A list of pairs of a number, starting at 1, and an item."""
    return f"[{'; '.join(f'({i}, {item})' for i, item in enumerate(items, 1))}]"


def written(regex: Regex) -> str:
    """An expression in Coq."""
    kind, *parts = regex
    if kind == "rule":
        return identifier(str(parts[0]))
    if kind == "Char":
        pairs = "; ".join(f"({first}%N, {last}%N)" for first, last in parts[0])  # type: ignore[attr-defined]
        return f"(Char [{pairs}])"
    return f"({' '.join([str(kind), *(written(part) for part in parts)])})" if parts else str(kind)  # type: ignore[arg-type]


def identifier(rule: str) -> str:
    """The name of a rule in Coq."""
    return "rule_" + rule.replace("-", "_")


def file_of(
    rules: Rules, chosen: Iterable[str], automaton: Callable[[str], Machine] = machine
) -> Iterator[str]:
    """The file for some rules, each with its automaton."""
    yield "From Coq Require Import NArith List."
    yield "Require Import Automata."
    yield "Import ListNotations."
    yield "Open Scope positive_scope."
    for name in rules.in_order():
        yield f"Definition {identifier(name)} : regex := {written(rules.written[name])}."
    for name in chosen:
        yield f"Module of_{identifier(name)}."
        yield from certificate(rules.whole(rules.written[name]), automaton(name))
        yield f"Theorem language : forall w, matches {identifier(name)} w <->"
        yield "  runs automaton_ (boundaries certificate_) 1 w = true."
        yield "Proof. apply checked_sound. vm_compute. reflexivity. Qed."
        yield "Print Assumptions language."
        yield f"End of_{identifier(name)}."


def productions() -> dict[str, list[str]]:
    """The productions of each RFC, except those that an earlier RFC has."""
    seen: set[str] = set()
    chosen: dict[str, list[str]] = {}
    for rfc, grammar in GRAMMARS.items():
        chosen[rfc] = [name for name in grammar if name not in seen]
        seen.update(chosen[rfc])
    return chosen


def files() -> Iterator[tuple[str, str]]:
    """Yield the name of each RFC and the file that Coq checks for it."""
    for rfc, names in productions().items():
        yield rfc, "\n".join(file_of(Rules(bodies(rfc)), names)) + "\n"


def digests() -> str:
    """Digests that show whether Coq has checked these files: one line for each file with the checker."""
    checker = CHECKER.read_bytes()
    lines = ((rfc, sha256(checker + text.encode()).hexdigest()) for rfc, text in files())
    return "".join(f"{rfc} {digest}\n" for rfc, digest in lines)


if __name__ == "__main__":
    PROVED.write_text(digests(), encoding="ascii")
