"""The kernel's steps and decisions are those of the description, and its decisions are right.

`make prove-kernel` proves the steps with two solvers: `optional_theorems.py`.
"""

from __future__ import annotations

import numpy as np
import pytest

from . import decisions, record
from .steps import of_stretch


def test_steps_give_the_bits_of_the_record() -> None:
    """Every bit of every plane. Cargo's tests compare the kernel with the same record."""
    for seed, is_iri, *digests in record.of_kind("bytes"):
        bits = of_stretch(record.stretch(int(seed)), record.BEFORE, record.LENGTH, is_iri == "1")
        planes = [np.packbits(bits[name], bitorder="little").tobytes() for name in record.PLANES]
        assert [record.digest(plane) for plane in planes] == digests, seed
    assert seed == "99"


def test_rows_of_the_record_are_decided_so() -> None:
    taken = refused = 0
    for block in record.decisions():
        name = "taken-IRI-reference" if block.is_optional else "taken-IRI"
        grammar, bad = (decisions.language(rule, block.is_iri) for rule in (name, "refused"))
        indices = b""
        for i, row in enumerate(block.rows):
            if block.taken >> i & 1:
                assert grammar.fault(row.decode()) is None, row
                indices += b"".join(c.to_bytes(4, "little") for c in decisions.components(row))
                taken += 1
            elif block.refused >> i & 1:
                assert bad.fault(row.decode("utf-8", "replace")) is None, row
                refused += 1
        assert record.digest(indices) == block.components
    assert taken > 4_000
    assert refused > 6_000


@pytest.mark.slow("crates/kernel", "python/iriform/grammar", "tests/proof")
def test_taken_rows_match_and_refused_ones_do_not() -> None:
    """For texts of any length: the automata are compared state by state."""
    assert decisions.failures() == []
