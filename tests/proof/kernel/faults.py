"""Mistakes in the kernel, seeded into its description: each must make a proof fail.

A fault changes one text: the record (a table of the kernel), an instruction, a step, a plane or the
grammar of the decisions. If the kernel had the fault, the record would also have it, so a theorem must
fail, not the comparison with the record. (PSHUFB's zero for non-ASCII bytes is not among the faults: as
on NEON, the kernel does not depend on it.)
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

ORDER = ("record", "processors", "steps", "theorems", "decisions")
"""The modules of the description; each uses only those before it."""


class Fault(NamedTuple):
    """A mistake."""

    name: str
    module: str
    old: str
    new: str
    found_by: str
    """The part of the theorems, or `decisions`."""


FAULTS = (
    Fault("a space is legal", "record", "table BY_LOW 12", "table BY_LOW 13", "decisions"),
    Fault(
        "a space is legal, by its class", "record", "table BY_LOW 12", "table BY_LOW 13", "classes"
    ),
    Fault("`@` ends no host", "record", "table BY_LOW 12", "table BY_LOW 02", "decisions"),
    Fault(
        "`^` is legal",
        "record",
        "table BY_HIGH 0000c1621306",
        "table BY_HIGH 0000c162130e",
        "classes",
    ),
    Fault(
        "`*` in a scheme",
        "record",
        "table SCHEME_BY_HIGH 000001",
        "table SCHEME_BY_HIGH 000009",
        "decisions",
    ),
    Fault("a surrogate", "record", "c38383\n", "838383\n", "characters"),
    Fault(
        "an overlong lead byte", "record", "BY_FIRST_LOW 9f87", "BY_FIRST_LOW 9f83", "characters"
    ),
    Fault(
        "an overlong sequence of three",
        "record",
        "BY_SECOND 0101010101010101be",
        "BY_SECOND 0101010101010101b6",
        "characters",
    ),
    Fault(
        "a lone continuation byte",
        "record",
        "BY_FIRST_HIGH 0202",
        "BY_FIRST_HIGH 0002",
        "characters",
    ),
    Fault("a lead byte before ASCII", "record", "BY_SECOND 01", "BY_SECOND 00", "characters"),
    Fault(
        "PSRLW without a mask",
        "processors",
        "return self.low_halves(z3.Extract(7, 0, shifted))",
        "return z3.Extract(7, 0, shifted)",
        "instructions",
    ),
    Fault(
        "PMAXUB for PMINUB",
        "processors",
        "least = z3.If(z3.ULT(",
        "least = z3.If(z3.UGT(",
        "instructions",
    ),
    Fault(
        "a difference with a sign",
        "processors",
        "z3.If(z3.Extract(8, 8, wide) == 1",
        "z3.If(z3.Extract(7, 7, wide) == 1",
        "instructions",
    ),
    Fault("SRI by one for two", "theorems", "inserted(x, y, 2)", "inserted(x, y, 1)", "bitmaps"),
    Fault("SHRN by three for four", "theorems", "z3.LShR(pair, 4)", "z3.LShR(pair, 3)", "bitmaps"),
    Fault(
        "bits are moved without the next word's",
        "theorems",
        "z3.ZeroExt(63, first) << 63",
        "z3.ZeroExt(63, first) << 62",
        "bitmaps",
    ),
    Fault("`g` is a hexadecimal digit", "steps", 'ord("a")), 5)', 'ord("a")), 6)', "triplets"),
    Fault(
        "one digit makes a triplet", "steps", "return first & second", "return first", "triplets"
    ),
    Fault(
        "the next word's digits are not asked",
        "steps",
        "p.choose(place.beyond(k), is_hex_alone(p, place.at(k)),",
        "p.choose(place.beyond(k), ~is_byte(p, place.at(k), ' '),",
        "triplets",
    ),
    Fault("a capital letter too few", "steps", 'ord("A")), 25)', 'ord("A")), 24)', "classes"),
    Fault(
        "sequences of four end after three",
        "steps",
        "0xF0 - continued",
        "0xF8 - continued",
        "characters",
    ),
    Fault(
        "sequences of three end after two",
        "steps",
        "0xE0 - continued",
        "0xF0 - continued",
        "characters",
    ),
    Fault("private use", "steps", "p.equal(last, 0xEE)", "p.equal(last, 0xFE)", "characters"),
    Fault(
        "U+F8C0 to U+F8FF", "steps", "p.at_most(last, 0xA3)", "p.at_most(last, 0xA2)", "characters"
    ),
    Fault(
        "the noncharacters U+FDD0 to U+FDEF",
        "steps",
        "p.equal(last, 0xB7)",
        "p.equal(last, 0xBB)",
        "characters",
    ),
    Fault(
        "the last code points of a plane",
        "steps",
        "p.at_least(last, 0xBE)",
        "p.at_least(last, 0xBF)",
        "characters",
    ),
    Fault(
        "planes beyond 16", "steps", "p.at_least(last, 0xF1)", "p.equal(last, 0xF1)", "characters"
    ),
    Fault(
        "a sequence cut at the end of a word",
        "steps",
        "return place.beyond(1) & is_open & ~follows",
        "return place.beyond(0) & is_open & ~follows",
        "ends",
    ),
    Fault(
        "a sequence of three cut after two",
        "steps",
        "p.at_least(at(-1), 0xE0)",
        "p.at_least(at(-1), 0xF0)",
        "ends",
    ),
    Fault(
        "link keeps the words behind",
        "theorems",
        "linked = z3.If(word != 0,",
        "linked = z3.If(word == 0,",
        "planes",
    ),
    Fault(
        "next looks before the position",
        "theorems",
        "rest = z3.LShR(word, z3.ZeroExt(32, offset))",
        "rest = word",
        "planes",
    ),
    Fault(
        "the greater of two",
        "theorems",
        "below = difference & (difference >> 63)",
        "below = difference & ~(difference >> 63)",
        "planes",
    ),
    Fault(
        "`:` ends an authority",
        "theorems",
        'for octet in b"/?#")\n    chosen',
        'for octet in b"/?#:")\n    chosen',
        "planes",
    ),
    Fault(
        "any port",
        "decisions",
        "taken-port          = *DIGIT",
        "taken-port          = *in-name",
        "decisions",
    ),
    Fault(
        "a userinfo with an address in brackets, and more",
        "decisions",
        "taken-address       = IP-literal",
        "taken-address       = IP-literal *in-name",
        "decisions",
    ),
    Fault(
        "a path without a scheme has any colon",
        "decisions",
        "taken-first         = *in-name",
        "taken-first         = *in-path",
        "decisions",
    ),
    Fault(
        "a path begins with two slashes",
        "decisions",
        'taken-bare          = [ "/" ] [ in-path-but-slash *in-path ]',
        "taken-bare          = *in-path",
        "decisions",
    ),
    Fault(
        "two number signs",
        "decisions",
        '[ "#" taken-fragment ]',
        '*( "#" taken-fragment )',
        "decisions",
    ),
    Fault(
        "a host has its port",
        "decisions",
        "taken-host          = *in-name",
        'taken-host          = *in-name [ ":" *DIGIT ]',
        "decisions",
    ),
    Fault(
        "a path goes on behind a question mark",
        "decisions",
        'taken-abempty       = [ "/" *in-path ]',
        'taken-abempty       = [ "/" *in-query ]',
        "decisions",
    ),
    Fault(
        "a host begins after the second `@`",
        "decisions",
        'taken-userinfo      = *in-name [ ":" *in-name ]',
        'taken-userinfo      = *in-name [ ":" *in-name ] [ "@" *in-name ]',
        "decisions",
    ),
    Fault(
        "a scheme may begin with a digit",
        "decisions",
        "taken-scheme        = ALPHA *in-scheme",
        "taken-scheme        = 1*in-scheme",
        "decisions",
    ),
    Fault("one `#` is too many", "decisions", '"#" *any "#" )', '"#" )', "decisions"),
    Fault(
        "a triplet is refused",
        "decisions",
        '"%" [ HEXDIG ] not-hex',
        '"%" *HEXDIG not-hex',
        "decisions",
    ),
)


@contextmanager
def seeded(fault: Fault) -> Iterator[Callable[[str], ModuleType]]:
    """Yield the modules with a fault, by name."""
    package = __package__ or ""
    modules = {name: import_module(f"{package}.{name}") for name in ORDER}
    sources = {
        name: Path(str(module.__file__)).read_text("utf-8") for name, module in modules.items()
    }
    record = modules["record"].PATH
    texts = {**sources, "record": record.read_text(encoding="ascii")}
    assert texts[fault.module].count(fault.old) == 1, fault
    changed = texts[fault.module].replace(fault.old, fault.new)
    copies: dict[str, ModuleType] = {}
    try:
        for name in ORDER:
            copy = ModuleType(f"{package}.{name}")
            copy.__package__ = package
            copy.__file__ = str(modules[name].__file__)
            sys.modules[copy.__name__] = copies[name] = copy
            is_changed = name == fault.module != "record"
            code = compile(changed if is_changed else sources[name], copy.__file__, "exec")
            exec(code, vars(copy))  # noqa: S102 - our own source, with one mistake
            if name == fault.module == "record":
                vars(copy)["lines"] = partial(_words, changed)
        yield copies.__getitem__
    finally:
        for name, module in modules.items():
            sys.modules[f"{package}.{name}"] = module


def _words(record: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(line.split()) for line in record.splitlines())
