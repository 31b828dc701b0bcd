"""The kernel's results for given bytes: `crates/kernel/src/record.txt`, which its own test checks.

The tables are the kernel's. The bytes are generated from the same random numbers in both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

PATH = Path(__file__).parents[3] / "crates" / "kernel" / "src" / "record.txt"

BEFORE, LENGTH, AFTER = 4, 512, 72
"""The numbers of bytes before, in and after a stretch of the record."""

BLOCK = 64
MASK = 2**64 - 1
EDGES = bytes.fromhex(
    "7f808f909fa0a3a4afb7bebfc0c1c2c3df e0e1ecedeeef f0f1f3f4f5 ff".replace(" ", "")
)

PLANES = ("stop", "hash", "tail", "no_scheme", "capital", "mark", "never", "doubt")
"""The planes of a `bytes` line, in its order."""


@cache
def lines() -> tuple[tuple[str, ...], ...]:
    """The words of each line."""
    return tuple(tuple(line.split()) for line in PATH.read_text(encoding="ascii").splitlines())


def of_kind(kind: str) -> Iterator[tuple[str, ...]]:
    """The lines that begin with a word, without that word."""
    return (line[1:] for line in lines() if line[0] == kind)


@cache
def table(name: str) -> bytes:
    """A lookup table for half bytes."""
    return next(bytes.fromhex(row) for found, row in of_kind("table") if found == name)


@cache
def named_class(name: str) -> int:
    """A named class."""
    return next(int(value, 16) for found, value in of_kind("class") if found == name)


class Random:
    """splitmix64, and the bytes that the record derives from its numbers."""

    def __init__(self, seed: int) -> None:
        """Start with a seed."""
        self.state = seed
        self.pieces = [bytes.fromhex(piece) for (piece,) in of_kind("piece")]

    def below(self, bound: int) -> int:
        """The next number, less than `bound`."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        mixed = (self.state ^ self.state >> 30) * 0xBF58476D1CE4E5B9 & MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & MASK
        return (mixed ^ mixed >> 31) % bound

    def piece(self) -> bytes:
        """A piece, or one byte."""
        kind = self.below(8)
        if kind == 0:
            return EDGES[(i := self.below(len(EDGES))) : i + 1]
        if kind == 1:
            return bytes([self.below(256)])
        if kind in {2, 3}:
            return bytes([ord("a") + self.below(26)])
        if kind == 4:
            return bytes([0x21 + self.below(94)])
        return self.pieces[self.below(len(self.pieces))]


def stretch(seed: int) -> bytes:
    """The bytes of a `bytes` line, with those before and after."""
    random = Random(seed)
    values = b""
    while len(values) < BEFORE + LENGTH + AFTER:
        values += random.piece()
    return values[: BEFORE + LENGTH + AFTER]


class Decided(NamedTuple):
    """Rows, and the kernel's decisions about them."""

    rows: list[bytes]
    is_iri: bool
    is_optional: bool
    taken: int
    refused: int
    components: str


def decisions() -> Iterator[Decided]:
    """Every block of rows of the record."""
    for seed, is_iri, is_optional, *found in of_kind("rows"):
        random = Random(1_000 + int(seed))
        rows = [b"".join([random.piece() for _ in range(random.below(8))]) for _ in range(BLOCK)]
        yield _decided(rows, is_iri=is_iri == "1", is_optional=is_optional == "1", found=found)
    (letters,) = next(of_kind("letters"))
    for beginning, number, *found in of_kind("short"):
        short = _short_rows(bytes.fromhex(beginning)[1:], bytes.fromhex(letters))
        first = int(number) * BLOCK
        rows = list(short[first : first + BLOCK])
        yield _decided(rows, is_iri=True, is_optional=True, found=found)


def _decided(rows: list[bytes], *, is_iri: bool, is_optional: bool, found: list[str]) -> Decided:
    taken, refused, components = found
    return Decided(rows, is_iri, is_optional, int(taken, 16), int(refused, 16), components)


@cache
def _short_rows(beginning: bytes, letters: bytes) -> tuple[bytes, ...]:
    return tuple(
        beginning + bytes(word) for length in range(4) for word in product(letters, repeat=length)
    )


def digest(octets: Iterable[int]) -> str:
    """FNV-1a."""
    found = 0xCBF29CE484222325
    for octet in octets:
        found = (found ^ octet) * 0x100000001B3 & MASK
    return f"{found:016x}"
