"""pandas: the accessor."""

import inspect
from collections import UserDict
from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest

import iriform.pandas  # noqa: F401 - it registers the accessor
from iriform import IRI, columns

from .answers import CASES, FUNCTIONS, TEXTS, call, expected

DTYPES = {
    "str": "str",
    "string": "string",
    "arrow": pd.ArrowDtype(pa.string()),
    "large": pd.ArrowDtype(pa.large_string()),
    "object": "object",
}
INDEX = [f"row {i}" for i in range(len(TEXTS))]
SERIES = [pd.Series(TEXTS, index=INDEX, dtype=dtype, name="url") for dtype in DTYPES.values()]


def listed(series: pd.Series) -> list[Any]:
    """List the values, None for each of pandas' own nulls."""
    return [None if value is pd.NA or value != value else value for value in series]  # noqa: PLR0124


@pytest.mark.parametrize(("name", "options", "answer"), CASES)
def test_same_answers(name: str, options: dict[str, Any], answer: Any) -> None:
    answers = expected(answer)
    for series in SERIES:
        result = call(getattr(series.iri, name), options)

        assert listed(result) == answers, series.dtype
        assert list(result.index) == INDEX
        assert result.name == "url"


def test_all_functions_are_there() -> None:
    accessor = pd.Series(["a:"], dtype="str").iri
    for name in FUNCTIONS:
        assert inspect.getdoc(getattr(accessor, name)) == inspect.getdoc(getattr(columns, name))
        signature = inspect.signature(getattr(columns, name))
        _, *others = signature.parameters.values()
        assert list(inspect.signature(getattr(accessor, name)).parameters.values()) == others


def test_slices_and_masks() -> None:
    frame = pd.DataFrame({"url": TEXTS}, dtype="str")

    odd = frame["url"][1::2]
    valid = frame[frame["url"].iri.is_valid().fillna(value=False).astype(bool)]

    assert listed(odd.iri.is_valid()) == expected(IRI.is_valid, TEXTS[1::2])
    assert list(odd.iri.host().index) == list(odd.index)
    assert list(valid["url"]) == [text for text in TEXTS if text and IRI.is_valid(text)]


def test_other_types_are_refused() -> None:
    with pytest.raises(TypeError, match="int64"):
        pd.Series([1, 2]).iri.host()


def test_edits_with_series_are_aligned_by_their_index() -> None:
    urls: Any = pd.Series(["http://a/", "http://b/", "urn:x"], index=[0, 1, 2])
    hosts = pd.Series(["one", "zero"], index=[1, 0])

    assert urls.iri.with_host(hosts).tolist()[:2] == ["http://zero/", "http://one/"]
    assert urls.iri.with_parts(query=hosts, path="/p").tolist()[:2] == [
        "http://a/p?zero",
        "http://b/p?one",
    ]
    assert urls.iri.update_query({"h": [hosts, 1]}).tolist() == [
        "http://a/?h=zero&h=1",
        "http://b/?h=one&h=1",
        "urn:x?h&h=1",
    ]


@pytest.mark.parametrize("has_arrow", [True, False])
def test_a_series_of_bases_is_aligned_by_its_index(
    monkeypatch: pytest.MonkeyPatch, *, has_arrow: bool
) -> None:
    if not has_arrow:  # as in pandas 2
        monkeypatch.delattr(pd.Series, "__arrow_c_stream__", raising=False)
    references = pd.Series(["x", "y", "z"], index=[0, 1, 2])
    bases = pd.Series(["http://one/", "http://zero/"], index=[1, 0])
    resolved = references.iri.resolve(bases)
    assert resolved.tolist()[:2] == ["http://zero/x", "http://one/y"]
    assert resolved.isna().tolist() == [False, False, True]
    assert references.iri.resolve(base=bases).equals(resolved)


@pytest.mark.parametrize(
    "mapping",
    [
        dict,
        MappingProxyType,
        UserDict,
        lambda pairs: [*pairs.items()],
        lambda pairs: tuple(pairs.items()),
        pd.DataFrame,
    ],
    ids=["dict", "proxy", "UserDict", "list", "tuple", "frame"],
)
@pytest.mark.parametrize("dtype", DTYPES.values(), ids=DTYPES)
def test_values_are_paired_by_index(mapping: Callable[[Any], Any], dtype: Any) -> None:
    urls = pd.Series(["http://a/", "http://b/", "http://c/"], index=[1, 2, 3], dtype=dtype)
    values = pd.Series(["three", "one", "two"], index=[3, 1, 2], dtype=dtype)

    result = urls.iri.update_query(mapping({"z": values}))

    assert listed(result) == ["http://a/?z=one", "http://b/?z=two", "http://c/?z=three"]


@pytest.mark.parametrize("dtype", DTYPES.values(), ids=DTYPES)
def test_a_row_for_which_another_series_has_none_is_null(dtype: Any) -> None:
    """A part that is null is removed; a part that is missing is kept."""
    urls = pd.Series(["http://a/?x", "http://b/?x"], index=["a", "b"], dtype=dtype)
    query = pd.Series(["y", None], index=["a", "b"], dtype=dtype)

    assert listed(urls.iri.with_parts(query=query)) == ["http://a/?y", "http://b/"]
    assert listed(urls.iri.with_parts(query=query[:1])) == ["http://a/?y", None]
    assert listed(urls.iri.with_host(query[:1])) == ["http://y/?x", None]
    # A pair without a value is also a pair.
    assert listed(urls.iri.update_query({"x": query[:1]})) == ["http://a/?x=y", "http://b/?x"]
    assert listed(pd.Series(["p", "q"], index=["a", "b"], dtype=dtype).iri.resolve(urls[:1])) == [
        "http://a/p",
        None,
    ]


def test_a_subclass_of_series_stays_one() -> None:
    class Links(pd.Series):  # type: ignore[misc]  # pandas has no types
        @property
        def _constructor(self) -> type["Links"]:
            return Links

    for dtype in DTYPES.values():
        links = Links(["http://h/", "a b"], index=[7, 8], name="url", dtype=dtype)
        for answer in (links.iri.host(), links.iri.is_valid(), links.iri.components()):
            assert type(answer) is Links
            assert (answer.name, list(answer.index)) == ("url", [7, 8])


def test_categories_that_are_all_null() -> None:
    series = pd.Series([None, None], dtype="category")
    assert listed(series.iri.host()) == [None, None]
    assert listed(series.iri.is_valid()) == [None, None]
    links = pd.Series(["http://h/?x", "http://i/?x"])
    assert listed(links.iri.with_parts(query=series)) == ["http://h/", "http://i/"]
    keys = pa.array([None, None], pa.int8())
    nulls = pa.DictionaryArray.from_arrays(keys, pa.nulls(0))
    assert columns.host(nulls).to_pylist() == [None, None]
