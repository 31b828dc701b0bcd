"""Random files of statements, which pyoxigraph reads again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pyoxigraph as ox

from iriform import IRI, IRIReference
from iriform.audit.mending.events import Event, Left

from .written import (
    BOM,
    File,
    Line,
    Part,
    Said,
    Unreadable,
    Value,
    expected,
    joined,
    meaning,
    mended,
    text_of,
    written,
)

XSD = "http://www.w3.org/2001/XMLSchema#"
LITERALS = ['"<http://a/ b> # \\" \\\\"', '"\'"@en', '""', f'"1"^^<{XSD}string>', '"é <<"@de-CH']


def iriref(random: Random, value: str) -> Value:
    """Write an IRI between its brackets."""

    def character(i: int, c: str) -> bytes:
        is_special = c in ">\\\n" or (c == "<" and i == 0) or random.random() < 0.1
        if is_special:
            return (b"\\u%04x" if ord(c) < 0x10000 and random.random() < 0.8 else b"\\U%08X") % ord(
                c
            )
        return c.encode()

    return Value(value, [character(i, c) for i, c in enumerate(value)])


def statements(random: Random) -> File:  # noqa: C901 - each kind of term
    """Write statements, one per line."""
    suffix = random.choice([".nt", ".nq"])
    lines: list[Line] = []
    values: list[Value] = []

    def iri() -> Line:
        values.append(iriref(random, text_of(random, ">", "\n", "<")))
        return [b"<", values[-1], b">"]

    def space(least: int = 0) -> bytes:
        return b" " * random.choice([1, 1, max(least, 0), 2])

    for _ in range(random.randrange(1, 7)):
        kind = random.random()
        if kind < 0.15:
            bad = [
                b"",
                b"# <http://a/ b> '",
                b'<http://a/ s> <x:p> "open .',
                b"<http://a/ s> <x:p> .",
                b"x",
            ]
            line = random.choice(bad)
            lines.append([Unreadable(line) if line[:1] not in {b"", b"#"} else line])
            continue
        first: Line = iri() if random.random() < 0.5 else [b"_:b1"]
        line_: Line = [*first, space(1), *iri(), space(1)]
        kind = random.random()
        if kind < 0.3:
            line_.append(random.choice(LITERALS).encode())
        elif kind < 0.5:
            line_ += [b'"<a b>"^^', *iri()]
        elif kind < 0.6:
            line_ += [b"<<( ", *iri(), space(1), *iri(), b" ", *iri(), b" )>>"]
        else:
            line_ += iri()
        if suffix == ".nq" and random.random() < 0.5:
            line_ += [space(1), *iri()]
        line_ += [space(), b".", random.choice([b"", b"", b" # <http://a/ b> \" '"])]
        lines.append(line_)
    parts = joined(random, lines)
    copy, said = expected(parts)
    format_ = ox.RdfFormat.N_TRIPLES if suffix == ".nt" else ox.RdfFormat.N_QUADS

    def check(before: bytes, after: bytes, _: list[Event]) -> None:
        bad = {part.written for part in parts if isinstance(part, Unreadable)}
        meant = [[value.text for value in values], [meaning(value) for value in values]]
        for data, texts in zip((before, after), meant, strict=True):
            lines = data.removeprefix(BOM).split(b"\n")
            good = b"\n".join(line for line in lines if line.rstrip(b"\r") not in bad)
            quads = ox.parse(good, format_, lenient=True)
            assert [iri for quad in quads for iri in iris(quad)] == texts

    return File(suffix, b"".join(map(written, parts)), copy, said, check)


def iris(quad: Any) -> Iterator[str]:
    """Yield the IRIs of a statement, except implicit datatypes."""
    terms = [quad.subject, quad.predicate, quad.object]
    terms += [quad.graph_name] if isinstance(quad, ox.Quad) else []
    for term in terms:
        if isinstance(term, ox.NamedNode):
            yield term.value
        elif isinstance(term, ox.Literal) and term.datatype.value not in {
            f"{XSD}string",
            "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString",
        }:
            yield term.datatype.value
        elif isinstance(term, ox.Triple):
            yield from iris(term)


def turtle(random: Random) -> File:  # noqa: C901 - each kind of term
    """Write statements over any number of lines, with prefixes and perhaps a base."""
    suffix = random.choice([".ttl", ".trig"])
    has_base = random.random() < 0.6
    end = random.choice(["\n", "\r\n"])
    longs = [
        '"""a "q" <http://a/ b>\\""" ;"""',
        f"'''it's <http://a/ b>{end}'''",
        "'<x y>'",
        "'\"'",
    ]

    def iri() -> Line:
        return [b"<", iriref(random, text_of(random, ">", "\n", "<")), b">"]

    def space() -> bytes:
        return random.choice([" ", " ", "\t", end, f" # <http://a/ b> ' \"{end}"]).encode()

    parts: list[Part] = [BOM] if random.random() < 0.2 else []
    if has_base:
        base = iriref(random, random.choice(["http://base/x y/", "http://base/"]))
        opening, closing = random.choice([(b"@base", b"."), (b"BASE", b""), (b"base", b"")])
        parts += [opening, space(), b"<", base, b">", space(), closing, space()]
    prefix = iriref(random, random.choice(["http://e/", "http://e/p q#"]))
    parts += [b"@prefix", space(), b"e:", space(), b"<", prefix, b">", space(), b".", space()]
    for _ in range(random.randrange(1, 6)):
        graph = suffix == ".trig" and random.random() < 0.5
        parts += [*iri(), space(), b"{", space()] if graph else []
        parts += random.choice([iri(), [b"e:s\\~x"], [b"[]"]])
        for i in range(random.randrange(1, 3)):
            verbs: list[Line] = [iri(), [b"e:p"], [b"a"]]
            parts += [b";" if i else b"", space(), *random.choice(verbs), space()]
            literal = random.choice([*LITERALS, *longs]).encode()
            parts += random.choice(
                [iri(), [literal], [b'"1"^^', *iri()], [b"(", *iri(), b" 1.5 )"]]
            )
        parts += [space(), b"}" if graph else b".", space()]
    copy: list[bytes] = []
    said: list[Said] = []
    text = ""
    for part in parts:
        new = written(part)
        done = mended(part, IRIReference) if isinstance(part, Value) else None
        # Without a base, no relative reference becomes an IRI.
        if done is not None and not has_base and not IRIReference(done[0]).scheme:
            done = None
        if isinstance(part, Value) and done is not None and done[1] != new:
            before = text.removeprefix("\ufeff")
            column = len(before) - before.rfind("\n")
            said.append(Said(before.count("\n") + 1, column, part.text, done[0]))
            new = done[1]
        copy.append(new)
        text += written(part).decode()
    format_ = ox.RdfFormat.TURTLE if suffix == ".ttl" else ox.RdfFormat.TRIG

    def check(before: bytes, after: bytes, events: list[Event]) -> None:
        def read(data: bytes) -> list[Any]:
            return list(ox.parse(data.removeprefix(BOM), format_, lenient=True))

        quads = [read(before), read(after)]
        literals = [
            [
                getattr(quad.object, "value", None)
                for quad in some
                if isinstance(quad.object, ox.Literal)
            ]
            for some in quads
        ]
        assert literals[0] == literals[1]
        assert len(quads[0]) == len(quads[1])
        found = [unresolved(iri) for quad in quads[1] for iri in iris(quad) if iri]
        left = [iri for iri in found if not IRI.is_valid(iri)]
        assert [event.text for event in events if isinstance(event, Left)] == left

    def unresolved(iri: str) -> str:
        """Return a text as written if it is not a reference: its first segment has a colon."""
        rest = re.sub("^http://base/(x(%20| )y/)?", "", iri)
        return rest if rest != iri and ":" in re.split("[/?#]", rest)[0] else iri

    return File(suffix, text.encode(), b"".join(copy), said, check)
