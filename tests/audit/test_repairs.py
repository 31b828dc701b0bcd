"""Mended copies of random files; `make test-repairs` tries many more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.repairs import WRITERS, try_one


@pytest.mark.parametrize("name", WRITERS)
def test_copies_are_as_they_must_be(tmp_path: Path, name: str) -> None:
    for seed in range(150):
        try_one(name, seed, tmp_path)
