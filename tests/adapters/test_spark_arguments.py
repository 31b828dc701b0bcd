"""The arguments of functions for Spark that need no Spark: its own tests are optional."""

import pytest

from iriform._engines import arrow_udfs
from iriform._engines.functions import plain


class Column:
    """Compares as a column of Spark does: the result is a column, neither true nor false."""

    __module__ = "pyspark.sql.column"

    def __eq__(self, other: object) -> "Column":  # type: ignore[override]  # as Spark has it
        return self

    def __bool__(self) -> bool:
        raise TypeError

    __hash__ = None  # type: ignore[assignment]  # as Spark has it


def test_pairs_have_columns_as_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrow_udfs, "_lit", str)
    column = Column()
    name, value, *others = arrow_udfs.turns_of(
        plain({"a": column, "b": ["x", 2]}, lambda given: given if given is column else None)
    )
    assert (name, others) == ("a", ["b", "x", "b", "2"])
    assert value is column
    with pytest.raises(ValueError, match="a name without values"):
        arrow_udfs.turns_of([("a", [])])
