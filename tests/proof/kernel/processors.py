"""The operations on bytes that the kernel's steps consist of: `Vector` of `crates/kernel/src/arch`.

Each class gives them one meaning: that of the trait (on NumPy arrays, to compare with the record, and on
terms of a solver), or that of the AVX2 and NEON instructions in the manuals of Intel and Arm.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

import numpy as np

Byte: TypeAlias = Any
Bit: TypeAlias = Any


class Processor(Protocol):
    """Operations on a byte; `Byte` has `&`, `|`, `^`, and `Bit` also has `~`."""

    def plus(self, x: Byte, c: int) -> Byte: ...
    def minus(self, x: Byte, c: int) -> Byte: ...
    def minus_saturating(self, x: Byte, c: int) -> Byte: ...
    def equal(self, x: Byte, c: int) -> Byte: ...
    def at_most(self, x: Byte, c: int) -> Byte: ...
    def at_least(self, x: Byte, c: int) -> Byte: ...
    def low_halves(self, x: Byte) -> Byte: ...
    def high_halves(self, x: Byte) -> Byte: ...
    def low_halves_of_ascii(self, x: Byte) -> Byte: ...
    def look_up(self, x: Byte, table: bytes) -> Byte: ...
    def highest(self, x: Byte) -> Bit: ...
    def choose(self, condition: Bit, yes: Bit, no: Bit) -> Bit: ...


class Arrays:
    """The trait's functions on arrays of bytes."""

    def plus(self, x: Byte, c: int) -> Byte:
        return x + np.uint8(c)

    def minus(self, x: Byte, c: int) -> Byte:
        return x - np.uint8(c)

    def minus_saturating(self, x: Byte, c: int) -> Byte:
        return np.where(x >= c, x - np.uint8(c), np.uint8(0))

    def equal(self, x: Byte, c: int) -> Byte:
        return self._all(x == c)

    def at_most(self, x: Byte, c: int) -> Byte:
        return self._all(x <= c)

    def at_least(self, x: Byte, c: int) -> Byte:
        return self._all(x >= c)

    def low_halves(self, x: Byte) -> Byte:
        return x & np.uint8(0x0F)

    def high_halves(self, x: Byte) -> Byte:
        return x >> np.uint8(4)

    def low_halves_of_ascii(self, x: Byte) -> Byte:
        """Indices; those from 16 on find zero."""
        return np.where(x < 0x80, x & 0x0F, 0x80).astype(np.uint8)

    def look_up(self, x: Byte, table: bytes) -> Byte:
        found = np.frombuffer(table, np.uint8)[x & 0x0F]
        return np.where(x < 16, found, np.uint8(0))

    def highest(self, x: Byte) -> Bit:
        return x >= 0x80

    def choose(self, condition: Bit, yes: Bit, no: Bit) -> Bit:
        return np.where(condition, yes, no)

    @staticmethod
    def _all(condition: Any) -> Byte:
        return np.where(condition, np.uint8(0xFF), np.uint8(0))


class Terms:
    """The trait's functions on bit-vectors of Z3."""

    def __init__(self) -> None:
        """Import the solver; only this proof needs it."""
        import z3

        self.z3: Any = z3

    def byte(self, value: Any) -> Byte:
        """Convert a constant to a term; return a term, which stands for every constant, unchanged."""
        return self.z3.BitVecVal(value, 8) if isinstance(value, int) else value

    def plus(self, x: Byte, c: int) -> Byte:
        return x + self.byte(c)

    def minus(self, x: Byte, c: int) -> Byte:
        return x - self.byte(c)

    def minus_saturating(self, x: Byte, c: int) -> Byte:
        z3 = self.z3
        return z3.If(z3.UGE(x, self.byte(c)), x - self.byte(c), self.byte(0))

    def equal(self, x: Byte, c: int) -> Byte:
        return self._all(x == self.byte(c))

    def at_most(self, x: Byte, c: int) -> Byte:
        return self._all(self.z3.ULE(x, self.byte(c)))

    def at_least(self, x: Byte, c: int) -> Byte:
        return self._all(self.z3.UGE(x, self.byte(c)))

    def low_halves(self, x: Byte) -> Byte:
        return self.z3.ZeroExt(4, self.z3.Extract(3, 0, x))

    def high_halves(self, x: Byte) -> Byte:
        return self.z3.ZeroExt(4, self.z3.Extract(7, 4, x))

    def low_halves_of_ascii(self, x: Byte) -> Byte:
        return self.z3.If(self.z3.ULT(x, self.byte(0x80)), self.low_halves(x), self.byte(0x80))

    def look_up(self, x: Byte, table: bytes) -> Byte:
        found = self.byte(0)
        for index, value in enumerate(table):
            found = self.z3.If(x == self.byte(index), self.byte(value), found)
        return found

    def highest(self, x: Byte) -> Bit:
        return self.z3.Extract(7, 7, x)

    def choose(self, condition: Bit, yes: Bit, no: Bit) -> Bit:
        return self.z3.If(condition == 1, yes, no)

    def _all(self, condition: Any) -> Byte:
        return self.z3.If(condition, self.byte(0xFF), self.byte(0))


class Avx2(Terms):
    """The functions of `arch/avx2.rs`, instruction by instruction."""

    def minus_saturating(self, x: Byte, c: int) -> Byte:
        """PSUBUSB: the difference in nine bits, or zero if it is negative."""
        z3 = self.z3
        wide = z3.ZeroExt(1, x) - z3.ZeroExt(1, self.byte(c))
        return z3.If(z3.Extract(8, 8, wide) == 1, self.byte(0), z3.Extract(7, 0, wide))

    def at_most(self, x: Byte, c: int) -> Byte:
        """PMINUB, PCMPEQB."""
        z3 = self.z3
        least = z3.If(z3.ULT(x, self.byte(c)), x, self.byte(c))
        return self._all(least == x)

    def at_least(self, x: Byte, c: int) -> Byte:
        """PMAXUB, PCMPEQB."""
        z3 = self.z3
        greatest = z3.If(z3.UGT(x, self.byte(c)), x, self.byte(c))
        return self._all(greatest == x)

    def low_halves(self, x: Byte) -> Byte:
        return x & self.byte(0x0F)

    def high_halves(self, x: Byte) -> Byte:
        """PSRLW by 4 of 16 bits, with any byte above this one; then the low halves."""
        z3 = self.z3
        above = z3.FreshConst(z3.BitVecSort(8), "above")
        shifted = z3.LShR(z3.Concat(above, x), 4)
        return self.low_halves(z3.Extract(7, 0, shifted))

    def low_halves_of_ascii(self, x: Byte) -> Byte:
        return x

    def look_up(self, x: Byte, table: bytes) -> Byte:
        """PSHUFB: zero if bit 7 is set, otherwise the entry that bits 3 to 0 index."""
        found = super().look_up(x & self.byte(0x0F), table)
        return self.z3.If(self.z3.Extract(7, 7, x) == 1, self.byte(0), found)


class Neon(Terms):
    """The functions of `arch/neon.rs`, instruction by instruction."""

    def minus_saturating(self, x: Byte, c: int) -> Byte:
        """UQSUB: the difference as integers, or zero if it is negative."""
        z3 = self.z3
        difference = z3.ZeroExt(8, x) - z3.ZeroExt(8, self.byte(c))
        return z3.If(difference < 0, self.byte(0), z3.Extract(7, 0, difference))

    def low_halves(self, x: Byte) -> Byte:
        return x & self.byte(0x0F)

    def high_halves(self, x: Byte) -> Byte:
        """USHR by 4 of the byte."""
        return self.z3.LShR(x, 4)

    def low_halves_of_ascii(self, x: Byte) -> Byte:
        """Look up the low halves.

        For bytes that are not ASCII the high halves find zero: see the theorem on classes.
        """
        return self.low_halves(x)
