"""The cases that each engine runs cover every argument of every operation."""

from typing import Any

import pyarrow as pa
import pytest

from iriform import columns
from iriform._engines import table as _table

from .answers import ANSWERS, TEXTS, call

# The column of `expand_template` has structs: tests/columns/test_expand_template.py.
ARGUMENTS = [
    (name, argument["name"])
    for name, operation in _table.OPERATIONS.items()
    for argument in operation["arguments"]
    if "default" in argument and name in ANSWERS
]


def test_every_operation_of_texts_is_asked() -> None:
    assert {*_table.OPERATIONS} - {*ANSWERS} == {"expand_template", "expand_template_errors"}


@pytest.mark.parametrize(("name", "argument"), ARGUMENTS)
def test_an_argument_changes_an_answer(name: str, argument: str) -> None:
    """An engine that ignores an argument gives another answer."""

    def answer(options: dict[str, Any]) -> list[Any]:
        answers: list[Any] = call(getattr(columns, name), options, pa.array(TEXTS)).to_pylist()
        return answers

    asked = [options for options, _ in ANSWERS[name] if argument in options]
    without = [{n: v for n, v in options.items() if n != argument} for options in asked]
    assert any(answer(a) != answer(b) for a, b in zip(asked, without, strict=True))
