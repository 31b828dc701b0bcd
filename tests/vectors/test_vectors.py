"""Every row of the public suites: its answer is ours, or the table of differences says why not."""

import pytest

from .judge import judge, recorded
from .rows import Place, rows, shared
from .subjects import SUBJECTS

PLACES = [
    pytest.param(
        "shared", marks=pytest.mark.skipif(shared() is None, reason="the suites are not at hand")
    ),
    "carried",
]
FILES = list(SUBJECTS)
WITH_ORACLE = [file for file in FILES if SUBJECTS[file].oracle is not None]


def needs(file: str) -> None:
    """Skip until iriform has what the file asks for."""
    missing = SUBJECTS[file].missing()
    if missing:
        pytest.skip(f"iriform has no {', '.join(missing)} yet")


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("file", WITH_ORACLE)
def test_oracle_agrees_or_differs_for_a_reason(file: str, place: Place) -> None:
    ask = SUBJECTS[file].oracle
    assert ask is not None
    assert judge(file, place, ask) == recorded()[place][file]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("file", FILES)
def test_iriform_agrees_or_differs_for_a_reason(file: str, place: Place) -> None:
    needs(file)
    assert judge(file, place, SUBJECTS[file].iriform) == recorded()[place][file]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("file", WITH_ORACLE)
def test_iriform_answers_as_the_oracle_does(file: str, place: Place) -> None:
    needs(file)
    subject = SUBJECTS[file]
    assert subject.oracle is not None
    for row in rows(file, place):
        assert subject.iriform(row) == subject.oracle(row), ascii(row)
