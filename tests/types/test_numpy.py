"""Scalars of NumPy as values and ports."""

from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from iriform import IRI, URITemplate, columns


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (np.bool_(1), "true"),
        (np.bool_(0), "false"),
        (np.int64(7), "7"),
        (np.uint8(255), "255"),
        (np.float64(1.5), "1.5"),
        (np.float32(0.5), "0.5"),
        (np.str_("é"), "é"),
    ],
    ids=repr,
)
def test_scalars_of_numpy_are_values(value: Any, text: str) -> None:
    assert IRI("http://h/").update_query({"a": value}) == f"http://h/?a={text}"
    assert IRI("http://h/").update_query({"a": [value, value]}) == f"http://h/?a={text}&a={text}"
    assert URITemplate("{+a}").expand_iri(a=value) == text
    column = pa.array(["http://h/"])
    assert columns.update_query(column, {"a": value}).to_pylist() == [f"http://h/?a={text}"]


def test_a_port_of_numpy() -> None:
    assert IRI("http://h/").with_parts(port=np.int64(80)) == "http://h:80/"
    assert columns.with_parts(pa.array(["http://h/"]), port=np.int64(80)).to_pylist() == [
        "http://h:80/"
    ]
    with pytest.raises(ValueError, match="between 0 and 65535"):
        IRI("http://h/").with_parts(port=np.int64(65536))


@pytest.mark.parametrize("value", [np.datetime64("2020-01-01"), np.array([1, 2]), np.complex64(1)])
def test_what_numpy_has_beyond_is_no_value(value: object) -> None:
    with pytest.raises(TypeError, match="a value must be str, int, float, bool, None"):
        IRI("http://h/").update_query({"a": value})
